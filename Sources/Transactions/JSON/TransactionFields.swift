import JSONFields
import Primitives
import StrictJSON

/// The members of a transaction's JSON, or of an object in it. `null` is as good as absent.
typealias TransactionFields = JSONFields<TransactionError>

extension TransactionFields {
  /// Takes a transaction apart.
  ///
  /// - Throws: `notJSON` for anything but an object.
  init(_ json: JSON) throws(TransactionError) {
    try self.init(json, failing: TransactionError.init)
  }

  /// Whether the field is there and not `null`.
  func has(_ name: String) -> Bool { self[name] != nil }

  /// The name under which a field with two names is there; the first if it is under none.
  func name(_ first: String, or other: String) -> String { has(first) || !has(other) ? first : other }

  /// A field that must be there.
  ///
  /// - Throws: `missingField` with the advice, or `invalidField`.
  func required<Value>(
    _ name: String, _ reader: JSONReader<Value>, orDo advice: String
  ) throws(TransactionError) -> Value {
    guard let value = try optional(name, reader) else { throw missing(name, advice) }
    return value
  }

  /// An error about a field that is not there.
  func missing(_ name: String, _ advice: String) -> TransactionError { .missing(place(name), advice) }

  /// An error about a value that cannot be read.
  func invalid(_ name: String, _ reason: String, _ advice: String? = nil) -> TransactionError {
    .invalid(place(name), reason, advice)
  }

  /// An error about two fields that do not agree.
  func contradiction(_ name: String, _ what: String, _ advice: String? = nil) -> TransactionError {
    TransactionError(.contradiction, what, about: place(name), advice: advice)
  }
}

extension TransactionError {
  fileprivate static func missing(_ field: String, _ advice: String) -> TransactionError {
    TransactionError(.missingField, "The field \(field) is missing.", about: field, advice: advice)
  }

  fileprivate static func invalid(_ field: String, _ reason: String, _ advice: String? = nil) -> TransactionError {
    TransactionError(
      .invalidField, "The field \(field) cannot be read.", about: field, reason: reason, advice: advice)
  }

  fileprivate init(_ problem: JSONFieldProblem) {
    let field = problem.field
    switch (problem.due, problem.flaw) {
    case (_, .unknown(let name, let known)):
      let near = NearMatch.closest(to: name, among: known)
      self.init(
        .unknownField, "There is no field \(quoted(field)) in a transaction.", about: field,
        advice: near.map { "Did you mean \($0)?" } ?? "Known are \(known.joined(separator: ", ")).")
    case (.object, _):
      self.init(
        .notJSON, field.isEmpty ? "A transaction is a JSON object, this is not one." : "\(field) is not a JSON object.",
        about: field.isEmpty ? nil : field)
    case _ where problem.isMissing: self = .missing(field, "Add it as \"0x1a\", \"26\" or 26.")
    case (.number, .malformed(let error)):
      self = .invalid(
        field, error.inOneLine, "Write it as \"0x1a\", \"26\" or 26: a whole number without sign or exponent.")
    case (_, .malformed(let error)): self = .invalid(field, error.inOneLine)
    case (_, .tooLarge(let number, let bits)):
      self = .invalid(field, "\(number) is above \(bits == 64 ? "2^64 − 1" : "255")")
    case (.bool, _): self = .invalid(field, "it is neither true nor false")
    case (.number, _): self = .invalid(field, "it is neither a number nor a string")
    case (.bytes, _): self = .invalid(field, "it is not a string that begins with 0x")
    case (.list, _): self = .invalid(field, "it is not a list")
    default: self = .invalid(field, "it is not a string")
    }
  }
}

private func quoted(_ name: String) -> String {
  let clean = name.unicodeScalars.prefix(60).map { $0.value < 0x20 || $0.value == 0x7f ? "?" : String($0) }
  return "\"\(clean.joined())\""
}
