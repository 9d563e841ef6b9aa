import Localization

/// The words about transactions that an interrupted run left.
enum InterruptedSendsText: Phrase {
  case resumed, waiting, putAway

  var english: String {
    switch self {
    case .resumed: "An earlier run was interrupted. What it left was taken up; nothing was signed again:"
    case .waiting: "An earlier run was interrupted. What it left is taken up as soon as the node answers:"
    case .putAway: "I have read this"
    }
  }

  var korean: String {
    switch self {
    case .resumed: "이전 실행이 중단되었습니다. 남아 있던 트랜잭션을 이어받았으며 다시 서명한 것은 없습니다."
    case .waiting: "이전 실행이 중단되었습니다. 노드가 응답하면 남아 있는 트랜잭션을 이어받습니다."
    case .putAway: "읽었습니다"
    }
  }

  var ukrainian: String {
    switch self {
    case .resumed: "Попередній запуск перервався. Те, що він лишив, підхоплено; нічого не підписано вдруге:"
    case .waiting: "Попередній запуск перервався. Те, що він лишив, буде підхоплено, щойно вузол відповість:"
    case .putAway: "Прочитано"
    }
  }
}
