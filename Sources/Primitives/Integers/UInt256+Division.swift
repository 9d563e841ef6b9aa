extension UInt256 {
  /// Quotient and remainder; traps if `divisor` is zero.
  public func quotientAndRemainder(dividingBy divisor: UInt256) -> (quotient: UInt256, remainder: UInt256) {
    precondition(divisor != .zero, "UInt256 division by zero")
    if divisor.high == 0 && divisor.limb1 == 0 {
      let (quotient, remainder) = dividedBy(divisor.limb0)
      return (quotient, UInt256(limb: remainder))
    }
    if self < divisor { return (.zero, self) }
    if divisor.high == 0 { return dividedBy(divisor.low) }
    // Moved to the left until the divisor fills four limbs, the dividend has one limb more, and one more zero limb if
    // the divisor had three.
    let shift = divisor.leadingZeroBitCount
    let normalised = FourLimbDivisor(normalised: divisor.shiftedLeft(by: UInt8(truncatingIfNeeded: shift)))
    let (top, moved) = shiftedLeftWithOverflow(by: shift & 63)
    var remainder = UInt256(words: top, moved.limb3, moved.limb2, moved.limb1)
    var quotient = UInt128(normalised.takeDigit(&remainder, next: moved.limb0))
    if shift >= 64 { quotient = quotient << 64 | UInt128(normalised.takeDigit(&remainder, next: 0)) }
    return (UInt256(high: 0, low: quotient), remainder.shiftedRight(by: UInt8(truncatingIfNeeded: shift)))
  }

  /// Quotient and remainder of a 512-bit dividend; traps if the quotient does not fit, that is unless
  /// `high < self`.
  public func dividingFullWidth(_ dividend: (high: UInt256, low: UInt256)) -> (quotient: UInt256, remainder: UInt256) {
    precondition(self != .zero, "UInt256 division by zero")
    precondition(dividend.high < self, "the quotient of a full-width division does not fit into a UInt256")
    if dividend.high == .zero { return dividend.low.quotientAndRemainder(dividingBy: self) }
    let shift = leadingZeroBitCount
    let divisor = FourLimbDivisor(normalised: self << shift)
    var remainder = dividend.high << shift | dividend.low >> (256 - shift)
    let low = dividend.low << shift
    let digit3 = divisor.takeDigit(&remainder, next: low.limb3)
    let digit2 = divisor.takeDigit(&remainder, next: low.limb2)
    let digit1 = divisor.takeDigit(&remainder, next: low.limb1)
    let digit0 = divisor.takeDigit(&remainder, next: low.limb0)
    return (UInt256(words: digit3, digit2, digit1, digit0), remainder >> shift)
  }

  /// A number of one limb.
  @inline(__always)
  init(limb: UInt64) { self.init(high: 0, low: UInt128(limb)) }

  /// The number times 2^bits, 0…63, and what is beyond 256 bits of it.
  @inline(__always)
  private func shiftedLeftWithOverflow(by bits: Int) -> (top: UInt64, rest: UInt256) {
    let top = (limb3 &>> 1) &>> UInt64(truncatingIfNeeded: 63 &- bits)
    return (top, shiftedLeft(by: UInt8(truncatingIfNeeded: bits)))
  }

  /// Division by one limb that is not zero.
  @inline(__always)
  func dividedBy(_ divisor: UInt64) -> (quotient: UInt256, remainder: UInt64) {
    if high == 0 && limb1 == 0 {
      let (digit, rest) = limb0.quotientAndRemainder(dividingBy: divisor)
      return (UInt256(limb: digit), rest)
    }
    let (digit3, rest3) = limb3.quotientAndRemainder(dividingBy: divisor)
    let (digit2, rest2) = divisor.dividingFullWidth((rest3, limb2))
    let (digit1, rest1) = divisor.dividingFullWidth((rest2, limb1))
    let (digit0, rest0) = divisor.dividingFullWidth((rest1, limb0))
    return (UInt256(words: digit3, digit2, digit1, digit0), rest0)
  }

  /// Division by two limbs, the upper of which is not zero.
  private func dividedBy(_ divisor: UInt128) -> (quotient: UInt256, remainder: UInt256) {
    let shift = divisor.leadingZeroBitCount
    let normalised = TwoLimbDivisor(normalised: divisor &<< UInt128(truncatingIfNeeded: shift))
    let (top, moved) = shiftedLeftWithOverflow(by: shift)
    var remainder = UInt128(top) << 64 | UInt128(moved.limb3)
    let digit2 = normalised.takeDigit(&remainder, next: moved.limb2)
    let digit1 = normalised.takeDigit(&remainder, next: moved.limb1)
    let digit0 = normalised.takeDigit(&remainder, next: moved.limb0)
    return (
      UInt256(words: 0, digit2, digit1, digit0),
      UInt256(high: 0, low: remainder &>> UInt128(truncatingIfNeeded: shift))
    )
  }

  /// The quotient, cut; division by 0 overflows.
  public func dividedReportingOverflow(by other: UInt256) -> (partialValue: UInt256, overflow: Bool) {
    other == .zero ? (self, true) : (quotientAndRemainder(dividingBy: other).quotient, false)
  }

  /// The remainder; division by 0 overflows.
  public func remainderReportingOverflow(dividingBy other: UInt256) -> (partialValue: UInt256, overflow: Bool) {
    other == .zero ? (self, true) : (quotientAndRemainder(dividingBy: other).remainder, false)
  }

  /// The quotient, cut towards 0; traps on 0.
  public static func / (left: UInt256, right: UInt256) -> UInt256 {
    left.quotientAndRemainder(dividingBy: right).quotient
  }

  /// The remainder; traps on 0.
  public static func % (left: UInt256, right: UInt256) -> UInt256 {
    left.quotientAndRemainder(dividingBy: right).remainder
  }

  /// Divides, cut towards 0; traps on 0.
  public static func /= (left: inout UInt256, right: UInt256) { left = left / right }
  /// Leaves the remainder; traps on 0.
  public static func %= (left: inout UInt256, right: UInt256) { left = left % right }

  /// `left · right / divisor`, rounded down, with the product in full width; nil if `divisor` is zero or the result
  /// does not fit.
  public static func mulDiv(_ left: UInt256, _ right: UInt256, _ divisor: UInt256) -> UInt256? {
    let product = left.multipliedFullWidth(by: right)
    guard product.high < divisor else { return nil }
    return divisor.dividingFullWidth(product).quotient
  }
}
