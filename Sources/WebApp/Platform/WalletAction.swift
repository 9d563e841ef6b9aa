import Operations
import Primitives
import StrictJSON

/// An action that somebody's wallet is asked for on a platform.
enum WalletAction: Sendable, Hashable {
  /// An action at the lecture contract.
  case lecture(WantedAction)
  /// A transaction at the network's exchange.
  case trade(WantedTrade)
  /// A limit order, which is signed and posted; nothing is sent to the chain.
  case order(WantedOrder)

  /// Whether a platform pays its fee.
  var isPaidFor: Bool {
    switch self {
    case .lecture(let action): action.isPaidFor
    case .trade, .order: false
    }
  }

  /// Whether another is the same wish.
  func isSame(as other: WalletAction) -> Bool {
    switch (self, other) {
    case (.trade(let trade), .trade(let second)): trade.isSame(as: second)
    case (.order(let order), .order(let second)): order.isSame(as: second)
    default: self == other
    }
  }

  /// Whether the contract would do the same once more for a second transaction: then it is not asked for while a first one
  /// may be under way.
  var isRepeatable: Bool {
    switch self {
    case .lecture(let action):
      switch action {
      case .opening: true
      case .purchase, .rating, .reclaim, .withdrawal, .reopening, .settlement: false
      }
    case .trade(let trade): trade.isRepeatable
    case .order: true
    }
  }

  /// The action as the store holds it.
  var json: JSON {
    switch self {
    case .lecture(let action): action.json
    case .trade(let trade): trade.json
    case .order(let order): order.json
    }
  }

  /// Reads an action; nil for what is none.
  init?(_ json: JSON) {
    if let action = WantedAction(json) {
      self = .lecture(action)
    } else if let trade = WantedTrade(json) {
      self = .trade(trade)
    } else if let order = WantedOrder(json) {
      self = .order(order)
    } else {
      return nil
    }
  }
}
