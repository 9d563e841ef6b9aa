/// The form of a noun behind a whole number; Korean has only one.
public enum Plural {
  /// The singular for 1, else the plural.
  public static func english(_ count: some BinaryInteger, _ one: String, _ other: String) -> String {
    count == 1 ? one : other
  }

  /// The form that a Ukrainian number asks for: `1 лекція`, `2 лекції`, `5 лекцій`; `11`, `12` and `111` are many.
  public static func ukrainian(_ count: some BinaryInteger, _ one: String, _ few: String, _ many: String) -> String {
    let hundred = UInt(count.magnitude % 100)
    switch (hundred % 10, hundred / 10) {
    case (_, 1): return many
    case (1, _): return one
    case (2...4, _): return few
    default: return many
    }
  }
}
