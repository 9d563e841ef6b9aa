import ArgumentParser
import Keystores
import Localization
import Operations
import Primitives
import Rates
import StrictJSON
import Terminal

/// The size of a widget.
enum WidgetSize: String, ExpressibleByArgument, CaseIterable {
  case small, medium
}

/// `lectures rates widget FILE`
struct RatesWidget: ReportingCommand {
  static let configuration = CommandConfiguration(
    "widget", "Draw three rates as a small picture (SVG).",
    examples: [
      "lectures rates widget rates.svg": "for a desktop or a page; the file is replaced whole",
      "lectures rates widget rates.svg --size medium --cached": "",
    ])

  @OptionGroup(title: GlobalOptions.title) var global: GlobalOptions
  @OptionGroup(title: RatesOptions.title) var ratesOptions: RatesOptions
  @OptionGroup(title: NodeOptions.title) var nodeOptions: NodeOptions
  @OptionGroup var choiceOptions: RatesChoiceOptions
  @OptionGroup var dayOption: RatesDayOption
  @Argument(help: "The file to write.", completion: .file(extensions: ["svg"])) var file: String
  @Option(help: "The size: small or medium.") var size = WidgetSize.small

  func run(in context: CommandContext) async throws -> Report {
    let rates = try context.rates()
    let wanted = Array(try context.settings.rates.currencies(of: try await rates.market()).prefix(3))
    let choice = try choiceOptions.choice(context.settings, of: dayOption.day)
    let overview = try await context.progress(context.language[ProgressText.askingForRates]) { _ in
      try await rates.overview(of: wanted, isBrief: true, in: nil, choice)
    }
    let writer = RatesWriter(context, overview.time, rates.reader)
    let drawing = RatesDrawing(
      title: writer.language[RatesText.market(overview.market)], isWide: size == .medium,
      headings: [RatesText.buy, .sell].map { writer.language[$0] },
      rows: overview.rows.map { row in
        RatesDrawing.Row(
          name: row.rate.pair.base.code, bid: writer.price(row.rate.price(.sell), row.rate),
          ask: writer.price(row.rate.price(.buy), row.rate))
      }, footer: overview.rows.map(\.rate).min { $0.asOf < $1.asOf }.map(writer.moment) ?? "")
    try await PrivateFile.write(Bytes(drawing.svg.utf8), to: file, replacing: true)
    return Report([
      "file": .string(file), "rates": .array(overview.rows.map(\.rate.json)),
      "suspects": .array(overview.suspects.map(\.json)), "problems": .array(overview.problems.map(\.json)),
    ]) {
      StyledText(writer.language[RatesText.written(file)], .good)
      writer.problems(overview.problems, suspects: overview.suspects)
    }
  }
}
