extension String {
  /// The text without blanks at both ends, and without the mark with which some programs begin a file of UTF-8.
  package var trimmed: String {
    func isBlank(_ character: Character) -> Bool { character.isWhitespace || character == "\u{FEFF}" }
    return String(drop(while: isBlank).reversed().drop(while: isBlank).reversed())
  }
}
