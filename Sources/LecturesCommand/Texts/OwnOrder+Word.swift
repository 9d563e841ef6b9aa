import Exchange
import Operations
import OrderBook

extension OwnOrder {
  /// Its state, by the user's own node where that was asked.
  var word: ExchangeWord {
    if let ending = order.ending { return .ended(ending) }
    switch order.state {
    case .draft: return .draft
    case .signed: return .signed
    case .posted, .ended: return status.map { .state($0.state) } ?? .posted
    }
  }
}
