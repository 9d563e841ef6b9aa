/// A quotient of two whole numbers, exact and in lowest terms: what a rate is that goes through another currency.
public struct Fraction: Sendable, Hashable {
  /// The number above the line.
  public let numerator: UInt256
  /// The number below the line, above 0.
  public let denominator: UInt256

  /// The number one.
  public static let one = Fraction(ExactDecimal(1))

  /// A quotient, brought to lowest terms; nil where the denominator is 0.
  public init?(_ numerator: UInt256, over denominator: UInt256) {
    guard denominator > 0 else { return nil }
    let divisor = Fraction.greatestCommonDivisor(numerator, denominator)
    (self.numerator, self.denominator) = (numerator / divisor, denominator / divisor)
  }

  /// A decimal number.
  public init(_ decimal: ExactDecimal) {
    let (numerator, denominator) = (UInt256(decimal.mantissa), UInt256.tenToThe(decimal.scale))
    let divisor = Fraction.greatestCommonDivisor(numerator, denominator)
    (self.numerator, self.denominator) = (numerator / divisor, denominator / divisor)
  }

  /// Whether it is zero.
  public var isZero: Bool { numerator == 0 }

  /// The number as a binary one, for the height of a line in a chart.
  public var approximation: Double { Double(numerator) / Double(denominator) }

  /// One divided by it; nil for zero.
  public var inverse: Fraction? { Fraction(denominator, over: numerator) }

  /// The product.
  ///
  /// - Throws: `overflow` where one of its numbers does not fit into 256 bits.
  public func multiplied(by other: Fraction) throws(PrimitivesError) -> Fraction {
    // Reduced crosswise first, so that only a result that is too large is refused.
    guard let left = Fraction(numerator, over: other.denominator),
      let right = Fraction(other.numerator, over: denominator),
      case (let above, false) = left.numerator.multipliedReportingOverflow(by: right.numerator),
      case (let below, false) = left.denominator.multipliedReportingOverflow(by: right.denominator),
      let product = Fraction(above, over: below)
    else { throw PrimitivesError(.overflow, "a product of two fractions is more than 256 bits can hold") }
    return product
  }

  /// The quotient.
  ///
  /// - Throws: `overflow` where the other is zero, or a number of the result does not fit into 256 bits.
  public func divided(by other: Fraction) throws(PrimitivesError) -> Fraction {
    guard let inverse = other.inverse else {
      throw PrimitivesError(.overflow, "a fraction cannot be divided by zero")
    }
    return try multiplied(by: inverse)
  }

  /// The sum.
  ///
  /// - Throws: `overflow` where one of its numbers does not fit into 256 bits.
  public func adding(_ other: Fraction) throws(PrimitivesError) -> Fraction {
    try combined(with: other) { $0.addingReportingOverflow($1) }
  }

  /// The difference.
  ///
  /// - Throws: `overflow` where it is below zero, or one of its numbers does not fit into 256 bits.
  public func subtracting(_ other: Fraction) throws(PrimitivesError) -> Fraction {
    try combined(with: other) { $0.subtractingReportingOverflow($1) }
  }

  /// The fraction of the two numerators over one denominator, combined.
  private func combined(
    with other: Fraction, _ combine: (UInt256, UInt256) -> (partialValue: UInt256, overflow: Bool)
  ) throws(PrimitivesError) -> Fraction {
    guard case (let left, false) = numerator.multipliedReportingOverflow(by: other.denominator),
      case (let right, false) = other.numerator.multipliedReportingOverflow(by: denominator),
      case (let above, false) = combine(left, right),
      case (let below, false) = denominator.multipliedReportingOverflow(by: other.denominator),
      let sum = Fraction(above, over: below)
    else { throw PrimitivesError(.overflow, "a sum or difference of two fractions is none that 256 bits can hold") }
    return sum
  }

  /// The number of units of 10 to the minus `digits`, rounded half to even; nil where it does not fit into 256 bits.
  public func rounded(toDigits digits: Int) -> UInt256? {
    guard (0...60).contains(digits) else { return nil }
    let (product, overflow) = numerator.multipliedReportingOverflow(by: .tenToThe(digits))
    guard !overflow else { return nil }
    let (value, rest) = product.quotientAndRemainder(dividingBy: denominator)
    let other = denominator - rest
    return rest > other || (rest == other && value % 2 == 1) ? value + 1 : value
  }

  /// The number with so many digits after the point, rounded half to even; nil where it does not fit into 256 bits.
  public func text(digits: Int) -> String? {
    guard let value = rounded(toDigits: digits) else { return nil }
    let text = value.description
    let padded = String(repeating: "0", count: max(0, digits + 1 - text.count)) + text
    return digits == 0 ? padded : "\(padded.dropLast(digits)).\(padded.suffix(digits))"
  }

  /// The number as a decimal one, with 18 digits after the point at most and no zeros at the end; nil above 256 bits.
  public var decimal: (text: String, isExact: Bool)? {
    var digits = 0
    while digits < 18, UInt256.tenToThe(digits) % denominator != 0 { digits += 1 }
    guard let text = text(digits: digits) else { return nil }
    let isExact = UInt256.tenToThe(digits) % denominator == 0
    guard !isExact, text.contains(".") else { return (text, isExact) }
    let end = text.lastIndex { $0 != "0" } ?? text.startIndex
    return (String(text[...end]).last == "." ? String(text[..<end]) : String(text[...end]), false)
  }

  /// The number of digits after the point that show `significant` ones that are not zeros in front, and at least
  /// `digits`.
  public func digits(atLeast digits: Int, significant: Int) -> Int {
    guard !isZero else { return digits }
    var count = digits
    while count < 36, let value = rounded(toDigits: count), value < UInt256.tenToThe(significant - 1) { count += 1 }
    return count
  }

  private static func greatestCommonDivisor(_ left: UInt256, _ right: UInt256) -> UInt256 {
    var (large, small) = (left, right)
    while small > 0 { (large, small) = (small, large % small) }
    return large > 0 ? large : 1
  }
}

extension Fraction: Comparable {
  /// Compares the numbers, however large.
  public static func < (left: Fraction, right: Fraction) -> Bool {
    var (left, right, isTurned) = (left, right, false)
    // As continued fractions: the first whole part that differs decides, turned round with each step.
    while true {
      let (leftWhole, leftRest) = left.numerator.quotientAndRemainder(dividingBy: left.denominator)
      let (rightWhole, rightRest) = right.numerator.quotientAndRemainder(dividingBy: right.denominator)
      if leftWhole != rightWhole { return (leftWhole < rightWhole) != isTurned }
      guard let leftNext = Fraction(left.denominator, over: leftRest) else { return rightRest > 0 && !isTurned }
      guard let rightNext = Fraction(right.denominator, over: rightRest) else { return isTurned }
      (left, right, isTurned) = (leftNext, rightNext, !isTurned)
    }
  }
}

extension Fraction: CustomStringConvertible {
  /// Both numbers, as in `7/3`.
  public var description: String { "\(numerator)/\(denominator)" }
}
