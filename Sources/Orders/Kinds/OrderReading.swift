import JSONFields
import Primitives
import StrictJSON

extension OrderError {
  /// The error for a member of an order's JSON.
  init(_ problem: JSONFieldProblem) {
    let (message, place) = ("the order cannot be read", problem.field.isEmpty ? nil : problem.field)
    switch problem.flaw {
    case .missing: self.init(.missingMember, message, about: place, reason: "\(problem)")
    case .unknown(let name, let known):
      self.init(
        .unknownMember, message, about: place,
        reason: "\(TerminalSafe.quote(name, limit: 40)) is no member of an order of this kind", facts: .members(known))
    case .tooLarge: self.init(.outOfRange, message, about: place, reason: "\(problem)")
    default: self.init(.invalidMember, message, about: place, reason: "\(problem)")
    }
  }

  /// The error for a number above what its field can hold.
  static func tooLarge(_ member: String, bits: Int) -> OrderError {
    OrderError(.outOfRange, "the order's \(member) is too large", about: member, reason: "it may have \(bits) bits")
  }
}

extension JSONReader where Value == UInt256 {
  /// A string of decimal digits, the first not zero unless it is the only one.
  static var decimalString: JSONReader {
    JSONReader { (json) throws(JSONFieldProblem) in
      guard case .string(let text) = json else { throw JSONFieldProblem(.otherKind, due: .number, found: json) }
      return try whole(text, json)
    }
  }

  /// A number of JSON with digits alone.
  static var plainNumber: JSONReader {
    JSONReader { (json) throws(JSONFieldProblem) in
      guard case .number(let text) = json else { throw JSONFieldProblem(.otherKind, due: .number, found: json) }
      return try whole(text, json)
    }
  }

  private static func whole(_ text: String, _ json: JSON) throws(JSONFieldProblem) -> UInt256 {
    let digits = text.utf8
    guard digits.count <= 78 else { throw JSONFieldProblem(.tooLarge(.max, bits: 256), due: .number, found: json) }
    let isPlain = digits.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
    guard isPlain, !digits.isEmpty, digits.count == 1 || digits.first != UInt8(ascii: "0") else {
      throw JSONFieldProblem(.otherKind, due: .number, found: json)
    }
    do throws(PrimitivesError) {
      return try UInt256(parsing: text)
    } catch { throw JSONFieldProblem(.tooLarge(.max, bits: 256), due: .number, found: json) }
  }
}

extension JSON {
  /// A number in decimal digits, as a string.
  static func decimal(_ number: UInt256) -> JSON { .string(number.description) }
}
