import LectureKit
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
  /// The description of a lecture, which its teacher signs and the platform shows; nothing is sent to the chain.
  case description(WantedDescription)

  /// Whether a platform pays its fee.
  var isPaidFor: Bool {
    switch self {
    case .lecture(let action): action.isPaidFor
    case .trade, .order, .description: false
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

  /// Whether another is this wish with other terms, so that one of both alone is wanted.
  func isChanged(from other: WalletAction) -> Bool {
    guard case .trade(let trade) = self, case .trade(let second) = other else { return false }
    return trade.isChanged(from: second)
  }

  /// Whether it is an action that an account does once for each run of a lecture.
  func does(_ action: LectureAction) -> Bool {
    guard case .lecture(let wanted) = self else { return false }
    return switch wanted {
    case .purchase(let number): action == .purchase(number)
    case .rating(let number, _): action == .evaluation(number)
    case .settlement(let number, _): action == .settlement(number)
    case .reopening(let number, _): action == .reopening(number)
    case .reclaim, .withdrawal, .opening: false
    }
  }

  /// Whether it is signed alone: no transaction comes of it.
  var isSignedOnly: Bool {
    switch self {
    case .lecture, .trade: false
    case .order, .description: true
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
    // The newest counts.
    case .description: false
    }
  }

  /// The action as the store holds it.
  var json: JSON {
    switch self {
    case .lecture(let action): action.json
    case .trade(let trade): trade.json
    case .order(let order): order.json
    case .description(let description): description.json
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
    } else if let description = WantedDescription(json) {
      self = .description(description)
    } else {
      return nil
    }
  }
}
