import Primitives
import StrictJSON
import Terminal

/// The reason why a command failed, for people in at most four lines and for scripts as JSON.
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

  let code: Code
  /// The operation that failed.
  let message: String
  /// The reason, if it is known.
  let reason: String?
  /// Whether the reason is a contract's own text, which is shown to people.
  let isContractsReason: Bool
  /// The call it is about, in readable form.
  let call: String?
  /// The place to look at instead, if it is about no call: a file, a setting's place, the usage of a command.
  let place: String?
  /// The next thing to do.
  var advice: String?
  /// More for scripts; the members stand beside `code` and `message` in the JSON.
  let details: JSONObject

  init(
    _ code: Code, _ message: String, reason: String? = nil, isContractsReason: Bool = false, call: String? = nil,
    place: String? = nil, advice: String? = nil, details: JSONObject = [:]
  ) {
    self.code = code
    self.message = CommandFailure.oneLine(message)
    self.reason = reason.map(CommandFailure.oneLine)
    self.isContractsReason = isContractsReason
    self.call = call.map(CommandFailure.oneLine)
    self.place = place.map(CommandFailure.oneLine)
    self.advice = advice.map(CommandFailure.oneLine)
    self.details = details
  }

  var status: ExitStatus { code.status }

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

extension CommandFailure: CustomStringConvertible {
  /// At most four lines: the failed operation, the reason, the call or the place, and advice.
  var description: String { lines.joined(separator: "\n") }

  var lines: [String] {
    let why = isContractsReason ? reason.map { "Reason: \($0)" } : reason
    return [message, why, call.map { "Call: \($0)" }, place, advice].compactMap { $0 }.filter { !$0.isEmpty }
  }

  private static func oneLine(_ text: String) -> String {
    guard text.contains(where: \.isNewline) else { return text }
    return text.split(whereSeparator: \.isNewline).map { String($0).trimmed }.joined(separator: " ")
  }

  /// The lines as they go to standard error: the first after a red `error:`, the others indented below it.
  var styledLines: [StyledText] {
    let lines = lines
    guard let first = lines.first else { return [] }
    let rest = lines.dropFirst().map { StyledText("  ") + StyledText($0, $0 == advice ? .action : .plain) }
    return [StyledText("error:", .bad) + StyledText(" " + first)] + rest
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
