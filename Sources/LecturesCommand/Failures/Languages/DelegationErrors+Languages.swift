import Localization
import Operations
import Primitives

extension DelegationErrors {
  static func korean(_ error: DelegationError) -> FailureWords? {
    switch (error.code, error.facts) {
    case (.malformed, _), (.tooLong, _): FailureWords("지갑이 보낸 것은 수수료를 대신 낼 수 있는 트랜잭션이 아닙니다.")
    case (.otherType, _): FailureWords("제안한 것과 다른 종류의 트랜잭션입니다.")
    case (.otherChain, .numbers(let proposed, let signed)):
      FailureWords("다른 체인을 위한 트랜잭션입니다. 제안: \(proposed), 서명: \(signed).")
    case (.otherSender, .addresses(let proposed, let signed)):
      FailureWords("다른 계정이 보냅니다. 제안: \(proposed), 서명: \(signed).", advice: "지갑에서 로그인한 계정을 고르십시오.")
    case (.otherReceiver, .addresses(let proposed, let signed)):
      FailureWords("다른 계약으로 갑니다. 제안: \(proposed), 서명: \(signed).")
    case (.otherAmount, .amounts(let proposed, let signed, let coin)):
      FailureWords("다른 금액을 냅니다. 제안: \(text(proposed, coin, .korean)), 서명: \(text(signed, coin, .korean)).")
    case (.otherCall, _): FailureWords("제안한 것과 다르게 계약을 호출합니다.")
    case (.otherShare, .shares(let proposed, let signed)):
      FailureWords("대신 낼 수수료의 비율이 다릅니다. 제안: \(proposed)%, 서명: \(signed)%.")
    case (.moreGas, .numbers(let proposed, let signed)):
      FailureWords("제안한 것보다 가스를 더 쓸 수 있습니다. 제안: \(proposed), 서명: \(signed).")
    case (.otherFeePayer, _): FailureWords("다른 수수료 납부자를 지정했습니다.")
    case (.paidAlready, _): FailureWords("이미 다른 수수료 납부자가 서명했습니다.")
    case (.notSigned, _): FailureWords("지갑이 이 트랜잭션에 서명하지 않았습니다.")
    case (.signedOtherwise, _):
      FailureWords("이 확인에 대해 이미 다른 트랜잭션에 서명했습니다.", reason: "하나의 수수료만 냅니다.", advice: "트랜잭션 목록을 보십시오.")
    case (.priceTooHigh, _): FailureWords("지갑이 정한 가스 가격이 여기에서 내는 것보다 높습니다.")
    case (.priceTooLow, _):
      FailureWords("지갑이 정한 가스 가격이 다음 블록의 가격보다 낮습니다.", advice: "다시 서명하십시오.")
    case (.nonceUsed, _): FailureWords("그동안 이 계정이 다른 트랜잭션을 보냈습니다.", advice: "다시 서명하십시오.")
    case (.nonceAhead, _):
      FailureWords("앞선 트랜잭션이 빠져 있습니다.", advice: "지갑에서 기다리는 트랜잭션을 확인하고 다시 서명하십시오.")
    case (.wrongSignature, _): FailureWords("이 계정의 서명이 아닙니다.", advice: "지갑에서 고른 계정을 확인하십시오.")
    case (.notCovered, .shortage(let needed, let held, let coin)):
      FailureWords(
        "계정의 돈이 부족합니다. 있음: \(text(held, coin, .korean)), 필요함: \(text(needed, coin, .korean)).")
    case (.notPaidFor, _): FailureWords("이 호출의 수수료는 아무도 대신 내지 않습니다.")
    case (.nothingBought, _): FailureWords("이 계정은 아직 아무것도 사지 않았습니다.", reason: "그때까지는 구매의 수수료만 대신 냅니다.")
    case (.budgetSpent, .budget(.sender)):
      FailureWords("이 계정의 오늘 수수료 한도를 다 썼습니다.", reason: "내일 다시 시작합니다.", advice: "수수료를 직접 내거나 내일 다시 하십시오.")
    case (.budgetSpent, _):
      FailureWords("오늘은 여기에서 수수료를 더 내지 않습니다.", reason: "내일 다시 시작합니다.", advice: "수수료를 직접 내거나 내일 다시 하십시오.")
    case (.refused, _): FailureWords("수수료 납부자가 이것의 수수료를 내지 않습니다.", reason: "아무것도 서명되지 않았습니다.")
    case (.busy, .busy(_, let seconds)):
      FailureWords("수수료 납부자가 지금 바쁩니다.", reason: "아무것도 전송되지 않았습니다.", advice: "\(seconds)초 후에 다시 하십시오.")
    case (.unreachable, _):
      FailureWords("지금은 수수료 납부자를 이용할 수 없습니다.", reason: "아무것도 전송되지 않았습니다.", advice: "잠시 후 다시 하십시오.")
    case (.outcomeUnknown, _):
      FailureWords("트랜잭션이 전송되었는지 아직 알 수 없습니다.", advice: "트랜잭션 목록을 보십시오. 새로 서명하지 마십시오.")
    case (.bookFailed, _): FailureWords("수수료 기록을 사용할 수 없습니다.")
    default: nil
    }
  }

