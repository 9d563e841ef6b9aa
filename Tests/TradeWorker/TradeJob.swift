import ContractClient
import Exchange
import Foundation
import Keys
import NodeRPC
import Orders
import Outbox
import Primitives
import Sending

/// Trades of an account, each once, numbered; what another process needs to do them.
struct TradeJob: Codable, Sendable {
  /// Where the chain listens on the loopback.
  var port: UInt16
  /// Where the relay does, as far as who trades knows.
  var relay: UInt16
  /// What is there behind that, for who counts the steps on the way.
  var door: UInt16
  var market: TradeMarket
  var secret: String
  /// Where the outbox, the journal and the list of trades are.
  var folder: String
  /// When orders end that are placed, in seconds since 1970.
  var expiry: UInt64

  func key() throws -> PrivateKey { try PrivateKey(bytes: Bytes(hex: secret)) }
  func account() throws -> Address { try key().address }

  private var list: String { folder + "/trades.json" }

  /// Writes the trades down for all processes.
  func keep(_ trades: [Trade]) throws { try JSONEncoder().encode(trades).write(to: URL(fileURLWithPath: list)) }

  func trades() throws -> [Trade] {
    try JSONDecoder().decode([Trade].self, from: Data(contentsOf: URL(fileURLWithPath: list)))
  }

  // MARK: Doing it

  /// The state of a process that trades.
  struct Tools: Sendable {
    let connection: ContractConnection
    let journal: OrderJournal
    /// The relay by both interfaces.
    let relays: [RelayClient]
  }

  func outbox() -> Outbox { Outbox(path: folder + "/outbox.sqlite", stateFolder: folder + "/state") }

  func journal() throws -> OrderJournal {
    try OrderJournal(folder + "/exchange.sqlite", chain: ChainMark(chainID: TradeMarket.chainID), patience: 120)
  }

  /// The tools, over a way to the chain; they wait for a machine that is busy.
  func tools(chain: String) throws -> Tools {
    let node = try NodeClient(
      chain,
      options: NodeClient.Options().with {
        $0.requestTimeout = .seconds(60)
        $0.deadline = .seconds(120)
        $0.firstBackoff = .milliseconds(5)
        $0.maximumBackoff = .milliseconds(50)
      })
    let contracts = try market.contracts()
    return Tools(
      connection: ContractConnection(
        sender: TransactionSender(node: node, chainID: TradeMarket.chainID, outbox: outbox())),
      journal: try journal(),
      relays: try OrderVersion.allCases.compactMap { version in
        try contracts.exchange(of: version).map {
          try RelayClient(
            "http://127.0.0.1:\(relay)", version.api, for: $0,
            limits: RelayReadingLimits(timeout: .seconds(60), totalTime: .seconds(120), retries: 0))
        }
      })
  }

  /// Does the trade with a number, as a command does: what an earlier process began is taken up.
  ///
  /// - Returns: The hash of its transaction, or of its order; nil where there was nothing left to do.
  @discardableResult
  func carryOut(_ number: Int, _ trade: Trade, with tools: Tools) async throws -> Hash32? {
    let calls = ExchangeCalls(try market.contracts(), over: tools.connection)
    switch trade.kind {
    case .fillV1, .fillV4:
      guard let order = try trade.signed().first else { return nil }
      return try await send(try calls.fill(order, takerAmount: Trade.fill))
    case .deal: return try await deal(number, among: try trade.signed(), over: tools.connection)
    case .dealOverBoth: return try await dealOverBoth(number, among: try trade.signed(), tools)
    case .dealPlannedAnew:
      try await writeOtherPlan(of: number, tools)
      return try await dealOverBoth(number, among: try trade.signed(), tools)
    case .cancelV1, .cancelV4:
      switch try trade.signed().first {
      case .v1(let signed): return try await send(try calls.cancel(signed.order, amount: Trade.cut))
      case .v4(let signed): return try await send(try calls.cancel([signed.order]))
      case nil: return nil
      }
    case .approval, .reset:
      let approval = try await calls.approval(
        of: try Address(trade.token), amount: Trade.allowance, for: .v4, by: try account())
      var last: Hash32?
      for step in approval.steps { last = try await send(step) }
      return last
    case .wrap: return try await send(try calls.wrap(Amount(wei: Trade.wrapped)), named: number)
    case .unwrap: return try await send(try calls.unwrap(Amount(wei: Trade.wrapped)), named: number)
    case .order: return try await place(number, tools)
    }
  }

