/// The gas that a transaction costs whatever it does.
public struct TransactionGas: Sendable, Hashable {
  /// Charged before any code runs.
  public var charged: UInt64
  /// The least that it costs in all (EIP-7623).
  public var floor: UInt64

  /// The lowest gas limit that pays for both.
  public var minimumGasLimit: UInt64 { max(charged, floor) }

  /// The gas of a transaction.
  public init(charged: UInt64, floor: UInt64) {
    self.charged = charged
    self.floor = floor
  }
}

/// A sum that ends at 2⁶⁴ − 1: prices come from outside, and none of them may trap.
struct SaturatingSum {
  private(set) var total: UInt64

  init(_ total: UInt64) { self.total = total }

  mutating func add(_ count: UInt64, _ each: UInt64) {
    let (product, tooMuch) = count.multipliedReportingOverflow(by: each)
    let (sum, overflow) = total.addingReportingOverflow(tooMuch ? .max : product)
    total = overflow ? .max : sum
  }
}
