import ArgumentParser
import Localization
import Operations
import Primitives
import Rates
import StrictJSON
import Terminal

/// `lectures rates`: the rates of a market at a glance.
struct RatesNow: ReportingCommand {
  static let configuration = CommandConfiguration(
    "now", "Show the rates of a market.",
    examples: [
      "lectures rates": "the currencies of the settings in the market that was looked at last",
      "lectures rates --market crypto KAIA BTC": "", "lectures rates --to KRW USD EUR --market korea": "",
      "lectures rates --fresh": "ask whatever may be asked",
    ],
    after: """
      The change is counted from the day before. A rate is marked old when its source should have a newer one by now. A \
      rate is suspect if it differs by more than half from the rate before it, or from the rates of the two days before; \
      or if its bid and ask are more than 20 % apart, for cash outside banks 50 %. A suspect rate is shown and not used, \
      until another source or another day agrees with it, or until the rate before it is ten days old.
      """)

  @OptionGroup(title: GlobalOptions.title) var global: GlobalOptions
  @OptionGroup(title: RatesOptions.title) var ratesOptions: RatesOptions
  @OptionGroup(title: NodeOptions.title) var nodeOptions: NodeOptions
  @OptionGroup var choiceOptions: RatesChoiceOptions
  @OptionGroup var dayOption: RatesDayOption
  @Argument(help: "The currencies, by their codes.") var currencies: [String] = []
  @Option(help: ArgumentHelp("The currency that the rates are in.", valueName: "code")) var to: String?
  @Flag(help: "Show all currencies that the market has.") var all = false
  @Flag(help: "Print plain text for a message.") var share = false
  @Flag(help: "Print no headline.") var noNews = false

  func run(in context: CommandContext) async throws -> Report {
    let rates = try context.rates()
    let wanted = try currencies.isEmpty ? nil : currencies.map { try rates.currency($0) }
    let other = try to.map { try rates.currency($0) }
    let choice = try choiceOptions.choice(context.settings, of: dayOption.day)
    let overview = try await context.progress(context.language[ProgressText.askingForRates]) { _ in
      try await rates.overview(
        of: wanted, isAll: all, newsIn: noNews ? nil : context.language.rawValue, in: other, choice)
    }
    let writer = RatesWriter(context, overview.time, rates.reader)
    let source = choiceOptions.source == nil ? nil : overview.rows.first.map { writer.title(of: $0.rate) }
    let market = writer.language[RatesText.market(overview.market)] + (source.map { " (\($0))" } ?? "")
    let quote = overview.rows.first?.rate.pair.quote.code ?? ""
    return Report(overview.json) {
      StyledText(writer.language[RatesText.heading(market, in: quote)], .strong)
      if share { writer.lines(of: overview) } else { writer.table(of: overview) }
      for missing in overview.missing { StyledText(writer.language[RatesText.missing("\(missing.pair)")]) }
      if overview.hasMore, !overview.missing.isEmpty {
        StyledText("\(writer.language[RatesText.allHere]) ")
          + StyledText("lectures rates --market \(overview.market.rawValue) --all", .action)
      }
      writer.problems(overview.problems, suspects: overview.suspects)
      if !noNews, let news = overview.headline { writer.headline(news) }
    }
  }
}
