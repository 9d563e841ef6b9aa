import Localization
import Orders
import Primitives

extension OrderErrors {
  static func korean(_ error: OrderError) -> FailureWords? {
    let member = error.member.map { "항목: `\($0)`" }
    return switch (error.code, error.facts) {
    // The JSON.
    case (.malformedJSON, _): FailureWords("주문을 읽을 수 없습니다.", reason: "올바른 JSON 객체 하나가 아닙니다.")
    case (.missingMember, _): FailureWords("주문에 꼭 있어야 할 항목이 없습니다.", reason: member)
    case (.unknownMember, .members(let names)):
      FailureWords(
        "주문에 알 수 없는 항목이 있습니다.", reason: member, advice: "쓸 수 있는 항목: \(names.map { "`\($0)`" }.joined(separator: ", "))")
    case (.unknownMember, _): FailureWords("주문에 알 수 없는 항목이 있습니다.", reason: member)
    case (.invalidMember, _): FailureWords("주문의 항목 값을 읽을 수 없습니다.", reason: member)
    case (.outOfRange, _): FailureWords("주문의 수가 너무 큽니다.", reason: member)

    // The terms.
    case (.zeroAmount, _): FailureWords("수량이 0입니다.", reason: member)
    case (.noMaker, _): FailureWords("주문에 주문자가 없습니다.")
    case (.sameToken, _): FailureWords("주고받는 토큰이 같은 주문입니다.")
    case (.feeWithoutRecipient, _): FailureWords("수수료가 있는데 받을 사람이 없는 주문입니다.")
    case (.overflow, _): FailureWords("이 수량은 주문에 쓸 수 없습니다.", reason: "계산하면 256비트를 넘습니다.")

    // The signature.
    case (.invalidSignature, _): FailureWords("주문의 서명이 올바르지 않습니다.", reason: member)
    case (.unsupportedSignature, _): FailureWords("이 종류의 주문에는 쓸 수 없는 서명 방식입니다.", reason: member)
    case (.highS, _): FailureWords("주문의 서명이 표준 형식이 아닙니다.", reason: "거래소가 받지 않는 형식입니다.")
    case (.wrongSigner, .signer(let signer, let allowed)):
      FailureWords(
        "주문자의 서명이 아닙니다.",
        reason: "서명한 계정: \(signer). 서명할 수 있는 계정: \(allowed.map(\.checksummed).joined(separator: ", "))",
        advice: "이 주문을 쓰지 마십시오.")
    case (.wrongSigner, _): FailureWords("주문자의 서명이 아닙니다.", advice: "이 주문을 쓰지 마십시오.")

    // The place.
    case (.wrongChain, .chain(let chain, let expected)):
      FailureWords(
        "다른 체인의 주문입니다.", reason: "주문은 체인 \(chain)의 것이고 여기는 체인 \(expected)입니다.", advice: "`--network`를 확인하십시오.")
    case (.wrongChain, _): FailureWords("다른 체인의 주문입니다.", advice: "`--network`를 확인하십시오.")
    case (.wrongExchange, .exchange(let exchange, let expected)):
      FailureWords(
        "다른 거래소 계약의 주문입니다.", reason: "주문의 거래소: \(exchange). 여기의 거래소: \(expected)", advice: "`--network`를 확인하십시오.")
    case (.wrongExchange, _): FailureWords("다른 거래소 계약의 주문입니다.", advice: "`--network`를 확인하십시오.")

    // The state.
    case (.expired, .expiry(let time)):
      FailureWords("주문의 유효 기간이 끝났습니다.", reason: end(time, in: .korean).map { "만료: \($0)" })
    case (.expired, _): FailureWords("주문의 유효 기간이 끝났습니다.")
    case (.exhausted, _): FailureWords("주문에 남은 수량이 없습니다.", reason: "모두 체결되었거나 취소되었습니다.")
    case (.roundingError, _):
      FailureWords("이 수량으로는 체결할 수 없습니다.", reason: "반올림으로 0.1% 넘게 손해를 봅니다.", advice: "더 큰 수량으로 거래하십시오.")
    case (.cancelled, _): FailureWords("주문자가 취소한 주문입니다.")
    default: nil
    }
  }

