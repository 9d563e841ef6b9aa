import Keys
import NodeDoubles
import Orders
import Primitives
import StrictJSON
import Testing

@testable import Exchange

@Suite("Questions to a relay, and orders posted to it")
struct RelayQuestionTests {
  private func answering(_ api: RelayAPI, _ body: String, status: Int = 200, headers: [String] = []) throws
    -> RelayDouble
  {
    try RelayDouble(api) { $0.answers = { _, _ in [.reply(body, status: status, headers: headers)] } }
  }

  @Test("An order by its hash, also one that is over, with the state that is told; nil where there is none")
  func order() async throws {
    let order = try await RelayOrders.asks(1, .v0)[0]
    let relay = try answering(.v0, order.json.serialized(), headers: ["X-Order-State: fil\u{1b}led"])
    let found = try #require(try await relay.client().order(order.hash))
    #expect(found.signed == order && found.reportedState == #"fil\u{1b}led"#)
    #expect(relay.requests.first?.path == "/v0/order/\(order.hash.hex)")
    let empty = try RelayDouble(.v4)
    #expect(try await empty.client().order(order.hash) == nil)
  }

  @Test("Orders by a filter, in the names of each version; others are dropped", arguments: RelayAPI.allCases)
  func filter(api: RelayAPI) async throws {
    let orders = try await RelayOrders.asks(2, api)
    let stranger = try RelayOrders.key(3)
    let other =
      api == .v0
      ? try await RelayOrders.signed(RelayOrders.v1(maker: stranger), stranger)
      : try await RelayOrders.signed(RelayOrders.v4(maker: stranger), stranger)
    let relay = try RelayDouble(api, orders + [other])
    let maker = try RelayOrders.key().address
    let filter = RelayFilter(makerToken: RelayOrders.pair.base, maker: maker)
    let list = try await relay.client().orders(filter)
    #expect(list.orders.map(\.hash) == orders.map(\.hash) && list.findings.dropped.map(\.reason) == [.notAsked])
    let path = try #require(relay.requests.first?.path)
    let names =
      api == .v0 ? ["exchangeContractAddress=", "makerTokenAddress="] : ["verifyingContract=", "makerToken="]
    for name in names + ["maker=\(maker.lowercaseHex)"] { #expect(path.contains(name)) }
  }

  @Test("have the name of the request for whose sake they are, where there is one", arguments: [nil, "order-7"])
  func named(id: String?) async throws {
    let order = try await RelayOrders.asks(1, .v4)[0]
    let relay = try RelayDouble(.v4)
    try await RequestID.$current.withValue(id.flatMap { RequestID($0) }) {
      _ = try await relay.client().order(order.hash)
      _ = try await relay.client().post(order)
    }
    #expect(relay.requests.map(\.method) == ["GET", "POST"])
    #expect(relay.requests.map { $0.headers["x-request-id"] } == [id, id])
    #expect(relay.requests.allSatisfy { $0.headers["accept"] == "application/json" })
  }

  @Test("Pairs, of which those that cannot be read are counted")
  func pairs() async throws {
    let side = { (address: String, most: String) in
      #"{"address":"\#(address)","minAmount":"1","maxAmount":"\#(most)","precision":5}"#
    }
    let (a, b) = (RelayOrders.pair.base.lowercaseHex, RelayOrders.pair.quote.lowercaseHex)
    let good = #"{"tokenA":\#(side(a, "10")),"tokenB":\#(side(b, "20"))}"#
    let bad = #"{"tokenA":\#(side(a, "0")),"tokenB":\#(side(b, "20"))}"#
    let relay = try answering(.v0, "[\(good),\(bad),7]")
    let pairs = try await relay.client().tokenPairs(RelayOrders.pair.base)
    #expect(pairs.pairs.map(\.tokenB.maximum) == [20] && pairs.skipped == 2)
    #expect(relay.requests.first?.path.hasPrefix("/v0/token_pairs?tokenA=\(a)&page=1&per_page=100") == true)
  }

  @Test("Fees of version 0: the question has no fees and no signature, and a fee for nobody is no answer")
  func fees() async throws {
    let recipient = Address(truncating: 0xf)
    let relay = try answering(
      .v0, #"{"feeRecipient":"\#(recipient.lowercaseHex)","makerFee":"0","takerFee":"7"}"#)
    let fees = try await relay.client().fees(for: RelayOrders.v1())
    #expect(fees == RelayFees(feeRecipient: recipient, makerFee: 0, takerFee: 7))
    let asked = try JSON(parsing: try #require(relay.requests.first).body)
    let fee = ["feeRecipient", "makerFee", "takerFee"]
    #expect(asked.object?.keys == OrderV1.memberNames.filter { !fee.contains($0) })
    let bad = try answering(.v0, #"{"feeRecipient":"\#(Address.zero.lowercaseHex)","makerFee":"0","takerFee":"7"}"#)
    #expect(await relayFailure { try await bad.client().fees(for: RelayOrders.v1()) }?.code == .malformed)
    #expect(await relayFailure { try await relay.client().orderConfig(for: RelayOrders.v4()) }?.code == .wrongProtocol)
  }

  @Test("The configuration of an order of version 4: eight members are asked with")
  func orderConfig() async throws {
    let (zero, recipient) = (Address.zero.lowercaseHex, Address(truncating: 0xf))
    let relay = try answering(
      .v4, #"{"sender":"\#(zero)","feeRecipient":"\#(recipient.lowercaseHex)","takerTokenFeeAmount":"7"}"#)
    let config = try await relay.client().orderConfig(for: RelayOrders.v4())
    #expect(config == RelayOrderConfig(sender: .zero, feeRecipient: recipient, takerFee: 7))
    let asked = try JSON(parsing: try #require(relay.requests.first).body)
    #expect(asked.object?.count == 8 && asked["expiry"]?.string == RelayOrders.tomorrow.description)
    let large = try answering(
      .v4,
      #"{"sender":"\#(zero)","feeRecipient":"\#(zero)","takerTokenFeeAmount":"\#(UInt256(1) << 128)"}"#)
    #expect(await relayFailure { try await large.client().orderConfig(for: RelayOrders.v4()) }?.code == .malformed)
    let list = try answering(.v4, #"{"total":1,"page":1,"perPage":1,"records":["\#(recipient.lowercaseHex)"]}"#)
    #expect(try await list.client().feeRecipients() == [recipient])
  }

  @Test("An order is posted as its JSON, and taken", arguments: RelayAPI.allCases)
  func post(api: RelayAPI) async throws {
    let order = try await RelayOrders.asks(1, api)[0]
    let relay = try RelayDouble(api)
    guard case .taken = try await relay.client().post(order) else {
      Issue.record("it was not taken")
      return
    }
    #expect(relay.posted == [order.json.serialized()])
    #expect(try await relay.client().order(order.hash)?.signed == order)
  }

  @Test(
    "What a relay answers to a post is read strictly",
    arguments: [
      (201, "", "taken"), (200, " {}\n", "taken"), (201, "<html>welcome</html>", "unclear"),
      (200, "{\"a\":1}", "unclear"),
      (202, "", "unclear"), (400, #"{"code":100,"reason":"Validation Failed","validationErrors":[]}"#, "refused"),
      (429, "", "notSent"), (403, #"{"code":102}"#, "refused"), (501, "", "refused"), (302, "", "refused"),
      (408, "", "unclear"), (500, "", "unclear"), (503, "", "unclear"),
      (503, #"{"reason":"The node does not answer"}"#, "notSent"),
    ])
  func answers(status: Int, body: String, outcome: String) async throws {
    let relay = try answering(.v0, body, status: status)
    let posting = try await relay.client().post(try await RelayOrders.asks(1, .v0)[0])
    #expect(Self.name(posting) == outcome, "\(posting)")
    #expect(relay.requests.count == 1)
  }

  @Test("A connection that is cut after the post was read leaves it open; where nobody listens nothing was sent")
  func cut() async throws {
    let order = try await RelayOrders.asks(1, .v0)[0]
    let relay = try RelayDouble(.v0) { $0.answers = { _, _ in [.reset] } }
    #expect(Self.name(try await relay.client().post(order)) == "unclear" && relay.requests.count == 1)
    let nobody = try RelayClient(HostileServer.nobody(), .v0, for: RelayOrders.v1)
    #expect(Self.name(await nobody.post(order)) == "notSent")
  }

  @Test("An order of the other version, or of another exchange, is not posted")
  func elsewhere() async throws {
    let relay = try RelayDouble(.v0)
    let orders = [
      try await RelayOrders.asks(1, .v4)[0],
      try await RelayOrders.signed(RelayOrders.v1(exchange: Address(truncating: 7))),
    ]
    for order in orders {
      let posting = try await relay.client().post(order)
      #expect(Self.name(posting) == "notSent" && posting.error?.code == .wrongProtocol)
    }
    #expect(relay.requests.isEmpty)
  }

  private static func name(_ posting: RelayPosting) -> String {
    switch posting {
    case .taken: "taken"
    case .refused: "refused"
    case .notSent: "notSent"
    case .unclear: "unclear"
    }
  }
}
