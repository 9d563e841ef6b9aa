/// Why a text is not the JSON it should be.
///
/// Two errors are equal when their codes are.
public struct JSONError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of failure; new kinds may be added at any time.
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    public let description: String

    private init(_ description: String) { self.description = description }

    /// The text ends inside a value, or is empty.
    public static let truncated = Code("truncated")
    /// A character that does not belong where it stands.
    public static let unexpectedCharacter = Code("unexpectedCharacter")
    /// A number that JSON does not write so.
    public static let badNumber = Code("badNumber")
    /// An escape that JSON does not know, or half of a surrogate pair.
    public static let badEscape = Code("badEscape")
    /// A control character in a string.
    public static let controlCharacter = Code("controlCharacter")
    /// Bytes that are not UTF-8.
    public static let badUTF8 = Code("badUTF8")
    /// Two members of one object with the same key.
    public static let duplicateKey = Code("duplicateKey")
    /// Something after the value.
    public static let trailingBytes = Code("trailingBytes")
    /// Arrays and objects nested deeper than the limit.
    public static let tooDeep = Code("tooDeep")
    /// A longer text than the limit.
    public static let tooLong = Code("tooLong")
  }

  /// The kind of failure.
  public let code: Code
  /// The offset of the offending byte.
  public let offset: Int

  init(_ code: Code, _ offset: Int) {
    self.code = code
    self.offset = offset
  }

  public var description: String {
    let why =
      switch code {
      case .truncated: "the text ends too early"
      case .unexpectedCharacter: "a character does not belong there"
      case .badNumber: "a number is not written as JSON wants it"
      case .badEscape: "an escape in a string is none that JSON knows"
      case .controlCharacter: "a control character stands in a string"
      case .badUTF8: "the bytes are not UTF-8"
      case .duplicateKey: "an object has two members of one name"
      case .trailingBytes: "something follows the value"
      case .tooDeep: "arrays and objects nest too deep"
      case .tooLong: "the text is longer than allowed"
      default: code.description
      }
    return "not valid JSON at byte \(offset): \(why)"
  }

  public static func == (left: JSONError, right: JSONError) -> Bool { left.code == right.code }

  public func hash(into hasher: inout Hasher) { hasher.combine(code) }
}
