import Localization

/// Refusals of trades that `--yes` does not agree to, or that are armed already.
enum UnconfirmedTradeRefusal: Phrase {
  /// An order whose price is worse than the best of the books, by so many per cent.
  case farFromBest(String)
  /// A conditional order like one that is armed, by its number.
  case armedAlready(Int64)

  var english: FailureWords {
    switch self {
    case .farFromBest(let percent):
      FailureWords(
        "The order's price is \(percent) % worse than the best; nothing was sent.",
        reason: "--yes does not agree to a price so far from the market's.",
        advice: "If it is meant, run the command without --yes and answer.")
    case .armedAlready(let number):
      FailureWords(
        "A conditional order like it is armed already: number \(number). No second one was added.",
        advice: "If two are meant, add --again; lectures exchange trigger list shows what is armed.")
    }
  }

  var korean: FailureWords {
    switch self {
    case .farFromBest(let percent):
      FailureWords(
        "주문의 가격이 최우선 가격보다 \(percent)% 불리하여 아무것도 전송되지 않았습니다.",
        reason: "`--yes`는 시장과 이렇게 먼 가격에 동의하지 않습니다.", advice: "그래도 원하면 `--yes` 없이 실행하여 답하십시오.")
    case .armedAlready(let number):
      FailureWords(
        "같은 조건부 주문이 이미 걸려 있습니다: \(number)번. 새로 추가하지 않았습니다.",
        advice: "두 건을 원하면 `--again`을 붙이십시오. 목록: `lectures exchange trigger list`")
    }
  }

  var ukrainian: FailureWords {
    switch self {
    case .farFromBest(let percent):
      FailureWords(
        "Ціна ордера на \(percent) % гірша за найкращу; нічого не надіслано.",
        reason: "`--yes` не погоджується на ціну, таку далеку від ринкової.",
        advice: "Якщо так і треба, запустіть команду без `--yes` і дайте відповідь.")
    case .armedAlready(let number):
      FailureWords(
        "Такий умовний ордер уже діє: номер \(number). Другого не додано.",
        advice: "Якщо потрібні два, додайте `--again`; перелік: `lectures exchange trigger list`")
    }
  }
}
