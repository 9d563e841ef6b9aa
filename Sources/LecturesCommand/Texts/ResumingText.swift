import Localization
import Operations
import Primitives
import Terminal

/// The words on taking up what an interrupted run left, and on what would be done with it.
enum ResumingText: Phrase {
  case checkingOutbox, lookingAgain, takingUp
  /// The place in the list, the length of the list, and the label of what is taken up.
  case takingUpOne(Int, of: Int, IntentLabel)
  case waiting(IntentLabel)
  case pricing(IntentLabel)
  case goOnWaiting
  /// The first of the nonces that are missing, and their number.
  case missingNonces(first: UInt64, count: Int)

  // A dry run.
  case step(Resumption.Step)
  case nonce(UInt64, of: Address)
  case filled
  case nothingDone

  var english: StyledText {
    switch self {
    case .checkingOutbox: "Checking the outbox"
    case .lookingAgain: "Looking again at what was mined"
    case .takingUp: "Taking up"
    case .takingUpOne(let place, let count, let label): "\(place) of \(count): \(label.english)"
    case .waiting(let label): "Waiting for \(label.english)"
    case .pricing(let label): "Pricing \(label.english)"
    case .goOnWaiting: "Go on waiting for its price?"
    case .missingNonces(let first, 1):
      "Nonce \(first) is missing below what waits: an empty transaction has to take its place."
    case .missingNonces(let first, let count):
      "\(count) nonces from \(first) on are missing below what waits: an empty transaction has to take each place."
    case .step(.strikeOut): "struck out: it was never signed"
    case .step(.waitForPrice): "goes on waiting for its price, and is signed then"
    case .step(.offerAgain): "offered again: no node knows it"
    case .step(.handOverAgain): "given to the fee delegation service again: no node knows it"
    case .step(.follow): "followed until it is mined"
    case .step(.note): "noted as what the chain says of it"
    case .nonce(let nonce, let account): "nonce \(nonce) of \(account)"
    case .filled: "signed as an empty transaction, once you have said yes"
    case .nothingDone: "Nothing was done."
    }
  }

  var korean: StyledText {
    switch self {
    case .checkingOutbox: "발신함을 확인하는 중"
    case .lookingAgain: "채굴된 것을 다시 확인하는 중"
    case .takingUp: "이어서 처리하는 중"
    case .takingUpOne(let place, let count, let label): "\(place)/\(count): \(label.korean)"
    case .waiting(let label): "기다리는 중: \(label.korean)"
    case .pricing(let label): "가격을 정하는 중: \(label.korean)"
    case .goOnWaiting: "이 가격을 계속 기다리시겠습니까?"
    case .missingNonces(let first, 1): "기다리는 것보다 앞선 논스 \(first)번이 비어 있어, 빈 트랜잭션으로 채워야 합니다."
    case .missingNonces(let first, let count):
      "기다리는 것보다 앞선 논스 \(count)개(\(first)번부터)가 비어 있어, 저마다 빈 트랜잭션으로 채워야 합니다."
    case .step(.strikeOut): "지움: 서명된 적 없음"
    case .step(.waitForPrice): "가격을 계속 기다린 뒤 서명"
    case .step(.offerAgain): "다시 전송: 아는 노드 없음"
    case .step(.handOverAgain): "수수료 대납 서비스에 다시 맡김: 아는 노드 없음"
    case .step(.follow): "채굴될 때까지 지켜봄"
    case .step(.note): "체인에 있는 대로 기록"
    case .nonce(let nonce, let account): "\(account)의 논스 \(nonce)"
    case .filled: "동의하면 빈 트랜잭션으로 서명"
    case .nothingDone: "아무것도 하지 않았습니다."
    }
  }

  var ukrainian: StyledText {
    switch self {
    case .checkingOutbox: "Перевіряю журнал надсилань"
    case .lookingAgain: "Ще раз дивлюся на те, що вже в блоках"
    case .takingUp: "Продовжую"
    case .takingUpOne(let place, let count, let label): "\(place) з \(count): \(label.ukrainian)"
    case .waiting(let label): "Чекаю: \(label.ukrainian)"
    case .pricing(let label): "Визначаю ціну: \(label.ukrainian)"
    case .goOnWaiting: "Чекати на цю ціну далі?"
    case .missingNonces(let first, 1):
      "Перед тим, що чекає, бракує номера \(first): його має зайняти порожня транзакція."
    case .missingNonces(let first, let count):
      "Перед тим, що чекає, бракує номерів: \(count), від \(first). Кожен має зайняти порожня транзакція."
    case .step(.strikeOut): "викреслити: її не підписували"
    case .step(.waitForPrice): "чекати далі на свою ціну й тоді підписати"
    case .step(.offerAgain): "запропонувати ще раз: її не знає жоден вузол"
    case .step(.handOverAgain): "знову віддати сервісу сплати комісій: її не знає жоден вузол"
    case .step(.follow): "стежити, доки буде в блоці"
    case .step(.note): "записати так, як каже мережа"
    case .nonce(let nonce, let account): "номер \(nonce) рахунку \(account)"
    case .filled: "підписати порожню транзакцію, щойно ви згодитеся"
    case .nothingDone: "Нічого не зроблено."
    }
  }
}
