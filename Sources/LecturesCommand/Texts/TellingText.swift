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
      telling.asked > 1 && telling.level != .own
        ? "told by \(telling.tellers) of \(telling.asked) endpoints" : ReceiptText.evidence(telling.level).english
    case .events(let telling): "The contract's events: \(TellingText.words(telling).english)."
    }
  }

  var korean: String {
    switch self {
    case .words(let telling):
      telling.asked > 1 && telling.level != .own
        ? "엔드포인트 \(telling.asked)개 중 \(telling.tellers)개의 답" : ReceiptText.evidence(telling.level).korean
    case .events(let telling): "계약의 이벤트: \(TellingText.words(telling).korean)"
    }
  }

  var ukrainian: String {
    switch self {
    case .words(let telling):
      telling.asked > 1 && telling.level != .own
        ? "\(telling.tellers == 1 ? "каже" : "кажуть") \(telling.tellers) з \(telling.asked) вузлів"
        : ReceiptText.evidence(telling.level).ukrainian
    case .events(let telling): "Події контракту: \(TellingText.words(telling).ukrainian)."
    }
  }
}
