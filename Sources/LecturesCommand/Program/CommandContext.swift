import Alerts
import Localization
import Operations
import StrictJSON
import Terminal

/// The environment of a running command: its options, its output, and what it works with.
struct CommandContext: Sendable {
  let options: SharedOptions
  let settings: Settings
  let console: Console
  /// Whether nothing is to be sent: transactions are tried here and reported.
  let isDryRun: Bool
  /// The transactions that this run has sent, reported to the person if the run ends early.
  let sent: SentTransactions
  let prompts: Prompts
  let outbox: RunOutbox
  private(set) var nodes: Nodes
  let keys: LocalKeys
  let names: KnownNames
  let accounts: Accounts
  let events: RunEvents
  let choices: SendingChoices
  let runner: ActionRunner
  /// The causes of failures that the parts of one daemon notify of, each once; nil where there is one part.
  var causes: FailureDeduplicator?

  /// - Parameters:
  ///   - prompter: the person who can be asked; nil if nobody is there.
  ///   - sending: the sending options of the command line; nil for a command that sends nothing, and for a daemon.
  ///   - transaction: the options for how transactions are made; nil for a command that sends nothing.
  init(
    options: SharedOptions, settings: Settings, console: Console, prompter: (any Prompter)?, sent: SentTransactions,
    outboxes: OpenOutboxes, sending: SendingOptions?, transaction: TransactionOptions?, isDryRun: Bool
  ) {
    (self.options, self.settings, self.console) = (options, settings, console)
    (self.sent, self.isDryRun) = (sent, isDryRun)
    prompts = Prompts(
      prompter: prompter, console: console, settings: settings, passwordDescriptor: options.passwordDescriptor,
      isAgreed: options.yes, isDryRun: isDryRun)
    outbox = RunOutbox(settings: settings, open: outboxes, sent: sent, isNeeded: transaction != nil)
    nodes = Nodes(settings: settings, console: console, outbox: outbox)
    keys = LocalKeys(settings: settings, prompts: prompts)
    names = KnownNames(settings: settings, prompts: prompts, keys: keys, outbox: outbox, network: options.network)
    accounts = Accounts(
      settings: settings, prompts: prompts, keys: keys, names: names, transaction: transaction, named: options.account)
    events = RunEvents(settings: settings, console: console, sent: sent)
    choices = SendingChoices(
      settings: settings, prompts: prompts, accounts: accounts, nodes: nodes, events: events, sending: sending,
      transaction: transaction, given: transaction == nil ? nil : options)
    runner = ActionRunner(
      prompts: prompts, accounts: accounts, names: names, nodes: nodes, choices: choices, events: events)
  }

  /// The environment of the same run with other settings, in which nobody is asked and nothing is sent.
  func reading(_ settings: Settings) -> CommandContext {
    CommandContext(
      options: options, settings: settings, console: console, prompter: nil, sent: sent, outboxes: outbox.open,
      sending: nil, transaction: nil, isDryRun: isDryRun)
  }

  /// The environment of the same run for showing what is kept: nodes are not waited for as long as for an answer that
  /// nothing can be done without, and that one is silent is reported with it.
  func showing<Shown>(_ work: (CommandContext) async throws -> Shown) async throws -> Shown {
    var context = self
    let patience = try NodeTimeBudget(settings)
    context.nodes.patience = patience
    let shown = try await work(context)
    if patience.isOver { note(StyledText(language[DaemonText.silentNode(patience.text)])) }
    return shown
  }

  /// The language that people are spoken to in.
  var language: Language { console.language }

  /// The rates with the settings of this run; the price feeds are those of the chain in use.
  func rates() throws -> RatesOperations { try nodes.rates() }

  /// The money of the network in use; what it is worth is looked up while the node is asked:
  ///
  ///     async let money = context.money()
  ///     let (client, place) = try await context.nodes.lectureClient()
  ///     … try await money …
  ///
  /// - Throws: `SettingsError` for a setting that cannot be read; a rate that is missing is no error.
  func money() async throws -> Money { try await nodes.money(of: try settings.network()) }

  /// Does something that may take a while, with a line about it on standard error if it takes longer than half a
  /// second.
  func progress<Value>(
    _ text: StyledText, isolation: isolated (any Actor)? = #isolation, _ work: (Progress) async throws -> Value
  ) async rethrows -> Value {
    try await Progress.show(text, on: console, work)
  }

  /// Says something that is good to know and not the result.
  func note(_ line: StyledText) { console.note(line) }

  /// Says that something is dangerous or odd.
  func warn(_ line: StyledText) { console.warn(line) }

  /// Says something only with `--verbose`.
  func detail(_ line: @autoclosure () -> StyledText) { console.detail(line()) }
}
