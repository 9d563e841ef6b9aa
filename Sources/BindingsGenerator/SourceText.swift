import ContractABI

/// Swift source, line by line.
struct SourceText {
  private(set) var text = ""
  private var level = 0

  /// A line at the current indentation; an empty one without it.
  mutating func line(_ content: String = "") {
    text += (content.isEmpty ? "" : String(repeating: "  ", count: level) + content) + "\n"
  }

  /// A line, the indented lines of `body`, and a closing line.
  mutating func block(_ opening: String, closing: String = "}", _ body: (inout SourceText) -> Void) {
    line(opening)
    level += 1
    body(&self)
    level -= 1
    line(closing)
  }

  /// A documentation comment of one line, for any text.
  mutating func comment(_ text: String) {
    line("/// " + TerminalSafe.escape(text, limit: 1000))
  }

  /// The text as the inside of a string literal: nothing in it ends the literal or interpolates.
  static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case " "..."~": result.unicodeScalars.append(scalar)
      default: result += "\\u{\(String(scalar.value, radix: 16))}"
      }
    }
    return result
  }

  /// A string literal.
  static func literal(_ text: String) -> String { "\"\(escaped(text))\"" }
}
