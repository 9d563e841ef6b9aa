import Charts
import Keystores
import Localization
import Markup
import Operations
import OrderBook
import Primitives
import StrictJSON
import Terminal
import Tokens

/// Candles as a table, a chart and files.
struct CandleReport: Sendable {
  let candles: [Candle]
  let interval: CandleInterval
  let pair: DirectoryPair
  let command: ExchangeTrades
  /// The average closes by candle; nil for the first ones, and where none is wanted.
  let averages: [Fraction?]

  init(_ candles: [Candle], _ interval: CandleInterval, _ pair: DirectoryPair, _ command: ExchangeTrades) {
    (self.candles, self.interval, self.pair, self.command) = (candles, interval, pair, command)
    averages = command.average.map { Candle.averages(of: candles, over: $0) } ?? []
  }

  private func price(_ fraction: Fraction) -> PairPrice { PairPrice(fraction, of: pair) }
  private func value(_ fraction: Fraction) -> Double { (price(fraction).value ?? fraction).approximation }

  private var drawn: CandleChart {
    CandleChart(
      candles.map {
        CandleChart.Point(
          open: value($0.open), high: value($0.high), low: value($0.low), close: value($0.close),
          volume: Double($0.baseVolume))
      }, averages: averages.map { $0.map(value) })
  }

  func report(_ history: TradeHistory, _ context: CommandContext) async throws -> Report {
    let language = context.language
    if let csv = command.csv {
      try await PrivateFile.write(Bytes(text.utf8), to: csv, replacing: command.replace)
    }
    if let svg = command.svg {
      let steps = Swift.max(1, candles.count / 6)
      let labels = stride(from: 0, to: candles.count, by: steps).map {
        LineChart.Label(step: $0, text: label(candles[$0].start, language))
      }
      let drawing = drawn.drawing(
        title: "\(language[TradeText.candles("\(pair)", interval.rawValue)].plain)", unit: pair.quote.shown,
        labels: labels, valueText: { language.decimal(ScaleText.text($0)) })
      try await PrivateFile.write(Bytes(drawing.file.utf8), to: svg, replacing: command.replace)
    }
    return Report([
      "pair": .pair(pair), "interval": .string(interval.rawValue),
      "candles": .array(zip(candles.indices, candles).map(json)),
      "first": .integer(history.first), "block": .integer(history.last.number), "complete": .bool(!history.isCut),
      "csv": .text(command.csv), "svg": .text(command.svg),
    ]) {
      language[TradeText.candles("\(pair)", interval.rawValue)]
      if candles.isEmpty {
        language[TradeText.none]
      } else {
        if command.chart { chart(language, width: context.console.screen.fittingWidth) }
        table(language)
      }
      language[command.stretch(history)]
      if history.isCut { language[TradeText.cut(history.trades.count)] }
      for file in [command.svg, command.csv].compactMap({ $0 }) {
        StyledText(language[RatesText.written(file)], .good)
      }
    }
  }

  private func chart(_ language: Language, width: Int?) -> [StyledText] {
    let room = BarChart.room(for: candles.count, in: width)
    let last = Array(candles.suffix(room))
    let part = CandleReport(last, interval, pair, command)
    let lines = part.drawn.lines { language.decimal(ScaleText.text($0)) }
    guard let (first, final) = last.first.map({ ($0, last[last.count - 1]) }) else { return [] }
    let ends = [(label(first.start, language), label(final.start, language))]
    return lines.map { StyledText($0) }
      + [StyledText(BarChart.axis(lines, ends.map { (start: $0.0, end: $0.1) }), .dim)]
  }

  private func table(_ language: Language) -> Table {
    var columns: [Table.Column] = [
      .name(language[ExchangeLabel.time], .important), .number(language[TradeText.open].plain, .useful),
      .number(language[TradeText.high].plain, .useful), .number(language[TradeText.low].plain, .useful),
      .number(language[TradeText.close].plain, .important), .number(language[TradeText.volume].plain, .important),
      .number(language[TradeText.count].plain, .detail),
    ]
    if command.average != nil { columns.append(.number(language[ExchangeLabel.average], .useful)) }
    var table = Table(columns)
    for (step, candle) in candles.enumerated() {
      var row = [candle.open, candle.high, candle.low, candle.close].map {
        StyledText(price($0).text(in: language))
      }
      row.insert(StyledText(LocalTime.text(candle.start, in: language)), at: 0)
      row += [StyledText(TokenAmount(candle.baseVolume, of: pair.base).text(in: language)), "\(candle.count)"]
      if command.average != nil { row.append(StyledText(averages[step].map { price($0).text(in: language) } ?? "")) }
      table.add(cells: row)
    }
    return table
  }

  private func label(_ time: UInt64, _ language: Language) -> String {
    interval.seconds < 86_400 ? LocalTime.text(time, in: language) : LocalTime.day(time)
  }

  private func json(_ step: Int, _ candle: Candle) -> JSON {
    [
      "start": .integer(candle.start), "open": .price(price(candle.open)), "high": .price(price(candle.high)),
      "low": .price(price(candle.low)), "close": .price(price(candle.close)),
      "baseVolume": .token(candle.baseVolume, pair.base), "quoteVolume": .token(candle.quoteVolume, pair.quote),
      "count": .integer(candle.count),
      "average": averages.isEmpty ? .null : averages[step].map { .price(price($0)) } ?? .null,
    ]
  }

  private var text: String {
    func decimal(_ fraction: Fraction) -> String { price(fraction).value?.decimal?.text ?? "" }
    let lines = candles.enumerated().map { step, candle in
      let prices = [candle.open, candle.high, candle.low, candle.close].map(decimal)
      let volumes = [pair.base.unit.text(candle.baseVolume), pair.quote.unit.text(candle.quoteVolume)]
      let average = averages.isEmpty ? [] : [averages[step].map(decimal) ?? ""]
      return (["\(candle.start)"] + prices + volumes + ["\(candle.count)"] + average).joined(separator: ",")
    }
    let head = "start,open,high,low,close,baseVolume,quoteVolume,count" + (averages.isEmpty ? "" : ",average")
    return ([head] + lines).joined(separator: "\n") + "\n"
  }
}
