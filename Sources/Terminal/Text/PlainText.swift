/// Text from outside, made harmless: nothing in it can move the cursor, change colours, hide, or turn a line around.
package enum PlainText {
  /// More marks than this on one character are written out: they would paint over the lines around.
  private static let maximumMarks = 4

  /// The text with control, bidirectional and invisible characters written as `\n` or `\u{1b}`.
  package static func escaped(_ text: String) -> String {
    if text.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) { return text }
    var result = String.UnicodeScalarView()
    var marks = 0
    for scalar in text.unicodeScalars {
      switch scalar.properties.generalCategory {
      case .nonspacingMark, .enclosingMark: marks += 1
      default: marks = 0
      }
      switch scalar {
      case "\n": result.append(contentsOf: "\\n".unicodeScalars)
      case "\r": result.append(contentsOf: "\\r".unicodeScalars)
      case "\t": result.append(contentsOf: "\\t".unicodeScalars)
      default:
        if isHarmless(scalar) && marks <= maximumMarks {
          result.append(scalar)
        } else {
          result.append(contentsOf: "\\u{\(String(scalar.value, radix: 16))}".unicodeScalars)
        }
      }
    }
    return String(result)
  }

  /// Escapes a text that is JSON already, in the escapes that JSON knows; its meaning stays the same.
  package static func escapedInJSON(_ text: String) -> String {
    if text.utf8.allSatisfy({ $0 < 0x7F }) { return text }
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      if scalar == "\n" || isHarmless(scalar) {
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

  private static func isHarmless(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    // Joiners make one picture of several; a variation selector asks for the coloured one; tags spell flags of regions.
    case 0x200C, 0x200D, 0xFE0E, 0xFE0F: true
    case ..<0x7F: scalar.value >= 0x20
    default:
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned: false
      // Space that is no space: Hangul fillers and the like.
      default: !scalar.properties.isDefaultIgnorableCodePoint
      }
    }
  }
}
