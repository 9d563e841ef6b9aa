import Localization

/// The refusals to pay what a code asks for.
enum ScanRefusal: Phrase {
  /// An amount that nobody agreed to, and the receiver.
  case amountNotAgreed(String, to: String)
  case noAmount(String)
  /// A code of another kind, in the picture of this name.
  case invitation(String)
  /// The chain of the request, its network's name where that is known, the network in use and its chain.
  case otherChain(String, network: String?, inUse: String, chain: String)
  case tokenNotAgreed(String)
  /// The token that was agreed to, and the one that is asked for; nil for the chain's coin.
  case otherToken(String, asked: String?)
  case receiverNotAgreed(String)
  case otherReceiver(String, asked: String)
  case otherAmount(String, agreed: String)

  var english: FailureWords {
    switch self {
    case .amountNotAgreed(let asked, let receiver):
      FailureWords(
        "With --yes nobody looks at what the code asks for, so say what you agree to pay.",
        reason: "It asks for \(asked), to \(receiver).", advice: "Add --amount AMOUNT: that is paid, or nothing.")
    case .invitation(let file):
      FailureWords(
        "The code is an invitation to a school, not a request to pay; nothing was sent.",
        advice: "To take it: lectures network use \(file)")
    case .noAmount(let text):
      FailureWords(
        "The code does not say how much to pay.", reason: "It says \(text).", advice: "Say it: --amount AMOUNT")
    case .otherChain(let chain, let network, let inUse, let own):
      FailureWords(
        "The request is for another chain.",
        reason: "It asks for a payment on chain \(chain)\(network.map { " (\($0))" } ?? ""); \(inUse) is \(own).",
        advice: network.map { "To pay there: --network \($0)" } ?? "Choose its network with --network.")
    case .tokenNotAgreed(let token):
      FailureWords(
        "With --yes nobody looks at which money the code asks for.", reason: "It asks for the token \(token).",
        advice: "If that is agreed to, add --token \(token).")
    case .otherToken(let agreed, let asked):
      FailureWords(
        "The code does not ask for the token \(agreed); nothing was sent.",
        reason: asked.map { "It asks for the token \($0)." } ?? "It asks for the chain's own money.",
        advice: "Ask whoever made the code, or say with --token what you agreed to.")
    case .receiverNotAgreed(let receiver):
      FailureWords(
        "With --yes nobody looks at whom the code pays, so say whom you agree to pay.",
        reason: "It pays \(receiver), which is no account here, no watched wallet and no contact.",
        advice: "If that is agreed to, add --to \(receiver); or give it a name: lectures contact add NAME \(receiver)")
    case .otherReceiver(let agreed, let asked):
      FailureWords(
        "The code does not pay \(agreed); nothing was sent.", reason: "It pays \(asked).",
        advice: "Ask whoever made the code, or say with --to whom you agreed to pay.")
    case .otherAmount(let asked, let agreed):
      FailureWords(
        "The code asks for \(asked), not for \(agreed); nothing was sent.",
        reason: "--amount says what you agreed to pay.",
        advice: "Ask whoever made the code, or say what it asks for with --amount.")
    }
  }

