import Localization
import Primitives
import Terminal

/// The words on signing, sending and replacing single transactions.
enum SubmissionText: Phrase {
  // Questions.
  case send, pay, payAndSend
  /// The address of a service.
  case handOver(String)

  // While it goes on.
  case checking, lookingAtKeys, pricing

  // Notes and warnings.
  case known
  case signedForAnyChain, validOnAnyChain
  /// The chain of a transaction, and that of the network in use.
  case otherChain(UInt256, inUse: UInt256)
  /// The reason why no chain takes it, in English.
  case doomed(String)
  case keysOf(Address, for: Address)

  // Outcomes.
  case mined, minedAtHigherPrice, cancelled, firstMined
  case givenUp, wouldBeGivenUp
  case payerHasToSign
  case handOn

  var english: StyledText {
    switch self {
    case .send: "Send this transaction?"
    case .pay: "Pay for this transaction?"
    case .payAndSend: "Pay for this transaction and send it?"
    case .handOver(let service): "Hand this transaction to \(service)?"
    case .checking: "Checking the transaction"
    case .lookingAtKeys: "Looking at the accounts' keys"
    case .pricing: "Pricing it"
    case .known: "The node has this very transaction already."
    case .signedForAnyChain:
      "It names no chain: whoever has it can send it on every chain where the account has money."
    case .validOnAnyChain: "It names no chain: it is valid on every one."
    case .otherChain(let chain, let inUse): "It is for chain \(chain); the network in use is chain \(inUse)."
    case .doomed(let reason): "No chain takes it: \(reason)"
    case .keysOf(let address, let account):
      "These are keys of \(address): \(account) must have been given one of them."
    case .mined: StyledText("The transaction was mined", .good) + "."
    case .minedAtHigherPrice: StyledText("It was mined", .good) + " at the higher price."
    case .cancelled: StyledText("It is cancelled", .good) + ": nothing of it will be mined."
    case .firstMined: StyledText("The first was mined before another took its place.", .warning)
    case .givenUp: StyledText("It is given up", .good) + ": it was never signed, and nothing was sent."
    case .wouldBeGivenUp:
      StyledText("It would be given up", .good) + ": it was never signed. Nothing was changed."
    case .payerHasToSign:
      StyledText("The fee payer has to sign it, too: lectures tx sign-as-fee-payer RAW", .warning)
    case .handOn: "Hand it on, or join it with the others' copies: lectures tx merge RAW RAW"
    }
  }

  var korean: StyledText {
    switch self {
    case .send: "이 트랜잭션을 보내시겠습니까?"
    case .pay: "이 트랜잭션의 수수료를 내시겠습니까?"
    case .payAndSend: "이 트랜잭션의 수수료를 내고 보내시겠습니까?"
    case .handOver(let service): "이 트랜잭션을 다음 서비스에 맡기시겠습니까: \(service)?"
    case .checking: "트랜잭션을 확인하는 중"
    case .lookingAtKeys: "계정의 키를 확인하는 중"
    case .pricing: "가격을 정하는 중"
    case .known: "노드가 바로 이 트랜잭션을 이미 가지고 있습니다."
    case .signedForAnyChain: "체인이 지정되지 않았습니다. 가진 사람은 계정에 돈이 있는 어느 체인에서든 보낼 수 있습니다."
    case .validOnAnyChain: "체인이 지정되지 않아 모든 체인에서 유효합니다."
    case .otherChain(let chain, let inUse): "트랜잭션의 체인은 \(chain)인데, 사용 중인 네트워크의 체인은 \(inUse)입니다."
    case .doomed(let reason): "어느 체인도 받지 않습니다: `\(reason)`"
    case .keysOf(let address, let account): "\(address)의 키입니다. 이 가운데 하나가 다음 계정의 키여야 합니다: \(account)."
    case .mined: StyledText("트랜잭션이 채굴되었습니다", .good) + "."
    case .minedAtHigherPrice: StyledText("더 높은 가격으로 채굴되었습니다", .good) + "."
    case .cancelled: StyledText("취소되었습니다", .good) + ". 처음 트랜잭션은 채굴되지 않습니다."
    case .firstMined: StyledText("대체되기 전에 처음 트랜잭션이 채굴되었습니다.", .warning)
    case .givenUp: StyledText("포기했습니다", .good) + ". 서명된 적이 없고 아무것도 보내지 않았습니다."
    case .wouldBeGivenUp: StyledText("포기하게 됩니다", .good) + ". 서명된 적이 없습니다. 바뀐 것은 없습니다."
    case .payerHasToSign:
      StyledText("수수료 대납자도 서명해야 합니다: `lectures tx sign-as-fee-payer RAW`", .warning)
    case .handOn: "다음 사람에게 넘기거나 다른 사본과 합치십시오: `lectures tx merge RAW RAW`"
    }
  }

  var ukrainian: StyledText {
    switch self {
    case .send: "Надіслати цю транзакцію?"
    case .pay: "Сплатити комісію за цю транзакцію?"
    case .payAndSend: "Сплатити комісію за цю транзакцію й надіслати її?"
    case .handOver(let service): "Передати цю транзакцію сервісу \(service)?"
    case .checking: "Перевіряю транзакцію"
    case .lookingAtKeys: "Дивлюся на ключі рахунків"
    case .pricing: "Визначаю ціну"
    case .known: "Вузол уже має саме цю транзакцію."
    case .signedForAnyChain:
      "Мережу не вказано: хто має транзакцію, може надіслати її в кожній мережі, де рахунок має гроші."
    case .validOnAnyChain: "Мережу не вказано: транзакція дійсна в кожній."
    case .otherChain(let chain, let inUse): "Вона для мережі \(chain), а вибрана мережа має номер \(inUse)."
    case .doomed(let reason): "Жодна мережа її не візьме: `\(reason)`"
    case .keysOf(let address, let account):
      "Це ключі рахунку \(address): рахунок \(account) мав одержати один із них."
    case .mined: StyledText("Транзакція в блоці", .good) + "."
    case .minedAtHigherPrice: StyledText("Вона в блоці", .good) + " за вищою ціною."
    case .cancelled: StyledText("Її скасовано", .good) + ": нічого з неї в блок не потрапить."
    case .firstMined: StyledText("Перша потрапила в блок, перш ніж її замінила інша.", .warning)
    case .givenUp: StyledText("Від неї відмовлено", .good) + ": її не підписували, нічого не надіслано."
    case .wouldBeGivenUp: StyledText("Від неї було б відмовлено", .good) + ": її не підписували. Нічого не змінено."
    case .payerHasToSign:
      StyledText("Її має підписати й платник комісії: `lectures tx sign-as-fee-payer RAW`", .warning)
    case .handOn: "Передайте її далі або з’єднайте з копіями інших: `lectures tx merge RAW RAW`"
    }
  }
}
