/// Division of three limbs by two with a reciprocal in place of the machine's slow division: N. Möller and T. Granlund,
/// "Improved division by invariant integers" (2011).
struct TwoLimbDivisor {
  /// The divisor; its top bit is set.
  let divisor: UInt128
  /// ⌊(2¹⁹² − 1) / divisor⌋ − 2⁶⁴
  let reciprocal: UInt64

  @inline(__always) private var upper: UInt64 { UInt64(truncatingIfNeeded: divisor >> 64) }
  @inline(__always) private var lower: UInt64 { UInt64(truncatingIfNeeded: divisor) }

  @inline(__always)
  init(normalised divisor: UInt128) {
    self.divisor = divisor
    let (upper, lower) = (UInt64(truncatingIfNeeded: divisor >> 64), UInt64(truncatingIfNeeded: divisor))
    var reciprocal = upper.dividingFullWidth((~upper, .max)).quotient
    var product = upper &* reciprocal &+ lower
    if product < lower {
      reciprocal &-= 1
      if product >= upper {
        reciprocal &-= 1
        product &-= upper
      }
      product &-= upper
    }
    let more = UInt128(reciprocal) &* UInt128(lower)
    let carried = UInt64(truncatingIfNeeded: more >> 64)
    product &+= carried
    if product < carried {
      reciprocal &-= 1
      if UInt128(product) << 64 | UInt128(UInt64(truncatingIfNeeded: more)) >= divisor { reciprocal &-= 1 }
    }
    self.reciprocal = reciprocal
  }

  /// Divides `remainder · 2⁶⁴ + next`, where `remainder` is below the divisor; leaves the new remainder.
  @inline(__always)
  func takeDigit(_ remainder: inout UInt128, next: UInt64) -> UInt64 {
    let guess = UInt128(reciprocal) &* (remainder >> 64) &+ remainder
    var digit = UInt64(truncatingIfNeeded: guess >> 64)
    let top = UInt64(truncatingIfNeeded: remainder) &- digit &* upper
    var rest = (UInt128(top) << 64 | UInt128(next)) &- UInt128(lower) &* UInt128(digit) &- divisor
    digit &+= 1
    if UInt64(truncatingIfNeeded: rest >> 64) >= UInt64(truncatingIfNeeded: guess) {
      digit &-= 1
      rest &+= divisor
    }
    if rest >= divisor {
      digit &+= 1
      rest &-= divisor
    }
    remainder = rest
    return digit
  }
}

/// Division of five limbs by four: Knuth's algorithm D on top of the division of three limbs by two.
struct FourLimbDivisor {
  /// The divisor; its top bit is set.
  let divisor: UInt256
  let top: TwoLimbDivisor

  @inline(__always)
  init(normalised divisor: UInt256) {
    self.divisor = divisor
    top = TwoLimbDivisor(normalised: divisor.high)
  }

  /// Divides `remainder · 2⁶⁴ + next`, where `remainder` is below the divisor; leaves the new remainder.
  @inline(__always)
  func takeDigit(_ remainder: inout UInt256, next: UInt64) -> UInt64 {
    let below = UInt128(remainder.limb0) << 64 | UInt128(next)
    if remainder.high == divisor.high {
      // The largest digit: what is missing to 2⁶⁴ · divisor is less than the divisor.
      let window = UInt256(high: UInt128(remainder.limb2) << 64 | UInt128(remainder.limb1), low: below)
      remainder = window &- divisor.shiftedLeft(by: 64) &+ divisor
      return .max
    }
    var rest = remainder.high
    var digit = top.takeDigit(&rest, next: remainder.limb1)
    let product = UInt256.product(divisor.low, UInt128(digit))
    let (difference, borrow) = UInt256(high: rest, low: below).subtractingReportingOverflow(product)
    remainder = difference
    // The two upper limbs alone may promise too much, by two at most.
    if borrow {
      digit &-= 1
      let (sum, carry) = remainder.addingReportingOverflow(divisor)
      remainder = sum
      if !carry {
        digit &-= 1
        remainder = remainder &+ divisor
      }
    }
    return digit
  }
}
