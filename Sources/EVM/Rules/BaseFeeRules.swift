import Primitives

/// The rules by which the base fee follows the use of blocks (EIP-1559).
public struct BaseFeeRules: Sendable, Hashable {
  /// The gas limit is so many times the target.
  public var elasticity: UInt64 = 2
  /// A block changes the fee by one part in so many at most.
  public var changeDenominator: UInt64 = 8
  /// The fee of the first block that has one, in wei.
  public var initial: UInt64 = 1_000_000_000
  /// Bounds that take the place of all of that, but for the first block's fee.
  public var bounds: BaseFeeBounds?

  /// Ethereum's.
  public init() {}

  /// The base fee of the block after one of this limit, use and base fee, in wei.
  public func next(gasLimit: UInt64, gasUsed: UInt64, baseFee: UInt256) -> UInt256 {
    if let bounds { return bounds.next(gasUsed: gasUsed, baseFee: baseFee) }
    let target = gasLimit / Swift.max(elasticity, 1)
    guard target > 0, gasUsed != target else { return baseFee }
    let delta = gasUsed > target ? gasUsed - target : target - gasUsed
    let scaled = UInt256.mulDiv(baseFee, UInt256(delta), UInt256(target)) ?? .max
    let change = scaled / UInt256(Swift.max(changeDenominator, 1))
    if gasUsed > target {
      let (sum, overflow) = baseFee.addingReportingOverflow(Swift.max(change, 1))
      return overflow ? .max : sum
    }
    return baseFee - Swift.min(change, baseFee)
  }
}
