import ContractClient
import Devnet
import Exchange
import Orders
import Primitives
import Relay
import StrictJSON
import Testing
import WireSupport

@testable import TradeWorker

/// Looks at a relay after its restart: what it has, beside what clients heard and what the chain says.
struct RelayAudit: Sendable {
  let fixture: TradeFixture
  let port: UInt16

  /// Looks at a relay on a port of this machine.
  init(fixture: TradeFixture, port: UInt16) { (self.fixture, self.port) = (fixture, port) }

  /// Looks at a relay of this process.
  init(fixture: TradeFixture, relay: RelayServer) { self.init(fixture: fixture, port: relay.port) }

  /// The number with which the relay answers.
  func sequence() async throws -> Int? {
    try await RelayTalk.get("/relay/v1/status", port)?.header("x-book-sequence").flatMap { Int($0) }
  }

  /// The number of orders that can be filled.
  func openOrders() async throws -> Int? {
    try await RelayTalk.get("/relay/v1/status", port)?.json?["openOrders"]?.int
  }

  /// Whether the relay has an order; it has the very one, and in the state that the chain says.
  func has(_ order: AnySignedOrder, _ comment: Comment) async throws -> Bool {
    let limits = RelayReadingLimits(timeout: .seconds(120), totalTime: .seconds(600))
    let version: OrderVersion = order.api == .v0 ? .v1 : .v4
    guard let exchange = fixture.contracts.exchange(of: version),
      let found = try await RelayClient("http://127.0.0.1:\(port)", order.api, for: exchange, limits: limits).order(
        order.hash)
    else { return false }
    #expect(found.signed == order, comment)
    let (filled, isCancelled) = try await fixture.status(of: order)
    #expect(found.reportedState == (isCancelled ? "cancelled" : nil), comment)
    if version == .v4, !isCancelled {
      #expect(found.toldRemaining == order.order.takerAmount - filled, comment)
    }
    return true
  }
}

extension TradeFixture {
  /// How much of an order is filled, and whether nothing more can be, by the contracts' own word.
  func status(of order: AnySignedOrder) async throws -> (filled: UInt256, isCancelled: Bool) {
    switch order {
    case .v1(let signed):
      let exchange = ExchangeV1(address: try Address(market.exchangeV1), connection: connection)
      let filled = try await exchange.filled(arg0: signed.hash).call()
      return (filled, try await filled + exchange.cancelled(arg0: signed.hash).call() >= signed.order.takerAmount)
    case .v4(let signed):
      let info = try await NativeOrders(address: try Address(market.exchangeV4), connection: connection)
        .getLimitOrderInfo(order: NativeOrders.LimitOrder(signed.order)).call()
      return (info.takerTokenFilledAmount, info.status == Self.cancelled)
    }
  }

  private static let cancelled: UInt8 = 3

  /// Fills a part of an order, in a block of its own.
  func fill(_ order: AnySignedOrder, by taker: Trader) async throws {
    let call = try ExchangeCalls(contracts, over: connection).fill(order, takerAmount: Trade.fill).call
    try await send(from: taker.address, to: call.contract, call.calldata)
  }

  /// Cancels an order, in a block of its own.
  func cancel(_ order: AnySignedOrder, by maker: Trader) async throws {
    let calls = ExchangeCalls(contracts, over: connection)
    let call: ExchangeCall
    switch order {
    case .v1(let signed): call = try calls.cancel(signed.order)
    case .v4(let signed): call = try calls.cancel([signed.order])
    }
    try await send(from: maker.address, to: call.call.contract, call.call.calldata)
  }

  /// Takes the newest blocks away, with what was in them, and puts empty ones in their place.
  func reorganise(_ depth: Int) async throws {
    let message = Conversation.call("anvil_reorg", [.number("\(depth)"), []])
    let answer = await devnet.answer(try JSON(parsing: message))
    #expect(answer?["error"] == nil)
  }
}
