import LectureKit
import Localization
import Operations

/// The contradictions about a transaction.
enum ContradictionText: Phrase {
  /// The name of the line.
  case label
  /// The text shown instead of a value that endpoints contradict each other on.
  case disputed
  case about(TransactionContradiction)
  /// The events as some endpoints tell them.
  case events(EndpointEvents)
  /// The text shown instead of events where there are none.
  case noEvents

  var english: String {
    switch self {
    case .label: return "Contradiction"
    case .disputed: return "not known: the endpoints contradict each other"
    case .about(let contradiction):
      let words: String =
        switch contradiction.kind {
        case .endpoints(let told, let agreed): told.words(agreed: agreed, quoting: "")
        case .events(let told): told.words(quoting: "")
        case .signed(let signed, let told): "signed \(signed), the node tells \(told)"
        case .impossible(let told): "the node tells \(told), which cannot be"
        }
      return Self.english(contradiction.fact) + ": " + words
    case .events(let told): return "Events told by \(told.agreeingEndpoints.words(quoting: ""))"
    case .noEvents: return "none"
    }
  }

  var korean: String {
    switch self {
    case .label: return "모순"
    case .disputed: return "알 수 없음: 엔드포인트의 답이 서로 다름"
    case .about(let contradiction):
      let words: String =
        switch contradiction.kind {
        case .endpoints(let told, let agreed): told.words(agreed: agreed, quoting: "`")
        case .events(let told): told.words(quoting: "`")
        case .signed(let signed, let told): "서명한 값 `\(signed)`, 노드의 답 `\(told)`"
        case .impossible(let told): "노드의 답 `\(told)`, 있을 수 없는 값임"
        }
      return Self.korean(contradiction.fact) + ": " + words
    case .events(let told): return "엔드포인트의 답에 따른 이벤트: \(told.agreeingEndpoints.words(quoting: "`"))"
    case .noEvents: return "없음"
    }
  }

  var ukrainian: String {
    switch self {
    case .label: return "Суперечність"
    case .disputed: return "невідомо: вузли суперечать один одному"
    case .about(let contradiction):
      let words: String =
        switch contradiction.kind {
        case .endpoints(let told, let agreed): told.words(agreed: agreed, quoting: "`")
        case .events(let told): told.words(quoting: "`")
        case .signed(let signed, let told): "підписано `\(signed)`, а вузол каже `\(told)`"
        case .impossible(let told): "вузол каже `\(told)`, чого не може бути"
        }
      return Self.ukrainian(contradiction.fact) + ": " + words
    case .events(let told):
      return
        "Події, як їх \(told.agreeingEndpoints.count == 1 ? "каже" : "кажуть") \(told.agreeingEndpoints.words(quoting: "`"))"
    case .noEvents: return "немає"
    }
  }

  private static func english(_ fact: TransactionFact) -> String {
    switch fact {
    case .status, .block, .from, .to, .contract, .value, .nonce, .fee, .events: fact.rawValue
    case .timestamp: "time"
    case .input: "calldata"
    case .gasLimit: "gas limit"
    case .gasUsed: "gas used"
    }
  }

  private static func korean(_ fact: TransactionFact) -> String {
    switch fact {
    case .status: "상태"
    case .block: "블록"
    case .timestamp: "시각"
    case .from: "보낸 계정"
    case .to: "받는 계정"
    case .contract: "계약"
    case .value: "금액"
    case .nonce: "논스"
    case .input: "호출 데이터"
    case .gasLimit: "가스 한도"
    case .gasUsed: "사용한 가스"
    case .fee: "수수료"
    case .events: "이벤트"
    }
  }

  private static func ukrainian(_ fact: TransactionFact) -> String {
    switch fact {
    case .status: "стан"
    case .block: "блок"
    case .timestamp: "час"
    case .from: "відправник"
    case .to: "отримувач"
    case .contract: "контракт"
    case .value: "сума"
    case .nonce: "лічильник"
    case .input: "дані виклику"
    case .gasLimit: "межа газу"
    case .gasUsed: "використаний газ"
    case .fee: "комісія"
    case .events: "події"
    }
  }
}
