import Orders
import Primitives

/// Costs of a deal beside the orders' own amounts, and what they are worth in the quote token where that is known.
public struct DealCosts: Sendable, Hashable {
  /// The price of a unit of gas, in wei.
  public var gasPrice: UInt256 = 0
  /// Smallest units of the quote token for a wei; nil where nobody knows: then gas is shown apart.
  public var gasValue: Fraction?
  /// The token of the fees of version 1; nil where there is none.
  public var feeToken: Address?
  /// Smallest units of the quote token for one of the fee token; nil where nobody knows: then such fees are shown apart,
  /// and orders with them come behind equals without.
  public var feeValue: Fraction?

  /// Costs of which nothing is known but the token of fees, if that.
  public init(feeToken: Address? = nil) { self.feeToken = feeToken }

  /// The units of gas that one more order takes in a transaction.
  public static func gas(of version: OrderVersion) -> UInt64 { version == .v1 ? 53_500 : 48_000 }

  /// The worth of gas in the quote token, rounded up; nil where it is not known.
  public func worth(ofGas units: UInt64) -> UInt256? {
    gasValue.map { $0.times(UInt256(units).multipliedSaturated(by: gasPrice), roundedUp: true) }
  }

  /// The worth of an amount of the fee token in the quote token, rounded up; nil where it is not known.
  func worth(ofFee amount: UInt256) -> UInt256? { feeValue.map { $0.times(amount, roundedUp: true) } }
}

extension Fraction {
  /// A whole number times the fraction, rounded to a whole number; the largest number above 256 bits.
  func times(_ number: UInt256, roundedUp: Bool) -> UInt256 {
    let product = number.multipliedFullWidth(by: numerator)
    guard product.high < denominator else { return .max }
    let (quotient, rest) = denominator.dividingFullWidth(product)
    return roundedUp && rest > 0 ? quotient.addingSaturated(1) : quotient
  }
}
