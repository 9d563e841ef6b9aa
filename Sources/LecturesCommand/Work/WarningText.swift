import Localization
import Operations
import Outbox
import Primitives
import Sending
import Terminal

/// The warnings and notes of a run that sends.
enum WarningText: Phrase {
  case nothingHeld(UInt256)
  case gasDisagreement(estimate: UInt64, needed: UInt64)
  case disagreement(EndpointDisagreement)
  /// An intent that nodes do not accept and nothing passes, and the reason.
  case obstacle(Intent, any Error)
  /// Gas above the price that is waited for, both with their units, and the number of what waits.
  case gasTooDear(now: String, limit: String, number: Int64)
  /// The failure that keeps prices from being read, and the number of what waits for one.
  case priceUnread(FailureWords, number: Int64)
  case sentOnOtherChain
  case onlyOneNodeSays

  var english: StyledText {
    switch self {
    case .nothingHeld(let lecture):
      "Lecture \(lecture) holds nothing: to settle it pays nobody. Perhaps it is settled already."
    case .gasDisagreement(let estimate, let needed):
      "The node estimates \(estimate) units of gas. Tried here it needs \(needed): that is what counts."
    case .disagreement(let found): StyledText(found.description)
    case .obstacle(let intent, let error): StyledText(intent.standsInTheWay(because: error))
    case .gasTooDear(let now, let limit, let number):
      "Gas costs \(now), above \(limit): number \(number) waits. Stop with Ctrl-C; it stays written down."
    case .priceUnread(let words, let number):
      "\(words.message) Until that is over number \(number) waits. Stop with Ctrl-C; it stays written down."
    case .sentOnOtherChain: "It was sent on another chain. Send it here, too?"
    case .onlyOneNodeSays: "Only one node says so. Sign another payment?"
    }
  }

  var korean: StyledText {
    switch self {
    case .nothingHeld(let lecture): "\(lecture)번 강의에는 예치금이 없어 정산해도 아무도 받지 못합니다. 이미 정산되었을 수 있습니다."
    case .gasDisagreement(let estimate, let needed):
      "노드는 가스를 \(estimate)단위로 추정하지만, 여기서 시험한 결과 \(needed)단위가 필요하여 이 값을 따릅니다."
    case .disagreement(let found):
      switch found.kind {
      case .lags(let head, let block): "뒤처진 노드 \(found.endpoint): 현재 \(head)번 블록, 트랜잭션은 \(block)번 블록에 있습니다."
      case .contradicts: "\(found.endpoint) 노드의 답이 다른 노드와 다릅니다."
      case .silent: "\(found.endpoint) 노드가 답하지 않습니다."
      }
    case .obstacle(let intent, let error):
      "발신함의 \(intent.id)번이 먼저 처리되어야 합니다. \(CommandFailure(error).words(in: .korean).message) \("`lectures tx speed-up \(intent.id)`, `lectures tx cancel \(intent.id)`", .action)"
    case .gasTooDear(let now, let limit, let number):
      "가스 가격 \(now)이(가) 한도 \(limit)보다 높아 \(number)번이 기다립니다. `Ctrl-C`로 멈춰도 기록은 남습니다."
    case .priceUnread(let words, let number):
      "\(words.message) 해결될 때까지 \(number)번이 기다립니다. `Ctrl-C`로 멈춰도 기록은 남습니다."
    case .sentOnOtherChain: "다른 체인에서 이미 보냈습니다. 여기서도 보내시겠습니까?"
    case .onlyOneNodeSays: "그렇게 말하는 노드가 하나뿐입니다. 한 번 더 지불하는 서명을 하시겠습니까?"
    }
  }

  var ukrainian: StyledText {
    switch self {
    case .nothingHeld(let lecture):
      "За лекцію \(lecture) нічого не зберігається: розрахунок нікому не заплатить. Можливо, його вже зроблено."
    case .gasDisagreement(let estimate, let needed):
      "Вузол оцінює газ у \(estimate) одиниць, а проба тут показала \(needed): рахується саме це."
    case .disagreement(let found):
      switch found.kind {
      case .lags(let head, let block):
        "Вузол \(found.endpoint) відстає: він на блоці \(head), а транзакція в блоці \(block)."
      case .contradicts: "Вузол \(found.endpoint) каже інше."
      case .silent: "Вузол \(found.endpoint) не відповідає."
      }
    case .obstacle(let intent, let error):
      "Спершу має пройти номер \(intent.id). \(CommandFailure(error).words(in: .ukrainian).message) \("`lectures tx speed-up \(intent.id)`, `lectures tx cancel \(intent.id)`", .action)"
    case .gasTooDear(let now, let limit, let number):
      "Газ коштує \(now), а межа — \(limit): номер \(number) чекає. Зупинити: `Ctrl-C`; запис лишиться."
    case .priceUnread(let words, let number):
      "\(words.message) Доки це не мине, номер \(number) чекає. Зупинити: `Ctrl-C`; запис лишиться."
    case .sentOnOtherChain: "Це надіслано в іншій мережі. Надіслати й тут?"
    case .onlyOneNodeSays: "Так каже лише один вузол. Підписати ще один платіж?"
    }
  }
}
