import Localization
import Operations
import Terminal

/// The words for what relays show of own orders.
enum RelayRecordWord: Phrase {
  case there, absent
  case different(RelayRecord.Difference)

  var english: String {
    switch self {
    case .there: "shown"
    case .absent: "not there"
    case .different(.missing): "it was posted, and is gone"
    case .different(.notPosted): "not posted there"
    case .different(.postedElsewhere): "not posted from here"
    case .different(.otherState): "your node says otherwise"
    }
  }

  var korean: String {
    switch self {
    case .there: "표시됨"
    case .absent: "없음"
    case .different(.missing): "게시했으나 없음"
    case .different(.notPosted): "게시하지 않음"
    case .different(.postedElsewhere): "여기서 게시하지 않음"
    case .different(.otherState): "내 노드의 상태와 다름"
    }
  }

  var ukrainian: String {
    switch self {
    case .there: "показано"
    case .absent: "немає"
    case .different(.missing): "розміщено, але зник"
    case .different(.notPosted): "там не розміщено"
    case .different(.postedElsewhere): "розміщено не звідси"
    case .different(.otherState): "ваш вузол каже інше"
    }
  }
}

/// The sentences about what relays show of own orders, and about books that nobody checked.
enum RelayRecordText: Phrase {
  case difference, none
  /// An order that the journal does not have, and the relays that show it.
  case unknown(String, gives: String, gets: String, String)
  case unverified
  case funds

  var english: StyledText {
    switch self {
    case .difference: "Differs"
    case .none: "No relay shows any of them."
    case .unknown(let hash, let gives, let gets, let relays):
      StyledText("An open order of yours that this machine does not know", .warning)
        + ": \(hash), \(gives) for \(gets), at \(relays)."
    case .unverified:
      StyledText("Not checked", .warning)
        + ": as the relays tell it. Orders may be over, and makers may lack the tokens."
    case .funds: "Funded"
    }
  }

  var korean: StyledText {
    switch self {
    case .difference: "차이"
    case .none: "어느 릴레이에도 없습니다."
    case .unknown(let hash, let gives, let gets, let relays):
      StyledText("이 기기가 모르는 내 대기 주문이 있습니다", .warning) + ": `\(hash)`, \(gives) → \(gets), 릴레이 `\(relays)`."
    case .unverified:
      StyledText("확인하지 않음", .warning) + ": 릴레이가 알린 그대로입니다. 주문이 끝났거나 자금이 부족할 수 있습니다."
    case .funds: "자금"
    }
  }

  var ukrainian: StyledText {
    switch self {
    case .difference: "Відмінність"
    case .none: "Жоден ретранслятор їх не показує."
    case .unknown(let hash, let gives, let gets, let relays):
      StyledText("Ваш чинний ордер, якого ця машина не знає", .warning)
        + ": `\(hash)`, \(gives) за \(gets), ретранслятор `\(relays)`."
    case .unverified:
      StyledText("Не перевірено", .warning)
        + ": так кажуть ретранслятори. Ордери можуть бути недійсні, а в авторів може бракувати токенів."
    case .funds: "Забезпечено"
    }
  }
}
