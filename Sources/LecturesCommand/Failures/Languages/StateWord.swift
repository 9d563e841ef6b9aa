import Localization
import Outbox

/// The state of what was sent, in a few words.
struct StateWord: Phrase {
  private let state: IntentState

  init(_ state: IntentState) { self.state = state }

  var english: String { state.words }

  var korean: String {
    switch state {
    case .planned: "계획됨"
    case .waiting: "가스 가격을 기다리는 중"
    case .reserved: "서명 직전"
    case .signed: "서명됨, 전송 여부 불명"
    case .broadcast: "전송됨, 노드가 받음"
    case .seen: "전송됨, 채굴 전"
    case .mined: "채굴됨, 확정 전"
    case .final: "채굴됨"
    case .reverted: "채굴되었으나 실패함"
    case .nonceTaken: "다른 트랜잭션으로 대체됨"
    case .conflicting: "다른 트랜잭션으로 대체되었다고 하나 증명되지 않음"
    case .cancelled: "취소됨"
    case .expired: "서명되지 않음"
    case .unpublished: "서명됨, 받은 노드 없음"
    }
  }

  var ukrainian: String {
    switch state {
    case .planned: "заплановано"
    case .waiting: "чекає на свою ціну"
    case .reserved: "ось-ось буде підписано"
    case .signed: "підписано, можливо, не надіслано"
    case .broadcast: "надіслано, вузол узяв"
    case .seen: "надіслано, ще не в блоці"
    case .mined: "у блоці, ще не остаточно"
    case .final: "у блоці"
    case .reverted: "у блоці, але не вдалося"
    case .nonceTaken: "замінено іншою транзакцією"
    case .conflicting: "нібито замінено іншою транзакцією, не доведено"
    case .cancelled: "скасовано"
    case .expired: "не підписано"
    case .unpublished: "підписано, жоден вузол не взяв"
    }
  }
}