  static func ukrainian(_ error: DelegationError) -> FailureWords? {
    switch (error.code, error.facts) {
    case (.malformed, _), (.tooLong, _):
      FailureWords("Гаманець надіслав не транзакцію, за яку може заплатити інший.")
    case (.otherType, _): FailureWords("Це транзакція іншого виду, ніж запропонована.")
    case (.otherChain, .numbers(let proposed, let signed)):
      FailureWords("Транзакція для іншої мережі. Запропоновано: \(proposed), підписано: \(signed).")
    case (.otherSender, .addresses(let proposed, let signed)):
      FailureWords(
        "Надсилає інший рахунок. Запропоновано: \(proposed), підписано: \(signed).",
        advice: "Виберіть у гаманці рахунок, з яким увійшли.")
    case (.otherReceiver, .addresses(let proposed, let signed)):
      FailureWords("Вона йде до іншого контракту. Запропоновано: \(proposed), підписано: \(signed).")
    case (.otherAmount, .amounts(let proposed, let signed, let coin)):
      FailureWords(
        "Вона платить іншу суму. Запропоновано: \(text(proposed, coin, .ukrainian)), підписано: \(text(signed, coin, .ukrainian))."
      )
    case (.otherCall, _): FailureWords("Вона викликає контракт інакше, ніж запропоновано.")
    case (.otherShare, .shares(let proposed, let signed)):
      FailureWords("Частка комісії інша. Запропоновано: \(proposed) %, підписано: \(signed) %.")
    case (.moreGas, .numbers(let proposed, let signed)):
      FailureWords("Вона може витратити більше газу. Запропоновано: \(proposed), підписано: \(signed).")
    case (.otherFeePayer, _): FailureWords("Вона називає іншого платника комісії.")
    case (.paidAlready, _): FailureWords("Її вже підписав інший платник комісії.")
    case (.notSigned, _): FailureWords("Гаманець не підписав цієї транзакції.")
    case (.signedOtherwise, _):
      FailureWords(
        "Для цього перегляду вже підписано іншу транзакцію.", reason: "Комісію платять лише за одну.",
        advice: "Погляньте на список транзакцій.")
    case (.priceTooHigh, _): FailureWords("Гаманець дає за одиницю газу більше, ніж тут платять.")
    case (.priceTooLow, _):
      FailureWords("Гаманець дає за одиницю газу менше, ніж просить наступний блок.", advice: "Підпишіть знову.")
    case (.nonceUsed, _):
      FailureWords("Рахунок тим часом надіслав іншу транзакцію.", advice: "Підпишіть знову.")
    case (.nonceAhead, _):
      FailureWords(
        "Бракує транзакцій, що мають бути раніше.",
        advice: "Погляньте, що чекає у гаманці, і підпишіть знову.")
    case (.wrongSignature, _):
      FailureWords("Підпис не цього рахунку.", advice: "Перевірте рахунок, вибраний у гаманці.")
    case (.notCovered, .shortage(let needed, let held, let coin)):
      FailureWords(
        "На рахунку бракує грошей. Є: \(text(held, coin, .ukrainian)), потрібно: \(text(needed, coin, .ukrainian)).")
    case (.notPaidFor, _): FailureWords("Комісію цього виклику ніхто не платить.")
    case (.nothingBought, _):
      FailureWords("Рахунок ще нічого не купив.", reason: "До того платять лише за купівлю.")
    case (.budgetSpent, .budget(.sender)):
      FailureWords(
        "Бюджет цього рахунку на сьогодні вичерпано.", reason: "Завтра почнеться знову.",
        advice: "Заплатіть комісію самі або спробуйте завтра.")
    case (.budgetSpent, _):
      FailureWords(
        "Сьогодні тут комісій більше не платять.", reason: "Завтра почнеться знову.",
        advice: "Заплатіть комісію самі або спробуйте завтра.")
    case (.refused, _): FailureWords("Платник комісії за це не платить.", reason: "Нічого не підписано.")
    case (.busy, .busy(_, let seconds)):
      FailureWords(
        "Платник комісії зараз зайнятий.", reason: "Нічого не надіслано.", advice: "Спробуйте за \(seconds) с.")
    case (.unreachable, _):
      FailureWords(
        "Платник комісії зараз недоступний.", reason: "Нічого не надіслано.", advice: "Спробуйте за хвилину.")
    case (.outcomeUnknown, _):
      FailureWords(
        "Ще ніхто не знає, чи транзакцію надіслано.",
        advice: "Погляньте на список транзакцій. Не підписуйте нової.")
    case (.bookFailed, _): FailureWords("Запис про комісії недоступний.")
    default: nil
    }
  }

  private static func text(_ amount: Amount, _ coin: Amount.Unit, _ language: Language) -> String {
    language.decimal("\(amount.formatted(in: coin)) \(coin.symbol)")
  }
}
