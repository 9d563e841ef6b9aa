import ArgumentParser
import Localization
import Operations
import Outbox
import Primitives
import Sending
import StrictJSON
import Terminal

/// `lectures tx list`: lists the transactions sent from here, out of the outbox alone.
struct TransactionList: ReportingCommand {
  static let configuration = CommandConfiguration(
    "list", "List the transactions sent from here and their status.",
    examples: ["lectures tx list": "", "lectures tx list --open": "only those without an outcome yet"],
    after: """
      The list is read from the outbox, which records every transaction before it is sent; no node is asked. With \
      --network it lists only transactions for that chain, with --from only those of that account.
      """)

  @OptionGroup(title: GlobalOptions.title) var global: GlobalOptions
  @OptionGroup(title: NetworkOptions.title) var networkOptions: NetworkOptions
  @OptionGroup(title: AccountOptions.title) var accountOptions: AccountOptions
  @OptionGroup(title: OutboxOptions.title) var outboxOptions: OutboxOptions
  @Flag(help: "List only transactions without an outcome yet.") var open = false
  @Option(help: ArgumentHelp("The number of transactions to list, newest first.", valueName: "number")) var limit = 50

  func validate() throws {
    guard limit > 0 else { throw UsageRule.aboveZero("--limit") }
  }

  func run(in context: CommandContext) async throws -> Report {
    let chain = context.options.network == nil ? nil : try context.settings.network().chainID
    var filter = IntentFilter(isLive: open ? true : nil, limit: chain == nil ? limit : .max)
    if context.options.account != nil { filter.account = try await context.accounts.address(of: nil) }
    let found = try await context.outbox.written()?.intents(filter) ?? []
    let views = found.filter { chain == nil || $0.chain.chainID == chain }.prefix(limit)
      .map { IntentView($0, in: context.settings) }
    let language = context.language
    var table = IntentView.table(in: language)
    if open {
      table.placeholder = StyledText(language[TransactionText.nothingOpen])
    } else if context.options.network != nil || context.options.account != nil {
      table.placeholder = StyledText(language[TransactionText.nothingOfTheKind])
    }
    for view in views { table.add(cells: view.row(in: language)) }
    return Report(["intents": .array(views.map(\.json))]) { table }
  }
}
