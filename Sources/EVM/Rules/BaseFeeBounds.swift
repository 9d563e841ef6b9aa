import Primitives

/// A base fee that stays between two bounds and follows a fixed target of gas, whatever the limit of blocks (KIP-71).
public struct BaseFeeBounds: Sendable, Hashable {
  /// The lowest base fee, in wei; an odd one counts as the even number above.
  public var lower: UInt64
  /// The highest, in wei; an odd one counts as the even number below.
  public var upper: UInt64
  /// The gas of a block that leaves the fee as it is.
  public var gasTarget: UInt64
  /// The most gas of a block that counts.
  public var mostGasUsed: UInt64
  /// A block that uses twice the target changes the fee by one part in so many.
  public var denominator: UInt64

  /// Bounds.
  public init(lower: UInt64, upper: UInt64, gasTarget: UInt64, mostGasUsed: UInt64, denominator: UInt64) {
    self.lower = lower
    self.upper = upper
    self.gasTarget = gasTarget
    self.mostGasUsed = mostGasUsed
    self.denominator = denominator
  }

  /// The bounds as they count.
  public var effective: ClosedRange<UInt256> {
    let top = UInt256(upper & ~1)
    return min(UInt256(lower) + UInt256(lower & 1), top)...top
  }

  /// A fee within the bounds.
  public func clamp(_ fee: UInt256) -> UInt256 {
    let bounds = effective
    return min(max(fee, bounds.lowerBound), bounds.upperBound)
  }

  /// The base fee of the block after one that used so much gas and had this base fee, in wei: always even.
  public func next(gasUsed: UInt64, baseFee: UInt256) -> UInt256 {
    let bounds = effective
    let fee = clamp(baseFee)
    let used = min(gasUsed, mostGasUsed)
    let distance = used > gasTarget ? used - gasTarget : gasTarget - used
    // The products stay far below 2²⁵⁶: no factor has more than 64 bits.
    let change = fee * UInt256(distance) / UInt256(max(gasTarget, 1)) / UInt256(max(denominator, 1))
    let next: UInt256
    if used > gasTarget {
      next = min(fee + max(change, 1), bounds.upperBound)
    } else {
      next = max(fee - min(change, fee), bounds.lowerBound)
    }
    return used == gasTarget ? fee & ~1 : next & ~1
  }
}
