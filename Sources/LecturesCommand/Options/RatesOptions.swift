import ArgumentParser
import Operations
import Rates
import Terminal

/// The options of commands that look at rates.
struct RatesOptions: SharedOptionGroup {
  static let title = "Rates options"

  @Option(
    name: [.customLong("market"), .customLong("rates-market")],
    help: ArgumentHelp(
      "The market: cash, banks, interbank, nbu, crypto, korea, ecb or chain; by default the one that was named last.",
      valueName: "market"),
    completion: .list(Market.allCases.map(\.rawValue)))
  var ratesMarket: String?

  @Option(
    help: ArgumentHelp(
      "The currencies to show, the main one first; by default USD,EUR,PLN, and coins where they are traded.",
      valueName: "codes"))
  var ratesCurrencies: String?

  @Option(
    name: [.customLong("max-age"), .customLong("rates-max-age")],
    help: ArgumentHelp(
      "The age from which a rate counts as old, as in 2h; by default once its source should have a newer one.",
      valueName: "time"))
  var ratesMaxAge: String?

  @Option(
    help: ArgumentHelp(
      "The sources that may be asked; by default all that need no key, and those whose key is there.",
      valueName: "names")) var ratesSources: String?

  @Option(help: ArgumentHelp("The news feeds to read; by default those of the language.", valueName: "names"))
  var ratesFeeds: String?

  @Option(
    help: ArgumentHelp(
      "Price feeds on the chain by their addresses: KAIA/USD=0x…, or router:0x… of Orakl's router.", valueName: "list"))
  var priceFeeds: String?

  @Option(
    help: .ratesBook, completion: .file())
  var ratesBook: String?

  @Option(
    help: ArgumentHelp(
      "A mirror that is asked for all sources; by default each source itself.", valueName: "url"))
  var ratesMirror: String?

  @Option(help: ArgumentHelp("The file with a key of MinFin's API.", valueName: "file"), completion: .file())
  var minfinKeyFile: String?

  @Option(
    help: ArgumentHelp("The file with CoinGecko's API key; if paid for, as `paid KEY`.", valueName: "file"),
    completion: .file())
  var coingeckoKeyFile: String?

  @Option(
    help: ArgumentHelp("The file with a key of the Export-Import Bank of Korea.", valueName: "file"),
    completion: .file())
  var eximKeyFile: String?

  @Option(help: ArgumentHelp("The file with a key of the Bank of Korea.", valueName: "file"), completion: .file())
  var ecosKeyFile: String?
}

/// The choices of commands that look at rates, for one run.
struct RatesChoiceOptions: ParsableArguments, Sendable {
  @Option(help: ArgumentHelp("The only source to use.", valueName: "name")) var source: String?

  @Flag(help: "Ask all sources that may be asked: no address twice in five minutes.") var fresh = false

  @Flag(help: "Ask nobody: show what is kept.") var cached = false

  func validate() throws {
    if fresh && cached { throw UsageRule.either("--fresh", "--cached") }
  }

  /// The choices, with the age that the settings name for this run.
  ///
  /// - Parameter day: The day that is asked about; nil for now.
  func choice(_ settings: Settings, of day: Day? = nil) throws -> RatesChoice {
    let age = settings.raw(.ratesMaxAge) == nil ? nil : try settings.rates.maxAge().components.seconds
    return RatesChoice(
      source: source, day: day, asking: fresh ? .always : cached ? .never : .whenDue, mostAge: age)
  }
}

/// The day of commands that tell the rates of a market: banks and news tell none of days that are past.
struct RatesDayOption: ParsableArguments, Sendable {
  @Option(help: ArgumentHelp("The rates of a day, as in 2026-09-13.", valueName: "day")) var date: String?

  /// The day; nil for now.
  var day: Day? { date.flatMap { Day($0) } }

  func validate() throws {
    if let date, day == nil { throw UsageRule.noDay(date, example: "2026-09-13") }
  }
}
