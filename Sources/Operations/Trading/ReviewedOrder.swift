import Primitives

/// A limit order as a review names it: its hash, and what it gives and asks for where both tokens are known.
public struct ReviewedOrder: Sendable, Hashable {
  /// The hash by which exchanges and relays know the order.
  public let hash: Hash32
  /// The amount that its maker gives; nil of a token that is not known.
  public let gives: TokenAmount?
  /// The amount that its maker asks for; nil of a token that is not known.
  public let asks: TokenAmount?
  /// The part of ``gives`` that is not filled yet; nil where that is all of it, or not known.
  public let remaining: TokenAmount?
  /// The price, in the pair's quote token.
  public let price: PairPrice?

  /// The first eight and the last eight digits of the hash: `0x3d2bc9ce…39281706`.
  public var shortHash: String { "\(hash.hex.prefix(10))…\(hash.hex.suffix(8))" }

  /// The cancellation of some orders in a few words: `cancel the order 0x3d2bc9ce…39281706: 5 TKA for 10 WKLAY`.
  static func title(ofCancelling orders: [ReviewedOrder]) -> String {
    guard orders.count == 1 else { return "cancel \(orders.count) orders" }
    let order = "cancel the order \(orders[0].shortHash)"
    guard let gives = orders[0].gives, let asks = orders[0].asks else { return order }
    return "\(order): \(gives.text) for \(asks.text)"
  }
}
