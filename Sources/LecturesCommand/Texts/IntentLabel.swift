import Localization

/// The label of an intent: the call of a contract, which is the same in all languages, or a transfer or a deployment, which
/// are none.
struct IntentLabel: Phrase {
  /// The label as the outbox has it.
  let english: String

  init(_ label: String) { english = label }

  var korean: String {
    deployed.map { "`\($0)` 배포" } ?? transfer.map { "\($0.amount) 전송, 받는 주소 \($0.receiver)" } ?? english
  }

  var ukrainian: String {
    deployed.map { "розгортання `\($0)`" } ?? transfer.map {
      "переказ \(Language.ukrainian.decimal(String($0.amount))) на \($0.receiver)"
    } ?? english
  }

  /// The contract of `deploy LectureMarket`.
  private var deployed: Substring? {
    let opening = "deploy "
    return english.hasPrefix(opening) ? english.dropFirst(opening.count) : nil
  }

  /// The parts of `transfer of 10 KLAY to 0x…`.
  private var transfer: (amount: Substring, receiver: Substring)? {
    let (opening, mark) = ("transfer of ", " to ")
    guard english.hasPrefix(opening), let last = english.lastIndex(of: " ") else { return nil }
    let (head, receiver) = (english[...last].dropFirst(opening.count), english[english.index(after: last)...])
    return head.hasSuffix(mark) ? (head.dropLast(mark.count), receiver) : nil
  }

  /// The length above which a word of a list is cut: a hash in hexadecimal fits.
  static let longestWord = 66

  /// A label for lists: each word beyond the length of a hash is cut in the middle, as calldata is.
  static func shortened(_ label: String) -> String {
    guard label.utf8.count > longestWord else { return label }
    return label.split(separator: " ", omittingEmptySubsequences: false).map { word in
      word.count > longestWord ? "\(word.prefix(18))…\(word.suffix(8))" : String(word)
    }.joined(separator: " ")
  }
}
