import Locking
import StrictJSON

/// The only way to standard output and standard error.
///
/// Results go to standard output, everything else to standard error. With `--json` standard output gets exactly one
/// JSON value, a failure included; without, a failure goes to standard error.
final class Console: Sendable {
  /// The amount and the form of the output.
  struct Manner: Sendable, Hashable {
    var json = false
    var quiet = false
    var verbose = false
    var colour = true
  }

  let screen: Screen
  let errorScreen: Screen
  let manner: Manner

  private let output: any ByteSink
  private let errors: any ByteSink
  // Several tasks write, and the status line has to be taken away before anything else is written below it. A lock and
  // not an actor, because printing is done from places that cannot wait.
  private let state = Guarded(State())

  private struct State {
    /// The text of the status line now; nil when there is none.
    var status: StyledText?
    /// The `errno` of the first write to standard output that failed.
    var outputError: Int32 = 0
  }

  init(_ surroundings: Surroundings, manner: Manner) {
    output = surroundings.output
    errors = surroundings.errors
    screen = manner.colour ? surroundings.screen : surroundings.screen.withoutColour()
    errorScreen = manner.colour ? surroundings.errorScreen : surroundings.errorScreen.withoutColour()
    self.manner = manner
  }

  /// The reason why results could not be written, if so; a reader that closed its end (`| head`) is no failure.
  var outputFailure: CommandFailure? {
    let number = state.withLock { $0.outputError }
    guard number != 0, number != Console.brokenPipe else { return nil }
    return CommandFailure(
      .output, "The result could not be written.", reason: "Standard output says: \(Descriptor.reason(number)).",
      advice: "Whatever the command did is done; ask again instead of doing it again.")
  }

  // EPIPE on Linux and macOS.
  private static let brokenPipe: Int32 = 32

  // MARK: Standard output

  /// Prints the result of a command, for people or as JSON; people read a problem with it on standard error.
  func print(_ report: Report, sent: SentTransactions) {
    if manner.json {
      printJSON(result: report.result, failure: report.failure, sent: sent)
    } else {
      let lines = report.lines(width: screen.fittingWidth) + sent.alongLines
      print(text: lines.map { $0.rendered(colour: screen.hasColour) + "\n" }.joined())
      if let failure = report.failure { say(failure.styledLines) }
    }
  }

  /// Prints the one value of `--json`: `ok`, then `error` unless all is well, `result` if the command came to its end,
  /// the transactions `sent` before a failure, and those `alsoSent` for an interrupted run.
  private func printJSON(result: JSON?, failure: CommandFailure?, sent: SentTransactions) {
    var object: JSONObject = ["ok": .bool(failure == nil)]
    if let failure { object["error"] = failure.json }
    if let result { object["result"] = result }
    if failure != nil, !sent.entries.isEmpty { object["sent"] = sent.json }
    if let along = sent.alongJSON { object["alsoSent"] = along }
    print(json: .object(object))
  }

  /// Prints one JSON value: over several lines for a person, on one line for a program.
  func print(json: JSON) {
    let text = screen.isTerminal ? json.serialized(prettyIndent: 2) : json.serialized()
    print(text: PlainText.escapedInJSON(text) + "\n")
  }

  /// Prints text of our own as it is, such as help and completion scripts.
  func print(text: String) {
    state.withLock { state in
      clearStatus(&state)
      let number = output.write(Array(text.utf8))
      if state.outputError == 0 { state.outputError = number }
    }
  }

  // MARK: Redrawing

  /// True if printed lines can be redrawn in their place: a person reads along on a terminal that can do so.
  var redraws: Bool { screen.hasCursor && !manner.json }

  /// Prints lines that may be erased later.
  func draw(_ lines: [StyledText]) {
    print(text: lines.map { $0.rendered(colour: screen.hasColour) + "\n" }.joined())
  }

  /// Takes away the lines that were printed last.
  ///
  /// - Returns: False, and nothing is done, if they have left the screen at its upper end.
  func erase(_ lines: [StyledText]) -> Bool {
    let height = lines.reduce(0) { $0 + max(1, ($1.width + screen.columns - 1) / screen.columns) }
    guard height < screen.rows else { return false }
    print(text: "\r\u{1B}[\(height)A\u{1B}[J")
    return true
  }

  // MARK: Standard error

  /// Prints a failure where it belongs, with the transactions sent before it.
  func print(_ failure: CommandFailure, sent: SentTransactions) {
    if manner.json {
      printJSON(result: nil, failure: failure, sent: sent)
    } else {
      // The terminal has written ^C where the message is to begin.
      if failure.status == .interrupted && errorScreen.hasCursor { write(errorText: "\r\u{1B}[K") }
      say(failure.styledLines + sent.lines)
    }
  }

  /// Says something that is good to know and not the result; silent with `--quiet`.
  func note(_ line: StyledText) {
    if !manner.quiet { say([line]) }
  }

  /// Says something only with `--verbose`.
  func detail(_ line: @autoclosure () -> StyledText) {
    if manner.verbose { say([line().styled(.dim)]) }
  }

  /// Says that something is dangerous or odd; never silent.
  func warn(_ line: StyledText) {
    say([StyledText("warning: ", .warning) + line])
  }

  /// Writes lines to standard error.
  func say(_ lines: [StyledText]) {
    guard !lines.isEmpty else { return }
    state.withLock { state in
      let status = state.status
      clearStatus(&state)
      write(errorText: lines.map { $0.rendered(colour: errorScreen.hasColour) + "\n" }.joined())
      if let status { draw(status, &state) }
    }
  }

  // MARK: The status line

  /// True if a status line can be shown: somebody reads along and did not ask for quiet.
  var showsStatus: Bool { errorScreen.isTerminal && errorScreen.hasCursor && !manner.quiet }

  /// Shows or replaces the last line of the terminal; it goes away when something else is written.
  func showStatus(_ text: StyledText) {
    guard showsStatus else { return }
    state.withLock { draw(text, &$0) }
  }

  /// Takes the status line away.
  func clearStatus() {
    state.withLock { clearStatus(&$0) }
  }

  private func draw(_ status: StyledText, _ state: inout State) {
    // A line that reaches the edge would wrap and could not be erased.
    let line = status.cut(to: errorScreen.columns - 1).rendered(colour: errorScreen.hasColour)
    write(errorText: "\r" + line + "\u{1B}[K")
    state.status = status
  }

  private func clearStatus(_ state: inout State) {
    guard state.status != nil else { return }
    write(errorText: "\r\u{1B}[K")
    state.status = nil
  }

  private func write(errorText: String) { _ = errors.write(Array(errorText.utf8)) }
}
