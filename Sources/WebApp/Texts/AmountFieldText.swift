import Localization

/// The problems of a field that takes an amount.
enum AmountFieldText: Phrase {
  case missing, zero, ambiguous, tooFine(Int), noNumber

  var english: String {
    switch self {
    case .missing: "Give an amount."
    case .zero: "There is nothing to send: the amount is 0."
    case .ambiguous:
      "The number can be read in two ways: its comma may begin the decimals or separate the thousands. Write a point before decimals, and thousands without a sign, as in 1.000 or 1000."
    case .tooFine(let digits): "It has more than \(digits) decimals."
    case .noNumber: "This is no amount. Write it as in 1.5."
    }
  }

  var korean: String {
    switch self {
    case .missing: "금액을 입력하세요."
    case .zero: "보낼 금액이 0입니다."
    case .ambiguous: "두 가지로 읽힐 수 있는 숫자입니다. 쉼표가 소수점인지 천 단위인지 알 수 없습니다. 1.000 또는 1000처럼 소수는 점으로 쓰고, 천 단위는 구분하지 마세요."
    case .tooFine(let digits): "소수점 아래가 \(digits)자리를 넘습니다."
    case .noNumber: "금액이 아닙니다. 1.5처럼 쓰세요."
    }
  }

  var ukrainian: String {
    switch self {
    case .missing: "Вкажіть суму."
    case .zero: "Нічого надсилати: сума 0."
    case .ambiguous:
      "Число можна прочитати двояко: кома може відділяти дробову частину або тисячі. Пишіть дріб через крапку, а тисячі без знака: 1.000 або 1000."
    case .tooFine(let digits): "Більше ніж \(digits) знаків після коми."
    case .noNumber: "Це не сума. Пишіть, наприклад, 1,5."
    }
  }
}
