import Exchange
import Localization
import Operations
import OrderBook
import Orders
import Primitives
import StrictJSON
import Terminal
import Tokens

/// Cancels all older orders of a pair, a transaction for each side.
struct PairCancel: Sendable {
  let pair: DirectoryPair
  /// The side of the orders; nil for both.
  let side: DealSide?
  /// The number below which salts are cancelled; nil for that of this moment.
  let salt: UInt256?
  let market: ExchangeMarket
  let journal: OrderJournal
  let account: ActingAccount
  let place: Connection
  let context: CommandContext

  /// Makes sure that a cancel of orders that are not made yet is meant: it cannot be undone.
  private func agree(to salt: UInt256) async throws {
    let language = context.language
    let end = OrderSalt.time(of: salt) / 1000
    let until = end <= Self.latestTime ? LocalTime.text(end, in: language) : nil
    context.warn(language[PairCancelText.future(until)])
    if context.prompts.isDryRun { return }
    try await context.prompts.confirm(
      language[PairCancelText.question], [language[ExchangeLabel.pair]: StyledText("\(pair)", .strong)])
  }

  /// The year 2200, in seconds since 1970: a salt beyond it names no time.
  private static let latestTime: UInt64 = 7_258_118_400

  func report() async throws -> Report {
    let language = context.language
    let now = OrderSalt.lowest(milliseconds: LimitOrders.milliseconds + 1)
    if let salt, salt > now { try await agree(to: salt) }
    let salt = salt ?? now
    let own = try await OwnOrders(market, journal).orders().filter { $0.status?.remaining ?? 0 > 0 }
      .compactMap(\.order.signed).filter { $0.order.maker == account.address && pair.tokens.side(of: $0.order) != nil }
    var (items, transactions): ([JSON], [JSON]) = ([], [])
    var blocks: [Report.Block] = []
    for (wanted, gives, asks) in [(DealSide.sell, pair.base, pair.quote), (.buy, pair.quote, pair.base)]
    where side ?? wanted == wanted {
      let ours = own.filter { $0.order.makerToken == gives.address }
      let known = ours.filter { $0.salt.map { $0 < salt } ?? false }
      let report = try await context.runner.carryOut(language[ExchangeText.checking], by: account, at: place) {
        planner in
        try await planner.trading.cancelPair(giving: gives, for: asks, saltsBelow: salt, known: known.count, in: market)
      } report: { done in
        let mined = MinedTransaction(done.receipt)
        return Report([
          "cancelled": .array(known.map { ["orderHash": .string($0.hash.hex), "amount": .null] }),
          "transaction": mined.json(on: place.network),
        ]) {
          language[PairText.cancelled(known.count)]
          mined.fields(on: place.network, in: language)
        }
      }
      if context.prompts.isDryRun { return report }
      items += report.result["cancelled"]?.array ?? []
      transactions += report.result["transaction"].map { [$0] } ?? []
      blocks += report.blocks
    }
    let kept = own.filter { order in
      (side.map { pair.tokens.side(of: order.order) == ($0 == .sell ? .ask : .bid) } ?? true)
        && !(order.salt.map { $0 < salt } ?? false)
    }
    let shown = blocks
    return Report(["cancelled": .array(items), "over": [], "transactions": .array(transactions)]) {
      if shown.isEmpty { language[ExchangeText.nothingToCancel] } else { shown }
      if !kept.isEmpty { language[PairText.kept(kept.count)] }
    }
  }
}

extension AnySignedOrder {
  /// The salt by which a pair's orders are cancelled; nil for version 1, which knows no such cancel.
  fileprivate var salt: UInt256? { if case .v4(let signed) = self { signed.order.salt } else { nil } }
}
