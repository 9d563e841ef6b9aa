@_exported import Failures

/// Why a text is not the JSON it should be.
public typealias JSONError = DomainError<JSONErrors>

/// The domain of ``JSONError``.
public enum JSONErrors: ErrorDomain {
  /// The offset of a byte.
  public typealias Subject = Int

  /// The reason and the place in the text, put together when somebody reads them.
  public static func words(for error: JSONError) -> ErrorWords {
    let why =
      switch error.code {
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
      default: error.code.description
      }
    return ErrorWords("not valid JSON at byte \(error.offset): \(why)")
  }
}

extension ErrorCode<JSONErrors> {
  /// The text ends inside a value, or is empty.
  public static var truncated: Self { Self("truncated") }
  /// A character that does not belong where it stands.
  public static var unexpectedCharacter: Self { Self("unexpectedCharacter") }
  /// A number that JSON does not write so.
  public static var badNumber: Self { Self("badNumber") }
  /// An escape that JSON does not know, or half of a surrogate pair.
  public static var badEscape: Self { Self("badEscape") }
  /// A control character in a string.
  public static var controlCharacter: Self { Self("controlCharacter") }
  /// Bytes that are not UTF-8.
  public static var badUTF8: Self { Self("badUTF8") }
  /// Two members of one object with the same key.
  public static var duplicateKey: Self { Self("duplicateKey") }
  /// Something after the value.
  public static var trailingBytes: Self { Self("trailingBytes") }
  /// Arrays and objects nested deeper than the limit.
  public static var tooDeep: Self { Self("tooDeep") }
  /// A longer text than the limit.
  public static var tooLong: Self { Self("tooLong") }
}

extension JSONError {
  /// The offset of the offending byte.
  public var offset: Int { subject ?? 0 }

  init(_ code: Code, _ offset: Int) { self.init(code, words: nil, about: offset) }
}
