import ChainSupport
import ContractClient
import Exchange
import Keys
import LectureKit
import NodeRPC
import Orders
import Primitives
import Relay
import Sending
import StrictJSON
import Testing

@testable import Operations
@testable import WebApp

/// The actions that wallets are asked for, as a store holds them, and the signatures of orders.
@Suite struct WalletActionTests {
  private static let one = UInt256(1_000_000_000_000_000_000)
  private static let exchange = ExchangeContract(chainID: 1001, address: Address(truncating: 9))

  private static func order(by maker: Address, at exchange: ExchangeContract = exchange) throws -> LimitOrder {
    try LimitOrder(
      exchange: exchange, maker: maker, makerToken: Address(truncating: 1), takerToken: Address(truncating: 2),
      makerAmount: one, takerAmount: one * 2, expiry: 4_000_000_000, salt: 5)
  }

  private static func actions() async throws -> [WalletAction] {
    let key = try PrivateKey(bytes: Hash32(UInt256(77)).bytes)
    let order = try order(by: key.address)
    let signed = AnySignedOrder.v4(try await order.signed(by: key))
    let pair = TokenPair(base: Address(truncating: 1), quote: Address(truncating: 2))
    let bound = try #require(Fraction(3, over: 7))
    func deal(_ amount: DealAmount, _ choice: WantedDeal.Choice?, slippage: Fraction? = nil) -> WalletAction {
      .trade(
        .deal(WantedDeal(amount, of: pair, within: bound, slippage: slippage, choice: choice, orders: [signed])))
    }
    let link = try BuyersLink(url: "https://meet.example/1", salt: Hash32(UInt256(6)))
    let content = try DescriptionContent(texts: [DescribedText(language: "en", text: "Soil")])
    func described(_ link: BuyersLink?) throws -> WalletAction {
      let description = try LectureDescription(
        lecture: 1, run: nil, content: content, linkHash: link?.hash ?? .zero, issuedAt: 5)
      let unsigned = try SignedDescription(description, chainID: 1001, contract: pair.base, signature: [])
      return .description(try #require(WantedDescription(unsigned, link)))
    }
    return [
      try described(nil), try described(link), deal(.buying(5), nil, slippage: Fraction(1, over: 200)),
      .lecture(.settlement(3)), .lecture(.settlement(3, run: 2)), .lecture(.purchase(1)),
      .trade(.allowance(0, of: pair.base, for: pair.quote)), .trade(.allowance(.max, of: pair.base, for: pair.quote)),
      .trade(.wrapping(one)), .trade(.unwrapping(1)), .trade(.cancellation([signed])),
      deal(.buying(5), nil), deal(.selling(5), .init(wanted: nil)), deal(.spending(5), .init(wanted: 9)),
      .order(WantedOrder(order, of: pair, isPostOnly: true)),
    ]
  }

  @Test("each is read as it was written, and no two are one")
  func roundTrip() async throws {
    let actions = try await Self.actions()
    for action in actions {
      let text = action.json.serialized()
      #expect(WalletAction(try JSON(parsing: text)) == action, "\(text)")
    }
    #expect(Set(actions).count == actions.count)
  }

  @Test("one with a member that is missing, or of another kind, is none")
  func malformed() async throws {
    for action in try await Self.actions() {
      let object = try #require(action.json.object)
      for (name, _) in object where !["run", "wanted"].contains(name) {
        var less = JSONObject(object.filter { $0.key != name }.map { ($0.key, $0.value) })
        #expect(WalletAction(.object(less)) != action, "\(name)")
        less[name] = .array([.bool(true)])
        #expect(WalletAction(.object(less)) == nil, "\(name)")
      }
    }
    #expect(WalletAction(["action": "theft"]) == nil && WalletAction("purchase") == nil)
  }

  @Test("a deal with another slippage is the same requested with other terms; another amount is another requested")
  func slippage() async throws {
    let key = try PrivateKey(bytes: Hash32(UInt256(77)).bytes)
    let signed = AnySignedOrder.v4(try await Self.order(by: key.address).signed(by: key))
    let pair = TokenPair(base: Address(truncating: 1), quote: Address(truncating: 2))
    func deal(_ units: UInt256, _ slippage: UInt256, _ bound: UInt256 = 3) throws -> WalletAction {
      let (bound, share) = (try #require(Fraction(bound, over: 7)), Fraction(slippage, over: 100))
      return .trade(
        .deal(
          WantedDeal(.buying(units), of: pair, within: bound, slippage: share, choice: nil, orders: [signed])))
    }
    // The book moves the price that a slippage leads to.
    let first = try deal(5, 1)
    #expect(try first.isSame(as: deal(5, 1, 4)) && !first.isChanged(from: deal(5, 1, 4)))
    #expect(try !first.isSame(as: deal(5, 2)) && first.isChanged(from: deal(5, 2)))
    #expect(try !first.isSame(as: deal(6, 1)) && !first.isChanged(from: deal(6, 2)))
  }

  @Test("an order's typed data hash to the order's hash, whatever its numbers are")
  func typedData() throws {
    for units in [1, UInt256.max >> 128, 12_345] {
      let order = try LimitOrder(
        exchange: Self.exchange, maker: Address(truncating: .max), taker: Address(truncating: 4),
        sender: Address(truncating: 6), makerToken: Address(truncating: 1), takerToken: Address(truncating: 2),
        feeRecipient: Address(truncating: 8), makerAmount: units, takerAmount: 1, takerFee: units,
        pool: Hash32(UInt256.max - 1), expiry: 4_000_000_000, salt: .max)
      let wanted = WantedOrder(
        order, of: TokenPair(base: order.makerToken, quote: order.takerToken), isPostOnly: false)
      let told = try TypedData(json: try JSON(parsing: wanted.typedData.serialized()))
      #expect(told.digest() == order.hash)
    }
  }

  @Test("a registered key signs for its account; a contract whose word the exchange does not ask is told apart")
  func signers() async throws {
    let market = try await MarketFixture()
    let chain = market.own.chain
    let open = try await ExchangeMarket.open(market.own.site.settings, over: market.own.client.connection)
    let exchange = ExchangeContract(chainID: chain.chainID, address: try #require(market.contracts.v4))
    let (student, teacher) = (try #require(market.own.keys["student"]), try #require(market.own.keys["teacher"]))
    func signed(_ order: LimitOrder, by key: PrivateKey) async throws -> AnySignedOrder {
      let signature = try await key.sign(typedData: try order.typedData()).bytes65
      return try await OrderProof(signature, of: order).signed(at: open)
    }
    let order = try Self.order(by: student.address, at: exchange)
    #expect(try await signed(order, by: student).hash == order.hash)
    await #expect(throws: OrderProof.Fault.wrongSigner) { try await signed(order, by: teacher) }
    _ = try await NativeOrders(address: exchange.address, connection: market.own.client.connection)
      .registerAllowedOrderSigner(signer: teacher.address, allowed: true).send(from: student)
    #expect(try await signed(order, by: teacher).hash == order.hash)
    // A contract that takes every signature for its own.
    let contract = Address(truncating: 0xC0DE)
    func put(_ code: Bytes) async throws {
      _ = try await chain.node.call("anvil_setCode", [.string(contract.lowercaseHex), .string(code.hex)])
    }
    let yes: Bytes = [0x7f, 0x16, 0x26, 0xba, 0x7e] + Bytes(repeating: 0, count: 28)
    try await put(yes + [0x60, 0, 0x52, 0x60, 32, 0x60, 0, 0xf3])
    let own = try Self.order(by: contract, at: exchange)
    await #expect(throws: OrderProof.Fault.contractAccount) { try await signed(own, by: teacher) }
    await #expect(throws: OrderProof.Fault.contractAccount) {
      try await OrderProof([1, 2, 3], of: own).signed(at: open)
    }
    // One that takes none.
    try await put([0x60, 0, 0x60, 0, 0xfd])
    await #expect(throws: OrderProof.Fault.wrongSigner) { try await signed(own, by: teacher) }
    await #expect(throws: OrderProof.Fault.notSignature) {
      try await OrderProof(Bytes(repeating: 1, count: 5_000), of: own).signed(at: open)
    }
    await market.relay.stop()
  }
}
