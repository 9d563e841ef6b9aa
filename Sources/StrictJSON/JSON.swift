/// A JSON value, exact: numbers stay the text they were, so that no digit of a 256-bit integer is lost.
public enum JSON: Hashable, Sendable {
  /// `null`, which is not the same as an absent member.
  case null
  /// `true` or `false`.
  case bool(Bool)
  /// A number as it was written, such as `1e3` or `18446744073709551616`.
  case number(String)
  /// A string, its escapes read.
  case string(String)
  /// The items, in order.
  case array([JSON])
  /// The members, in order, each key once.
  case object(JSONObject)

  /// The limits of a parser.
  public struct Limits: Hashable, Sendable {
    /// The deepest nesting of arrays and objects; never more than 512, so that no input exhausts the stack.
    public var depth: Int {
      didSet { depth = min(depth, Limits.deepest) }
    }
    /// The number of bytes that the text may have.
    public var bytes: Int

    /// 128 levels and 64 MiB by default.
    public init(depth: Int = 128, bytes: Int = 64 << 20) {
      self.depth = min(depth, Limits.deepest)
      self.bytes = bytes
    }

    /// 128 levels and 64 MiB.
    public static let `default` = Limits()

    private static let deepest = 512
  }
}

extension JSON {
  /// The value of a member; nil if this is no object or has no such member.
  public subscript(key: String) -> JSON? { object?[key] }

  /// An item; nil if this is no array or has no such item.
  public subscript(index: Int) -> JSON? {
    guard case .array(let items) = self, items.indices.contains(index) else { return nil }
    return items[index]
  }

  /// Whether this is `null`.
  public var isNull: Bool { self == .null }

  /// The string, if this is one.
  public var string: String? {
    if case .string(let value) = self { value } else { nil }
  }

  /// The items, if this is an array.
  public var array: [JSON]? {
    if case .array(let value) = self { value } else { nil }
  }

  /// The members, if this is an object.
  public var object: JSONObject? {
    if case .object(let value) = self { value } else { nil }
  }

  /// The truth value, if this is one.
  public var bool: Bool? {
    if case .bool(let value) = self { value } else { nil }
  }

  /// The number as it is written, if this is one.
  public var numberText: String? {
    if case .number(let value) = self { value } else { nil }
  }

  /// The number, if it is a whole one, written without point or exponent, and fits.
  public var int: Int? { numberText.flatMap { Int($0) } }
}

extension JSON: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByStringLiteral, ExpressibleByStringInterpolation, ExpressibleByArrayLiteral,
  ExpressibleByDictionaryLiteral
{
  /// JSON's `null`.
  public init(nilLiteral: ()) { self = .null }
  /// True or false.
  public init(booleanLiteral value: Bool) { self = .bool(value) }
  /// A number, by its decimal digits.
  public init(integerLiteral value: Int) { self = .number(String(value)) }
  /// A text.
  public init(stringLiteral value: String) { self = .string(value) }
  /// A list, in the order given.
  public init(arrayLiteral elements: JSON...) { self = .array(elements) }

  /// An object; of two members with one key the later counts.
  public init(dictionaryLiteral elements: (String, JSON)...) { self = .object(JSONObject(elements)) }
}
