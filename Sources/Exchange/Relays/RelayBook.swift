import Orders
import Primitives

/// The book of a pair at one relay, sorted here.
public struct RelayBook: Sendable, Hashable {
  /// The base and quote token of all orders.
  public let pair: TokenPair
  /// The orders that give the quote token, the best for a taker first.
  public let bids: [RelayedOrder]
  /// The orders that give the base token, the best for a taker first.
  public let asks: [RelayedOrder]
  /// The rest of what the relay gave.
  public let findings: RelayFindings

  /// The orders that buy or that sell the base token, the best for a taker first.
  public func orders(_ side: OrderSide) -> [RelayedOrder] { side == .bid ? bids : asks }

  /// Orders, the best for a taker first, by price, fees, expiry and hash.
  static func sorted(_ orders: [RelayedOrder]) -> [RelayedOrder] { sorted(orders) { $0.signed } }

  /// Things with an order each, the best for a taker first.
  static func sorted<Item>(_ items: [Item], by order: (Item) -> AnySignedOrder) -> [Item] {
    let ranked = items.compactMap { item in rank(of: order(item)).map { (rank: $0, item: item) } }
    return ranked.sorted { $0.rank < $1.rank }.map(\.item)
  }

  /// The place of an order; nil where an amount is zero.
  static func rank(of signed: AnySignedOrder) -> OrderRank? { OrderRank(signed.order, hash: signed.hash) }
}
