import Localization
import Terminal

/// The refusals of commands that wrap coins, allow tokens and set up exchanges.
enum ApprovalRefusal: Phrase {
  case nothing
  case unlimited(String)
  case otherSymbol(String, of: String)
  case severalSteps

  var english: FailureWords {
    switch self {
    case .nothing: FailureWords("There is nothing to send: the amount is 0.", reason: "It would cost gas only.")
    case .unlimited(let symbol):
      FailureWords(
        "Not done: an allowance without a bound has to be agreed to by the token's symbol.",
        advice: "Add --symbol \(symbol), or allow an amount.")
    case .otherSymbol(let given, let symbol):
      FailureWords("Not done: the token is \(symbol), not \(given).", reason: "Nothing was sent.")
    case .severalSteps:
      FailureWords(
        "Setting up an exchange cannot be simulated.",
        reason: "Its transactions need one another's contracts, which are not there yet.",
        advice: "Leave --dry-run away: it asks before anything is sent.")
    }
  }

  var korean: FailureWords {
    switch self {
    case .nothing: FailureWords("수량이 0이라 보낼 것이 없습니다.", reason: "가스비만 듭니다.")
    case .unlimited(let symbol):
      FailureWords(
        "하지 않았습니다: 무제한 허가는 토큰 기호로 동의해야 합니다.", advice: "`--symbol \(symbol)` 옵션을 더하거나 수량을 정하십시오.")
    case .otherSymbol(let given, let symbol):
      FailureWords("하지 않았습니다: 토큰은 `\(given)` 아닌 `\(symbol)`입니다.", reason: "아무것도 전송되지 않았습니다.")
    case .severalSteps:
      FailureWords(
        "거래소 설치는 시험 실행할 수 없습니다.", reason: "트랜잭션마다 앞선 계약이 필요합니다.",
        advice: "`--dry-run` 옵션을 빼십시오. 보내기 전에 묻습니다.")
    }
  }

  var ukrainian: FailureWords {
    switch self {
    case .nothing: FailureWords("Надсилати нічого: кількість 0.", reason: "Це коштувало б лише комісії.")
    case .unlimited(let symbol):
      FailureWords(
        "Не зроблено: на необмежений дозвіл погоджуються символом токена.",
        advice: "Додайте `--symbol \(symbol)` або дозвольте певну кількість.")
    case .otherSymbol(let given, let symbol):
      FailureWords("Не зроблено: токен — `\(symbol)`, а не `\(given)`.", reason: "Нічого не надіслано.")
    case .severalSteps:
      FailureWords(
        "Встановлення біржі не можна випробувати.", reason: "Її транзакції потребують контрактів одна одної.",
        advice: "Приберіть `--dry-run`: перед надсиланням буде запит.")
    }
  }
}
