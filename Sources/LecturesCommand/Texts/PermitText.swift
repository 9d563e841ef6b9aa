import Localization
import Operations
import Terminal
import Tokens

/// The sentences about allowances that their owner signs.
enum PermitText: Phrase {
  case question(String)
  case sentByAnother
  case trial(String)

  var english: StyledText {
    switch self {
    case .question(let amount): "Sign that the exchange may move \(amount)?"
    case .sentByAnother: "Somebody else brought the signature to the token first; the allowance is there."
    case .trial(let amount): "It would be signed that the exchange may move \(amount); nothing was signed or sent."
    }
  }

  var korean: StyledText {
    switch self {
    case .question(let amount): "거래소가 최대 \(amount) 옮기도록 허용하는 데 서명하시겠습니까?"
    case .sentByAnother: "다른 사람이 먼저 서명을 토큰에 전했고, 허가는 되어 있습니다."
    case .trial(let amount): "거래소가 \(amount) 수량을 옮겨도 된다고 서명하게 됩니다. 서명하거나 보낸 것은 없습니다."
    }
  }

  var ukrainian: StyledText {
    switch self {
    case .question(let amount): "Підписати, що біржа може переказувати \(amount)?"
    case .sentByAnother: "Хтось інший передав підпис токену першим; дозвіл уже є."
    case .trial(let amount):
      "Було б підписано, що біржа може переказувати \(amount); нічого не підписано й не надіслано."
    }
  }
}

/// The names of fields of such an allowance.
enum PermitLabel: Phrase {
  case owner, until, sender

  var english: String {
    switch self {
    case .owner: "Tokens of"
    case .until: "Counts until"
    case .sender: "Sent by"
    }
  }

  var korean: String {
    switch self {
    case .owner: "토큰 소유자"
    case .until: "유효 기한"
    case .sender: "보내는 계정"
    }
  }

  var ukrainian: String {
    switch self {
    case .owner: "Чиї токени"
    case .until: "Чинний до"
    case .sender: "Надсилає"
    }
  }
}

extension ApprovalText {
  /// The sentence about an allowance that is there, and whether something was sent for it.
  static func outcome(_ after: TokenAmount, sent: Bool, in language: Language) -> StyledText {
    let token = after.token.shown
    if after.units == 0 { return sent ? language[ExchangeText.revoked(token)] : language[nothingAllowed(token)] }
    let text = after.units == .max ? language[any(token)] : after.text(in: language)
    return sent ? language[ExchangeText.allowed(text)] : language[ExchangeText.allowedAlready(text)]
  }
}
