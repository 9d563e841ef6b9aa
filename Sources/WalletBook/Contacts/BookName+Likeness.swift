import Keys

extension BookName {
  /// Whether two different names could be taken for one another: by case, by accents, or by letters that look the same
  /// in another script.
  public static func looksLike(_ name: String, _ other: String) -> Bool {
    name != other && Lookalike.skeleton(name) == Lookalike.skeleton(other)
  }
}
