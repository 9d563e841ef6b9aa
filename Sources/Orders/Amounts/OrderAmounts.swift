import Primitives

/// Both amounts of an order, in the smallest units of their tokens.
public struct OrderAmounts: Sendable, Hashable {
  /// The amount that the maker gives.
  public let maker: UInt256
  /// The amount that the maker asks for.
  public let taker: UInt256

  /// Amounts as they are.
  public init(maker: UInt256, taker: UInt256) { (self.maker, self.taker) = (maker, taker) }

  /// Amounts for selling an amount of the base token at no less than a price, the quote rounded up.
  ///
  /// - Parameter price: Smallest units of the quote token for one of the base token.
  /// - Throws: `overflow` where the quote does not fit into 256 bits.
  public static func selling(_ base: UInt256, at price: Fraction) throws(OrderError) -> OrderAmounts {
    let (quote, rest) = try share(of: base, price)
    guard case (let rounded, false) = quote.addingReportingOverflow(rest > 0 ? 1 : 0) else { throw tooLarge }
    return OrderAmounts(maker: base, taker: rounded)
  }

  /// Amounts for buying an amount of the base token at no more than a price, the quote rounded down.
  ///
  /// - Parameter price: Smallest units of the quote token for one of the base token.
  /// - Throws: `overflow` where the quote does not fit into 256 bits.
  public static func buying(_ base: UInt256, at price: Fraction) throws(OrderError) -> OrderAmounts {
    OrderAmounts(maker: try share(of: base, price).quotient, taker: base)
  }

  private static func share(
    of base: UInt256, _ price: Fraction
  ) throws(OrderError) -> (quotient: UInt256, remainder: UInt256) {
    let product = base.multipliedFullWidth(by: price.numerator)
    guard product.high < price.denominator else { throw tooLarge }
    return price.denominator.dividingFullWidth(product)
  }

  private static var tooLarge: OrderError {
    OrderError(.overflow, "the amount at this price cannot be an order's", reason: "it does not fit into 256 bits")
  }
}
