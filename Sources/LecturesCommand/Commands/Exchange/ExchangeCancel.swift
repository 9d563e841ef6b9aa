import ArgumentParser
import Exchange
import Localization
import Operations
import OrderBook
import Orders
import Primitives
import StrictJSON
import Terminal
import Tokens

extension DealSide: ExpressibleByArgument {}

/// `lectures exchange cancel HASH…`
struct ExchangeCancel: SendingCommand {
  static let configuration = CommandConfiguration(
    "cancel", "Cancel limit orders.",
    examples: [
      "lectures exchange cancel 0x3d2bc9ce5bd8ff3f7c0d8b7e7ad8c5a46a2f5d3e1b0c9f8e7d6c5b4a39281706 --from teacher": "",
      "lectures exchange cancel --all --from teacher": "all that are not over",
      "lectures exchange cancel --pair TKA/WKAIA --from teacher":
        "version 4: all older ones of the pair, in one transaction a side",
    ],
    after: """
      A cancel is a transaction, and a fill that comes before it stands. A part of an order of version 1 can be \
      cancelled: --amount says how much, in the token that it asks for. With version 4, --pair cancels all earlier \
      orders of a pair in one transaction, also those that this machine does not know.
      """)

  @OptionGroup(title: GlobalOptions.title) var global: GlobalOptions
  @OptionGroup(title: ExchangeOptions.title) var exchangeOptions: ExchangeOptions
  @OptionGroup var sending: SendingOptions
  @OptionGroup var gasPrice: GasPriceOptions
  @OptionGroup var gasLimit: GasLimitOptions
  @Argument(help: "The orders, by their hashes, or files with one.") var orders: [String] = []
  @Flag(help: "Cancel all orders of the account that are not over.") var all = false
  @Option(
    help: ArgumentHelp("Version 1: the amount to cancel, in the token that the order asks for.", valueName: "amount"))
  var amount: String?

  @Option(help: ArgumentHelp("Version 4: cancel all older orders of a pair, as TKA/WKAIA.", valueName: "pair"))
  var pair: String?
  @Option(help: ArgumentHelp("With --pair: only orders that buy or that sell the base token.", valueName: "side"))
  var side: DealSide?
  @Option(
    help: ArgumentHelp("With --pair: only orders with a lower salt; by default all made until now.", valueName: "salt"))
  var belowSalt: String?

  func validate() throws {
    let choices = [("HASH", !orders.isEmpty), ("--all", all), ("--pair", pair != nil)]
    let ways = choices.filter(\.1).map(\.0)
    if ways.isEmpty { throw UsageRule.oneOf(choices.map(\.0)) }
    if ways.count > 1 { throw UsageRule.either(ways[0], ways[1]) }
    if side != nil && pair == nil { throw UsageRule.goesWith("--side", "--pair") }
    if belowSalt != nil && pair == nil { throw UsageRule.goesWith("--below-salt", "--pair") }
    if amount != nil && orders.count != 1 { throw UsageRule.goesWith("--amount", "HASH") }
  }

  func run(in context: CommandContext) async throws -> Report {
    let language = context.language
    let (market, place) = try await context.market(mentioning: [pair].compactMap { $0 })
    let account = try await context.accounts.acting()
    let journal = try await market.journal(at: try context.settings.exchangeBook())
    if let pair {
      return try await PairCancel(
        pair: try market.pair(pair), side: side, salt: try salt(), market: market, journal: journal, account: account,
        place: place, context: context
      ).report()
    }
    var wanted: [AnySignedOrder] = []
    for text in orders {
      guard let name = OrderName(text) else { throw CommandFailure(.usage, ExchangeRefusal.noHash(text)) }
      let order = try await name.signed(in: market, journal)
      guard await OwnOrders(market, journal).mayCancel(order, by: account.address) ?? true else {
        throw CommandFailure(
          .init("exchange.notMaker", .refused), ForeignOrderRefusal(order.hash, of: order.order.maker))
      }
      wanted.append(order)
    }
    if all {
      wanted = try await OwnOrders(market, journal).orders().filter { $0.status?.remaining ?? 0 > 0 }.compactMap(
        \.order.signed
      )
      .filter { $0.order.maker == account.address }
    }
    // No gas is spent on an order that is over; a cancel of it that is still under way is followed to its end.
    var over = try await market.endings(of: wanted)
    for order in wanted where over[order.hash] != nil {
      guard try await market.cancelUnderWay(of: order, by: account.address) != nil else { continue }
      over[order.hash] = nil
    }
    let told = wanted.compactMap { order in over[order.hash].map { EndedOrderText(order.hash, $0) } }
    let ended = JSON.array(told.map(\.json))
    for text in told { context.note(language[text]) }
    wanted.removeAll { over[$0.hash] != nil }
    guard !wanted.isEmpty else {
      return Report(["cancelled": [], "over": ended, "transactions": []]) { language[ExchangeText.nothingToCancel] }
    }
    let part = try amount.map { text throws(TokenError) in
      try market.token(wanted[0].order.takerToken.checksummed).unit.amount(text)
    }
    var (items, transactions): ([JSON], [JSON]) = ([], [])
    var blocks: [Report.Block] = []
    for cancel in try OwnOrders(market, journal).cancels(wanted, amount: part) {
      let report = try await context.runner.carryOut(language[ExchangeText.checking], by: account, at: place) {
        planner in
        try await planner.trading.cancel(cancel.call, cancel.orders, of: cancel.version, in: market)
      } report: {
        self.report($0, wanted, place, language)
      }
      if context.prompts.isDryRun { return report }
      items += report.result["cancelled"]?.array ?? []
      transactions += report.result["transaction"].map { [$0] } ?? []
      blocks += report.blocks
    }
    let shown = blocks
    return Report(["cancelled": .array(items), "over": ended, "transactions": .array(transactions)]) { shown }
  }

  /// The number below which salts are cancelled; nil for that of this moment.
  private func salt() throws(CommandFailure) -> UInt256? {
    guard let belowSalt else { return nil }
    guard let salt = try? UInt256(parsing: belowSalt) else {
      throw CommandFailure(.usage, PairRefusal.salt(belowSalt))
    }
    return salt
  }

  private func report(
    _ done: ExchangeReceipt<CancelOutcome>, _ wanted: [AnySignedOrder], _ place: Connection, _ language: Language
  ) -> Report {
    let mined = MinedTransaction(done.receipt)
    let outcome = done.outcome
    let cancelled = wanted.filter { outcome.cancelled.contains($0.hash) || outcome.amounts[$0.hash] != nil }
    return Report([
      "cancelled": .array(
        cancelled.map {
          ["orderHash": .string($0.hash.hex), "amount": .text(outcome.amounts[$0.hash].map { $0.description })]
        }), "transaction": mined.json(on: place.network),
    ]) {
      cancelled.isEmpty ? language[ExchangeText.nothingToCancel] : language[ExchangeText.cancelled(cancelled.count)]
      mined.fields(on: place.network, in: language)
    }
  }
}
