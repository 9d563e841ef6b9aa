import ArgumentParser
import Charts
import Keystores
import Localization
import Operations
import OrderBook
import Orders
import Primitives
import StrictJSON
import Terminal
import Tokens

/// The options of a drawing of a book's depth, and the drawing.
struct DepthChartOptions: ParsableArguments, Sendable {
  @Flag(help: "Draw the depth.") var chart = false
  @Option(help: ArgumentHelp("Write the depth as SVG.", valueName: "file"), completion: .file()) var output: String?
  @Flag(help: "Replace an existing file.") var replace = false

  func validate() throws {
    if replace && output == nil { throw UsageRule.goesWith("--replace", "--output") }
  }

  /// Makes sure that no file is in the way, before anything is read.
  func checkFile() throws(CommandFailure) { try OutputFile.check(output, replacing: replace) }

  /// The file, for `--json`; null where there was nothing to draw.
  func json(_ depth: BookDepth) -> JSON { depth.isEmpty ? .null : .text(output) }

  /// Writes the file that was asked for, unless there is nothing to draw.
  func write(_ book: CheckedBook, _ depth: BookDepth, in language: Language) async throws {
    guard let output, !depth.isEmpty else { return }
    let svg = book.curve(depth).svg(
      title: language[ExchangeText.book("\(book.pair)")].plain, unit: book.pair.base.shown
    ) { language.decimal(ChartNumber.text($0, digits: $1)) }
    try await PrivateFile.write(Bytes(svg.utf8), to: output, replacing: replace)
  }

  /// The depth as text, where it is asked for, and the file that was written.
  func lines(_ book: CheckedBook, _ depth: BookDepth, width: Int?, in language: Language) -> [StyledText] {
    let written = depth.isEmpty ? nil : output.map { StyledText(language[ExchangeTradeText.written($0)], .good) }
    guard chart else { return [written].compactMap(\.self) }
    let curve = book.curve(depth)
    let columns = BarChart.room(for: 64, in: width ?? 80)
    let lines = BarChart.lines(curve.columns(columns), height: 10) { language.decimal(ChartNumber.short($0)) }
    guard !lines.isEmpty else { return [written].compactMap(\.self) }
    let ends = [(ChartNumber.short(curve.prices.low), ChartNumber.short(curve.prices.high))].map {
      (start: language.decimal($0.0), end: language.decimal($0.1))
    }
    func best(_ side: OrderSide) -> String { book.best(side)?.number(in: language) ?? "–" }
    let sides = language[ExchangeTradeText.depth(buys: best(.bid), sells: best(.ask))]
    var shown = lines.map { StyledText($0) } + [StyledText(BarChart.axis(lines, ends), .dim)]
    shown.append(StyledText("\(book.pair.base.shown) · \(book.pair.quote.shown): \(sides)", .dim))
    if curve.isCut { shown.append(StyledText(language[ExchangeTradeText.farAway], .dim)) }
    return shown + [written].compactMap(\.self)
  }
}

extension BookDepth {
  /// Whether neither side has an order that can be filled.
  var isEmpty: Bool { asks.isEmpty && bids.isEmpty }
}
