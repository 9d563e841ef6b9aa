import Operations
import StrictJSON
import Terminal

/// The environment of a running command: its options, its output, and the person to ask.
struct CommandContext: Sendable {
  let options: SharedOptions
  let settings: Settings
  let console: Console
  /// The person who can be asked; nil if nobody is there.
  let prompter: (any Prompter)?
  /// The transactions that this run has sent, reported to the person if the run ends early.
  let sent: SentTransactions
  /// The outboxes that this run opened to record its transactions.
  let outboxes: OpenOutboxes
  /// The sending options of the command line; nil for a command that sends nothing.
  var sending: SendingOptions?
  /// Whether nothing is to be sent: transactions are tried here and reported.
  var isDryRun = false

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

  /// The source of passwords: a descriptor or a file if one is named, else the person at the terminal.
  func passwordSource() throws -> PasswordSource {
    if let descriptor = options.passwordDescriptor { return .descriptor(descriptor) }
    return try settings.passwordFile().map { .file($0) } ?? .prompt
  }
}
