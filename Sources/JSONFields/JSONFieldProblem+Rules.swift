import Primitives
import StrictJSON

extension JSONFieldProblem {
  /// A sentence for whoever wrote a file of rules.
  package var ruleSentence: String {
    switch (due, flaw) {
    case (_, .missing): "\(field) is missing."
    case (_, .other(let words)): "\(field) \(words)."
    case (_, .unknown(let name, let known)):
      "\(field) is no rule\(NearMatch.closest(to: name, among: known).map { "; did you mean \($0)?" } ?? ".")"
    case (.object, _): "\(field.isEmpty ? "The whole" : field) has to be an object {…}."
    case (.bool, _): "\(field) has to be true or false."
    case (.list, _): "\(field) has to be a list […]."
    case (_, .tooLarge(_, let bits)): "\(field) has to be below 2^\(bits)."
    case (.number, _): "\(field) has to be a whole number."
    case (_, .malformed(let error)): "\(field): \(error.inOneLine)."
    default: "\(field) has to be a text."
    }
  }
}

extension JSONFields {
  /// The object in a member that may be absent, with members of these names alone.
  package func object(_ name: String, known: [String]) throws(Failure) -> JSONFields? {
    guard self[name] != nil else { return nil }
    let fields = try fields(name)
    try fields.refuseOthers(than: known)
    return fields
  }
}
