import Primitives
import Tokens

/// The prices of a pair as people write them: whole quote tokens for a whole base token.
public struct PairPrice: Sendable, Hashable {
  /// The base and the quote token.
  public let pair: DirectoryPair
  /// Smallest units of the quote token for one of the base token, exactly.
  public let fraction: Fraction

  /// A price in smallest units.
  public init(_ fraction: Fraction, of pair: DirectoryPair) { (self.fraction, self.pair) = (fraction, pair) }

  /// Whole quote tokens for a whole base token; nil where that cannot be computed exactly.
  public var value: Fraction? { try? fraction.multiplied(by: Self.scale(of: pair).inverse ?? .one) }

  /// The difference between the best prices of both sides of a pair; nil where a side is empty, or they cross.
  static func spread(bid: PairPrice?, ask: PairPrice?) -> PairPrice? {
    guard let bid, let ask, bid.fraction < ask.fraction, let difference = try? ask.fraction.subtracting(bid.fraction)
    else { return nil }
    return PairPrice(difference, of: ask.pair)
  }

  /// A price in smallest units; nil where it cannot be computed exactly.
  static func units(_ price: ExactDecimal, _ pair: DirectoryPair) -> Fraction? {
    try? Fraction(price).multiplied(by: scale(of: pair))
  }

  /// The smallest units of a whole quote token over those of a whole base token.
  private static func scale(of pair: DirectoryPair) -> Fraction {
    func units(_ token: DirectoryToken) -> UInt256 { (0..<(token.decimals ?? 0)).reduce(1) { all, _ in all * 10 } }
    return Fraction(units(pair.quote), over: units(pair.base)) ?? .one
  }
}
