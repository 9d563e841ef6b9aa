import Localization
import Terminal

/// The refusals of the commands that show trades.
enum TradeRefusal: Phrase {
  case since(String)
  case pairOrOwn
  case noInterval(String)
  case pace(String)

  var english: FailureWords {
    switch self {
    case .since(let text):
      FailureWords(
        "\(PlainText.escaped(text)) is no place in the past.",
        reason: "It has to be a time before now, as in 7d, a day, as in 2026-11-24, or the number of a block.")
    case .pairOrOwn: FailureWords("It is not said which trades.", advice: "Name a pair, or add --mine for your own.")
    case .noInterval(let text):
      FailureWords(
        "\(PlainText.escaped(text)) is no length of candles.",
        reason: "There are 1m, 5m, 15m, 1h, 4h, 1d and 1w.")
    case .pace(let text):
      FailureWords(
        "\(PlainText.escaped(text)) is no time between two looks.",
        reason: "It is from a second to a day, as in 5, 30s or 1m.")
    }
  }

  var korean: FailureWords {
    switch self {
    case .since(let text):
      FailureWords(
        "\(PlainText.escaped(text))은(는) 지난 시점이 아닙니다.", reason: "`7d`와 같은 기간, `2026-11-24`와 같은 날짜 또는 블록 번호여야 합니다.")
    case .pairOrOwn: FailureWords("어느 거래인지 알 수 없습니다.", advice: "거래쌍을 지정하거나 `--mine`을 더하십시오.")
    case .noInterval(let text):
      FailureWords(
        "\(PlainText.escaped(text))은(는) 캔들의 길이가 아닙니다.", reason: "`1m`, `5m`, `15m`, `1h`, `4h`, `1d`, `1w`가 있습니다.")
    case .pace(let text):
      FailureWords(
        "\(PlainText.escaped(text))은(는) 확인 간격이 아닙니다.", reason: "1초부터 하루까지이며 `5`, `30s`, `1m`처럼 지정합니다.")
    }
  }

  var ukrainian: FailureWords {
    switch self {
    case .since(let text):
      FailureWords(
        "\(PlainText.escaped(text)) — не момент у минулому.",
        reason: "Потрібен час до тепер, як-от `7d`, день, як-от `2026-11-24`, або номер блока.")
    case .pairOrOwn: FailureWords("Не сказано, які угоди показати.", advice: "Вкажіть пару або додайте `--mine`.")
    case .noInterval(let text):
      FailureWords(
        "\(PlainText.escaped(text)) — не довжина свічки.", reason: "Є `1m`, `5m`, `15m`, `1h`, `4h`, `1d` та `1w`.")
    case .pace(let text):
      FailureWords(
        "\(PlainText.escaped(text)) — не проміжок між переглядами.",
        reason: "Він від секунди до доби, як-от `5`, `30s` або `1m`.")
    }
  }
}
