import ArgumentParser
import Keystores
import Localization
import Operations
import OrderBook
import Orders
import Primitives
import StrictJSON
import Terminal
import Tokens

/// `lectures exchange trades [PAIR]`
struct ExchangeTrades: ReportingCommand {
  static let configuration = CommandConfiguration(
    "trades", "Show the trades of a pair.",
    examples: [
      "lectures exchange trades TKA/WKAIA": "those of the last day, the latest first",
      "lectures exchange trades --mine --since 30d --from student1": "your own, of all pairs whose tokens are known",
      "lectures exchange trades TKA/WKAIA --candles 1h --chart": "",
      "lectures exchange trades TKA/WKAIA --candles 1d --average 20 --output tka.svg": "",
      "lectures exchange trades TKA/WKAIA --since 2026-11-01 --csv >trades.csv": "",
    ],
    after: """
      Trades are read from the exchange's events at your own node; no relay is asked. Sides are those of the taker: \
      "buy" filled an order that sells. Candles begin at round times of UTC, weeks on Mondays; a maker's trade with \
      itself counts in none. Without --since the last day is read, with --candles the last 60 of them.
      """)

  @OptionGroup(title: GlobalOptions.title) var global: GlobalOptions
  @OptionGroup(title: NodeOptions.title) var nodeOptions: NodeOptions
  @OptionGroup(title: AccountOptions.title) var accountOptions: AccountOptions
  @OptionGroup(title: ExchangeOptions.title) var exchangeOptions: ExchangeOptions
  @Argument(help: "Two tokens, as in TKA/WKAIA.") var pair: String?
  @Flag(help: "Show your own trades, as maker or taker.") var mine = false
  @Option(help: ArgumentHelp("The beginning: 7d, 2026-11-24, or a block.", valueName: "time")) var since: String?
  @Option(help: ArgumentHelp("The most trades to list, 1 to 10000.", valueName: "number")) var count = 100
  @Flag(help: "Print CSV, with times in seconds since 1970.") var csv = false
  @OptionGroup var candleOptions: CandleOptions

  /// The most trades that candles and files are made of.
  private static let most = 10_000
  /// The most questions about logs where nobody said how far back to look, and where somebody did.
  private static let (fewQuestions, manyQuestions) = (250, 2_500)

  func validate() throws {
    if !(1...Self.most).contains(count) { throw UsageRule.inRange("--count", from: 1, to: Self.most) }
  }

  func run(in context: CommandContext) async throws -> Report {
    let language = context.language
    guard pair != nil || mine else { throw CommandFailure(.usage, TradeRefusal.pairOrOwn) }
    let interval = try candleOptions.interval()
    if interval != nil, pair == nil { throw CommandFailure(.usage, TradeRefusal.pairOrOwn) }
    let start = try since.map { text in
      guard let start = HistoryStart(text) else { throw CommandFailure(.usage, TradeRefusal.since(text)) }
      return start
    }
    try candleOptions.checkFile()
    let account = mine ? try await context.accounts.address(of: nil) : nil
    let (market, _) = try await context.market(mentioning: pair.map { [$0] } ?? [])
    let pair = try pair.map { try market.pair($0) }
    let isList = interval == nil && !csv
    let bounds = TradeBounds(
      trades: isList ? count : Self.most, questions: start == nil ? Self.fewQuestions : Self.manyQuestions)
    let usual = HistoryStart.before(interval.map { $0.seconds * 60 } ?? 86_400)
    let trades = try await context.progress(StyledText(language[ExchangeTradeText.reading])) { _ in
      try await TradeHistory(market).trades(of: pair, with: account, since: start ?? usual, within: bounds)
    }
    if let pair, let interval {
      return try await candleOptions.report(trades, of: pair, by: interval, isCSV: csv, in: context)
    }
    let json = json(trades, pair, account)
    if csv { return Report(json) { trades.csv.split(separator: "\r\n").map { StyledText(String($0)) } } }
    let title =
      pair.map { ExchangeTradeText.trades("\($0)") } ?? .ownTrades(account?.checksummed ?? "")
    return Report(json) {
      StyledText(language[title], .strong)
      trades.stretch(in: language)
      trades.trades.prefix(count).table(isOfOnePair: pair != nil, in: language)
      if trades.trades.count > count {
        StyledText(language[ExchangeTradeText.older(trades.trades.count - count)], .dim)
      }
      trades.notes(in: language, isEnough: trades.trades.count >= count)
    }
  }

