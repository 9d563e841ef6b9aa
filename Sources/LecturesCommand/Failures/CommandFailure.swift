import Failures
import Localization
import Primitives
import StrictJSON
import Terminal

/// The reason why a command failed, for people in at most four lines, or one more for each of several reasons, and for
/// scripts as JSON.
///
/// Two failures are equal when their codes are.
struct CommandFailure: Error, Sendable, Hashable {
  /// The kind of failure: a word for scripts, which never changes its meaning, and the exit status that goes with it.
  ///
  /// The codes of a lower target begin with its subject, as in `keystore.wrongPassword`.
  struct Code: Sendable, Hashable {
    let name: String
    let status: ExitStatus

    init(_ name: String, _ status: ExitStatus) {
      self.name = name
      self.status = status
    }
  }

  private(set) var code: Code
  /// The words in English, which scripts read, too.
  private(set) var english: FailureWords
  /// Whether the reason is a contract's own text, which is shown to people.
  let isContractsReason: Bool
  /// More for scripts; the members stand beside `code` and `message` in the JSON.
  let details: JSONObject
  /// The words in other languages; nil where there are none, so that people read English.
  private var translation: (@Sendable (Language) -> FailureWords?)?

  init(
    _ code: Code, _ message: String, reason: String? = nil, isContractsReason: Bool = false, call: String? = nil,
    place: String? = nil, advice: String? = nil, details: JSONObject = [:]
  ) {
    self.init(
      code, FailureWords(message, reason: reason, call: call, place: place, advice: advice),
      isContractsReason: isContractsReason, details: details)
  }

  init(
    _ code: Code, _ english: FailureWords, isContractsReason: Bool = false, details: JSONObject = [:],
    translation: (@Sendable (Language) -> FailureWords?)? = nil
  ) {
    self.code = code
    self.english = english
    self.isContractsReason = isContractsReason
    self.details = details
    self.translation = translation
  }

  /// The words in a language; in English where it has none.
  func words(in language: Language) -> FailureWords {
    language == .english ? english : translation?(language)?.about(call) ?? english
  }

  /// The operation that failed.
  var message: String { english.message }
  /// The reason, if it is known.
  var reason: String? { english.reason }
  /// The call it is about, in readable form.
  var call: String? { english.call }
  /// The place to look at instead, if it is about no call: a file, a setting's place, the usage of a command.
  var place: String? { english.place }
  /// The advice; one that replaces the first is in English only.
  var advice: String? {
    get { english.advice }
    set {
      english.advice = newValue
      translation = nil
    }
  }

  var status: ExitStatus { code.status }

  /// The failure under another status.
  func of(_ status: ExitStatus) -> CommandFailure {
    var failure = self
    failure.code = Code(code.name, status)
    return failure
  }

  static func == (left: CommandFailure, right: CommandFailure) -> Bool { left.code == right.code }

  func hash(into hasher: inout Hasher) { hasher.combine(code) }
}

/// The codes of the command line itself; targets and commands add their own in extensions.
extension CommandFailure.Code {
  /// Anything without a kind of its own.
  static let other = Self("failed", .failure)
  /// The command line is not understood.
  static let usage = Self("usage", .usage)
  /// A setting is missing or cannot be read.
  static let settings = Self("settings", .settings)
  /// A network that is not known.
  static let unknownNetwork = Self("unknownNetwork", .settings)
  /// A profile that the configuration file does not have.
  static let unknownProfile = Self("unknownProfile", .settings)
  /// No contract is configured.
  static let noContract = Self("noContractConfigured", .settings)
  /// Nobody there to say yes, and no `--yes`.
  static let needsConfirmation = Self("needsConfirmation", .notConfirmed)
  /// The person said no.
  static let declined = Self("declined", .notConfirmed)
  /// The chain asks for more than was allowed.
  static let overLimit = Self("overLimit", .overLimit)
  /// Nobody there to type a password, and no file with one.
  static let noPassword = Self("noPassword", .locked)
  /// A signal ended the command.
  static let interrupted = Self("interrupted", .interrupted)
  /// The output could not be written.
  static let output = Self("output", .failure)
}

extension CommandFailure: NamedError {
  /// The name of its code.
  var kindName: String { code.name }
}

extension CommandFailure: CustomStringConvertible {
  /// At most four lines: the failed operation, the reason, the call or the place, and advice.
  var description: String { lines.joined(separator: "\n") }

  var lines: [String] { lines(in: .english) }

  func lines(in language: Language) -> [String] {
    let words = words(in: language)
    let why = isContractsReason ? words.reason.map { language[FailureLabel.reason($0)] } : words.reason
    let reasons = words.points.isEmpty ? [why] : words.points.map { Optional($0) }
    return
      ([words.message] + reasons + [words.call.map { language[FailureLabel.call($0)] }, words.place, words.advice])
      .compactMap { $0 }.filter { !$0.isEmpty }
  }

  /// The lines as they go to standard error: the first after a red `error:`, the others indented below it.
  func styledLines(in language: Language) -> [StyledText] {
    let (lines, advice) = (lines(in: language), words(in: language).advice)
    guard let first = lines.first else { return [] }
    let rest = lines.dropFirst().map { StyledText("  ") + StyledText($0, $0 == advice ? .action : .plain) }
    return [StyledText(language[FailureLabel.error], .bad) + StyledText(" " + first)] + rest
  }

  /// The object under `error` in the output of `--json`.
  var json: JSON {
    var object: JSONObject = [
      "code": .string(code.name), "exit": .number(String(status.rawValue)), "message": .string(message),
    ]
    if let reason { object["reason"] = .string(reason) }
    if let call { object["call"] = .string(call) }
    if let place { object["place"] = .string(place) }
    if let advice { object["advice"] = .string(advice) }
    for (key, value) in details where object[key] == nil { object[key] = value }
    return .object(object)
  }
}
