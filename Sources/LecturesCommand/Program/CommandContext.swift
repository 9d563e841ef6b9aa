import Locking
import StrictJSON
import Terminal

/// All that a running command has at hand: what was asked for, where to talk, whom to ask.
struct CommandContext: Sendable {
  let options: GlobalOptions
  let settings: Settings
  let console: Console
  /// Whoever can be asked; nil if nobody is there.
  let prompter: (any Prompter)?
  /// What this run has sent; told to the person if the run ends before its time.
  let sent: SentTransactions
  /// What it opened to write down what it sends.
  let outboxes: OpenOutboxes
  /// How transactions are to be sent; nil for a command that makes none.
  var sending: SendingOptions?
  /// Whether somebody was told that it may be paid twice, and said yes.
  let consent = Guarded(false)
  /// Whether nothing is to be sent: what would be is tried here and told.
  var isDryRun = false

  /// Does something that may take a while, with a word about it on standard error if it takes longer than half a
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

  /// Keeps settings in the profile in use, as a deployment keeps the address and block of its contract.
  ///
  /// - Returns: the path of the file.
  @discardableResult
  func keep(_ values: [SettingKey: String]) throws(CommandFailure) -> String {
    let network = try settings.networkName()
    let profile = settings.profile
    try ConfigFile.update(settings.file.path) { file in
      file.set(values.mapValues { [$0] }, profile: profile, network: network)
    }
    return settings.file.path ?? ""
  }
}
