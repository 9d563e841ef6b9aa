import Localization
import Terminal

/// The refusals of words about the orders of a pair.
enum PairRefusal: Phrase {
  case salt(String)

  var english: FailureWords {
    switch self {
    case .salt(let text):
      FailureWords("\(PlainText.escaped(text)) is no salt.", reason: "It has to be a number of 256 bits at most.")
    }
  }

  var korean: FailureWords {
    switch self {
    case .salt(let text): FailureWords("\(PlainText.escaped(text))은(는) 솔트가 아닙니다.", reason: "256비트 이하의 수여야 합니다.")
    }
  }

  var ukrainian: FailureWords {
    switch self {
    case .salt(let text):
      FailureWords("\(PlainText.escaped(text)) — не сіль.", reason: "Має бути числом не більше 256 бітів.")
    }
  }
}
