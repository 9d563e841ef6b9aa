import Devnet
import Keys
import OrderBook
import Orders
import Primitives
import StrictJSON
import Testing
import WireSupport

@testable import Relay

@Suite("Checks of orders on their way in")
struct EntryTests {
  @Test("text that is no JSON, a member twice and a number in the place of a text are malformed")
  func malformed() async throws {
    let relay = try await RelayFixture()
    let order = try await relay.chain.signed(relay.chain.orderV1()).json
    var number = try #require(order.object)
    number["salt"] = 5
    let text = order.serialized()
    for body in [
      "", "{", "[]", "5", String(text.dropLast()) + ",\"maker\":\"0x\"}", JSON.object(number).serialized(),
      text + text, String(repeating: "[", count: 200),
    ] {
      let reply = try await relay.post("/v0/order", text: body)
      #expect(reply.status == 400 && reply.json?["code"] == 101, "\(body)")
      #expect(reply.json?["reason"]?.string?.hasPrefix("Malformed JSON") == true)
    }
    var limit = try #require(try await relay.chain.signed(try relay.chain.limitOrder()).json.object)
    limit["chainId"] = "31337"
    #expect(try await relay.post("/orderbook/v1/order", .object(limit)).json?["code"] == 101)
    limit["chainId"] = 31_337
    limit["signature"] = ["v": "27", "r": "0x", "s": "0x", "signatureType": 2]
    #expect(try await relay.post("/orderbook/v1/order", .object(limit)).json?["code"] == 101)
    await relay.server.stop()
  }

