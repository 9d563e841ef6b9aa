import Orders
import Primitives

/// A token of a pair, and the amounts of it that an order may have.
public struct TokenRange: Sendable, Hashable {
  /// The token's address.
  public var token: Address
  /// The least of an order, in the token's smallest unit, from one up.
  public var minAmount: UInt256
  /// The most of an order, in the token's smallest unit.
  public var maxAmount: UInt256
  /// The decimal places of amounts and prices that are worth showing.
  public var precision: Int

  /// Bounds for a token; without any, all amounts but zero.
  public init(_ token: Address, minAmount: UInt256 = 1, maxAmount: UInt256 = .max, precision: Int = 18) {
    self.token = token
    self.minAmount = minAmount
    self.maxAmount = maxAmount
    self.precision = precision
  }
}

/// Two tokens that may be traded for one another.
public struct PairRule: Sendable, Hashable {
  /// The one token.
  public var tokenA: TokenRange
  /// The other token.
  public var tokenB: TokenRange
  /// The fees of the pair's orders; nil for those of all pairs.
  public var fees: FeeRule?

  /// A pair of two tokens.
  public init(_ tokenA: TokenRange, _ tokenB: TokenRange, fees: FeeRule? = nil) {
    self.tokenA = tokenA
    self.tokenB = tokenB
    self.fees = fees
  }

  /// The bounds of one of both tokens; nil for any other.
  subscript(token: Address) -> TokenRange? {
    if token == tokenA.token { return tokenA }
    return token == tokenB.token ? tokenB : nil
  }
}

/// The fees that a relay wants of an order.
public struct FeeRule: Sendable, Hashable {
  /// The fee of an order's maker (v1), in the fee token's smallest unit.
  public var maker: UInt256
  /// The fee of an order's takers (v1), in the fee token's smallest unit.
  public var taker: UInt256
  /// The fee of an order's takers (v4), in hundredths of a per cent of its taker amount, rounded up.
  public var takerBasisPoints: UInt64

  /// Fees of version 1 for a whole order, and of version 4 for its amount.
  public init(maker: UInt256 = 0, taker: UInt256 = 0, takerBasisPoints: UInt64 = 0) {
    self.maker = maker
    self.taker = taker
    self.takerBasisPoints = takerBasisPoints
  }

  /// No fees.
  public static let none = FeeRule()

  /// The fee in taker tokens of a limit order (v4).
  func takerFee(of takerAmount: UInt256) -> UInt256 {
    (try? PartialAmount.ceiling(of: takerAmount, UInt256(takerBasisPoints), outOf: 10_000)) ?? .max
  }
}
