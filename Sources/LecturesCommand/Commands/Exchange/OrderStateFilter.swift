import ArgumentParser
import Exchange
import Operations
import OrderBook

/// The state of own orders that are wanted: the journal's, or that by the user's own node.
struct OrderStateFilter: ExpressibleByArgument, Sendable {
  /// The states' names.
  static let all: [String] = {
    let names =
      JournalOrder.State.allCases.filter { $0 != .ended }.map(\.rawValue) + OrderState.allCases.map(\.rawValue)
      + JournalOrder.Ending.allCases.map(\.rawValue)
    return names.enumerated().filter { names.firstIndex(of: $1) == $0 }.map(\.element)
  }()

  private let name: String

  init?(argument: String) {
    guard Self.all.contains(argument) else { return nil }
    name = argument
  }

  static var allValueStrings: [String] { all }

  /// Whether orders that are over can be in the state.
  var isOfEnded: Bool {
    JournalOrder.Ending(rawValue: name) != nil || OrderState(rawValue: name)?.isEnded ?? false
  }

  /// Whether an order is in the state.
  func admits(_ own: OwnOrder) -> Bool {
    if let ending = own.order.ending { return ending.rawValue == name }
    return own.order.state.rawValue == name || own.status?.state.rawValue == name
  }
}
