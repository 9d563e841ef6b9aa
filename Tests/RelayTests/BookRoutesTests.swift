import ContractABI
import Devnet
import Orders
import Primitives
import StrictJSON
import Testing
import WireSupport

@testable import Relay

@Suite("The order book API of version 4 over HTTP")
struct BookRoutesTests {
  private func record(_ signed: SignedOrder<LimitOrder>, remaining: UInt256, state: String? = nil) -> JSON {
    var metaData: JSONObject = [
      "orderHash": .string(signed.hash.hex), "remainingFillableTakerAmount": .string(remaining.description),
      "createdAt": "2026-11-23T12:00:00.000Z",
    ]
    if let state { metaData["state"] = .string(state) }
    return ["order": signed.json, "metaData": .object(metaData)]
  }

  private func collection(_ records: [JSON], page: Int = 1, perPage: Int = 20, total: Int? = nil) -> JSON {
    [
      "total": .number("\(total ?? records.count)"), "page": .number("\(page)"), "perPage": .number("\(perPage)"),
      "records": .array(records),
    ]
  }

  @Test("an order goes in and is found at both addresses of the API", arguments: ["/orderbook/v1", "/sra/v4"])
  func inAndOut(root: String) async throws {
    let relay = try await RelayFixture()
    let chain = relay.chain
    let signed = try await chain.signed(try chain.limitOrder())
    let posted = try await relay.post("\(root)/order?skipConfirmation=true", signed.json)
    #expect(posted.status == 200 && posted.body.isEmpty)
    let shown = record(signed, remaining: 3_000)
    #expect(try await relay.get("\(root)/order/\(signed.hash)").json == shown)
    #expect(try await relay.get("\(root)/orders?trader=\(chain.accounts[1].address)").json == collection([shown]))
    let place = root == "/sra/v4" ? "/sra/v4/orderbook" : root
    let book = try await relay.get("\(place)?baseToken=\(chain.base)&quoteToken=\(chain.quote)&perPage=1000")
    #expect(book.json == ["bids": collection([], perPage: 1_000), "asks": collection([shown], perPage: 1_000)])
    #expect(try await relay.get("/v0/order/\(signed.hash)").status == 404)
    await relay.server.stop()
  }

  @Test("what a maker's money does not reach for is not told as fillable")
  func remaining() async throws {
    let relay = try await RelayFixture(try await RelayChain())
    let chain = relay.chain
    try await chain.approve(chain.base, for: chain.exchangeV4, 500, by: chain.accounts[1])
    try await relay.advance()
    let signed = try await relay.post(try chain.limitOrder())
    let one = try await relay.get("/orderbook/v1/order/\(signed.hash)").json
    #expect(one?["metaData"] == record(signed, remaining: 1_502)["metaData"])
    await relay.server.stop()
  }

  @Test("orders that cannot be filled now are told to those who ask for a maker's")
  func unfillable() async throws {
    let relay = try await RelayFixture(try await RelayChain())
    let chain = relay.chain
    let maker = chain.accounts[1]
    let signed = try await relay.post(try chain.limitOrder())
    try await chain.approve(chain.base, for: chain.exchangeV4, 0, by: maker)
    try await relay.advance()
    #expect(try await relay.get("/orderbook/v1/orders?maker=\(maker.address)").json == collection([]))
    let all = try await relay.get("/orderbook/v1/orders?unfillable=true&maker=\(maker.address)")
    #expect(all.json == collection([record(signed, remaining: 0, state: "UNFUNDED")]))
    #expect(try await relay.get("/orderbook/v1/orders?unfillable=true").fieldCodes == ["maker 1000"])
    #expect(try await relay.get("/orderbook/v1/orders?unfillable=maybe").fieldCodes == ["unfillable 1001"])
    let one = try await relay.get("/orderbook/v1/order/\(signed.hash)")
    #expect(one.json == record(signed, remaining: 0, state: "UNFUNDED") && one.header("x-order-state") == "unfunded")
    await relay.server.stop()
  }