  private func json(_ trades: MarketTrades, _ pair: DirectoryPair?, _ account: Address?) -> JSON {
    let listed = csv ? trades.trades[...] : trades.trades.prefix(count)
    return [
      "pair": pair.map { .pair($0) } ?? .null, "account": .text(account?.checksummed),
      "trades": .array(listed.map(\.json)), "firstBlock": .integer(trades.first),
      "block": .integer(trades.head.number), "complete": .bool(!trades.isCut && listed.count == trades.trades.count),
      "unknownTokens": .integer(trades.strangers),
    ]
  }
}

extension MarketTrades {
  /// The blocks that were looked at.
  ///
  /// - Parameter isLatestFirst: Whether what is below begins with the latest.
  func stretch(in language: Language, isLatestFirst: Bool = true) -> StyledText {
    StyledText(
      language[
        ExchangeTradeText.blocks(
          min(first, head.number), head.number, LocalTime.text(head.time, in: language), isLatestFirst: isLatestFirst)],
      .dim)
  }

  /// Notes about what is left out.
  ///
  /// - Parameter isEnough: Whether earlier blocks were not looked at because there were enough trades.
  func notes(in language: Language, isEnough: Bool) -> [StyledText] {
    var notes: [StyledText] = []
    if isCut, !isEnough { notes.append(StyledText(language[ExchangeTradeText.cut(first)], .warning)) }
    if strangers > 0 { notes.append(StyledText(language[ExchangeTradeText.strangers(strangers)], .dim)) }
    return notes
  }
}

extension Sequence<MarketTrade> {
  /// The trades as a table.
  func table(isOfOnePair: Bool, in language: Language) -> Table {
    let pairs = isOfOnePair ? [] : [Table.Column.name(language[ExchangeLabel.pair], .important)]
    var table = Table(
      [
        .name(language[ExchangeLabel.time], .important), .name(language[ExchangeLabel.side]),
      ] + pairs + [
        .number(language[ExchangeLabel.price]), .number(language[ExchangeLabel.amount]),
        .number(language[ExchangeLabel.total], .useful), .address(language[ExchangeLabel.maker], .detail),
        .address(language[ExchangeTradeLabel.taker], .detail), .address(language[ExchangeLabel.order], .detail),
        .address(language[ExchangeTradeLabel.transaction], .detail),
      ], placeholder: StyledText(language[ExchangeTradeText.noTrades]))
    for row in self {
      let event = row.trade.event
      table.add(
        cells: [
          StyledText(LocalTime.text(row.trade.time, in: language)), row.side(in: language),
        ] + (isOfOnePair ? [] : [StyledText("\(row.pair)")]) + [
          StyledText(row.price.text(in: language)), StyledText(row.base.rounded(in: language)),
          StyledText(row.quote.rounded(in: language)), StyledText(event.maker.checksummed),
          StyledText(event.taker.checksummed), StyledText(event.orderHash.hex), StyledText(row.trade.transaction.hex),
        ])
    }
    return table
  }
}

extension MarketTrade {
  /// The side of the taker.
  func side(in language: Language) -> StyledText {
    StyledText(language[isPurchase ? ExchangeWord.buy : .sell], isPurchase ? .good : .bad)
  }

  /// The trade in the output of `--json`.
  var json: JSON {
    [
      "time": .integer(trade.time), "block": .integer(trade.blockNumber), "logIndex": .integer(trade.logIndex),
      "side": .string(isPurchase ? "buy" : "sell"), "pair": .pair(pair), "price": .price(price), "amount": base.json,
      "total": quote.json, "maker": .string(trade.event.maker.checksummed),
      "taker": .string(trade.event.taker.checksummed), "orderHash": .string(trade.event.orderHash.hex),
      "transaction": .string(trade.transaction.hex), "exchange": .string(trade.exchange.checksummed),
    ]
  }
}
