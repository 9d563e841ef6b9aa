import ArgumentParser
import Charts
import Keystores
import Localization
import Operations
import OrderBook
import Primitives
import StrictJSON
import Terminal
import Tokens

/// The options of candles, and their report.
struct CandleOptions: ParsableArguments, Sendable {
  @Option(help: ArgumentHelp("Show candles of 1m, 5m, 15m, 1h, 4h, 1d or 1w.", valueName: "length"))
  var candles: String?
  @Option(help: ArgumentHelp("Add the average of so many closes, 1 to 1000.", valueName: "number"))
  var average: Int?
  @Option(help: ArgumentHelp("The least amount of the base token that sets a price.", valueName: "amount"))
  var minimum: String?
  @Flag(help: "Draw the candles.") var chart = false
  @Option(help: ArgumentHelp("Write the chart as SVG.", valueName: "file"), completion: .file()) var output: String?
  @Flag(help: "Replace an existing file.") var replace = false

  func validate() throws {
    if let average, !(1...1000).contains(average) { throw UsageRule.inRange("--average", from: 1, to: 1000) }
    for (option, isGiven) in [
      ("--average", average != nil), ("--minimum", minimum != nil), ("--chart", chart), ("--output", output != nil),
    ] where isGiven && candles == nil {
      throw UsageRule.goesWith(option, "--candles")
    }
    if replace && output == nil { throw UsageRule.goesWith("--replace", "--output") }
  }

  /// The length of the candles; nil where none are asked for.
  func interval() throws(CommandFailure) -> CandleInterval? {
    guard let candles else { return nil }
    guard let interval = CandleInterval(rawValue: candles) else {
      throw CommandFailure(.usage, TradeRefusal.noInterval(candles))
    }
    return interval
  }

  /// Makes sure that no file is in the way, before anything is read.
  func checkFile() throws(CommandFailure) { try OutputFile.check(output, replacing: replace) }

  /// The candles of trades.
  func report(
    _ trades: MarketTrades, of pair: DirectoryPair, by interval: CandleInterval, isCSV: Bool,
    in context: CommandContext
  ) async throws -> Report {
    let language = context.language
    let least = try minimum.map { text throws(TokenError) in try TokenAmount(text, of: pair.base).units }
    let market = MarketCandles(trades, of: pair, by: interval, least: least ?? 0, average: average)
    let title = language[ExchangeTradeText.candles("\(pair)", interval: interval.rawValue)]
    let isWritten = output != nil && !market.candles.isEmpty
    if let output, isWritten {
      let drawing = CandleSVG(
        market.points(), title: title, unit: pair.quote.shown, labels: labels(market.candles, interval)
      ) { language.decimal(ChartNumber.text($0, digits: $1)) }
      try await PrivateFile.write(Bytes(drawing.svg.utf8), to: output, replacing: replace)
    }
    let json: JSON = [
      "pair": .pair(pair), "interval": .string(interval.rawValue),
      "candles": .array(zip(market.candles, market.averages).map { Self.json($0, $1, pair) }),
      "firstBlock": .integer(trades.first), "block": .integer(trades.head.number), "complete": .bool(!trades.isCut),
      "output": .text(isWritten ? output : nil),
    ]
    if isCSV { return Report(json) { market.csv.split(separator: "\r\n").map { StyledText(String($0)) } } }
    let width = context.console.screen.fittingWidth
    return Report(json) {
      StyledText(title, .strong)
      trades.stretch(in: language, isLatestFirst: !chart)
      if market.candles.isEmpty {
        StyledText(language[ExchangeTradeText.noPrice])
      } else if chart {
        lines(market, width, language)
      } else {
        table(market, language)
      }
      trades.notes(in: language, isEnough: false)
      if let output, isWritten { StyledText(language[ExchangeTradeText.written(output)], .good) }
    }
  }

  /// The chart as text, and below it when it begins and ends.
  private func lines(_ market: MarketCandles, _ width: Int?, _ language: Language) -> [StyledText] {
    let room = BarChart.room(for: market.candles.count, in: width ?? 80)
    let cell = max(1, min(3, BarChart.room(for: 1000, in: width ?? 80) / max(1, market.candles.count)))
    let points = market.points(room)
    let short = { language.decimal(ChartNumber.short($0)) }
    let lines = CandleChart(points, cell: cell).lines(price: short, volume: short)
    guard let first = market.candles.suffix(room).first, let last = market.candles.last, !lines.isEmpty else {
      return []
    }
    let texts = market.interval.seconds < CandleInterval.day.seconds ? [utc, clock, day] : [day]
    let axis = BarChart.axis(lines, texts.map { (start: $0(first.start), end: $0(last.start)) })
    return lines.map { StyledText($0) } + [
      StyledText(axis, .dim),
      StyledText(
        "\(market.pair.quote.shown) · \(language[ExchangeTradeText.volume(market.pair.base.shown)])", .dim),
    ]
  }

  private func table(_ market: MarketCandles, _ language: Language) -> Table {
    let averages = average.map { [Table.Column.number(language[ExchangeTradeText.averageOf($0)], .important)] } ?? []
    var table = Table(
      [
        .name("UTC"), .number(language[ExchangeTradeLabel.open], .useful),
        .number(language[ExchangeTradeLabel.high], .important), .number(language[ExchangeTradeLabel.low], .important),
        .number(language[ExchangeTradeLabel.close]),
      ] + averages + [
        .number(language[ExchangeTradeText.volume(market.pair.base.shown)], .useful),
        .number(language[ExchangeTradeLabel.count], .detail),
      ])
    func text(_ price: Fraction?) -> StyledText {
      StyledText(price.map { PairPrice($0, of: market.pair).number(in: language) } ?? "")
    }
    for (candle, average) in zip(market.candles, market.averages).reversed() {
      table.add(
        cells: [
          StyledText(utc(candle.start)), text(candle.open), text(candle.high), text(candle.low), text(candle.close),
        ] + (self.average == nil ? [] : [text(average)]) + [
          StyledText(language.decimal(market.pair.base.unit.text(candle.baseVolume))), "\(candle.count)",
        ])
    }
    return table
  }

  private static func json(_ candle: Candle, _ average: Fraction?, _ pair: DirectoryPair) -> JSON {
    func price(_ price: Fraction) -> JSON { .price(PairPrice(price, of: pair)) }
    return [
      "start": .integer(candle.start), "open": price(candle.open), "high": price(candle.high),
      "low": price(candle.low), "close": price(candle.close), "average": average.map(price) ?? .null,
      "baseVolume": .token(candle.baseVolume, pair.base), "quoteVolume": .token(candle.quoteVolume, pair.quote),
      "count": .integer(candle.count),
    ]
  }

  /// The texts below a drawing: six at most.
  private func labels(_ candles: [Candle], _ interval: CandleInterval) -> [LineChart.Label] {
    let step = max(1, (candles.count + 5) / 6)
    let isDay = interval.seconds >= CandleInterval.day.seconds
    return stride(from: 0, to: candles.count, by: step).map { index in
      LineChart.Label(step: index, text: isDay ? day(candles[index].start) : utc(candles[index].start))
    }
  }

  private func utc(_ seconds: UInt64) -> String { UniversalTime.text(seconds) }

  /// The month, the day and the minute, without the year.
  private func clock(_ seconds: UInt64) -> String { String(utc(seconds).dropFirst(5)) }

  private func day(_ seconds: UInt64) -> String { String(UniversalTime.text(seconds).prefix(10)) }
}
