import ArgumentParser
import Charts
import Keystores
import Localization
import Operations
import Primitives
import Rates
import StrictJSON
import Terminal

/// `lectures rates history FROM [TO]`
struct RatesHistory: ReportingCommand {
  static let configuration = CommandConfiguration(
    "history", "Draw the rates of past days.",
    examples: [
      "lectures rates history USD": "the last 30 days in the currency of the market",
      "lectures rates history EUR USD --days 365 --market ecb": "",
      "lectures rates history USD --from 2026-01-01 --to 2026-06-30 --svg usd.svg --csv usd.csv": "",
    ],
    after: "The scale begins at the lowest rate, as rates vary little. Days without a rate are gaps.")

  @OptionGroup(title: GlobalOptions.title) var global: GlobalOptions
  @OptionGroup(title: RatesOptions.title) var ratesOptions: RatesOptions
  @OptionGroup var choiceOptions: RatesChoiceOptions
  @Argument(help: "The currency, by its code.") var currency: String
  @Argument(help: "The currency that it is counted in.") var target: String?
  @Option(help: ArgumentHelp("The number of days until today; by default 30.", valueName: "number")) var days: Int?
  @Option(help: ArgumentHelp("The first day, as in 2026-01-01.", valueName: "day")) var from: String?
  @Option(help: ArgumentHelp("The last day; by default today.", valueName: "day")) var to: String?
  @Option(help: ArgumentHelp("Write the chart as SVG.", valueName: "file"), completion: .file()) var svg: String?
  @Option(help: ArgumentHelp("Write the days as CSV.", valueName: "file"), completion: .file()) var csv: String?
  @Flag(help: "Replace existing files.") var replace = false

  func validate() throws {
    for text in [from, to].compactMap({ $0 }) where Day(text) == nil {
      throw UsageRule.noDay(text, example: "2026-01-01")
    }
    if days != nil && from != nil { throw UsageRule.either("--days", "--from") }
    if let days, !(1...RatesReader.mostDays).contains(days) {
      throw UsageRule.inRange("--days", from: 1, to: RatesReader.mostDays)
    }
  }

  func run(in context: CommandContext) async throws -> Report {
    for file in [svg, csv].compactMap({ $0 }) { try OutputFile.check(file, replacing: replace) }
    let rates = try context.rates()
    let base = try rates.currency(currency)
    let (target, choice) = (try target.map { try rates.currency($0) }, try choiceOptions.choice(context.settings))
    let last = to.flatMap { Day($0) } ?? Zone.utc.day(at: LocalTime.now())
    let first = from.flatMap { Day($0) } ?? last.adding(1 - (days ?? 30))
    let history = try await context.progress(context.language[ProgressText.askingForPastRates]) { _ in
      try await rates.history(of: base, in: target, from: first, to: last, choice)
    }
    try await write(history, context)
    let writer = RatesWriter(context, LocalTime.now(), rates.reader)
    return Report(json(history)) {
      if let summary = history.summary {
        let market = writer.language[RatesText.market(history.market)]
        StyledText("\(history.pair), \(market), \(writer.title(of: history))", .strong)
        chart(history, summary, writer, width: context.console.screen.fittingWidth)
        fields(history, summary, writer)
        for file in [svg, csv].compactMap({ $0 }) { StyledText(writer.language[RatesText.written(file)], .good) }
      } else {
        StyledText(writer.language[RatesText.noHistory("\(history.pair)")])
      }
      writer.problems(history.problems)
    }
  }

  private func json(_ history: RatesHistoryReading) -> JSON {
    let summary = history.summary
    let decimal = { (number: Fraction?) in JSON.text(number?.decimal?.text) }
    let isWritten = !history.days.isEmpty
    return [
      "pair": .string(history.pair.description), "market": .string(history.market.rawValue),
      "points": .array(
        history.days.map { rate in
          ["day": .text(rate.day), "bid": decimal(rate.bid), "ask": decimal(rate.ask), "mid": decimal(rate.mid)]
        }), "lowest": decimal(summary?.lowest), "highest": decimal(summary?.highest), "mean": decimal(summary?.mean),
      "changePercent": .text(
        summary?.change.percent?.text(digits: 2).map { (summary?.change.isFall ?? false ? "-" : "") + $0 }),
      "svg": .text(isWritten ? svg : nil), "csv": .text(isWritten ? csv : nil),
      "problems": .array(history.problems.map(\.json)),
    ]
  }

  private func write(_ history: RatesHistoryReading, _ context: CommandContext) async throws {
    guard !history.days.isEmpty else { return }
    if let csv { try await PrivateFile.write(Bytes(history.csv.utf8), to: csv, replacing: replace) }
    if let svg {
      let market = context.language[RatesText.market(history.market)]
      let drawing = history.svg(title: "\(history.pair), \(market)") { context.language.date($0.parts) }
      try await PrivateFile.write(Bytes(drawing.utf8), to: svg, replacing: replace)
    }
  }

  private func chart(
    _ history: RatesHistoryReading, _ summary: RatesHistoryReading.Summary, _ writer: RatesWriter, width: Int?
  ) -> [StyledText] {
    let columns = BarChart.room(for: history.length, in: width)
    let lines = BarChart.lines(history.columns(columns), from: history.floor) {
      writer.language.decimal(history.text($0))
    }
    guard !lines.isEmpty else { return [] }
    let ends = [(writer.language.date(history.first.parts), writer.language.date(history.last.parts))]
    return lines.map { StyledText($0) } + [
      StyledText(BarChart.axis(lines, ends.map { (start: $0.0, end: $0.1) }), .dim),
      StyledText(writer.language[RatesText.scaleFrom(writer.price(summary.lowest))], .dim),
    ]
  }

  private func fields(
    _ history: RatesHistoryReading, _ summary: RatesHistoryReading.Summary, _ writer: RatesWriter
  ) -> Fields {
    let language = writer.language
    var fields = Fields()
    fields.add(language[RatesText.lowest], StyledText(writer.price(summary.lowest)))
    fields.add(language[RatesText.highest], StyledText(writer.price(summary.highest)))
    fields.add(language[RatesText.mean], StyledText(writer.price(summary.mean)))
    fields.add(language[RatesText.changeOver(days: history.length)], writer.change(summary.change))
    return fields
  }
}
