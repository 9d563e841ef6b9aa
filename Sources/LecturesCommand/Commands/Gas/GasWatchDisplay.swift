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
    /// The newest reading and when it came; nil before the first.
    var newest: (quote: GasQuote, time: Int64)?
    /// The reason why there is no newer one; nil where the last attempt gave one.
    var problem: String?
    /// The standard prices of this run in wei, the newest last.
    var prices: [Double] = []
    /// The blocks that speeds are measured over, the newest last.
    var blocks: [MinedFees] = []

    /// Takes blocks in; of two of one number the new one counts.
    mutating func add(_ new: [MinedFees]) {
      let known = Dictionary((blocks + new).map { ($0.number, $0) }) { $1 }
      blocks = Array(known.values.sorted { $0.number < $1.number }.suffix(GasWatchDisplay.mostBlocks))
    }
  }

  private let console: Console
  private let place: GasSource
  private let clock: @Sendable () -> Int64
  private let screen = Guarded(Screen())
  private var language: Language { console.language }

  /// The most prices that are drawn.
  private static let most = 60
  /// The most blocks that speeds are measured over.
  private static let mostBlocks = 2_000

  /// A face that has shown nothing yet.
  ///
  /// - Parameter clock: Seconds since 1970.
  init(_ console: Console, _ place: GasSource, clock: @escaping @Sendable () -> Int64 = LocalTime.now) {
    (self.console, self.place, self.clock) = (console, place, clock)
  }

  /// Whether prices are drawn anew in their place, below the heading.
  var draws: Bool { console.redraws }

  /// Looks at the blocks that were kept, and those that the node has of the newest beside them, once: later ones come with
  /// the prices.
  func measure(over book: GasBook) async {
    guard let quote = try? await place.reader.quote() else { return }
    let kept = try? await book.blocks(chainID: place.chainID)
    let blocks = await place.reader.blocks(for: quote, besides: kept ?? [])
    screen.withLock { screen in
      let newer = screen.blocks
      screen.add(blocks)
      screen.add(newer)
    }
  }

  /// Shows an event of a monitor. On a screen a failure leaves the last prices there, with their age and the reason.
  func show(_ event: GasMonitor.Event) {
    guard draws else {
      guard case .reading(let quote, _) = event else { return console.show(event) }
      return console.outputMode.json
        ? console.print(json: quote.json(at: place)) : console.print([.timed([line(quote)])])
    }
    screen.withLock { screen in
      erase(&screen)
      switch event {
      case .reading(let quote, _):
        (screen.newest, screen.problem) = ((quote, clock()), nil)
        screen.add(quote.blocks)
        screen.prices = Array((screen.prices + [Double(quote[.standard]?.price ?? 0)]).suffix(Self.most))
      case .failed(let error): screen.problem = CommandFailure(error).words(in: language).sentences
      case .notice, .standingBy: console.show(event)
      }
      screen.drawn = console.draw(lines(screen))
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

  /// All that is drawn: the heading, the reason why there is nothing newer, and the newest reading.
  private func lines(_ drawn: Screen) -> [StyledText] {
    let problem = drawn.problem.map { [StyledText($0, .warning)] } ?? []
    guard let (quote, time) = drawn.newest else { return console.screen.fitted([heading] + problem) }
    let age = drawn.problem == nil ? nil : language.age(clock() - time)
    let records = quote.records(over: drawn.blocks.filter { $0.number <= quote.block })
    return lines(quote, records, at: time, age: age, drawn.prices, below: [heading] + problem)
  }

  /// The facts of a reading, its prices, and the course of the standard price in this run where the screen has rows
  /// left for it.
  private func lines(
    _ quote: GasQuote, _ records: [SpeedRecord], at time: Int64, age: String?, _ prices: [Double],
    below first: [StyledText]
  ) -> [StyledText] {
    let screen = console.screen
    let base = quote.baseFee.map { [language[GasText.base(language.decimal(PriceText.gwei($0)))]] } ?? []
    let fullness = quote.fullness.last.map { [language[GasText.full(GasQuote.percent($0, language))]] } ?? []
    let blob = quote.blobBaseFee.map { [language[GasText.blobBase(language.decimal(PriceText.gwei($0)))]] } ?? []
    let facts = [language[GasText.block(quote.block)]] + base + blob + fullness
    let old = age.map { StyledText("  \($0)", .warning) } ?? StyledText("")
    var blocks: [Report.Block] =
      first.map { .line($0) } + [
        .line(.timed([facts.joined(separator: "  ")], at: time) + old),
        .table(quote.table(at: place, records, in: language)),
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
