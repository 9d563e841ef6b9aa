import ArgumentParser
import GasPrices
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
      The price is the cost of a unit of gas in the next block: its base fee and the tip. "At most" is the maximum \
      fee per gas that a transaction of that speed offers, so that it need not wait when the base fee rises; Kaia's \
      native types pay all that they offer. The waiting time is how long such a transaction would have waited in the \
      last blocks, usually and in nine of ten cases; it is unknown where more than one in ten would still be \
      waiting.
      """)

  @OptionGroup(title: GlobalOptions.title) var global: GlobalOptions
  @OptionGroup(title: NodeOptions.title) var nodeOptions: NodeOptions
  @OptionGroup(title: ContractOptions.title) var contractOptions: ContractOptions
  @OptionGroup(title: AccountOptions.title) var accountOptions: AccountOptions
  @OptionGroup(title: GasOptions.title) var gasOptions: GasOptions
  @OptionGroup(title: FiatOptions.title) var fiatOptions: FiatOptions
  @OptionGroup var actionOptions: ActionOptions

  func run(in context: CommandContext) async throws -> Report {
    let own = try actionOptions.actions
    async let valued = context.money()
    var place = try await GasPlace(of: context.nodes)
    let (quote, actions) = try await context.progress("Asking what gas costs") { _ in
      (try await place.reader.quote(), await context.lectureActions(on: place.connection))
    }
    let money = try await valued
    place.valuation = money.valuation
    let named = Set(own.map(\.word))
    let all = (UsualAction.all + actions).filter { !named.contains($0.word) } + own
    return Report(quote.json(at: place, actions: all)) {
      quote.fields(at: place)
      ""
      quote.table(at: place)
      ""
      quote.table(of: all, at: place)
      money.rateLine
      StyledText("Gas of actions: \(GasNow.origins(all)).", .dim)
    }
  }

  /// The origin of each action's units of gas, in words.
  private static func origins(_ actions: [UsualAction]) -> String {
    actions.map { "\($0.name) \($0.origin.words)" }.joined(separator: ", ")
  }
}

extension UsualAction.Origin {
  fileprivate var words: String {
    switch self {
    case .fixed: "as the protocol has it"
    case .common: "as is common"
    case .measured: "as measured on a devnet"
    case .estimated: "as the node estimates now"
    case .told: "as you say"
    }
  }
}
