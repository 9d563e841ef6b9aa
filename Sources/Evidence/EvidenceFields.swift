import JSONFields
import StrictJSON

/// The members of an object from a node, each within its bounds.
typealias EvidenceFields = JSONFields<EvidenceError>

extension EvidenceFields {
  /// Takes an object apart.
  ///
  /// - Parameters:
  ///   - code: the kind of every failure.
  ///   - thing: how errors call the object, such as "the header".
  /// - Throws: `code` for anything but an object.
  init(_ json: JSON, _ code: EvidenceError.Code, _ thing: String) throws(EvidenceError) {
    try self.init(json) { problem in
      let reason = problem.field.isEmpty ? "the node told something that is no object" : "its \(problem.told)"
      return EvidenceError(code, "\(thing) cannot be read", reason: reason)
    }
  }
}

extension JSONFieldProblem {
  /// The name of a member, and its flaw.
  fileprivate var told: String {
    let name = field.prefix { $0 != "[" }
    guard name == field else { return "\(name) are no hashes" }
    return switch (due, flaw) {
    case (_, .other(let words)): "\(name) \(words)"
    case (.hash, _): "\(name) is no hash"
    case (.address, _): "\(name) is no address"
    case _ where isMissing: "\(name) is missing"
    case (.list, .otherKind): "\(name) is no list"
    case (_, .otherKind): "\(name) is no string"
    case (_, .tooMany(let count, let most)): "\(name) has \(count) items, more than \(most)"
    case (_, .tooLong): "\(name) is longer than such a field can be"
    case (_, .tooLarge): "\(name) is above 2^64 − 1"
    case (_, .length(let count, let due)): "\(name) has \(count) bytes instead of \(due.upperBound)"
    case (.bytes, _): "\(name) is not hexadecimal"
    default: "\(name) is no number of JSON-RPC"
    }
  }
}