  static func ukrainian(_ error: OrderError) -> FailureWords? {
    let member = error.member.map { "Поле: `\($0)`" }
    return switch (error.code, error.facts) {
    // The JSON.
    case (.malformedJSON, _): FailureWords("Ордер не вдалося прочитати.", reason: "Це не один правильний об’єкт JSON.")
    case (.missingMember, _): FailureWords("В ордері бракує обов’язкового поля.", reason: member)
    case (.unknownMember, .members(let names)):
      FailureWords(
        "В ордері є невідоме поле.", reason: member,
        advice: "Можливі поля: \(names.map { "`\($0)`" }.joined(separator: ", "))")
    case (.unknownMember, _): FailureWords("В ордері є невідоме поле.", reason: member)
    case (.invalidMember, _): FailureWords("Значення поля ордера не вдалося прочитати.", reason: member)
    case (.outOfRange, _): FailureWords("Число в ордері завелике.", reason: member)

    // The terms.
    case (.zeroAmount, _): FailureWords("Кількість дорівнює нулю.", reason: member)
    case (.noMaker, _): FailureWords("В ордера немає автора.")
    case (.sameToken, _): FailureWords("Ордер віддає й просить той самий токен.")
    case (.feeWithoutRecipient, _): FailureWords("В ордері є комісія, але нікому її отримати.")
    case (.overflow, _):
      FailureWords("Така кількість в ордері неможлива.", reason: "Обчислення не вміщується у 256 бітів.")

    // The signature.
    case (.invalidSignature, _): FailureWords("Підпис ордера неправильний.", reason: member)
    case (.unsupportedSignature, _): FailureWords("Ордери цього виду не мають такого виду підпису.", reason: member)
    case (.highS, _): FailureWords("Підпис ордера не в стандартній формі.", reason: "Такої форми біржа не приймає.")
    case (.wrongSigner, .signer(let signer, let allowed)):
      FailureWords(
        "Ордер підписано не його автором.",
        reason: "Підписав \(signer), а може підписати \(allowed.map(\.checksummed).joined(separator: ", ")).",
        advice: "Не користуйтеся цим ордером.")
    case (.wrongSigner, _):
      FailureWords("Ордер підписано не його автором.", advice: "Не користуйтеся цим ордером.")

    // The place.
    case (.wrongChain, .chain(let chain, let expected)):
      FailureWords(
        "Це ордер для іншої мережі.", reason: "Він для мережі \(chain), а тут \(expected).",
        advice: "Перевірте `--network`.")
    case (.wrongChain, _): FailureWords("Це ордер для іншої мережі.", advice: "Перевірте `--network`.")
    case (.wrongExchange, .exchange(let exchange, let expected)):
      FailureWords(
        "Це ордер для іншого контракту біржі.", reason: "Він для \(exchange), а тут \(expected).",
        advice: "Перевірте `--network`.")
    case (.wrongExchange, _): FailureWords("Це ордер для іншого контракту біржі.", advice: "Перевірте `--network`.")

    // The state.
    case (.expired, .expiry(let time)):
      FailureWords(
        "Строк ордера скінчився.",
        reason: end(time, in: .ukrainian).map { "Він був чинний до: \($0)" })
    case (.expired, _): FailureWords("Строк ордера скінчився.")
    case (.exhausted, _):
      FailureWords("В ордері нічого не залишилося.", reason: "Його повністю виконано або скасовано.")
    case (.roundingError, _):
      FailureWords(
        "На таку кількість ордер не виконати.", reason: "Округлення забрало б понад 0,1 %.",
        advice: "Візьміть більшу кількість.")
    case (.cancelled, _): FailureWords("Автор скасував цей ордер.")
    default: nil
    }
  }

  /// The time of an end, where a clock shows such times.
  static func end(_ time: UInt256, in language: Language) -> String? {
    time < 253_402_300_800 ? "\(LocalTime.text(time, in: language))" : nil
  }
}
