import Primitives

/// The distance of a price from the best one.
public enum PriceDistance {
  /// The share of the best price beyond which a price is asked for twice: a twentieth.
  public static let farShare = Fraction(1, over: 20) ?? .one

  /// The share of the best price by which a price is worse for its taker; zero where it is not worse, nil where it
  /// cannot be computed in 256 bits.
  public static func share(of price: Fraction, from best: Fraction, on side: DealSide) -> Fraction? {
    let (low, high) = side == .buy ? (best, price) : (price, best)
    guard high > low, let ratio = try? (side == .buy ? high.divided(by: low) : low.divided(by: high)) else {
      return high > low ? nil : Fraction(0, over: 1)
    }
    return side == .buy
      ? Fraction(ratio.numerator - ratio.denominator, over: ratio.denominator)
      : Fraction(ratio.denominator - ratio.numerator, over: ratio.denominator)
  }
}
