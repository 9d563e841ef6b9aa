import Primitives

/// Text from outside, made harmless: nothing in it can move the cursor, change colours, hide, or turn a line around.
package enum PlainText {
  /// The text with control, bidirectional and invisible characters written as `\n` or `\u{1b}`.
  package static func escaped(_ text: String) -> String { TerminalSafe.escape(text, limit: .max, keepsJoiners: true) }

  /// Escapes a text that is JSON already, in the escapes that JSON knows; its meaning stays the same.
  package static func escapedInJSON(_ text: String) -> String {
    if text.utf8.allSatisfy({ $0 < 0x7F }) { return text }
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      if scalar == "\n" || TerminalSafe.isPrintable(scalar, keepsJoiners: true) {
        result.append(scalar)
      } else {
        for unit in String(scalar).utf16 {
          let digits = String(unit, radix: 16)
          result.append(contentsOf: "\\u\(String(repeating: "0", count: 4 - digits.count))\(digits)".unicodeScalars)
        }
      }
    }
    return String(result)
  }
}
