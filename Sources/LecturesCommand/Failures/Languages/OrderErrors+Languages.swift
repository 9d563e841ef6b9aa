import Exchange
import Localization
import OrderBook
import Orders

extension OrderErrors {
  static func korean(_ error: OrderError) -> FailureWords? {
    switch error.code {
    case .malformedJSON, .missingMember, .unknownMember, .invalidMember, .outOfRange:
      FailureWords("주문의 JSON이 올바르지 않습니다.", reason: error.subject.map { "항목: `\($0)`" })
    case .zeroAmount: FailureWords("주문의 수량이 0입니다.")
    case .noMaker: FailureWords("주문을 낸 계정이 없습니다.")
    case .sameToken: FailureWords("주문의 두 토큰이 같습니다.")
    case .feeWithoutRecipient: FailureWords("주문의 수수료를 받을 계정이 없습니다.")
    case .overflow: FailureWords("주문의 수가 너무 큽니다.")
    case .invalidSignature, .unsupportedSignature, .highS: FailureWords("주문의 서명이 올바르지 않습니다.")
    case .wrongSigner: FailureWords("주문을 낸 계정이 서명하지 않았습니다.")
    case .wrongChain: FailureWords("다른 체인의 주문입니다.")
    case .wrongExchange: FailureWords("다른 거래소의 주문입니다.")
    case .expired: FailureWords("주문의 유효 기간이 끝났습니다.")
    case .exhausted: FailureWords("주문에 남은 수량이 없습니다.")
    case .roundingError: FailureWords("반올림으로 0.1% 넘게 잃게 됩니다.", advice: "더 큰 수량으로 거래하십시오.")
    case .cancelled: FailureWords("취소된 주문입니다.")
    default: nil
    }
  }

  static func ukrainian(_ error: OrderError) -> FailureWords? {
    switch error.code {
    case .malformedJSON, .missingMember, .unknownMember, .invalidMember, .outOfRange:
      FailureWords("Ордер записано неправильно.", reason: error.subject.map { "Поле: `\($0)`" })
    case .zeroAmount: FailureWords("Сума ордера — 0.")
    case .noMaker: FailureWords("В ордера немає рахунку, який його виставив.")
    case .sameToken: FailureWords("Обидва токени ордера однакові.")
    case .feeWithoutRecipient: FailureWords("Комісію ордера нема кому отримати.")
    case .overflow: FailureWords("Число в ордері завелике.")
    case .invalidSignature, .unsupportedSignature, .highS: FailureWords("Підпис ордера неправильний.")
    case .wrongSigner: FailureWords("Ордер підписав не той, хто його виставив.")
    case .wrongChain: FailureWords("Ордер для іншого ланцюга.")
    case .wrongExchange: FailureWords("Ордер для іншої біржі.")
    case .expired: FailureWords("Строк ордера минув.")
    case .exhausted: FailureWords("В ордері нічого не лишилося.")
    case .roundingError: FailureWords("Через округлення втратили б понад 0,1 %.", advice: "Візьміть більшу суму.")
    case .cancelled: FailureWords("Ордер скасовано.")
    default: nil
    }
  }
}

extension OrderBookErrors {
  static func korean(_ error: OrderBookError) -> FailureWords? {
    switch error.code {
    case .anotherChain: FailureWords("호가 파일이나 거래소가 다른 체인의 것입니다.")
    case .otherExchanges: FailureWords("호가 파일이 다른 거래소의 것입니다.")
    case .unknownExchange: FailureWords("모르는 거래소의 주문입니다.", advice: "거래소의 주소를 확인하십시오.")
    case .nodeFailed: FailureWords("노드가 응답하지 않아 주문을 확인하지 못했습니다.", advice: "다시 시도하십시오.")
    case .badAnswer: FailureWords("노드의 응답을 믿을 수 없습니다.", advice: "다른 노드를 쓰십시오.")
    case .chainMoved: FailureWords("읽는 동안 체인이 바뀌었습니다.", advice: "다시 시도하십시오.")
    case .notReady: FailureWords("아직 최신 블록까지 읽지 못했습니다.", advice: "잠시 뒤에 다시 시도하십시오.")
    case .storeFailed: FailureWords("호가 파일을 사용할 수 없습니다.", advice: "파일과 폴더의 권한, 디스크 공간을 확인하십시오.")
    case .closed: FailureWords("호가가 닫혔습니다.")
    default: nil
    }
  }

