extension Int256 {
  /// The sum in 256 bits, and whether its sign is wrong.
  public func addingReportingOverflow(_ other: Int256) -> (partialValue: Int256, overflow: Bool) {
    let sum = Int256(bitPattern: bitPattern &+ other.bitPattern)
    return (sum, isNegative == other.isNegative && sum.isNegative != isNegative)
  }

  /// The difference in 256 bits, and whether its sign is wrong.
  public func subtractingReportingOverflow(_ other: Int256) -> (partialValue: Int256, overflow: Bool) {
    let difference = Int256(bitPattern: bitPattern &- other.bitPattern)
    return (difference, isNegative != other.isNegative && difference.isNegative != isNegative)
  }

  /// The product in 256 bits, and whether it did not fit.
  public func multipliedReportingOverflow(by other: Int256) -> (partialValue: Int256, overflow: Bool) {
    let product = Int256(bitPattern: bitPattern &* other.bitPattern)
    let (magnitude, overflow) = magnitude.multipliedReportingOverflow(by: other.magnitude)
    let negative = isNegative != other.isNegative
    return (product, overflow || (magnitude != .zero && product.isNegative != negative))
  }

  /// The product's 512 bits in two's complement, in two halves.
  public func multipliedFullWidth(by other: Int256) -> (high: Int256, low: UInt256) {
    var (high, low) = bitPattern.multipliedFullWidth(by: other.bitPattern)
    // A negative factor was read as itself plus 2²⁵⁶.
    if isNegative { high = high &- other.bitPattern }
    if other.isNegative { high = high &- bitPattern }
    return (Int256(bitPattern: high), low)
  }

  /// Quotient, rounded toward zero, and remainder, with the dividend's sign; traps if `divisor` is zero or for
  /// `min / -1`.
  public func quotientAndRemainder(dividingBy divisor: Int256) -> (quotient: Int256, remainder: Int256) {
    let (quotient, remainder) = magnitude.quotientAndRemainder(dividingBy: divisor.magnitude)
    var overflow = false
    let result = Int256(negative: isNegative != divisor.isNegative, magnitude: quotient, overflow: &overflow)
    precondition(!overflow, "Int256 division overflows")
    return (result, Int256(bitPattern: isNegative ? .zero &- remainder : remainder))
  }

  /// The quotient, cut towards 0; division by 0 and −2²⁵⁵ / −1 overflow.
  public func dividedReportingOverflow(by other: Int256) -> (partialValue: Int256, overflow: Bool) {
    if other == .zero || (self == .min && other == -1) { return (self, true) }
    return (quotientAndRemainder(dividingBy: other).quotient, false)
  }

  /// The remainder, with the sign of the dividend; division by 0 overflows.
  public func remainderReportingOverflow(dividingBy other: Int256) -> (partialValue: Int256, overflow: Bool) {
    if other == .zero { return (self, true) }
    if self == .min && other == -1 { return (.zero, true) }
    return (quotientAndRemainder(dividingBy: other).remainder, false)
  }

  /// Quotient and remainder of a 512-bit dividend; traps if the quotient does not fit.
  public func dividingFullWidth(_ dividend: (high: Int256, low: UInt256)) -> (quotient: Int256, remainder: Int256) {
    let negative = dividend.high.isNegative
    var (high, low) = (dividend.high.bitPattern, dividend.low)
    if negative {
      (high, low) = (~high, .zero &- low)
      if low == .zero { high = high &+ 1 }
    }
    let (quotient, remainder) = magnitude.dividingFullWidth((high, low))
    var overflow = false
    let result = Int256(negative: negative != isNegative, magnitude: quotient, overflow: &overflow)
    precondition(!overflow, "the quotient of a full-width division does not fit into an Int256")
    return (result, Int256(bitPattern: negative ? .zero &- remainder : remainder))
  }

  /// The sum; traps on overflow.
  public static func + (left: Int256, right: Int256) -> Int256 {
    let (sum, overflow) = left.addingReportingOverflow(right)
    precondition(!overflow, "Int256 addition overflows")
    return sum
  }

  /// The difference; traps on overflow.
  public static func - (left: Int256, right: Int256) -> Int256 {
    let (difference, overflow) = left.subtractingReportingOverflow(right)
    precondition(!overflow, "Int256 subtraction overflows")
    return difference
  }

  /// The product; traps on overflow.
  public static func * (left: Int256, right: Int256) -> Int256 {
    let (product, overflow) = left.multipliedReportingOverflow(by: right)
    precondition(!overflow, "Int256 multiplication overflows")
    return product
  }

  /// The quotient, cut towards 0; traps on 0.
  public static func / (left: Int256, right: Int256) -> Int256 {
    left.quotientAndRemainder(dividingBy: right).quotient
  }

  /// The remainder; traps on 0.
  public static func % (left: Int256, right: Int256) -> Int256 {
    left.quotientAndRemainder(dividingBy: right).remainder
  }

  /// Adds; traps on overflow.
  public static func += (left: inout Int256, right: Int256) { left = left + right }
  /// Subtracts; traps on overflow.
  public static func -= (left: inout Int256, right: Int256) { left = left - right }
  /// Multiplies; traps on overflow.
  public static func *= (left: inout Int256, right: Int256) { left = left * right }
  /// Divides, cut towards 0; traps on 0.
  public static func /= (left: inout Int256, right: Int256) { left = left / right }
  /// Leaves the remainder; traps on 0.
  public static func %= (left: inout Int256, right: Int256) { left = left % right }
}
