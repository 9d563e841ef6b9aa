import Primitives
import Transactions

/// The payment of a transaction's gas in the sender's stead, wholly or in part.
public struct FeePayment: Sendable, Hashable {
  /// The fee payer.
  public var payer: Address
  /// The share of the fee that it pays, in per cent; the sender pays the rest.
  public var percent: UInt8

  /// A payment, by default of the whole fee.
  public init(payer: Address, percent: UInt8 = 100) {
    self.payer = payer
    self.percent = percent
  }

  /// The fee payer's part of a fee in wei, rounded down.
  public func part(of fee: UInt256) -> UInt256 { FeeSplit(fee, percent: percent).feePayer }
}
