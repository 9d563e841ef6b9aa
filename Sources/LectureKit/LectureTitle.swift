/// The titles that a lecture contract keeps.
public enum LectureTitle {
  /// Bytes of UTF-8 that a title may have.
  public static let longest = 100

  /// - Throws: `LectureError` `.invalidTitle` for a title that the contract would refuse, and for one that nobody sees.
  public static func check(_ title: String) throws(LectureError) {
    guard title.isEmpty || !isBlank(title) else {
      throw LectureError(
        .invalidTitle, "The title shows nothing.", reason: "It has only blanks and invisible characters.",
        advice: "Write one that can be read, or leave it out.", facts: .blankTitle)
    }
    guard title.utf8.count > longest else { return }
    throw LectureError(
      .invalidTitle, "The title has \(title.utf8.count) bytes; \(longest) at most are kept.",
      reason: "Letters outside of ASCII take two to four bytes.", advice: "Shorten it.")
  }

  /// Whether nothing of a title can be seen.
  static func isBlank(_ title: String) -> Bool {
    title.unicodeScalars.allSatisfy { scalar in
      let properties = scalar.properties
      return properties.isWhitespace || properties.isDefaultIgnorableCodePoint || scalar == "\u{2800}"
        || [.control, .format].contains(properties.generalCategory)
    }
  }
}
