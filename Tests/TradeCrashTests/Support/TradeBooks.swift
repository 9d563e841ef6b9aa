import ContractClient
import Devnet
import Exchange
import NodeDoubles
import Orders
import Primitives
import Testing
import Transactions

@testable import TradeWorker

/// The results of trades by the chain, the journal and the relay.
struct TradeBooks: Sendable {
  let fixture: TradeFixture
  let job: TradeJob
  let maker: Address
  /// Before the first trade.
  let before: Holdings
  /// The relay's own address, past all that may go wrong on the way.
  let relay: String

  /// Makes sure that trades were done once each and nothing else was, to the unit, with no gap in the nonces.
  func check(did trades: some Collection<(number: Int, trade: Trade)>, _ comment: Comment? = nil) async throws {
    let account = try job.account()
    var expected = before
    for (number, trade) in trades {
      expected.add(trade, number)
      try await check(trade, number, comment)
    }
    var (nonces, fees): ([UInt64], UInt256) = ([], 0)
    let head = await fixture.devnet.blockNumber
    for number in before.block..<max(before.block, head) {
      guard let block = await fixture.devnet.block(.number(number + 1)) else { continue }
      for (transaction, receipt) in zip(block.transactions, block.receipts) where transaction.sender == account {
        #expect(receipt.isSuccess, comment)
        nonces.append(transaction.transaction.transaction.nonce)
        fees += UInt256(receipt.gasUsed) * receipt.effectiveGasPrice
      }
    }
    #expect(nonces == Array(before.nonce..<expected.nonce), comment)
    #expect(try await fixture.devnet.nonce(of: account, at: .pending) == expected.nonce, comment)
    let now = try await Holdings.read(fixture, of: account, and: maker)
    #expect(now.coins == expected.coins - fees, comment)
    #expect((now.base, now.quote, now.wrapped) == (expected.base, expected.quote, expected.wrapped), comment)
    #expect((now.makersBase, now.makersQuote) == (expected.makersBase, expected.makersQuote), comment)
  }

  private func check(_ trade: Trade, _ number: Int, _ comment: Comment?) async throws {
    switch trade.kind {
    case .fillV1, .fillV4: #expect(try await filled(trade) == [Trade.fill], comment)
    case .deal, .dealOverBoth, .dealPlannedAnew:
      #expect(try await filled(trade) == Trade.paid(number), comment)
    case .cancelV1:
      let exchange = ExchangeV1(address: try Address(fixture.market.exchangeV1), connection: fixture.connection)
      for order in try trade.signed() {
        #expect(try await exchange.cancelled(arg0: order.hash).call() == Trade.cut, comment)
      }
    case .cancelV4:
      for case .v4(let signed) in try trade.signed() {
        #expect(try await info(signed.order).status == Self.cancelled, comment)
      }
    case .approval, .reset:
      let token = CampusToken(address: try Address(trade.token), connection: fixture.connection)
      let spender = try Address(fixture.market.exchangeV4)
      #expect(
        try await token.allowance(arg0: try job.account(), arg1: spender).call() == Trade.allowance, comment)
    case .order: try await checkOrder(number, comment)
    case .wrap, .unwrap: break
    }
  }

  private static let cancelled: UInt8 = 3

  /// How much of the orders was filled, by the contracts' own word.
  private func filled(_ trade: Trade) async throws -> [UInt256] {
    var amounts: [UInt256] = []
    for order in try trade.signed() {
      switch order {
      case .v1(let signed):
        let exchange = ExchangeV1(address: try Address(fixture.market.exchangeV1), connection: fixture.connection)
        amounts.append(try await exchange.filled(arg0: signed.hash).call())
      case .v4(let signed): amounts.append(try await info(signed.order).takerTokenFilledAmount)
      }
    }
    return amounts
  }

  private func info(_ order: LimitOrder) async throws -> NativeOrders.OrderInfo {
    try await NativeOrders(address: try Address(fixture.market.exchangeV4), connection: fixture.connection)
      .getLimitOrderInfo(order: NativeOrders.LimitOrder(order)).call()
  }

  /// Makes sure that there is one order of a number, that it is posted, and that the relay has it.
  private func checkOrder(_ number: Int, _ comment: Comment?) async throws {
    let key = try job.orderKey(number).description
    let orders = try await job.journal().orders().filter { $0.key == key }
    #expect(orders.count == 1 && orders.first?.state == .posted, comment)
    guard let order = orders.first, let signed = order.signed else { return }
    #expect(try await relayed(signed)?.signed == signed, comment)
  }

  /// The order as the relay has it; nil where it has none.
  func relayed(_ signed: AnySignedOrder) async throws -> RelayedOrder? {
    let version: OrderVersion = signed.api == .v0 ? .v1 : .v4
    guard let exchange = fixture.contracts.exchange(of: version) else { return nil }
    let limits = RelayReadingLimits(timeout: .seconds(120), totalTime: .seconds(600))
    return try await RelayClient(relay, signed.api, for: exchange, limits: limits).order(signed.hash)
  }
}
