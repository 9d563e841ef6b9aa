/// The meaning of a piece of text; its look is decided where it is written.
package enum Style: Sendable, Hashable {
  case plain
  /// Text that the eye should find first.
  case strong
  /// Text that may be skipped.
  case dim
  /// Done, or as it should be.
  case good
  /// Odd or dangerous.
  case warning
  /// Failed.
  case bad
  /// Something to type or to open.
  case action
  /// Black on white, whatever the terminal's own colours are.
  case paper

  /// The escape sequence that begins the style (ECMA-48, SGR); empty for plain text.
  var opening: String {
    switch self {
    case .plain: ""
    case .strong: "\u{1B}[1m"
    case .dim: "\u{1B}[2m"
    case .good: "\u{1B}[32m"
    case .warning: "\u{1B}[33m"
    case .bad: "\u{1B}[1;31m"
    case .action: "\u{1B}[36m"
    case .paper: "\u{1B}[30;107m"
    }
  }

  static let closing = "\u{1B}[0m"
}
