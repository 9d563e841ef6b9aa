import JSONFields
import Primitives
import StrictJSON

/// The fields of a JSON object in a key file, found whatever their letters' case (old tools wrote `Crypto`).
typealias Fields = JSONFields<KeystoreError>

extension Fields {
  init(_ json: JSON?, _ path: String = "") throws(KeystoreError) {
    try self.init(json ?? .null, path: path, rules: [.omittingNull, .ignoringCase]) { problem in
      problem.flaw == .repeated
        ? .damaged("The key file has the field `\(TerminalSafe.name(problem.field))` twice.")
        : .damaged("The key file's `\(problem.field)` \(problem.told).")
    }
  }
}

extension JSONFieldProblem {
  fileprivate var told: String {
    switch (due, flaw) {
    case (.object, _): return "is missing or no object"
    case (.number, _): return "is missing or not a whole number in range"
    case (_, .missing), (_, .otherKind): return "is missing or no text"
    case (_, .tooLong): return "is too long"
    case (_, .length(let count, let due)):
      let wanted = due.count == 1 ? "\(due.lowerBound)" : "\(due.lowerBound) to \(due.upperBound)"
      return "has \(count) bytes instead of \(wanted)"
    default: return "is not hexadecimal"
    }
  }
}

extension JSONReader where Value == Int {
  /// A whole number, written as a number or (by some tools) as its digits in quotes.
  static var integer: JSONReader {
    JSONReader { (json) throws(JSONFieldProblem) in
      guard let value = json.int ?? json.string.flatMap({ Int($0) }) else {
        throw JSONFieldProblem(.otherKind, due: .number, found: json)
      }
      return value
    }
  }
}
