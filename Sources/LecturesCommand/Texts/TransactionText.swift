import Localization

/// The values and sentences of lists and views of transactions.
enum TransactionText: Phrase {
  // Lists.
  case nothingSent, nothingOpen, nothingOfTheKind

  // States.
  case waiting(price: String, speed: String)
  /// A moment up to which something is waited for, behind the price.
  case until(String, waiting: String)

  // A single transaction.
  case looking
  case succeeded, failed, pending
  case createdContract
  case confirmations(UInt64)
  case gasOf(UInt64, limit: UInt64)
  case gasAtMost(UInt64)
  case noPrice
  case provenFalse(String)
  case number(Int64)
  case events
  /// A reason that was found by a replay.
  case replayed(String)
  case noReason

  var english: String {
    switch self {
    case .nothingSent: "Nothing was sent from here."
    case .nothingOpen: "Nothing is open."
    case .nothingOfTheKind: "Nothing of the kind was sent from here."
    case .waiting(let price, let speed): "waiting until gas costs \(price) (\(speed))"
    case .until(let time, let waiting): "\(waiting), until \(time)"
    case .looking: "Looking for the transaction"
    case .succeeded: "succeeded"
    case .failed: "failed"
    case .pending: "pending: not in a block yet"
    case .createdContract: "created a contract"
    case .confirmations(let count): "\(count) confirmation\(count == 1 ? "" : "s")"
    case .gasOf(let used, let limit): "\(used) of \(limit)"
    case .gasAtMost(let limit): "\(limit) at most"
    case .noPrice: "the node does not tell its price"
    case .provenFalse(let contradiction): "proven false: \(contradiction)"
    case .number(let intent): "number \(intent)"
    case .events: "Events"
    case .replayed(let reason): "\(reason) (by a replay on this node)"
    case .noReason: "none is known"
    }
  }

  var korean: String {
    switch self {
    case .nothingSent: "여기에서 보낸 것이 없습니다."
    case .nothingOpen: "진행 중인 것이 없습니다."
    case .nothingOfTheKind: "여기에서 보낸 것 가운데 해당하는 것이 없습니다."
    case .waiting(let price, let speed): "가스 가격이 \(price)이(가) 되기를 기다리는 중(`\(speed)`)"
    case .until(let time, let waiting): "\(waiting), 기한 \(time)"
    case .looking: "트랜잭션을 찾는 중"
    case .succeeded: "성공"
    case .failed: "실패"
    case .pending: "대기 중: 아직 블록에 없음"
    case .createdContract: "계약을 만듦"
    case .confirmations(let count): "확인 \(count)회"
    case .gasOf(let used, let limit): "\(limit) 가운데 \(used)"
    case .gasAtMost(let limit): "최대 \(limit)"
    case .noPrice: "가격은 노드가 알려 주지 않음"
    case .provenFalse(let contradiction): "거짓으로 증명됨: `\(contradiction)`"
    case .number(let intent): "\(intent)번"
    case .events: "이벤트"
    case .replayed(let reason): "\(reason) (이 노드에서 다시 실행한 결과)"
    case .noReason: "알려진 이유 없음"
    }
  }

  var ukrainian: String {
    switch self {
    case .nothingSent: "Звідси ще нічого не надсилали."
    case .nothingOpen: "Незавершеного немає."
    case .nothingOfTheKind: "Такого звідси не надсилали."
    case .waiting(let price, let speed): "чекає, доки газ коштуватиме \(price) (`\(speed)`)"
    case .until(let time, let waiting): "\(waiting), до \(time)"
    case .looking: "Пошук транзакції"
    case .succeeded: "вдалося"
    case .failed: "не вдалося"
    case .pending: "очікує: ще не в блоці"
    case .createdContract: "створено контракт"
    case .confirmations(let count):
      "\(count) \(Plural.ukrainian(count, "підтвердження", "підтвердження", "підтверджень"))"
    case .gasOf(let used, let limit): "\(used) з \(limit)"
    case .gasAtMost(let limit): "щонайбільше \(limit)"
    case .noPrice: "ціни вузол не каже"
    case .provenFalse(let contradiction): "доведено, що це неправда: `\(contradiction)`"
    case .number(let intent): "номер \(intent)"
    case .events: "Події"
    case .replayed(let reason): "\(reason) (за повторним виконанням на цьому вузлі)"
    case .noReason: "причина невідома"
    }
  }
}
