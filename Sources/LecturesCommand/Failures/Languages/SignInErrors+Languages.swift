import Operations

extension SignInErrors {
  static func korean(_ error: SignInError) -> FailureWords? {
    switch error.code {
    case .notSignature, .tooLong: FailureWords("지갑이 보낸 것은 메시지의 서명이 아닙니다.")
    case .highS: FailureWords("서명이 보통의 형식이 아닙니다.")
    case .wrongSignature:
      FailureWords("이 계정의 서명이 아니거나 이 메시지에 대한 서명이 아닙니다.", advice: "지갑에서 고른 계정을 확인하고 다시 서명하십시오.")
    case .keyChanged:
      FailureWords("서명한 키는 더 이상 이 계정의 키가 아닙니다.", reason: "체인에서 이 계정의 키가 바뀌었습니다.", advice: "지금의 키로 서명하십시오.")
    case .severalKeysNeeded:
      FailureWords("이 계정은 여러 키가 함께 서명해야 합니다.", reason: "서명한 키 하나로는 부족합니다.", advice: "다른 계정으로 로그인하십시오.")
    case .noKey: FailureWords("이 계정을 위해 서명할 수 있는 키가 없습니다.", advice: "다른 계정으로 로그인하십시오.")
    case .contractRefused: FailureWords("이 계정은 계약이며, 서명을 자신의 것으로 인정하지 않습니다.")
    case .publicURL: FailureWords("사이트의 공개 주소로는 로그인할 수 없습니다.")
    case .nonce, .time: FailureWords("로그인 메시지가 너무 오래되었거나 이 사이트의 것이 아닙니다.", advice: "다시 로그인하십시오.")
    default: nil
    }
  }

  static func ukrainian(_ error: SignInError) -> FailureWords? {
    switch error.code {
    case .notSignature, .tooLong: FailureWords("Гаманець надіслав не підпис повідомлення.")
    case .highS: FailureWords("Підпис має незвичну форму.")
    case .wrongSignature:
      FailureWords(
        "Підпис не цього рахунку або не під цим повідомленням.",
        advice: "Перевірте рахунок, вибраний у гаманці, і підпишіть знову.")
    case .keyChanged:
      FailureWords(
        "Ключ, яким підписано, більше не належить цьому рахунку.", reason: "У мережі рахунок має інший ключ.",
        advice: "Підпишіть теперішнім ключем.")
    case .severalKeysNeeded:
      FailureWords(
        "Цей рахунок діє кількома ключами разом.", reason: "Одного ключа, яким підписано, не досить.",
        advice: "Увійдіть з іншим рахунком.")
    case .noKey: FailureWords("За цей рахунок ніхто не може підписати.", advice: "Увійдіть з іншим рахунком.")
    case .contractRefused: FailureWords("Цей рахунок — контракт, і він не визнає підпису своїм.")
    case .publicURL: FailureWords("За такою загальнодоступною адресою сайту увійти не можна.")
    case .nonce, .time:
      FailureWords("Повідомлення для входу застаріло або не з цього сайту.", advice: "Увійдіть знову.")
    default: nil
    }
  }
}
