extension String {
  /// The text without blanks at both ends, and without the mark with which some programs begin a file of UTF-8.
  package var trimmed: String {
    func isBlank(_ character: Character) -> Bool { character.isWhitespace || character == "\u{FEFF}" }
    guard let first = firstIndex(where: { !isBlank($0) }), let last = lastIndex(where: { !isBlank($0) }) else {
      return ""
    }
    return String(self[first...last])
  }
}
