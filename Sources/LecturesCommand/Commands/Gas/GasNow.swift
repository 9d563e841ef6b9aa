import ArgumentParser
import Database
import GasPrices
import Localization
import Operations
import Primitives
import StrictJSON
import Terminal

/// `lectures gas`: the prices now.
struct GasNow: ReportingCommand {
  static let configuration = CommandConfiguration(
    "now", "Show the present gas prices and the cost of usual actions.",
    examples: [
      "lectures gas": "", "lectures gas --fiat-rate \"2233.56 USD\"": "with the cost in USD",
      "lectures gas --action swap=150000 --action mint=95000": "and of actions of your own",
      "lectures gas --network mainnet --oracle-key-file etherscan.key": "prices of Etherscan",
    ],
    after: """
      The price is the cost of a unit of gas in the next block: its base fee and the tip. "At most" is the maximum fee \
      per gas that a transaction of that speed offers, so that it need not wait when the base fee rises; Kaia's native \
      types pay all that they offer. The waiting time is how long such transactions would have waited in the last \
      blocks, usually and in nine of ten cases; it is unknown where more than one in ten would still be waiting. With \
      an oracle's prices the waiting time is the oracle's estimate, and marked as such. How often a speed was enough \
      is measured over the last 1,024 blocks, if the node sends them in time, and up to 2,000 kept by `gas watch` and \
      `gas daemon`.
      """)

  @OptionGroup(title: GlobalOptions.title) var global: GlobalOptions
  @OptionGroup(title: NodeOptions.title) var nodeOptions: NodeOptions
  @OptionGroup(title: ContractOptions.title) var contractOptions: LectureContractOptions
  @OptionGroup(title: AccountOptions.title) var accountOptions: AccountOptions
  @OptionGroup(title: GasOptions.title) var gasOptions: GasOptions
  @OptionGroup(title: FiatOptions.title) var fiatOptions: FiatOptions
  @OptionGroup var actionOptions: ActionOptions

  func run(in context: CommandContext) async throws -> Report {
    let own = try actionOptions.actions
    async let valued = context.money()
    var place = try await GasSource(of: context.nodes)
    let language = context.language
    let (quote, actions, records) = try await context.progress(language[ProgressText.askingForGas]) { [place] _ in
      let quote = try await place.reader.quote()
      async let actions = context.lectureActions(on: place.connection)
      let told = await place.reader.withReportedWaits(quote)
      return (told, await actions, await place.records(of: told, keptIn: context.gasBook))
    }
    let money = try await valued
    place.valuation = money.valuation
    let named = Set(own.map(\.word))
    let all = (UsualAction.all + actions).filter { !named.contains($0.word) } + own
    return Report(quote.json(at: place, actions: all, records: records)) {
      quote.fields(at: place, in: language)
      ""
      quote.table(at: place, records, in: language)
      ""
      quote.table(of: all, at: place, in: language)
      money.rateLine
      if !records.isEmpty { StyledText(language[GasText.enoughMeans], .dim) }
      StyledText(language[GasText.origins(GasNow.origins(all, language))], .dim)
    }
  }

  /// The origin of each action's units of gas, in words.
  private static func origins(_ actions: [UsualAction], _ language: Language) -> String {
    actions.map { "\(language[ActionName.named($0)]) \(language[GasText.origin($0.origin)])" }
      .joined(separator: ", ")
  }
}

extension CommandContext {
  /// The book of the gas monitor; nil where there is none, or none that can be read.
  fileprivate var gasBook: GasBook? {
    guard let place = try? settings.gas.place(), place.mayBeThere else { return nil }
    return try? GasBook(at: place)
  }
}
