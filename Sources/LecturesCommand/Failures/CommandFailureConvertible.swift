import Database
import Localization
import StrictJSON

/// An error that knows which kind of failure it is for the person who typed the command.
protocol CommandFailureConvertible: Error {
  var commandFailure: CommandFailure { get }
}

extension DomainError: CommandFailureConvertible where Domain: CommandFailureDomain {
  var commandFailure: CommandFailure {
    let failure = Domain.commandFailure(of: self).translated { language in
      switch language {
      case .english: nil
      case .korean: Domain.korean(self)
      case .ukrainian: Domain.ukrainian(self)
      }
    }
    // Whichever store it is of, it passes as a node's absence does.
    return isOfAwayServer && failure.status == .failure ? failure.of(.nodeUnavailable) : failure
  }
}

/// The errors of a lower target as failures of a command.
///
/// Each domain's conformance is one extension in `Failures/Libraries`: the only place where its codes meet exit statuses
/// and the command line's words for what to do.
protocol CommandFailureDomain: ErrorDomain {
  /// The subject with which its codes begin in scripts, as in `keystore.wrongPassword`.
  static var subject: String { get }

  static func status(of error: DomainError<Self>) -> ExitStatus

  /// The code for scripts: the subject, and the error's own.
  static func code(of error: DomainError<Self>) -> CommandFailure.Code

  /// The next step in the words of the command line.
  static func nextStep(after error: DomainError<Self>) -> String?

  /// The library's own advice, where it has some; else the next step.
  static func advice(for error: DomainError<Self>) -> String?

  /// More for scripts.
  static func details(of error: DomainError<Self>) -> JSONObject

  static func commandFailure(of error: DomainError<Self>) -> CommandFailure

  /// The Korean text, made from code and facts; nil where it is shown in English.
  static func korean(_ error: DomainError<Self>) -> FailureWords?

  /// The Ukrainian text, made from code and facts; nil where it is shown in English.
  static func ukrainian(_ error: DomainError<Self>) -> FailureWords?
}

extension CommandFailureDomain {
  static func status(of error: DomainError<Self>) -> ExitStatus { .failure }

  static func nextStep(after error: DomainError<Self>) -> String? { nil }

  static func advice(for error: DomainError<Self>) -> String? { error.advice ?? nextStep(after: error) }

  static func details(of error: DomainError<Self>) -> JSONObject { [:] }

  static func korean(_ error: DomainError<Self>) -> FailureWords? { nil }

  static func ukrainian(_ error: DomainError<Self>) -> FailureWords? { nil }

  static func commandFailure(of error: DomainError<Self>) -> CommandFailure {
    CommandFailure(
      code(of: error), error.message, reason: error.reason, call: error.call, advice: advice(for: error),
      details: details(of: error))
  }

  static func code(of error: DomainError<Self>) -> CommandFailure.Code {
    .init("\(subject).\(error.code)", status(of: error))
  }
}

/// A domain whose errors say all in one text, a line for each part.
protocol TextFailureDomain: CommandFailureDomain {}

extension TextFailureDomain {
  static func commandFailure(of error: DomainError<Self>) -> CommandFailure {
    CommandFailure(code(of: error), text: error.description, details: details(of: error))
  }
}

extension CommandFailure {
  /// The failure that any error is: its own if the error knows it, else one with the error's text and no special code.
  init(_ error: any Error) {
    switch error {
    case let failure as CommandFailure: self = failure
    case let error as any CommandFailureConvertible: self = error.commandFailure
    case is CancellationError: self.init(.interrupted, CommandRefusal.interrupted)
    default:
      let lines = CommandFailure.lines(of: String(describing: error))
      self.init(
        .other, CommandFailure.sentence(lines.first ?? "It failed, and nothing says why"),
        reason: lines.count > 1 ? lines.dropFirst().joined(separator: " ") : nil)
    }
  }

  /// A failure whose cause is another: the reason and the advice of that one, under a message of this one's.
  ///
  /// - Parameter advice: advice beside that of `error`.
  init(_ code: Code, _ message: String, because error: any Error, place: String? = nil, advice: String? = nil) {
    let cause = CommandFailure(error)
    self.init(
      code, FailureWords(message, place: place, advice: advice).because(of: cause.english), details: cause.details)
  }

  /// Does something, and puts an error under a message of its own as ``init(_:_:because:place:advice:)`` does.
  static func explaining<Value>(
    _ code: Code, _ message: @autoclosure () -> String, advice: @autoclosure () -> String? = nil,
    _ work: () throws -> Value
  ) throws(CommandFailure) -> Value {
    do { return try work() } catch { throw CommandFailure(code, message(), because: error, advice: advice()) }
  }

  /// Takes the text of an error without parts, as Primitives and Keys write theirs: the failed operation, the reason if
  /// that has a line of its own, and in the last of several lines the advice.
  init(_ code: Code, text: String, details: JSONObject = [:]) {
    let lines = CommandFailure.lines(of: text)
    let reason = lines.dropFirst().dropLast().map(CommandFailure.sentence).joined(separator: " ")
    self.init(
      code, CommandFailure.sentence(lines.first ?? text), reason: reason.isEmpty ? nil : reason,
      advice: lines.count > 1 ? lines.last.map(CommandFailure.instruction) : nil, details: details)
  }

  /// With a capital at the beginning and a full stop at the end, where they are due.
  static func sentence(_ text: String) -> String {
    let text = capitalised(text)
    guard let last = text.last, !".?!…:".contains(last) else { return text }
    return text + "."
  }

  /// A sentence, but without a full stop behind text to be copied, such as a path or a number.
  private static func instruction(_ text: String) -> String {
    let last = text.split(separator: " ").last ?? ""
    return last.allSatisfy(\.isLetter) ? sentence(text) : capitalised(text)
  }

  /// With a capital at the beginning, unless that is a name with capitals of its own or a symbol.
  static func capitalised(_ text: String) -> String {
    guard let first = text.first, first.isLowercase else { return text }
    let word = text.prefix { !$0.isWhitespace }
    guard word.allSatisfy({ $0.isLowercase || $0 == "’" || $0 == "'" }) else { return text }
    return first.uppercased() + text.dropFirst()
  }

  private static func lines(of text: String) -> [String] { text.split(whereSeparator: \.isNewline).map(String.init) }
}
