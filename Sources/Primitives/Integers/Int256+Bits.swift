extension Int256 {
  /// Bits set in both, in two's complement.
  @inlinable
  public static func & (left: Int256, right: Int256) -> Int256 {
    Int256(bitPattern: left.bitPattern & right.bitPattern)
  }

  /// Bits set in either, in two's complement.
  @inlinable
  public static func | (left: Int256, right: Int256) -> Int256 {
    Int256(bitPattern: left.bitPattern | right.bitPattern)
  }

  /// Bits set in one alone, in two's complement.
  @inlinable
  public static func ^ (left: Int256, right: Int256) -> Int256 {
    Int256(bitPattern: left.bitPattern ^ right.bitPattern)
  }

  /// Each bit turned over.
  @inlinable
  public static prefix func ~ (value: Int256) -> Int256 { Int256(bitPattern: ~value.bitPattern) }

  /// Clears the bits that the other has not.
  @inlinable
  public static func &= (left: inout Int256, right: Int256) { left = left & right }
  /// Sets the bits that the other has.
  @inlinable
  public static func |= (left: inout Int256, right: Int256) { left = left | right }
  /// Turns over the bits that the other has.
  @inlinable
  public static func ^= (left: inout Int256, right: Int256) { left = left ^ right }

  /// Shifts left by the low eight bits of `right`.
  @inlinable
  public static func &<< (left: Int256, right: Int256) -> Int256 {
    Int256(bitPattern: left.bitPattern &<< right.bitPattern)
  }

  /// Shifts right by the low eight bits of `right`, keeping the sign.
  @inlinable
  public static func &>> (left: Int256, right: Int256) -> Int256 {
    left.shiftedRight(by: UInt8(truncatingIfNeeded: right.bitPattern.limb0))
  }

  /// Shifts to the left by the count modulo 256.
  @inlinable
  public static func &<<= (left: inout Int256, right: Int256) { left = left &<< right }
  /// Shifts to the right by the count modulo 256; the sign comes in.
  @inlinable
  public static func &>>= (left: inout Int256, right: Int256) { left = left &>> right }

  @inlinable
  func shiftedRight(by count: UInt8) -> Int256 {
    let shifted = bitPattern.shiftedRight(by: count)
    return Int256(bitPattern: isNegative ? shifted | ~UInt256.max.shiftedRight(by: count) : shifted)
  }
}