  @Test("a list of orders comes whole or not at all, with the places of what is wrong")
  func lists() async throws {
    let relay = try await RelayFixture(try await RelayChain())
    let chain = relay.chain
    var good: [JSON] = []
    for salt in 0..<3 { good.append(try await chain.signed(try chain.limitOrder(salt: UInt256(salt))).json) }
    let late = try await chain.signed(try chain.limitOrder(lasting: 10)).json
    let poor = try await chain.signed(
      try chain.limitOrder(maker: chain.accounts[4].address, makerAmount: 90_000, takerAmount: 270_000)
    ).json
    let reply = try await relay.post("/orderbook/v1/orders", .array(good + [late]))
    #expect(reply.status == 400 && reply.fieldErrors == ["[3].expiry 1004 EXPIRED"])
    let unfunded = try await relay.post("/orderbook/v1/orders", .array([poor] + good))
    #expect(unfunded.status == 400 && unfunded.fieldErrors == ["[0].makerAmount 1004 BALANCE"])
    #expect(try await relay.get("/orderbook/v1/orders").json == collection([]))
    let taken = try await relay.post("/orderbook/v1/orders", .array(good + [good[0]]))
    #expect(taken.status == 200 && taken.body.isEmpty)
    let shown = try await relay.get("/orderbook/v1/orders?perPage=2&page=2")
    #expect(shown.json?["total"] == 3 && shown.json?["records"]?.array?.count == 1)
    #expect(shown.json?["records"]?[0]?["order"] == good[2])
    #expect(try await relay.post("/orderbook/v1/orders", []).status == 200)
    // One that has ended keeps the others of its list out.
    let over = try await chain.signed(try chain.limitOrder())
    #expect(
      try await chain.send(
        "cancelPairLimitOrders(address,address,uint256)",
        [.address(chain.base), .address(chain.quote), .uint(3)], to: chain.exchangeV4, by: chain.accounts[1]))
    try await relay.advance()
    let ended = try await relay.post("/orderbook/v1/orders", .array([over.json, good[1]]))
    #expect(ended.status == 400 && ended.fieldErrors == ["[1].takerAmount 1004 CANCELLED"])
    #expect(try await relay.get("/orderbook/v1/order/\(over.hash)").status == 404)
    let many = try await relay.post("/orderbook/v1/orders", .array(Array(repeating: [:], count: 101)))
    #expect(many.fieldCodes == ["orders 1004"])
    #expect(try await relay.post("/orderbook/v1/orders", [:]).json?["code"] == 101)
    await relay.server.stop()
  }

  @Test("the fee of an order is told before it is signed, rounded up")
  func configuration() async throws {
    let recipient = Address(truncating: 0xfee)
    let relay = try await RelayFixture {
      $0.feeRecipient = recipient
      $0.pairs[0].fees = FeeRule(takerBasisPoints: 25)
    }
    let order = try relay.chain.limitOrder(takerAmount: 3_001)
    var question: JSONObject = [:]
    for name in [
      "maker", "taker", "makerAmount", "takerAmount", "makerToken", "takerToken", "verifyingContract", "expiry",
    ] { question[name] = order.json[name] }
    let reply = try await relay.post("/orderbook/v1/order_config", .object(question))
    #expect(
      reply.json == [
        "sender": .string(Address.zero.lowercaseHex), "feeRecipient": .string(recipient.lowercaseHex),
        "takerTokenFeeAmount": "8",
      ])
    let collection = try await relay.get("/sra/v4/fee_recipients")
    #expect(collection.json == self.collection([.string(recipient.lowercaseHex)]))
    try await relay.post(try relay.chain.limitOrder(takerAmount: 3_001, takerFee: 8, feeRecipient: recipient))
    question["takerAmount"] = nil
    #expect(
      try await relay.post("/orderbook/v1/order_config", .object(question)).fieldCodes == ["takerAmount 1000"])
    await relay.server.stop()
  }

  @Test("what this relay lacks of the API is told so")
  func lacking() async throws {
    let relay = try await RelayFixture()
    let reply = try await relay.post("/orderbook/v1/order/persistent", [:])
    #expect(reply.status == 501 && reply.json == ["code": 104, "reason": "Not Implemented"])
    await relay.server.stop()
  }

  @Test("an account that the maker registered may sign, no other")
  func signers() async throws {
    let relay = try await RelayFixture(try await RelayChain())
    let chain = relay.chain
    let (maker, signer) = (chain.accounts[1], chain.accounts[5])
    let order = try chain.limitOrder()
    let signed = try await order.signed(by: signer.key, signers: [signer.address])
    let refused = try await relay.post("/orderbook/v1/order", signed.json)
    #expect(refused.status == 400 && refused.fieldCodes == ["signature 1005"])
    #expect(
      try await chain.send(
        "registerAllowedOrderSigner(address,bool)", [.address(signer.address), .bool(true)], to: chain.exchangeV4,
        by: maker))
    try await relay.advance()
    #expect(try await relay.post("/orderbook/v1/order", signed.json).status == 200)
    await relay.server.stop()
  }
}
