import Primitives

/// Text from outside, made harmless: nothing in it can move the cursor, change colours, hide, or turn a line around.
package enum PlainText {
  /// The text with control, bidirectional and invisible characters written as `\n` or `\u{1b}`.
  package static func escaped(_ text: String) -> String { TerminalSafe.escape(text, limit: .max, keepsJoiners: true) }

  /// Escapes a text that is JSON already, in the escapes that JSON knows; its meaning stays the same.
  package static func escapedInJSON(_ text: String) -> String {
    if text.utf8.allSatisfy({ $0 < 0x7F }) { return text }
    var result = String.UnicodeScalarView()
    let scalars = text.unicodeScalars
    var previous: Unicode.Scalar?
    for place in scalars.indices {
      let (scalar, next) = (scalars[place], scalars.index(after: place))
      defer { previous = scalar }
      if scalar == "\n"
        || TerminalSafe.isPrintable(scalar, after: previous, before: next < scalars.endIndex ? scalars[next] : nil)
      {
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
