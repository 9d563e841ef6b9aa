import Localization
import Terminal

/// The refusals of words about past trades.
enum TradeRefusal: Phrase {
  case since(String)

  var english: FailureWords {
    switch self {
    case .since(let text):
      FailureWords(
        "\(PlainText.escaped(text)) is no beginning.", reason: "It has to be as 30m, 8h or 7d, or a block's number.")
    }
  }

  var korean: FailureWords {
    switch self {
    case .since(let text):
      FailureWords("\(PlainText.escaped(text))은(는) 시작 시점이 아닙니다.", reason: "`30m`, `8h`, `7d` 또는 블록 번호로 지정합니다.")
    }
  }

  var ukrainian: FailureWords {
    switch self {
    case .since(let text):
      FailureWords("\(PlainText.escaped(text)) — не початок.", reason: "Має бути як `30m`, `8h`, `7d` або номер блока.")
    }
  }
}
