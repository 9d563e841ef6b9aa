import Localization

/// Remarks about conditional orders that are easily overlooked.
enum ExchangeTriggerNote: Phrase {
  /// Orders of the account itself are not seen.
  case ownOrders
  /// The reason for which one failed, or has to wait.
  case problem(Int64, String)

  var english: String {
    switch self {
    case .ownOrders: "Your own orders do not count: neither for its price nor for its trade."
    case .problem(let id, let problem): "Number \(id): \(problem)"
    }
  }

  var korean: String {
    switch self {
    case .ownOrders: "자신의 주문은 조건의 가격에도 거래에도 들어가지 않습니다."
    case .problem(let id, let problem): "\(id)번: \(problem)"
    }
  }

  var ukrainian: String {
    switch self {
    case .ownOrders: "Ваші власні ордери не рахуються: ні для ціни умови, ні для угоди."
    case .problem(let id, let problem): "Номер \(id): \(problem)"
    }
  }
}
