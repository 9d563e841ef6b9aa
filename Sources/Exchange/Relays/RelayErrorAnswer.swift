import Primitives
import StrictJSON

/// The words with which a relay refuses, in the form that versions 0 and 4 of the interface share; texts are cleaned
/// for a terminal and cut.
public struct RelayErrorAnswer: Sendable, Hashable {
  /// A fault of one field.
  public struct Problem: Sendable, Hashable {
    /// The name of the member of the order's JSON.
    public let field: String
    /// The interface's number of the kind of fault; nil where none was given.
    public let code: Int?
    /// The relay's words.
    public let reason: String
  }

  /// The status of the relay's HTTP answer.
  public let status: Int
  /// The interface's number of the kind of refusal; nil where none was given.
  public let code: Int?
  /// The relay's words; nil where it has none.
  public let reason: String?
  /// The faults of fields, twenty at most.
  public let validationErrors: [Problem]
  /// Seconds that the relay asks to wait.
  public let retryAfter: Int?

  private static let mostProblems = 20

  /// Reads the body of an answer that is no success; what is not in the form is passed over.
  init(status: Int, json: JSON?, retryAfter: Int?) {
    self.status = status
    self.retryAfter = retryAfter
    code = json?["code"]?.int
    reason = json?["reason"]?.string.map(Self.text)
    validationErrors = (json?["validationErrors"]?.array ?? []).prefix(Self.mostProblems).compactMap { item in
      guard item.object != nil else { return nil }
      return Problem(
        field: TerminalSafe.name(item["field"]?.string ?? ""), code: item["code"]?.int,
        reason: Self.text(item["reason"]?.string ?? ""))
    }
  }

  private static func text(_ text: String) -> String { TerminalSafe.escape(text, limit: 200) }

  /// The refusal in one sentence for people.
  public var sentence: String {
    var parts = ["It answers with HTTP status \(status)"]
    if let code { parts.append("code \(code)") }
    let faults = validationErrors.map { $0.field.isEmpty ? $0.reason : "\($0.field): \($0.reason)" }
    let words = [reason].compactMap { $0 } + faults
    let told = words.isEmpty ? "" : ": " + words.joined(separator: "; ")
    let wait = retryAfter.map { " It asks to wait for \($0) s." } ?? ""
    return parts.joined(separator: ", ") + told + "." + wait
  }
}
