/// Text made safe to stand in markup.
///
/// It works on Unicode scalars: to a search by characters, a `<` with an accent on it is another character than `<`, and to
/// a browser it is not.
enum Escaping {
  /// The place that a text stands in.
  enum Place {
    case content, attribute
  }

  /// Appends a text, with every scalar that means something in markup written as a reference.
  ///
  /// A control character, which no reader of XML accepts, becomes U+FFFD.
  static func append(_ text: String, in place: Place, to result: inout String) {
    // Most texts have nothing to escape.
    guard !text.utf8.allSatisfy(isPlain) else {
      result += text
      return
    }
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "\r": result += "&#13;"
      // A reader makes blanks of them in attributes.
      case "\n" where place == .attribute: result += "&#10;"
      case "\t" where place == .attribute: result += "&#9;"
      case "\n", "\t": result.unicodeScalars.append(scalar)
      default: result.unicodeScalars.append(isAllowed(scalar) ? scalar : "\u{FFFD}")
      }
    }
  }

  /// Whether a byte of UTF-8 is of a scalar that is written as it is, wherever it stands; false if that depends on others.
  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "&"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\""): false
    // Controls, and the first bytes of U+0080 to U+00BF and of U+F000 to U+FFFF.
    case ..<0x20, 0x7F, 0xC2, 0xEF: false
    default: true
    }
  }

  /// Whether XML 1.0 knows the scalar; of control characters HTML takes no more.
  private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case ..<0x20, 0x7F...0x9F, 0xFFFE, 0xFFFF: false
    default: true
    }
  }
}
