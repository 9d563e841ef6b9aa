/// A decimal number as people type it in any of the languages: `1,234.5`, `1 234,5`, `0.5`, `0,5`.
///
/// Comma and point both count: the last one is the decimal sign, and what stands in front of it separates groups of
/// three digits. A single comma before exactly three digits could be either, unless what stands in front of it cannot be
/// thousands, as in `0,125`, `1234,500` and `1 234,500`: it is refused, since money is not guessed.
public struct TypedNumber: Sendable, Hashable {
  /// The number with a point at most, as in `1234.5`, for the reader of amounts or decimals.
  public let plain: String

  /// Reads a number from zero up.
  ///
  /// - Throws: `malformedNumber`, `ambiguousNumber`.
  public init(_ text: String) throws(LocalizationError) {
    guard text.utf8.count <= 100, let number = Parts(text) else {
      throw LocalizationError(
        .malformedNumber, "This is no number.", reason: "A number has digits, and one decimal sign at most.",
        advice: "Write it as in 1,234.5.")
    }
    guard !number.isAmbiguous else {
      throw LocalizationError(
        .ambiguousNumber, "The number can be read in two ways.",
        reason: "Its comma may begin the decimals, or separate the thousands.",
        advice: "Write a point before decimals, and leave the thousands without a sign.")
    }
    plain = number.fraction.map { "\(number.whole).\($0)" } ?? number.whole
  }

  /// The digits on both sides of the decimal sign.
  private struct Parts {
    let whole: String
    let fraction: String?
    let isAmbiguous: Bool

    init?(_ text: String) {
      let signs = text.filter { !$0.isASCIIDigit }
      guard text.first?.isASCIIDigit == true, text.last?.isASCIIDigit == true,
        signs.allSatisfy({ ",.".contains($0) || Parts.blanks.contains($0) })
      else { return nil }
      let marks = signs.filter { ",.".contains($0) }
      // A sign that comes again only separates groups.
      let decimal = marks.last.flatMap { last in marks.count { $0 == last } == 1 ? last : nil }
      let pieces = decimal.map { text.split(separator: $0, omittingEmptySubsequences: false) } ?? [text[...]]
      guard let front = pieces.first, let whole = Parts.ungrouped(front) else { return nil }
      let behind = pieces.count == 2 ? pieces[1] : nil
      guard behind?.allSatisfy(\.isASCIIDigit) ?? true else { return nil }
      self.whole = whole
      fraction = behind.map(String.init)
      isAmbiguous =
        marks == "," && behind?.count == 3 && front.allSatisfy(\.isASCIIDigit) && front.count <= 3 && front.first != "0"
    }

    /// Ordinary blanks, those that no line is broken at, and narrow ones.
    private static let blanks: [Character] = [" ", "\u{A0}", "\u{202F}", "\u{2009}"]

    /// Digits without what separates them; nil where that is of two kinds, or a group is not of three.
    private static func ungrouped(_ text: Substring) -> String? {
      guard let sign = text.first(where: { !$0.isASCIIDigit }) else { return String(text) }
      let groups = text.split(separator: sign, omittingEmptySubsequences: false)
      guard let first = groups.first, (1...3).contains(first.count), groups.dropFirst().allSatisfy({ $0.count == 3 }),
        groups.joined().allSatisfy(\.isASCIIDigit)
      else { return nil }
      return groups.joined()
    }
  }
}