  var korean: FailureWords {
    switch self {
    case .amountNotAgreed(let asked, let receiver):
      FailureWords(
        "`--yes`로 실행하면 코드의 요청을 아무도 확인하지 않으므로, 지불할 금액을 직접 지정하십시오.",
        reason: "코드가 요청하는 것: \(asked), 받는 주소 \(receiver).", advice: "`--amount AMOUNT`를 붙이면 그 금액만 지불합니다.")
    case .invitation(let file):
      FailureWords(
        "결제 요청이 아니라 학교 초대 코드입니다. 아무것도 보내지 않았습니다.", advice: "초대를 받아들이려면: `lectures network use \(file)`")
    case .noAmount(let text):
      FailureWords(
        "코드에 금액이 없습니다.", reason: "코드 내용: `\(text)`", advice: "금액을 지정하십시오: `--amount AMOUNT`")
    case .otherChain(let chain, let network, let inUse, let own):
      FailureWords(
        "다른 체인에 대한 요청입니다.",
        reason: "체인 \(chain)\(network.map { " (`\($0)`)" } ?? "")에서 지불하라는 요청이며, `\(inUse)`의 체인은 \(own)입니다.",
        advice: network.map { "그곳에서 지불하려면: `--network \($0)`" } ?? "`--network`로 해당 네트워크를 고르십시오.")
    case .tokenNotAgreed(let token):
      FailureWords(
        "`--yes`로 실행하면 코드가 어떤 돈을 요청하는지 아무도 확인하지 않습니다.", reason: "요청한 토큰: \(token).",
        advice: "동의한 것이라면 다음 옵션을 붙이십시오: `--token \(token)`.")
    case .otherToken(let agreed, let asked):
      FailureWords(
        "코드가 요청하는 것은 토큰 \(agreed)이(가) 아닙니다. 아무것도 보내지 않았습니다.",
        reason: asked.map { "요청한 토큰: \($0)." } ?? "체인의 기본 코인을 요청합니다.",
        advice: "코드를 만든 사람에게 묻거나, 동의한 토큰을 `--token`으로 지정하십시오.")
    case .receiverNotAgreed(let receiver):
      FailureWords(
        "`--yes`로 실행하면 코드가 누구에게 지불하는지 아무도 확인하지 않으므로, 받을 사람을 직접 지정하십시오.",
        reason: "받는 주소 \(receiver)은(는) 여기의 계정도, 관찰 지갑도, 연락처도 아닙니다.",
        advice: "동의한 것이라면 옵션(`--to \(receiver)`)을 붙이거나 이름을 지으십시오: `lectures contact add NAME \(receiver)`")
    case .otherReceiver(let agreed, let asked):
      FailureWords(
        "코드의 받는 주소는 \(agreed)이(가) 아닙니다. 아무것도 보내지 않았습니다.", reason: "받는 주소: \(asked).",
        advice: "코드를 만든 사람에게 묻거나, 동의한 받는 주소를 `--to`로 지정하십시오.")
    case .otherAmount(let asked, let agreed):
      FailureWords(
        "코드는 \(agreed)이(가) 아니라 \(asked)을(를) 요청합니다. 아무것도 보내지 않았습니다.",
        reason: "`--amount`는 지불하기로 동의한 금액입니다.",
        advice: "코드를 만든 사람에게 묻거나, 요청한 금액을 `--amount`로 지정하십시오.")
    }
  }

  var ukrainian: FailureWords {
    switch self {
    case .amountNotAgreed(let asked, let receiver):
      FailureWords(
        "З `--yes` ніхто не дивиться, про що просить код, тож скажіть, скільки ви згодні сплатити.",
        reason: "Він просить \(asked), одержувач \(receiver).",
        advice: "Додайте `--amount AMOUNT`: буде сплачено саме це або нічого.")
    case .invitation(let file):
      FailureWords(
        "Цей код — запрошення до школи, а не запит на оплату; нічого не надіслано.",
        advice: "Щоб прийняти його: `lectures network use \(file)`")
    case .noAmount(let text):
      FailureWords(
        "У коді не сказано, скільки платити.", reason: "У ньому: `\(text)`.", advice: "Вкажіть суму: `--amount AMOUNT`")
    case .otherChain(let chain, let network, let inUse, let own):
      FailureWords(
        "Запит стосується іншої мережі.",
        reason:
          "Він просить сплатити в мережі \(chain)\(network.map { " (`\($0)`)" } ?? ""), а `\(inUse)` має номер \(own).",
        advice: network.map { "Щоб сплатити там: `--network \($0)`" } ?? "Виберіть її за допомогою `--network`.")
    case .tokenNotAgreed(let token):
      FailureWords(
        "З `--yes` ніхто не дивиться, яких грошей просить код.", reason: "Він просить токен \(token).",
        advice: "Якщо ви на це згодні, додайте `--token \(token)`.")
    case .otherToken(let agreed, let asked):
      FailureWords(
        "Код просить не токен \(agreed); нічого не надіслано.",
        reason: asked.map { "Він просить токен \($0)." } ?? "Він просить власні гроші мережі.",
        advice: "Запитайте того, хто створив код, або вкажіть у `--token`, на що ви згодилися.")
    case .receiverNotAgreed(let receiver):
      FailureWords(
        "З `--yes` ніхто не дивиться, кому платить код, тож скажіть, кому ви згодні заплатити.",
        reason: "Він платить на \(receiver): це не рахунок тут, не гаманець під спостереженням і не контакт.",
        advice:
          "Якщо ви на це згодні, додайте `--to \(receiver)` або дайте ім'я: `lectures contact add NAME \(receiver)`")
    case .otherReceiver(let agreed, let asked):
      FailureWords(
        "Код платить не на \(agreed); нічого не надіслано.", reason: "Він платить на \(asked).",
        advice: "Запитайте того, хто створив код, або вкажіть у `--to`, кому ви згодилися заплатити.")
    case .otherAmount(let asked, let agreed):
      FailureWords(
        "Код просить \(asked), а не \(agreed); нічого не надіслано.",
        reason: "`--amount` каже, скільки ви згодилися сплатити.",
        advice: "Запитайте того, хто створив код, або вкажіть у `--amount` суму, про яку він просить.")
    }
  }
}
