import Localization

/// The words about the tokens of a wallet.
enum WalletTokenText: Phrase {
  case title, none, notRead, kept, token, amount, send, sendOf(String), untold, unvouched, notInSum(Int), wrappedInSum(
    String)

  var english: String {
    switch self {
    case .title: "Tokens"
    case .none: "No tokens, as far as is known here."
    case .notRead: "The tokens cannot be read now."
    case .kept: "The tokens cannot be read now: these are the last ones that are known."
    case .token: "Token"
    case .amount: "Amount"
    case .send: "Send"
    case .sendOf(let symbol): "Send \(symbol)"
    case .untold: "its contract does not tell"
    case .unvouched: "A ? marks a token that only its own contract names: anybody can make one of any name."
    case .notInSum(let count):
      "Not in the sum: \(count) \(Plural.english(count, "token", "tokens")) whose worth is not known here."
    case .wrappedInSum(let amount): "In the sum: \(amount) of wrapped coin, which the cards below do not count."
    }
  }

  var korean: String {
    switch self {
    case .title: "토큰"
    case .none: "알려진 토큰이 없습니다."
    case .notRead: "지금은 토큰을 읽을 수 없습니다."
    case .kept: "지금은 토큰을 읽을 수 없어 마지막으로 알려진 값을 보여 줍니다."
    case .token: "토큰"
    case .amount: "수량"
    case .send: "보내기"
    case .sendOf(let symbol): "\(symbol) 보내기"
    case .untold: "계약이 알려 주지 않음"
    case .unvouched: "?는 자기 계약만이 이름을 말하는 토큰이라는 표시입니다. 누구나 아무 이름으로 토큰을 만들 수 있습니다."
    case .notInSum(let count): "합계에 없음: 가치를 알 수 없는 토큰 \(count)개"
    case .wrappedInSum(let amount): "합계에 포함: 감싼 코인 \(amount). 아래 카드에는 들어 있지 않습니다."
    }
  }

  var ukrainian: String {
    switch self {
    case .title: "Токени"
    case .none: "Токенів немає, наскільки тут відомо."
    case .notRead: "Зараз токени не читаються."
    case .kept: "Зараз токени не читаються: це останні відомі значення."
    case .token: "Токен"
    case .amount: "Кількість"
    case .send: "Надіслати"
    case .sendOf(let symbol): "Надіслати \(symbol)"
    case .untold: "контракт не каже"
    case .unvouched: "Знак ? — токен, який називає лише його власний контракт: таку назву може дати будь-хто."
    case .notInSum(let count):
      "Не враховано: \(count) \(Plural.ukrainian(count, "токен", "токени", "токенів")), вартість яких тут невідома."
    case .wrappedInSum(let amount): "У сумі є \(amount) обернутих монет; картки нижче їх не враховують."
    }
  }
}
