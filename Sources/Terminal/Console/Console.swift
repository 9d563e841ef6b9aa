import Localization
import Locking
import StrictJSON

/// The only way to standard output and standard error.
///
/// Results go to standard output, everything else to standard error.
package final class Console: Sendable {
  /// The amount and the form of the output.
  package struct OutputMode: Sendable, Hashable {
    /// Whether results are JSON.
    package var json: Bool
    /// Whether only errors and warnings are written, and JSON that was asked for.
    package var quiet: Bool
    /// Whether details are printed.
    package var verbose: Bool
    /// Whether colours may be written.
    package var colour: Bool
    /// The language for people; JSON has none of its own.
    package var language: Language

    /// Takes the parts as they are.
    package init(
      json: Bool = false, quiet: Bool = false, verbose: Bool = false, colour: Bool = true,
      language: Language = .english
    ) {
      (self.json, self.quiet, self.verbose, self.colour) = (json, quiet, verbose, colour)
      self.language = language
    }
  }

  /// The screen behind standard output, with the size that it has now.
  package var screen: Screen { outputScreen.current }
  /// The screen behind standard error, with the size that it has now.
  package var errorScreen: Screen { errorsScreen.current }
  /// The amount and the form of the output.
  package let outputMode: OutputMode

  private let outputScreen: Screen
  private let errorsScreen: Screen
  private let output: any ByteSink
  private let errors: any ByteSink
  // Several tasks write, and the status line has to be taken away before anything else is written below it. A lock and
  // not an actor, because printing is done from places that cannot wait.
  private let state = Guarded(State())

  private struct State {
    /// The text of the status line now; nil when there is none.
    var status: StyledText?
    /// Those whose texts want to be in the status line, the last begun last: its text alone is shown.
    var holders: [ObjectIdentifier] = []
    /// The `errno` of the first write to standard output that failed.
    var outputError: Int32 = 0
    /// Gets messages instead of whoever reads standard error.
    var log: (@Sendable (Severity, String) -> Void)?
  }

  /// The kinds of messages beside results and failures.
  package enum Severity: Sendable { case detail, note, warning }

  /// A console that writes to the environment's places.
  package init(_ environment: Environment, outputMode: OutputMode) {
    output = environment.output
    errors = environment.errors
    outputScreen = outputMode.colour ? environment.screen : environment.screen.withoutColour()
    errorsScreen = outputMode.colour ? environment.errorScreen : environment.errorScreen.withoutColour()
    self.outputMode = outputMode
  }

  /// The system's reason why results could not be written; nil if they were. A reader that closed its end (`| head`) is
  /// no failure.
  package var outputFailureReason: String? {
    let number = state.withLock { $0.outputError }
    return number == 0 || number == Console.brokenPipe ? nil : Descriptor.reason(number)
  }

  // EPIPE on Linux and macOS.
  private static let brokenPipe: Int32 = 32

  /// The language that people are spoken to in.
  package var language: Language { outputMode.language }

  // MARK: Standard output

  /// Prints lines for people, unless quiet was asked for.
  package func print(_ lines: [StyledText]) {
    guard !outputMode.quiet else { return }
    print(text: lines.map { $0.rendered(colour: screen.hasColour) + "\n" }.joined())
  }

  /// Prints one JSON value: over several lines for a person, on one line for a program.
  package func print(json: JSON) {
    let text = screen.isTerminal ? json.serialized(prettyIndent: 2) : json.serialized()
    print(text: PlainText.escapedInJSON(text) + "\n")
  }

  /// Prints text of our own as it is, such as help and completion scripts.
  package func print(text: String) {
    state.withLock { state in
      clearStatus(&state)
      let number = output.write(Array(text.utf8))
      if state.outputError == 0 { state.outputError = number }
    }
  }

  // MARK: Standard error

  /// Takes away the `^C` that the terminal itself wrote where the next message is to begin.
  package func eraseInterruptMark() {
    if errorScreen.hasCursor { write(errorText: "\r\u{1B}[K") }
  }

  /// Hands notes, details and warnings to a log from now on, which knows itself which of them it keeps.
  package func hand(messagesTo log: @escaping @Sendable (Severity, String) -> Void) {
    state.withLock { $0.log = log }
  }

  /// Says something that is good to know and not the result; silent if quiet was asked for.
  package func note(_ line: StyledText) {
    if isLogged(.note, line) { return }
    if !outputMode.quiet { say([line]) }
  }

  /// Says something only where details are asked for.
  package func detail(_ line: @autoclosure () -> StyledText) {
    if isLogged(.detail, line()) { return }
    if outputMode.verbose { say([line().styled(.dim)]) }
  }

  /// Says that something is dangerous or odd; never silent.
  package func warn(_ line: StyledText) {
    if isLogged(.warning, line) { return }
    say([StyledText(language[TerminalText.warning], .warning) + line])
  }

  /// Whether there is a log, which has the message then.
  private func isLogged(_ severity: Severity, _ line: @autoclosure () -> StyledText) -> Bool {
    // The log may write by this console: the lock is given back first.
    guard let log = state.withLock(\.log) else { return false }
    log(severity, line().plain)
    return true
  }

  /// Writes lines to standard error.
  package func say(_ lines: [StyledText]) {
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
  package var showsStatus: Bool { errorScreen.isTerminal && errorScreen.hasCursor && !outputMode.quiet }

  /// Shows or replaces the last line of the terminal; it goes away when something else is written.
  package func showStatus(_ text: StyledText) {
    guard showsStatus else { return }
    state.withLock { draw(text, &$0) }
  }

  /// Shows or replaces the text of one of several who want the status line at once: that of the last begun alone.
  package func showStatus(_ text: StyledText, of holder: AnyObject) {
    guard showsStatus else { return }
    let holder = ObjectIdentifier(holder)
    state.withLock { state in
      if !state.holders.contains(holder) { state.holders.append(holder) }
      if state.holders.last == holder { draw(text, &state) }
    }
  }

  /// Takes the text of one of them away; the line is the one's that began before, which draws it again.
  package func clearStatus(of holder: AnyObject) {
    let holder = ObjectIdentifier(holder)
    state.withLock { state in
      if state.holders.last == holder { clearStatus(&state) }
      state.holders.removeAll { $0 == holder }
    }
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
