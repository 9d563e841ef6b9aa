import Primitives

/// The place of an order on its side of a book: the best first, as the Standard Relayer API sorts (v0 and v4).
///
/// By price, then by fees for each taker token, then by expiry, then by arrival, then by hash: no two orders are equal.
/// A taker's price and a fee are compared as exact fractions. One rule sorts both sides: the lowest asks and the highest
/// bids are those of which a taker pays least for what it gets.
///
/// ```swift
/// asks.sort { $0.rank < $1.rank }
/// ```
public struct OrderRank: Sendable {
  /// The price for a taker.
  public let price: OrderPrice
  /// The first block time at which the order is over, in seconds since 1970.
  public let expiry: UInt256
  /// The number that a book gave the order when it came.
  public let arrival: UInt64
  /// The order's hash.
  public let hash: Hash32
  private let fees: FeePrice

  /// The place of an order; nil where an amount is zero, which no book takes.
  ///
  /// - Parameters:
  ///   - hash: Its hash where that is known already.
  ///   - arrival: A number that grows with every order that a book takes.
  public init?(_ order: some ExchangeOrder, hash: Hash32? = nil, arrival: UInt64 = 0) {
    guard let price = order.price else { return nil }
    self.price = price
    fees = FeePrice(order.fees, takerAmount: order.takerAmount)
    expiry = order.expiry
    self.arrival = arrival
    self.hash = hash ?? order.hash
  }
}

extension OrderRank: Comparable {
  /// Whether neither is before the other.
  public static func == (left: OrderRank, right: OrderRank) -> Bool {
    left.price == right.price && left.fees == right.fees
      && (left.expiry, left.arrival, left.hash) == (right.expiry, right.arrival, right.hash)
  }

  /// Whether an order is before another.
  public static func < (left: OrderRank, right: OrderRank) -> Bool {
    if left.price != right.price { return left.price < right.price }
    if left.fees != right.fees { return left.fees < right.fees }
    return (left.expiry, left.arrival, left.hash) < (right.expiry, right.arrival, right.hash)
  }
}
