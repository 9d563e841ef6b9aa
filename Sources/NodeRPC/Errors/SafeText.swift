/// Text of somebody else's, made fit for a terminal and a log.
enum SafeText {
  /// Cuts a text and writes every character that could move the cursor, hide or reorder text as `\u{…}`.
  ///
  /// - Parameters:
  ///   - text: Text from outside, for example a node's error message.
  ///   - limit: The most Unicode scalars that are kept; a cut is shown by `…`.
  static func clean(_ text: some StringProtocol, limit: Int) -> String {
    var result = ""
    var count = 0
    for scalar in text.unicodeScalars {
      guard count < limit else { return result + "…" }
      count += 1
      switch scalar {
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += " "
      default:
        if isPlain(scalar) {
          result.unicodeScalars.append(scalar)
        } else {
          result += "\\u{" + String(scalar.value, radix: 16) + "}"
        }
      }
    }
    return result
  }

  /// Cleans bytes that should be UTF-8; others become U+FFFD.
  static func clean(_ bytes: some Sequence<UInt8>, limit: Int) -> String {
    // Four bytes at most for each scalar that is kept, and one more to see that something was cut.
    clean(String(decoding: Array(bytes.prefix(4 * (limit + 1))), as: UTF8.self), limit: limit)
  }

  private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII { return scalar.value >= 0x20 && scalar.value != 0x7f }
    if scalar.properties.isDefaultIgnorableCodePoint { return false }
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate, .unassigned: return false
    default: return true
    }
  }
}
