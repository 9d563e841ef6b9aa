import Localization

/// The texts of a relay's state.
enum RelayStatusText: Phrase {
  case asking, ready, behind, takesOrders, no, chain, listeners
  case missing(UInt64)

  var english: String {
    switch self {
    case .asking: "Asking the relay"
    case .ready: "ready"
    case .behind: "not at the head of the chain"
    case .takesOrders: "Takes orders"
    case .no: "no"
    case .chain: "Chain"
    case .listeners: "Listeners"
    case .missing(let blocks): "\(blocks) block\(blocks == 1 ? "" : "s") behind"
    }
  }

  var korean: String {
    switch self {
    case .asking: "릴레이에 묻는 중"
    case .ready: "준비됨"
    case .behind: "최신 블록이 아님"
    case .takesOrders: "주문 접수"
    case .no: "아니요"
    case .chain: "체인"
    case .listeners: "구독"
    case .missing(let blocks): "\(blocks)블록 뒤"
    }
  }

  var ukrainian: String {
    switch self {
    case .asking: "Запит до ретранслятора"
    case .ready: "готовий"
    case .behind: "не на вершині ланцюга"
    case .takesOrders: "Приймає ордери"
    case .no: "ні"
    case .chain: "Ланцюг"
    case .listeners: "Підписок"
    case .missing(let blocks): "відстає на \(blocks)"
    }
  }
}
