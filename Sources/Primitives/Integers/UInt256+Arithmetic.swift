extension UInt256 {
  // Limb by limb in 128 bits: the compiler makes one chain of additions with carry of it.
  /// The sum modulo 2²⁵⁶, and whether it was larger.
  @inlinable @inline(__always)
  public func addingReportingOverflow(_ other: UInt256) -> (partialValue: UInt256, overflow: Bool) {
    let sum0 = UInt128(limb0) &+ UInt128(other.limb0)
    let sum1 = UInt128(limb1) &+ UInt128(other.limb1) &+ (sum0 >> 64)
    let sum2 = UInt128(limb2) &+ UInt128(other.limb2) &+ (sum1 >> 64)
    let sum3 = UInt128(limb3) &+ UInt128(other.limb3) &+ (sum2 >> 64)
    let low = sum1 << 64 | UInt128(UInt64(truncatingIfNeeded: sum0))
    let high = sum3 << 64 | UInt128(UInt64(truncatingIfNeeded: sum2))
    return (UInt256(high: high, low: low), sum3 >> 64 != 0)
  }

  /// The difference modulo 2²⁵⁶, and whether it was below 0.
  @inlinable @inline(__always)
  public func subtractingReportingOverflow(_ other: UInt256) -> (partialValue: UInt256, overflow: Bool) {
    let (low, borrow) = self.low.subtractingReportingOverflow(other.low)
    // The borrow as a number, without a branch.
    let borrowed = UInt128(truncatingIfNeeded: unsafeBitCast(borrow, to: UInt8.self))
    let (difference, first) = high.subtractingReportingOverflow(other.high)
    let (high, second) = difference.subtractingReportingOverflow(borrowed)
    return (UInt256(high: high, low: low), first != second)
  }

  // Free of branches, so that nothing is left of the overflow where nobody asks for it, as in `&*`.
  /// The product modulo 2²⁵⁶, and whether it was larger.
  @inlinable @inline(__always)
  public func multipliedReportingOverflow(by other: UInt256) -> (partialValue: UInt256, overflow: Bool) {
    let lower = UInt256.product(low, other.low)
    let first = UInt256.product(low, other.high)
    let second = UInt256.product(high, other.low)
    let (sum, carry) = first.low.addingReportingOverflow(second.low)
    let (upper, anotherCarry) = lower.high.addingReportingOverflow(sum)
    let tooHigh = (first.high | second.high) != 0
    let bothHigh = (high == 0 ? 0 : other.high) != 0
    return (UInt256(high: upper, low: lower.low), carry || anotherCarry || tooHigh || bothHigh)
  }

  /// The product's 512 bits, in two halves.
  public func multipliedFullWidth(by other: UInt256) -> (high: UInt256, low: UInt256) {
    let lowLow = UInt256.product(low, other.low)
    let lowHigh = UInt256.product(low, other.high)
    let highLow = UInt256.product(high, other.low)
    let highHigh = UInt256.product(high, other.high)
    let (sum, first) = lowHigh.addingReportingOverflow(highLow)
    let (middle, second) = lowLow.high.addingReportingOverflow(sum.low)
    let carry = UInt256(high: first ? 1 : 0, low: sum.high) &+ UInt256(high: 0, low: second ? 1 : 0)
    return (highHigh &+ carry, UInt256(high: middle, low: lowLow.low))
  }

  /// The whole product of two halves.
  @inlinable @inline(__always)
  static func product(_ left: UInt128, _ right: UInt128) -> UInt256 {
    let (left0, left1) = (UInt64(truncatingIfNeeded: left), UInt64(truncatingIfNeeded: left >> 64))
    let (right0, right1) = (UInt64(truncatingIfNeeded: right), UInt64(truncatingIfNeeded: right >> 64))
    let lowLow = UInt128(left0) &* UInt128(right0)
    let lowHigh = UInt128(left0) &* UInt128(right1)
    let highLow = UInt128(left1) &* UInt128(right0)
    let highHigh = UInt128(left1) &* UInt128(right1)
    // Three numbers below 2⁶⁴: the sum cannot overflow.
    let middle =
      (lowLow >> 64) &+ UInt128(UInt64(truncatingIfNeeded: lowHigh)) &+ UInt128(UInt64(truncatingIfNeeded: highLow))
    return UInt256(
      high: highHigh &+ (lowHigh >> 64) &+ (highLow >> 64) &+ (middle >> 64),
      low: middle << 64 | UInt128(UInt64(truncatingIfNeeded: lowLow)))
  }

  // `&+`, `&-` and `&*` come from FixedWidthInteger, which drops the overflow of the functions above: declared here, they
  // would make `$0 &* 7` ambiguous wherever this module is imported.

  /// The sum modulo 2²⁵⁶, and whether it was larger.
  @inlinable
  public static func + (left: UInt256, right: UInt256) -> UInt256 {
    let (sum, overflow) = left.addingReportingOverflow(right)
    precondition(!overflow, "UInt256 addition overflows")
    return sum
  }

  /// The difference modulo 2²⁵⁶, and whether it was below 0.
  @inlinable
  public static func - (left: UInt256, right: UInt256) -> UInt256 {
    let (difference, overflow) = left.subtractingReportingOverflow(right)
    precondition(!overflow, "UInt256 subtraction falls below zero")
    return difference
  }

  /// The product modulo 2²⁵⁶, and whether it was larger.
  @inlinable
  public static func * (left: UInt256, right: UInt256) -> UInt256 {
    let (product, overflow) = left.multipliedReportingOverflow(by: right)
    precondition(!overflow, "UInt256 multiplication overflows")
    return product
  }

  /// Adds; traps on overflow.
  @inlinable
  public static func += (left: inout UInt256, right: UInt256) { left = left + right }
  /// Subtracts; traps on overflow.
  @inlinable
  public static func -= (left: inout UInt256, right: UInt256) { left = left - right }
  /// Multiplies; traps on overflow.
  @inlinable
  public static func *= (left: inout UInt256, right: UInt256) { left = left * right }
}
