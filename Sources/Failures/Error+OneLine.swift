extension Error {
  /// The text in one line, for the reason of another error.
  package var inOneLine: String { "\(self)".split(whereSeparator: \.isNewline).joined(separator: "; ") }
}
