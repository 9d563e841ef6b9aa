import Localization
import Operations
import Outbox

/// The words for whose word something is.
enum TellingText: Phrase {
  /// A part of a sentence.
  case words(Telling)
  /// The sentence about a contract's events.
  case events(Telling)

  var english: String {
    switch self {
    case .words(let telling):
      telling.isCounted
        ? "told by \(telling.tellers) of \(telling.asked) endpoints"
          + (telling.operators.map { ", of \($0) operators" } ?? "") : ReceiptText.evidence(telling.level).english
    case .events(let telling): "The contract's events: \(TellingText.words(telling).english)."
    }
  }

  var korean: String {
    switch self {
    case .words(let telling):
      telling.isCounted
        ? "엔드포인트 \(telling.asked)개 중 \(telling.tellers)개의 답"
          + (telling.operators.map { ", 운영자 \($0)명" } ?? "") : ReceiptText.evidence(telling.level).korean
    case .events(let telling): "계약의 이벤트: \(TellingText.words(telling).korean)"
    }
  }

  var ukrainian: String {
    switch self {
    case .words(let telling):
      telling.isCounted
        ? "\(telling.tellers == 1 ? "каже" : "кажуть") \(telling.tellers) з \(telling.asked) вузлів"
          + (telling.operators.map { ", різних операторів: \($0)" } ?? "")
        : ReceiptText.evidence(telling.level).ukrainian
    case .events(let telling): "Події контракту: \(TellingText.words(telling).ukrainian)."
    }
  }
}

extension Telling {
  /// Whether it is told by the number of endpoints: where several were asked, and nothing stronger is known.
  fileprivate var isCounted: Bool { asked > 1 && level != .own && level != .sealed }
}
