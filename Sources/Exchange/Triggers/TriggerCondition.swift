import Orders
import Primitives

/// A bound that the best price of a side of a book has to reach.
public struct TriggerCondition: Sendable, Hashable {
  /// The ways to reach a bound.
  public enum Comparison: String, Sendable, Hashable, CaseIterable {
    /// From above.
    case atMost = "<="
    /// From below.
    case atLeast = ">="
  }

  /// The side whose best price counts.
  public let side: OrderSide
  /// The way.
  public let comparison: Comparison
  /// The bound, in smallest units of the quote token for one of the base token.
  public let price: Fraction

  /// A condition of its parts.
  public init(_ side: OrderSide, _ comparison: Comparison, _ price: Fraction) {
    (self.side, self.comparison, self.price) = (side, comparison, price)
  }

  /// Whether a price fulfils it.
  public func holds(at price: Fraction) -> Bool {
    comparison == .atMost ? price <= self.price : price >= self.price
  }
}

/// The looks at a condition: it has to hold in two blocks running, so that what one block shows moves nothing.
public struct TriggerWatch: Sendable {
  /// The block in which it held first, with none in between in which it did not.
  private var seen: (number: UInt64, hash: Hash32)?

  /// Nothing was looked at yet.
  public init() {}

  /// Takes a look.
  ///
  /// - Parameters:
  ///   - price: The best price at which the whole size can be had; nil where it cannot be had at any.
  ///   - number: The height of the block of the look.
  ///   - hash: Its hash.
  /// - Returns: Whether the condition held in this block and in one before it.
  public mutating func look(
    _ condition: TriggerCondition, at price: Fraction?, inBlock number: UInt64, _ hash: Hash32
  ) -> Bool {
    guard let price, condition.holds(at: price) else {
      seen = nil
      return false
    }
    guard let before = seen, before.number <= number else {
      seen = (number, hash)
      return false
    }
    // Another block of one height took the place of that one: the count begins anew.
    if before.number == number, before.hash != hash { seen = (number, hash) }
    return number > before.number
  }
}
