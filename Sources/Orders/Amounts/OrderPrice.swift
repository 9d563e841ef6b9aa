import Primitives

/// The price of an order as its taker sees it: taker tokens for a maker token, an exact fraction of smallest units.
///
/// Prices are compared by the products across, in 512 bits: nothing is rounded. The lower price is the better one for a
/// taker, on both sides of a book.
public struct OrderPrice: Sendable {
  /// The amount that the taker pays, above zero.
  public let takerAmount: UInt256
  /// The amount that the taker gets for it, above zero.
  public let makerAmount: UInt256

  /// The price of two amounts; nil where one is zero.
  public init?(_ amounts: OrderAmounts) {
    guard amounts.taker > 0, amounts.maker > 0 else { return nil }
    (takerAmount, makerAmount) = (amounts.taker, amounts.maker)
  }

  /// The price in lowest terms.
  public var fraction: Fraction { Fraction(takerAmount, over: makerAmount) ?? .one }

  /// The price the other way round, maker tokens for a taker token, in lowest terms.
  public var inverse: Fraction { Fraction(makerAmount, over: takerAmount) ?? .one }
}

extension OrderPrice: Comparable {
  /// Whether the fractions are equal, in lowest terms or not.
  public static func == (left: OrderPrice, right: OrderPrice) -> Bool {
    WideNumber(left.takerAmount, times: right.makerAmount) == WideNumber(right.takerAmount, times: left.makerAmount)
  }

  /// Whether a price is lower than another, exactly.
  public static func < (left: OrderPrice, right: OrderPrice) -> Bool {
    WideNumber(left.takerAmount, times: right.makerAmount) < WideNumber(right.takerAmount, times: left.makerAmount)
  }
}

/// The fees of an order for each taker token, an exact fraction: the second thing that a book sorts by.
struct FeePrice: Sendable {
  /// The fees, in their smallest units; their sum may have 257 bits.
  private let fees: (UInt256, UInt256)
  private let takerAmount: UInt256

  /// Two fees, one of which may be zero, of an amount above zero.
  init(_ fees: (UInt256, UInt256), takerAmount: UInt256) { (self.fees, self.takerAmount) = (fees, takerAmount) }

  /// The fees times an amount.
  private func times(_ amount: UInt256) -> WideNumber {
    WideNumber(fees.0, times: amount).adding(WideNumber(fees.1, times: amount))
  }
}

extension FeePrice: Comparable {
  static func == (left: FeePrice, right: FeePrice) -> Bool {
    left.times(right.takerAmount) == right.times(left.takerAmount)
  }

  static func < (left: FeePrice, right: FeePrice) -> Bool {
    left.times(right.takerAmount) < right.times(left.takerAmount)
  }
}

/// A product of two numbers of 256 bits, or a sum of two such products.
struct WideNumber: Hashable, Comparable {
  private let carry: UInt8
  private let high: UInt256
  private let low: UInt256

  private init(carry: UInt8, high: UInt256, low: UInt256) { (self.carry, self.high, self.low) = (carry, high, low) }

  /// A product.
  init(_ left: UInt256, times right: UInt256) {
    let (high, low) = left.multipliedFullWidth(by: right)
    self.init(carry: 0, high: high, low: low)
  }

  /// The sum of two products.
  func adding(_ other: WideNumber) -> WideNumber {
    let (low, first) = self.low.addingReportingOverflow(other.low)
    let (sum, second) = self.high.addingReportingOverflow(other.high)
    let (high, third) = sum.addingReportingOverflow(first ? 1 : 0)
    return WideNumber(carry: carry &+ other.carry &+ (second || third ? 1 : 0), high: high, low: low)
  }

  static func < (left: WideNumber, right: WideNumber) -> Bool {
    (left.carry, left.high, left.low) < (right.carry, right.high, right.low)
  }
}
