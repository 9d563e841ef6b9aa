extension UInt256 {
  /// Bits set in both, in two's complement.
  @inlinable @inline(__always)
  public static func & (left: UInt256, right: UInt256) -> UInt256 {
    UInt256(high: left.high & right.high, low: left.low & right.low)
  }

  /// Bits set in either, in two's complement.
  @inlinable @inline(__always)
  public static func | (left: UInt256, right: UInt256) -> UInt256 {
    UInt256(high: left.high | right.high, low: left.low | right.low)
  }

  /// Bits set in one alone, in two's complement.
  @inlinable @inline(__always)
  public static func ^ (left: UInt256, right: UInt256) -> UInt256 {
    UInt256(high: left.high ^ right.high, low: left.low ^ right.low)
  }

  /// Each bit turned over.
  @inlinable @inline(__always)
  public static prefix func ~ (value: UInt256) -> UInt256 {
    UInt256(high: ~value.high, low: ~value.low)
  }

  /// Clears the bits that the other has not.
  @inlinable
  public static func &= (left: inout UInt256, right: UInt256) { left = left & right }
  /// Sets the bits that the other has.
  @inlinable
  public static func |= (left: inout UInt256, right: UInt256) { left = left | right }
  /// Turns over the bits that the other has.
  @inlinable
  public static func ^= (left: inout UInt256, right: UInt256) { left = left ^ right }

  /// Shifts left by the low eight bits of `right`.
  @inlinable @inline(__always)
  public static func &<< (left: UInt256, right: UInt256) -> UInt256 {
    left.shiftedLeft(by: UInt8(truncatingIfNeeded: right.limb0))
  }

  /// Shifts right by the low eight bits of `right`.
  @inlinable @inline(__always)
  public static func &>> (left: UInt256, right: UInt256) -> UInt256 {
    left.shiftedRight(by: UInt8(truncatingIfNeeded: right.limb0))
  }

  /// Shifts to the left by the count modulo 256.
  @inlinable @inline(__always)
  public static func &<<= (left: inout UInt256, right: UInt256) { left = left &<< right }
  /// Shifts to the right by the count modulo 256; zeros come in.
  @inlinable @inline(__always)
  public static func &>>= (left: inout UInt256, right: UInt256) { left = left &>> right }

  // `<<` and `>>`, by any amount and either way, come from FixedWidthInteger: declared here and in Int256 as well, they
  // would make `(0..<(1 << 4)).map { $0 &* 7 }` ambiguous wherever this module is imported.

  @inlinable @inline(__always)
  func shiftedLeft(by count: UInt8) -> UInt256 {
    let bits = UInt128(truncatingIfNeeded: count & 127)
    // Two steps, so that a count of zero needs no branch.
    let carried = (low &>> 1) &>> (127 &- bits)
    return count < 128
      ? UInt256(high: high &<< bits | carried, low: low &<< bits) : UInt256(high: low &<< bits, low: 0)
  }

  @inlinable @inline(__always)
  func shiftedRight(by count: UInt8) -> UInt256 {
    let bits = UInt128(truncatingIfNeeded: count & 127)
    let carried = (high &<< 1) &<< (127 &- bits)
    return count < 128
      ? UInt256(high: high &>> bits, low: low &>> bits | carried) : UInt256(high: 0, low: high &>> bits)
  }
}
