/// The titles that a lecture contract keeps.
public enum LectureTitle {
  /// Bytes of UTF-8 that a title may have.
  public static let longest = 100

  /// - Throws: `LectureError` `.invalidTitle` for a title that the contract would refuse.
  public static func check(_ title: String) throws(LectureError) {
    guard title.utf8.count > longest else { return }
    throw LectureError(
      .invalidTitle, "The title has \(title.utf8.count) bytes; \(longest) at most are kept.",
      reason: "Letters outside of ASCII take two to four bytes.", advice: "Shorten it.")
  }
}
