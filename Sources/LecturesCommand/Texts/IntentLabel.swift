import Localization

/// The label of an intent: the call of a contract, which is the same in all languages, or a transfer, a deal, another
/// transaction of an exchange, a deployment or a new key of an account, which are none; before it stands what another of them does with it.
struct IntentLabel: Phrase {
  /// The label as the outbox has it.
  let english: String

  init(_ label: String) { english = label }

  var korean: String {
    if let (rest, isCancelled) = replaced { return "\(isCancelled ? "취소" : "빠르게 처리"): \(rest.korean)" }
    if let deal {
      return deal.isBuying ? "\(deal.first) 구매, \(deal.second) 지불" : "\(deal.first) 판매, \(deal.second) 받음"
    }
    if let trade = TradeLabel(english) { return trade.korean }
    if let account = updated { return "계정 \(account) 키 변경" }
    return deployed.map { "`\($0)` 배포" } ?? transfer.map { "\($0.amount) 전송, 받는 주소 \($0.receiver)" } ?? english
  }

  var ukrainian: String {
    if let (rest, isCancelled) = replaced { return "\(isCancelled ? "скасування" : "прискорення"): \(rest.ukrainian)" }
    if let deal {
      let amounts = [deal.first, deal.second].map { Language.ukrainian.decimal(String($0)) }
      return "\(deal.isBuying ? "купівля" : "продаж") \(amounts[0]) за \(amounts[1])"
    }
    if let trade = TradeLabel(english) { return trade.ukrainian }
    if let account = updated { return "зміна ключа рахунку \(account)" }
    return deployed.map { "розгортання `\($0)`" } ?? transfer.map {
      "переказ \(Language.ukrainian.decimal(String($0.amount))) на \($0.receiver)"
    } ?? english
  }

  /// The label behind `cancel: ` and `speed up: `.
  private var replaced: (label: IntentLabel, isCancelled: Bool)? {
    for (opening, isCancelled) in [("cancel: ", true), ("speed up: ", false)] where english.hasPrefix(opening) {
      return (IntentLabel(String(english.dropFirst(opening.count))), isCancelled)
    }
    return nil
  }

  /// The amounts of `buy 70 TKA for 21 TKB` and of `sell 70 TKA for 21 TKB`.
  private var deal: (isBuying: Bool, first: Substring, second: Substring)? {
    let words = english.split(separator: " ", omittingEmptySubsequences: false)
    guard words.count == 6, ["buy", "sell"].contains(words[0]), words[3] == "for" else { return nil }
    return (words[0] == "buy", english[words[1].startIndex..<words[2].endIndex], english[words[4].startIndex...])
  }

  /// The contract of `deploy LectureMarket`.
  private var deployed: Substring? { rest(after: "deploy ") }

  /// The address of `update of the key of 0x…`.
  private var updated: Substring? { rest(after: "update of the key of ") }

  private func rest(after opening: String) -> Substring? {
    english.hasPrefix(opening) ? english.dropFirst(opening.count) : nil
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
