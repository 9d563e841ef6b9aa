import ArgumentParser
import Charts
import Exchange
import Keystores
import Localization
import Operations
import OrderBook
import Orders
import Primitives
import StrictJSON
import Terminal
import Tokens

extension CandleInterval: ExpressibleByArgument {}

/// `lectures exchange trades [PAIR]`
struct ExchangeTrades: ReportingCommand {
  static let configuration = CommandConfiguration(
    "trades", "List past trades, or draw candles of them.",
    examples: [
      "lectures exchange trades TKA/WKAIA": "the last day's, the latest first",
      "lectures exchange trades --mine --since 7d --from student1": "your own, of all pairs",
      "lectures exchange trades TKA/WKAIA --candles 1h --since 2d --chart": "",
      "lectures exchange trades TKA/WKAIA --candles 1d --since 30d --average 7 --svg candles.svg --csv candles.csv": "",
    ],
    after: """
      Trades are the events of the exchanges as your own node gives them; no relay is asked. A candle's prices leave out \
      what an account sold to itself; an interval without a trade repeats the last close.
      """)

  @OptionGroup(title: GlobalOptions.title) var global: GlobalOptions
  @OptionGroup(title: NodeOptions.title) var nodeOptions: NodeOptions
  @OptionGroup(title: AccountOptions.title) var accountOptions: AccountOptions
  @OptionGroup(title: ExchangeOptions.title) var exchangeOptions: ExchangeOptions
  @Argument(help: "Two tokens, as in TKA/WKAIA; with --mine all pairs unless given.") var pair: String?
  @Flag(help: "List the acting account's trades alone.") var mine = false
  @Option(help: ArgumentHelp("How far back, as in 30m, 8h, 7d, or the first block's number.", valueName: "time|block"))
  var since = "1d"
  @Option(help: ArgumentHelp("Make candles of 1m, 5m, 15m, 1h, 4h, 1d or 1w.", valueName: "interval"))
  var candles: CandleInterval?
  @Option(help: ArgumentHelp("Add the average of so many closes.", valueName: "number")) var average: Int?
  @Flag(help: "Draw the candles.") var chart = false
  @Option(help: ArgumentHelp("Write the candles as SVG.", valueName: "file"), completion: .file()) var svg: String?
  @Option(help: ArgumentHelp("Write trades or candles as CSV.", valueName: "file"), completion: .file())
  var csv: String?
  @Flag(help: "Overwrite existing files.") var replace = false

  /// The most candles.
  static let mostCandles = 1_000

  func validate() throws {
    if pair == nil && !mine { throw UsageRule.either("PAIR", "--mine") }
    if candles != nil && pair == nil { throw UsageRule.goesWith("--candles", "PAIR") }
    for (option, isGiven) in [("--chart", chart), ("--svg", svg != nil), ("--average", average != nil)]
    where isGiven && candles == nil {
      throw UsageRule.goesWith(option, "--candles")
    }
    if let average, !(1...200).contains(average) { throw UsageRule.inRange("--average", from: 1, to: 200) }
    if Self.start(since, at: 0) == nil { throw CommandFailure(.usage, TradeRefusal.since(since)) }
  }

  /// The beginning that a text names; nil for a text that names none.
  private static func start(_ text: String, at now: UInt64) -> TradeStart? {
    if let number = UInt64(text), text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) { return .block(number) }
    return SendingOptions.seconds(text).map { .time(now > $0 ? now - $0 : 0) }
  }

  /// The sentence about what was read.
  func stretch(_ history: TradeHistory) -> TradeText {
    UInt64(since) == nil ? .within(since, history.last.number) : .sinceBlock(history.first, history.last.number)
  }

  func run(in context: CommandContext) async throws -> Report {
    for file in [svg, csv].compactMap({ $0 }) { try OutputFile.check(file, replacing: replace) }
    let language = context.language
    var (market, _) = try await context.market(mentioning: [pair].compactMap { $0 })
    let wanted = try pair.map { text throws(TokenError) in try market.pair(text) }
    let party = mine ? try await context.accounts.acting().address : nil
    guard let start = Self.start(since, at: UInt64(clamping: LocalTime.now())) else {
      throw CommandFailure(.usage, TradeRefusal.since(since))
    }
    let history = try await context.progress(language[TradeText.reading]) { [market] _ in
      try await market.trades(of: wanted, since: start, by: party)
    }
    // The contracts of tokens that no list has tell their decimals.
    let tokens = Set(history.trades.flatMap { [$0.event.direction.makerToken, $0.event.direction.takerToken] })
    let unknown = tokens.filter { market.tokens[$0] == nil }
    if !unknown.isEmpty { market = try await context.market(mentioning: unknown.map(\.checksummed)).market }
    if let candles, let wanted {
      return try await CandleReport(
        history.candles(candles, of: wanted, limit: Self.mostCandles), candles, wanted, self
      )
      .report(history, context)
    }
    let rows = history.trades.reversed().compactMap { TradeRow($0, in: market, wanted) }
    if let csv { try await PrivateFile.write(Bytes(TradeRow.csv(rows).utf8), to: csv, replacing: replace) }
    return Report([
      "trades": .array(rows.map(\.json)), "first": .integer(history.first), "block": .integer(history.last.number),
      "complete": .bool(!history.isCut), "csv": .text(csv),
    ]) {
      language[wanted.map { TradeText.trades("\($0)", own: mine) } ?? .ownTrades]
      if rows.isEmpty { language[TradeText.none] } else { TradeRow.table(rows, language) }
      language[stretch(history)]
      if history.isCut { language[TradeText.cut(history.trades.count)] }
      if let csv { StyledText(language[RatesText.written(csv)], .good) }
    }
  }
}
