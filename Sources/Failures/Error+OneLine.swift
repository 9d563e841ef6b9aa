extension Error {
  /// The text in one line, for the reason of another error.
  package var inOneLine: String {
    "\(self)".split(whereSeparator: \.isNewline).map(String.init).reduce("") { text, line in
      guard let end = text.last else { return line }
      return text + (".!?:;".contains(end) ? " " : "; ") + line
    }
  }
}
