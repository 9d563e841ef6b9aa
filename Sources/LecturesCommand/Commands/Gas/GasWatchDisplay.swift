import Alerts
import Charts
import GasPrices
import Localization
import Locking
import Operations
import Outbox
import Primitives
import Sending
import StrictJSON
import Terminal

/// The face of a watch over the price of gas: on a terminal the prices of all speeds and the course of the standard
/// one, drawn anew; else a line a price.
final class GasWatchDisplay: Sendable {
  /// The text on the screen.
  private struct Screen {
    var drawn: Drawing?
    /// The standard prices of this run in wei, the newest last.
    var prices: [Double] = []
  }

  private let console: Console
  private let place: GasSource
  private let screen = Guarded(Screen())
  private var language: Language { console.language }

  /// The most prices that are drawn.
  private static let most = 60

  /// A face that has shown nothing yet.
  init(_ console: Console, _ place: GasSource) { (self.console, self.place) = (console, place) }

  /// Whether prices are drawn anew in their place, below the heading.
  var draws: Bool { console.redraws }

  /// Shows an event of a monitor.
  func show(_ event: GasMonitor.Event) {
    guard case .reading(let quote, _) = event else {
      screen.withLock { erase(&$0) }
      return console.show(event)
    }
    if console.outputMode.json { return console.print(json: quote.json(at: place)) }
    guard draws else { return console.print([.timed([line(quote)])]) }
    screen.withLock { screen in
      screen.prices = Array((screen.prices + [Double(quote[.standard]?.price ?? 0)]).suffix(Self.most))
      let lines = lines(quote, screen.prices)
      erase(&screen)
      screen.drawn = console.draw(lines)
    }
  }

  private func erase(_ screen: inout Screen) {
    guard let drawn = screen.drawn else { return }
    _ = console.erase(drawn)
    screen.drawn = nil
  }

  /// One line of prices.
  private func line(_ quote: GasQuote) -> String {
    let price = { (wei: UInt256) in self.language.decimal(PriceText.gwei(wei)) }
    let tiers = quote.tiers.map { "\(language[GasText.speed($0.speed)]) \(price($0.price))" }
    let base = quote.baseFee.map { [language[GasText.base(price($0))]] } ?? []
    let fullness = quote.fullness.last.map { [language[GasText.full(GasQuote.percent($0, language))]] } ?? []
    let doubt = quote.isUnverified ? [language[GasText.unverified]] : []
    return ([language[GasText.block(quote.block)]] + base + tiers + fullness + doubt).joined(separator: "  ")
  }

  /// The words above all that is shown.
  var heading: StyledText {
    StyledText(language[GasText.watching(place.network.name, unit: place.unit)], .dim)
  }

  /// All that is drawn: the heading, the facts of a reading, its prices, and the course of the standard price in this
  /// run where the screen has rows left for it.
  private func lines(_ quote: GasQuote, _ prices: [Double]) -> [StyledText] {
    let screen = console.screen
    let base = quote.baseFee.map { [language[GasText.base(language.decimal(PriceText.gwei($0)))]] } ?? []
    let fullness = quote.fullness.last.map { [language[GasText.full(GasQuote.percent($0, language))]] } ?? []
    let blob = quote.blobBaseFee.map { [language[GasText.blobBase(language.decimal(PriceText.gwei($0)))]] } ?? []
    let facts = [language[GasText.block(quote.block)]] + base + blob + fullness
    var blocks: [Report.Block] = [
      .line(heading), .line(.timed([facts.joined(separator: "  ")])),
      .table(quote.table(at: place, quote.records(over: []), in: language)),
    ]
    if quote.isUnverified { blocks.append(.line(StyledText(language[GasText.unverified], .warning))) }
    if let problem = quote.oracleProblem { blocks.append(.line(StyledText(problem, .warning))) }
    let shown = blocks
    let lines = screen.fitted(Report(.null) { shown }.lines(width: screen.fittingWidth, in: language))
    // One row is the cursor's, one the title's and one the axis's.
    let rows = min(8, screen.rows - lines.count - 3)
    guard prices.count > 1, rows > 2 else { return lines }
    let course = Array(prices.suffix(BarChart.room(for: Self.most, in: screen.fittingWidth)))
    let chart = BarChart.lines(course, ChartScale(course), height: rows) { value, _ in
      language.decimal(PriceText.gwei(value))
    }
    return screen.fitted(
      lines + [StyledText(language[GasText.speed(.standard)], .dim)] + chart.map { StyledText($0) })
  }
}
