import Localization
import Tokens

/// The advice after an order that was named had nothing left, or not enough: another one of its pair.
struct OtherOrderAdvice: Phrase {
  private let command: String

  init(_ pair: DirectoryPair) { command = "lectures exchange book \(pair.base.label)/\(pair.quote.label)" }

  var english: String { "Look at the book for another order: \(command)" }
  var korean: String { "다른 주문은 호가에서 찾으십시오: `\(command)`" }
  var ukrainian: String { "Пошукайте інший ордер у книзі: `\(command)`" }
}
