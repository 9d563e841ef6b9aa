import Orders
import Primitives

/// The flaws of a list that a relay gave over several pages, beside those of its orders.
public enum RelayFlaw: String, Sendable, Hashable, CaseIterable {
  /// The book changed between pages each time that they were read.
  case moving
  /// There would be more: a bound was reached, or a page came again.
  case cut
  /// Orders were not sorted by price.
  case unsorted
}

/// The facts about a list that a relay gave, beside its good orders.
public struct RelayFindings: Sendable, Hashable {
  /// The relay's address, without its secrets.
  public let relay: String
  /// The version of the protocol whose orders were asked for.
  public let version: OrderVersion
  /// The number that grows with each change of the relay's books; nil where it reports none.
  public let sequence: UInt64?
  /// The orders that are not used.
  public internal(set) var dropped: [DroppedOrder] = []
  /// The flaws of the list.
  public internal(set) var flaws: Set<RelayFlaw> = []

  /// The error of the first order that proves the relay wrong; nil where there is none.
  public var invalidOrder: RelayClientError? {
    dropped.first { $0.reason.isLie }.map { RelayClientError(invalidOrder: $0, of: relay) }
  }

  /// The error of a list of which nothing can be read; nil where something can, or nothing is there.
  var unusable: RelayClientError? {
    dropped.first { $0.reason == .malformed }.map {
      RelayClientError.malformed(relay, "Of \(dropped.count) records none can be used: \($0.words).")
    }
  }
}

extension RelayClientError {
  /// The error of an invalid order in a relay's answer.
  init(invalidOrder order: DroppedOrder, of relay: String) {
    let name = order.hash.map { "the order \($0)" } ?? "an order"
    self.init(
      .lied,
      order.reason == .wrongExchange
        ? "The relay gives \(name) of another exchange; nothing was signed."
        : "The relay lies about \(name); nothing was signed.", about: relay, reason: order.words,
      facts: .invalidOrder(order))
  }
}

/// A list of orders that a relay gave.
public struct RelayOrderList: Sendable, Hashable {
  /// The orders that stood the checks, in the relay's order.
  public let orders: [RelayedOrder]
  /// The rest of what the relay gave.
  public let findings: RelayFindings
}
