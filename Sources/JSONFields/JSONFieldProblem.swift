import Primitives
import StrictJSON

/// The reason why a value in somebody else's JSON is not taken, and its place.
public struct JSONFieldProblem: Error, Sendable, Hashable, CustomStringConvertible {
  /// The forms that readers look for; each reads as what is due.
  public enum Form: String, Sendable, Hashable {
    case object = "an object"
    case list = "an array"
    case string = "a string"
    case bool = "true or false"
    case number = "a whole number"
    case quantity = "a quantity such as 0x1a"
    case word = "a quantity below 2^64"
    case ratio = "a number from 0 up"
    case bytes = "data such as 0x00ff"
    case hash = "a hash of 32 bytes"
    case address = "an address of 20 bytes"
  }

  /// The flaws that a value can have.
  public enum Flaw: Sendable, Hashable {
    /// There is no such member.
    case missing
    /// The value is of another kind of JSON.
    case otherKind
    /// A text does not begin with `0x`.
    case unprefixed
    /// A text cannot be read.
    case malformed(PrimitivesError)
    /// A number has more than so many bits.
    case tooLarge(UInt256, bits: Int)
    /// A text has more characters than any of its form.
    case tooLong
    /// A number of bytes that is none of the allowed ones.
    case length(Int, of: ClosedRange<Int>)
    /// A number of items that is more than are allowed.
    case tooMany(Int, most: Int)
    /// The member is there again in other letters' case.
    case repeated
    /// The member of this name is not among those that are known.
    case unknown(String, among: [String])
    /// Another flaw, in words that follow the field's name.
    case other(String)
  }

  /// The place, such as `logs[2].topics[0]`; empty for the value itself.
  public private(set) var field: String
  /// The form that is due.
  public let due: Form
  /// The reason why the value does not have that form.
  public let flaw: Flaw
  /// The value, as far as there is one.
  public let found: JSON

  /// A flaw of a value itself; readers around it put their names before that.
  public init(_ flaw: Flaw, due: Form, found: JSON = .null) {
    (field, self.due, self.flaw, self.found) = ("", due, flaw, found)
  }

  /// A flaw in words that follow the field's name.
  public init(_ words: String, field: String = "") {
    (self.field, due, flaw, found) = (field, .object, .other(words), .null)
  }

  /// Whether there is nothing, or `null`.
  public var isMissing: Bool { flaw == .missing || flaw == .otherKind && found.isNull }

  /// The field, and its flaw in the words of a node.
  public var description: String { field.isEmpty ? problem : "\(field): \(problem)" }

  /// The flaw in words that follow the field's name.
  public var problem: String {
    switch flaw {
    case .missing: "is missing"
    case .other(let words): words
    case .unknown: "is not known"
    default: "is \(shown) where \(due.rawValue) is due"
    }
  }

  private var shown: String {
    switch found {
    case .null: "null"
    case .bool(let value): "\(value)"
    case .number(let text): "the number \(TerminalSafe.escape(text, limit: 40))"
    case .string(let text): "\"\(TerminalSafe.escape(text, limit: 40))\""
    case .array: "an array"
    case .object: "an object"
    }
  }

  /// The problem with the name of the member around it, or the place of the item (`[2]`), in front.
  public func inside(_ name: String) -> JSONFieldProblem {
    var outer = self
    outer.field = field.isEmpty ? name : field.hasPrefix("[") || name.isEmpty ? name + field : "\(name).\(field)"
    return outer
  }
}