  static func ukrainian(_ error: OrderBookError) -> FailureWords? {
    switch error.code {
    case .anotherChain: FailureWords("Файл книги або біржа — з іншого ланцюга.")
    case .otherExchanges: FailureWords("Файл книги — інших бірж.")
    case .unknownExchange: FailureWords("Ордер невідомої біржі.", advice: "Перевірте адресу біржі.")
    case .nodeFailed: FailureWords("Вузол не відповідає, ордери не перевірено.", advice: "Спробуйте ще раз.")
    case .badAnswer: FailureWords("Відповіді вузла не можна вірити.", advice: "Візьміть інший вузол.")
    case .chainMoved: FailureWords("Ланцюг змінився, поки його читали.", advice: "Спробуйте ще раз.")
    case .notReady: FailureWords("Найновішого блока ще не прочитано.", advice: "Спробуйте трохи згодом.")
    case .storeFailed:
      FailureWords("Файлом книги не можна скористатися.", advice: "Перевірте права на файл і теку та місце на диску.")
    case .closed: FailureWords("Книгу закрито.")
    default: nil
    }
  }
}

extension OrderJournalErrors {
  static func korean(_ error: OrderJournalError) -> FailureWords? {
    switch error.code {
    case .fileFailed: FailureWords("주문 파일을 사용할 수 없습니다. 아무것도 서명하지 않았습니다.", reason: path(error))
    case .duplicate:
      FailureWords("그런 주문은 이미 냈습니다.", advice: "하나 더 내려면 `--again`을 붙이십시오. 주문 목록: `lectures exchange orders`")
    case .wrongStep: FailureWords("지금은 그 단계가 아닙니다.")
    case .wrongSignature: FailureWords("적어 둔 주문의 서명이 아닙니다.")
    case .orderFile: FailureWords("주문 파일을 읽거나 쓸 수 없거나, 쓸 수 없는 주문입니다.")
    default: nil
    }
  }

  static func ukrainian(_ error: OrderJournalError) -> FailureWords? {
    switch error.code {
    case .fileFailed: FailureWords("Файлом ордерів не можна скористатися; нічого не підписано.", reason: path(error))
    case .duplicate:
      FailureWords(
        "Такий ордер уже виставлено.",
        advice: "Якщо треба ще один, додайте `--again`. Перелік: `lectures exchange orders`")
    case .wrongStep: FailureWords("Зараз не черга цього кроку.")
    case .wrongSignature: FailureWords("Це підпис не того ордера, що записано.")
    case .orderFile: FailureWords("Файл з ордером не читається, не пишеться або ордер непридатний.")
    default: nil
    }
  }

  private static func path(_ error: OrderJournalError) -> String? {
    if case .file(let path, _)? = error.facts { path } else { nil }
  }
}

extension RelayClientErrors {
  static func korean(_ error: RelayClientError) -> FailureWords? {
    let relay = error.relay ?? ""
    return switch error.code {
    case .invalidAddress: FailureWords("릴레이의 주소가 아닙니다: \(relay)", advice: "`https://relay.example.edu`와 같이 쓰십시오.")
    case .unreachable: FailureWords("릴레이가 응답하지 않습니다: \(relay)", advice: "다시 시도하거나 다른 릴레이를 지정하십시오: `--relay URL`")
    case .refused: FailureWords("릴레이가 거절했습니다: \(relay)", reason: refusal(error))
    case .lied:
      FailureWords("릴레이의 말이 사실과 다릅니다: \(relay)", advice: "이 릴레이를 쓰지 말고 다른 릴레이를 지정하십시오: `--relay URL`")
    case .tooLarge: FailureWords("릴레이의 응답이 너무 큽니다: \(relay)")
    case .malformed: FailureWords("릴레이의 응답이 올바르지 않습니다: \(relay)")
    case .wrongProtocol: FailureWords("릴레이가 그 버전의 프로토콜을 쓰지 않습니다: \(relay)")
    case .cancelled: FailureWords("중단했습니다.")
    default: nil
    }
  }

  static func ukrainian(_ error: RelayClientError) -> FailureWords? {
    let relay = error.relay ?? ""
    return switch error.code {
    case .invalidAddress:
      FailureWords("Це не адреса ретранслятора: \(relay)", advice: "Пишіть як-от `https://relay.example.edu`.")
    case .unreachable:
      FailureWords("Ретранслятор не відповідає: \(relay)", advice: "Спробуйте ще раз або вкажіть інший: `--relay URL`")
    case .refused: FailureWords("Ретранслятор відмовив: \(relay)", reason: refusal(error))
    case .lied:
      FailureWords("Ретранслятор каже неправду: \(relay)", advice: "Не користуйтеся ним; вкажіть інший: `--relay URL`")
    case .tooLarge: FailureWords("Відповідь ретранслятора завелика: \(relay)")
    case .malformed: FailureWords("Відповідь ретранслятора має неправильний вигляд: \(relay)")
    case .wrongProtocol: FailureWords("Ретранслятор не знає цієї версії протоколу: \(relay)")
    case .cancelled: FailureWords("Перервано.")
    default: nil
    }
  }

  /// The relay's own words, field by field.
  private static func refusal(_ error: RelayClientError) -> String? {
    guard let refusal = error.refusal else { return nil }
    let fields = refusal.validationErrors.map { "`\($0.field): \($0.reason)`" }
    return fields.isEmpty ? refusal.reason.map { "`\($0)`" } : fields.joined(separator: ", ")
  }
}
