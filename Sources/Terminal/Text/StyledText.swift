/// A line of text in which pieces have a meaning, written as a string literal: `"Lecture \(number, .strong) is open."`
///
/// Inserted text is made harmless first (see ``PlainText``), so names and reasons from a chain can be shown as they
/// come, and a newline in them never begins a line.
package struct StyledText: Sendable, Hashable {
  struct Span: Sendable, Hashable {
    let text: String
    let style: Style
    /// Whether it is a path, which goes on in the next line behind any `/`.
    var isPath = false
  }

  var spans: [Span]

  /// Takes a text, made harmless.
  package init(_ text: String, _ style: Style = .plain) {
    spans = text.isEmpty ? [] : [Span(text: PlainText.escaped(text), style: style)]
  }

  /// Takes the path of a file or a key, made harmless; a terminal that is too narrow breaks it.
  package init(path: String) { spans = [Span(text: PlainText.escaped(path), style: .plain, isPath: true)] }

  /// The text alone.
  package var plain: String { spans.map(\.text).joined() }

  /// Whether a piece of it is a warning.
  package var isWarning: Bool { spans.contains { $0.style == .warning } }

  /// The number of columns it takes.
  package var width: Int { spans.reduce(0) { $0 + DisplayWidth.of($1.text) } }

  /// The text as a terminal takes it, in colour or without.
  package func rendered(colour: Bool) -> String {
    guard colour else { return plain }
    return spans.map { $0.style == .plain ? $0.text : $0.style.opening + $0.text + Style.closing }.joined()
  }

  /// Puts one text behind another.
  package static func + (left: StyledText, right: StyledText) -> StyledText {
    var sum = left
    sum.spans += right.spans
    return sum
  }

  /// The text with each piece altered, in its style.
  func mapped(_ alter: (String) -> String) -> StyledText {
    var result = self
    result.spans = spans.compactMap { span in
      let text = alter(span.text)
      return text.isEmpty ? nil : Span(text: text, style: span.style)
    }
    return result
  }

  /// The whole in one style, where it had none.
  package func styled(_ style: Style) -> StyledText {
    var result = self
    result.spans = spans.map { $0.style == .plain ? Span(text: $0.text, style: style, isPath: $0.isPath) : $0 }
    return result
  }
}

extension StyledText: ExpressibleByStringInterpolation {
  /// Takes a literal as plain text.
  package init(stringLiteral value: String) { self.init(value) }

  /// Takes a literal with values in it.
  package init(stringInterpolation: Interpolation) { self = stringInterpolation.text }

  /// The pieces of a literal, put together.
  package struct Interpolation: StringInterpolationProtocol {
    fileprivate var text = StyledText("")

    package init(literalCapacity: Int, interpolationCount: Int) {}

    package mutating func appendLiteral(_ literal: String) { text = text + StyledText(literal) }

    /// Adds a value's text, made harmless, in a style.
    package mutating func appendInterpolation(_ value: some CustomStringConvertible, _ style: Style = .plain) {
      text = text + StyledText(value.description, style)
    }

    /// Adds a text, in a style where it has none.
    package mutating func appendInterpolation(_ part: StyledText, _ style: Style = .plain) {
      text = text + part.styled(style)
    }
  }
}