  /// - Parameter name: A key for what may be done any number of times.
  private func send(_ call: ExchangeCall, named name: Int? = nil) async throws -> Hash32 {
    let key = try key()
    var options = SendOptions()
    if let name {
      options.intent.key = IntentKey("job \(name)")
      let connection = call.call.connection
      if let key = options.intent.key,
        let earlier = try await connection.earlier(key, of: try account(), options: options)
      {
        return earlier.hash
      }
    } else if let earlier = try await call.earlier(by: key.address, options: options) {
      return earlier.hash
    }
    return try await call.prepare(from: key.address, options: options).send(from: key, options: options).hash
  }

  private func deal(
    _ number: Int, among orders: [AnySignedOrder], over connection: ContractConnection
  ) async throws -> Hash32 {
    let (client, request) = try wish(number, over: connection)
    if let earlier = try await client.earlier(request) { return earlier.receipt.hash }
    let deal = try await client.check(request, among: orders)
    return try await client.carryOut(deal, signer: try key()).receipt.hash
  }

  /// As a command does it: what is left of the deal is planned, reviewed and carried out.
  private func dealOverBoth(_ number: Int, among orders: [AnySignedOrder], _ tools: Tools) async throws -> Hash32? {
    let (client, request) = try wish(number, over: tools.connection)
    let progress = try await client.progress(of: request, in: tools.journal)
    guard let next = progress.next else { return progress.results.last?.receipt.hash }
    let deal = try await client.check(next, among: orders)
    let run = try await client.carryOutAll(deal, after: progress, tools.journal, signer: try key())
    if let failure = run.failure { throw failure }
    return run.results.last?.receipt.hash
  }

  /// Writes down that one transaction is to do all of it, at a price that nobody offers, unless the trade is written down.
  private func writeOtherPlan(of number: Int, _ tools: Tools) async throws {
    let (_, request) = try wish(number, over: tools.connection)
    let part = JournalDeal.Part(exchange: try Address(market.exchangeV4), units: Trade.bought(number))
    guard let bound = Fraction(1, over: 2) else { return }
    _ = try await tools.journal.begin([part], within: bound, key: request.key(at: try market.contracts()))
  }

  private func wish(_ number: Int, over connection: ContractConnection) throws -> (DealClient, DealRequest) {
    let contracts = try market.contracts()
    // The third order costs twice as much as the first.
    return (
      DealClient(contracts, over: connection, states: ChainStateSource(contracts, from: connection.node)),
      DealRequest(.buying(Trade.bought(number)), of: try market.pair(), within: .slippage(.one), by: try account())
    )
  }

  // MARK: Orders

  /// The order with a number, with a salt of its own each time: the journal says which one it is.
  private func order(_ number: Int) throws -> UnsignedOrder {
    let (contracts, pair, maker) = (try market.contracts(), try market.pair(), try account())
    let amounts = (Trade.offered(number), 3 * Trade.offered(number))
    guard number.isMultiple(of: 2), let exchange = contracts.exchange(of: .v4) else {
      return .v1(
        OrderV1(
          exchange: try Address(market.exchangeV1), maker: maker, makerToken: pair.base, takerToken: pair.quote,
          makerAmount: amounts.0, takerAmount: amounts.1, expiry: UInt256(expiry), salt: OrderSalt.random()))
    }
    return .v4(
      try LimitOrder(
        exchange: exchange, maker: maker, makerToken: pair.base, takerToken: pair.quote, makerAmount: amounts.0,
        takerAmount: amounts.1, expiry: UInt256(expiry), salt: OrderSalt.random()))
  }

  /// The key under which the order with a number stands in the journal.
  func orderKey(_ number: Int) throws -> OrderKey {
    let order = try order(number).order
    return OrderKey(
      exchange: try Address(number.isMultiple(of: 2) ? market.exchangeV4 : market.exchangeV1), maker: order.maker,
      makerToken: order.makerToken, takerToken: order.takerToken, amounts: order.amounts, expiry: "1d")
  }

  private func place(_ number: Int, _ tools: Tools) async throws -> Hash32 {
    let key = try key()
    let outcome = try await OrderPlacement(journal: tools.journal, relays: tools.relays, patience: .seconds(120))
      .place(try order(number), key: try orderKey(number)) { try await $0.signed(by: key) }
    if let failure = outcome.failures.first { throw failure }
    return outcome.order.hash
  }
}