  @Test("all members that are wrong are told together")
  func members() async throws {
    let relay = try await RelayFixture()
    var order = try #require(try await relay.chain.signed(relay.chain.orderV1()).json.object)
    order["maker"] = "0x12"
    order["taker"] = nil
    order["makerTokenAmount"] = "1.5"
    order["takerTokenAmount"] = .string(String(repeating: "9", count: 90))
    order["salt"] = "007"
    order["colour"] = "red"
    var signature = try #require(order["ecSignature"]?.object)
    signature["v"] = 29
    signature["s"] = nil
    order["ecSignature"] = .object(signature)
    let reply = try await relay.post("/v0/order", .object(order))
    #expect(reply.status == 400 && reply.json?["code"] == 100)
    #expect(
      Set(reply.fieldCodes) == [
        "maker 1002", "taker 1000", "makerTokenAmount 1001", "takerTokenAmount 1004", "salt 1001", "colour 1006",
        "ecSignature.v 1005", "ecSignature.s 1000",
      ])
    let empty = try await relay.post("/v0/order", [:])
    #expect(empty.fieldCodes.count == 13 && empty.fieldCodes.allSatisfy { $0.hasSuffix(" 1000") })
    let limit = try await relay.post("/orderbook/v1/order", [:])
    #expect(limit.fieldCodes.count == 10 && limit.fieldCodes.allSatisfy { $0.hasSuffix(" 1000") })
    var big = try #require(try await relay.chain.signed(try relay.chain.limitOrder()).json.object)
    big["makerAmount"] = .string((UInt256(1) << 128).description)
    #expect(try await relay.post("/orderbook/v1/order", .object(big)).fieldCodes == ["makerAmount 1004"])
    big["makerAmount"] = "1000"
    big["signature"] = big["signature"]?.object.map { parts in
      var parts = parts
      parts["signatureType"] = 4
      return .object(parts)
    }
    #expect(
      try await relay.post("/orderbook/v1/order", .object(big)).fieldCodes == ["signature.signatureType 1006"])
    await relay.server.stop()
  }

  @Test("exchange, chain, tokens, pair and maker have to be this relay's")
  func place() async throws {
    let relay = try await RelayFixture { [blocked = RelayPlace.blocked] in $0.blockedMakers = [blocked] }
    let chain = relay.chain
    let stranger = Address(truncating: 0xabc)
    #expect(
      try await relay.reply(to: chain.orderV1(exchange: chain.exchangeV4)).fieldCodes == [
        "exchangeContractAddress 1003"
      ])
    #expect(
      try await relay.reply(to: chain.orderV1(makerToken: stranger, takerToken: chain.feeToken)).fieldCodes == [
        "makerTokenAddress 1003", "takerTokenAddress 1003",
      ])
    #expect(
      try await relay.reply(to: chain.orderV1(takerToken: chain.base)).fieldCodes == ["takerTokenAddress 1007"])
    let limit = try chain.limitOrder(
      chainID: 5, contract: chain.exchangeV1, sender: stranger, makerToken: stranger, takerToken: chain.quote)
    #expect(
      try await relay.reply(to: limit).fieldCodes == [
        "chainId 1006", "verifyingContract 1003", "sender 1006", "makerToken 1009",
      ])
    let wide = try await RelayFixture(chain) { $0.tokens = [chain.feeToken] }
    #expect(
      try await wide.reply(to: chain.orderV1(takerToken: chain.feeToken)).fieldErrors == [
        "takerTokenAddress 1003 is not traded for the other token here"
      ])
    var nobody = try #require(try await chain.signed(chain.orderV1()).json.object)
    nobody["maker"] = .string(Address.zero.lowercaseHex)
    #expect(try await relay.post("/v0/order", .object(nobody)).fieldCodes == ["maker 1002"])
    nobody["maker"] = .string(RelayPlace.blocked.lowercaseHex)
    #expect(try await relay.post("/v0/order", .object(nobody)).fieldCodes == ["maker 1003"])
    await relay.server.stop()
    await wide.server.stop()
  }

  @Test("amounts are within the pair's bounds, and their product within 256 bits")
  func amounts() async throws {
    let relay = try await RelayFixture()
    let chain = relay.chain
    #expect(
      try await relay.reply(to: chain.orderV1(makerAmount: 9, takerAmount: 0)).fieldErrors == [
        "makerTokenAmount 1004 has to be from 10 to 100000", "takerTokenAmount 1004 has to be from 30 to 300000",
      ])
    #expect(try await relay.reply(to: chain.orderV1(makerAmount: 100_001)).fieldCodes == ["makerTokenAmount 1004"])
    #expect(try await relay.reply(to: try chain.limitOrder(takerAmount: 29)).fieldCodes == ["takerAmount 1004"])
    let wide = try await RelayFixture(chain) {
      $0.pairs = [PairRule(TokenRange(chain.base), TokenRange(chain.quote))]
    }
    let huge = chain.orderV1(makerAmount: UInt256(1) << 200, takerAmount: UInt256(1) << 56)
    #expect(try await wide.reply(to: huge).fieldCodes == ["takerTokenAmount 1004"])
    await relay.server.stop()
    await wide.server.stop()
  }

  @Test("an order lasts more than half a minute, and 400 days at most")
  func expiry() async throws {
    let relay = try await RelayFixture()
    let chain = relay.chain
    let head = try #require(await relay.server.service.book.status.head).time
    let ahead = head - RelayChain.now
    #expect(
      try await relay.reply(to: chain.orderV1(lasting: ahead + 30)).fieldErrors == [
        "expirationUnixTimestampSec 1004 EXPIRED"
      ])
    try await relay.post(chain.orderV1(lasting: ahead + 31))
    try await relay.post(try chain.limitOrder(lasting: ahead + 400 * 86_400))
    #expect(
      try await relay.reply(to: try chain.limitOrder(lasting: ahead + 400 * 86_400 + 1)).fieldErrors == [
        "expiry 1004 is more than 400 days ahead"
      ])
    await relay.server.stop()
  }

  @Test("fees are those of the rules or better for the relay, now or ten minutes ago")
  func fees() async throws {
    let recipient = Address(truncating: 0xfee)
    let relay = try await RelayFixture {
      $0.feeRecipient = recipient
      $0.fees = FeeRule(maker: 10, taker: 20, takerBasisPoints: 10)
    }
    let chain = relay.chain
    #expect(
      try await relay.reply(to: chain.orderV1()).fieldErrors == [
        "makerFee 1004 FEE", "takerFee 1004 FEE", "feeRecipient 1004 FEE",
      ])
    #expect(
      try await relay.reply(to: chain.orderV1(feeRecipient: chain.base, makerFee: 10, takerFee: 20)).fieldErrors == [
        "feeRecipient 1004 FEE"
      ])
    #expect(
      try await relay.reply(to: try chain.limitOrder(takerFee: 3)).fieldErrors == ["feeRecipient 1004 FEE"])
    try await relay.post(try chain.limitOrder(takerFee: 3, feeRecipient: recipient))
    try await relay.post(chain.orderV1(feeRecipient: recipient, makerFee: 11, takerFee: 20))
    var rules = relay.server.service.policy.rules
    rules.fees.maker = 50
    try await relay.server.change(to: rules)
    try await relay.post(chain.orderV1(feeRecipient: recipient, makerFee: 10, takerFee: 20))
    relay.now += 600_001
    #expect(
      try await relay.reply(to: chain.orderV1(feeRecipient: recipient, makerFee: 10, takerFee: 20)).fieldErrors == [
        "makerFee 1004 FEE"
      ])
    rules.exchangeV4 = nil
    await #expect(throws: RelayError.self) { try await relay.server.change(to: rules) }
    await relay.server.stop()
  }

  @Test("a fee for nobody is refused, also where the rules want none")
  func feeWithoutRecipient() async throws {
    let relay = try await RelayFixture()
    #expect(
      try await relay.reply(to: try relay.chain.limitOrder(takerFee: 1)).fieldErrors == ["feeRecipient 1004 FEE"])
    #expect(try await relay.reply(to: relay.chain.orderV1(makerFee: 1)).fieldErrors == ["feeRecipient 1004 FEE"])
    await relay.server.stop()
  }

  @Test("the least fill of the pair may not lose by rounding")
  func rounding() async throws {
    let relay = try await RelayFixture()
    let chain = relay.chain
    #expect(
      try await relay.reply(to: chain.orderV1(takerAmount: 3_300)).fieldErrors == ["takerTokenAmount 1004 ROUNDING"])
    // Version 4 has no such rule, but something has to come of it.
    try await relay.post(try chain.limitOrder(takerAmount: 3_300))
    #expect(
      try await relay.reply(to: try chain.limitOrder(makerAmount: 10, takerAmount: 3_001)).fieldErrors == [
        "takerAmount 1004 ROUNDING"
      ])
    await relay.server.stop()
  }

  @Test("without a least amount, orders of a thousand units and those with whole prices come, and crumbs do not")
  func crumbs() async throws {
    let relay = try await RelayFixture { ($0.pairs[0].tokenA.minAmount, $0.pairs[0].tokenB.minAmount) = (1, 1) }
    let chain = relay.chain
    try await relay.post(chain.orderV1(takerAmount: 3_333))
    try await relay.post(chain.orderV1(makerAmount: 5, takerAmount: 10))
    try await relay.post(try chain.limitOrder(takerAmount: 3_333))
    #expect(
      try await relay.reply(to: chain.orderV1(makerAmount: 999, takerAmount: 3_333)).fieldErrors == [
        "takerTokenAmount 1004 ROUNDING"
      ])
    #expect(
      try await relay.reply(to: try chain.limitOrder(makerAmount: 7, takerAmount: 3)).fieldErrors == [
        "takerAmount 1004 ROUNDING"
      ])
    await relay.server.stop()
  }

  @Test("a signature is of the maker, of these terms and with s in the lower half")
  func signatures() async throws {
    let relay = try await RelayFixture()
    let chain = relay.chain
    let (one, other) = (try await chain.signed(chain.orderV1()), try await chain.signed(chain.orderV1()))
    let exchanged = try SignedOrder(one.order, signature: other.signature)
    #expect(try await relay.post("/v0/order", exchanged.json).fieldCodes == ["ecSignature 1005"])
    let high = try SignedOrder(one.order, signature: try one.signature.withHighS)
    #expect(try await relay.post("/v0/order", high.json).fieldCodes == ["ecSignature 1005"])
    let limit = try await chain.signed(try chain.limitOrder())
    let wrong = try SignedOrder(limit.order, scheme: .message, signature: limit.signature)
    #expect(try await relay.post("/orderbook/v1/order", wrong.json).fieldCodes == ["signature 1005"])
    let message = try await limit.order.signed(by: chain.accounts[1].key, scheme: .message)
    #expect(try await relay.post("/orderbook/v1/order", message.json).status == 200)
    await relay.server.stop()
  }

  @Test("an order is tried without a relay, with the verdict that one would give")
  func verdicts() async throws {
    let chain = try await RelayChain.shared.value
    let rules = RelayFixture.rules(chain)
    func verdict(_ json: JSON) async throws -> RelayVerdict {
      try await RelayVerdict(on: json, rules: rules, node: chain.node, clock: { RelayChain.now * 1000 })
    }
    #expect(try await verdict(chain.signed(chain.orderV1()).json).isTaken)
    #expect(try await verdict(chain.signed(chain.limitOrder()).json).isTaken)
    let late = try await verdict(chain.signed(chain.limitOrder(lasting: 0)).json)
    #expect(!late.isTaken && late.code == 100 && late.faults.map(\.field) == ["expiry"])
    #expect(late.faults.first?.code == 1004 && late.faults.first?.reason == "EXPIRED")
    #expect(try await verdict(5).code == 101)
    #expect(try await verdict([:]).faults.count == 10)
  }

  @Test("many orders at once are all taken, each once")
  func crowd() async throws {
    let relay = try await RelayFixture()
    let chain = relay.chain
    var orders: [SignedOrder<LimitOrder>] = []
    for salt in 0..<40 { orders.append(try await chain.signed(try chain.limitOrder(salt: UInt256(salt)))) }
    // Each client posts half of them, and each order comes from four clients.
    let statuses = try await withThrowingTaskGroup(of: [Int].self) { group in
      for client in 0..<8 {
        let bodies = (0..<20).map { orders[(client * 5 + $0) % 40].json }
        group.addTask { try await relay.statuses(of: bodies, at: "/orderbook/v1/order") }
      }
      return try await group.reduce(into: []) { $0 += $1 }
    }
    #expect(statuses == Array(repeating: 200, count: 160))
    let all = try await relay.get("/orderbook/v1/orders?perPage=100").json
    #expect(all?["total"] == 40)
    await relay.server.stop()
  }
}

private enum RelayPlace {
  static let blocked = Address(truncating: 0xb10c)
}

extension Signature {
  /// The other signature that recovers the same key.
  fileprivate var withHighS: Signature {
    get throws { try Signature(r: r, s: Self.order - s, yParity: 1 - yParity) }
  }

  private static let order = UInt256(
    high: 0xffff_ffff_ffff_ffff_ffff_ffff_ffff_fffe, low: 0xbaae_dce6_af48_a03b_bfd2_5e8c_d036_4141)
}
