import Primitives
@testable import Rates

/// Lines of exact decimals and of fractions, as in `44.5526` and `7/3`: what is read, is written and read the same, nothing
/// is rounded twice, and sums, products and orders are those of whole numbers twice as wide.
func fuzzDecimal(_ bytes: Bytes) {
  let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n", maxSplits: 2).map(String.init)
  let decimals = lines.compactMap(decimal)
  for (left, right) in zip(decimals, decimals.dropFirst()) { check(left, right) }
  if let least = decimals.min(), let most = decimals.max() {
    let (mean, median) = (decimals.mean, decimals.median)
    require(mean.map { least <= $0 && $0 <= most } ?? false, "the mean of \(decimals) is \(mean as Any)")
    require(median.map { least <= $0 && $0 <= most } ?? false, "the median of \(decimals) is \(median as Any)")
  }
  let fractions = lines.compactMap(fraction)
  for (left, right) in zip(fractions, fractions.dropFirst()) { checkWide(left, right) }
}

private func decimal(_ line: String) -> ExactDecimal? {
  let grouped = ExactDecimal(line, groups: true)
  if let grouped { require(grouped == ExactDecimal(line.filter { $0 != "," }), "groups change \(line)") }
  guard let decimal = ExactDecimal(line) else { return nil }
  require(grouped == decimal, "\(line) is another number where groups are allowed")
  let (mantissa, scale) = (decimal.mantissa, decimal.scale)
  require((0...18).contains(scale) && (scale == 0 || mantissa % 10 != 0), "\(line) is \(mantissa) of \(scale) places")
  require(ExactDecimal(mantissa: mantissa, scale: scale)?.description == decimal.description, "the parts of \(line)")
  let again = ExactDecimal(decimal.description)
  require(again?.mantissa == mantissa && again?.scale == scale && again?.isExact == true, "\(line) becomes \(decimal)")
  let fraction = Fraction(decimal)
  require(fraction.decimal.map { $0 == (decimal.description, true) } ?? false, "\(line) as a fraction is \(fraction)")
  checkRounding(of: line, to: decimal)
  return decimal
}

/// Reads the number by itself, where 256 bits hold it, and looks for the most places with which 64 bits hold it.
private func checkRounding(of line: String, to decimal: ExactDecimal) {
  let parts = line.lowercased().split(separator: "e", omittingEmptySubsequences: false)
  let places = parts[0].split(separator: ".", omittingEmptySubsequences: false).dropFirst().first?.count ?? 0
  guard let power = parts.count > 1 ? Int(parts[1]) : 0, abs(power - places) <= 60,
    let digits = try? UInt256(parsing: String(parts[0].filter { $0 != "." }.drop { $0 == "0" })), digits > 0
  else { return }
  let ten = Fuzz.power(abs(power - places))
  let (above, overflow) = power > places ? digits.multipliedReportingOverflow(by: ten) : (digits, false)
  guard !overflow, let written = Fraction(above, over: power > places ? 1 : ten) else { return }
  for scale in (0...18).reversed() {
    guard let rounded = written.rounded(toDigits: scale) else { return }
    guard let mantissa = UInt64(exactly: rounded) else { continue }
    require(decimal.mantissa == ExactDecimal(mantissa: mantissa, scale: scale)?.mantissa, "\(line) becomes \(decimal)")
    require(decimal.isExact == (Fraction(decimal) == written), "\(line) says that it is exact, or that it is not")
    return
  }
  require(false, "\(line) is read as \(decimal), but is too large")
}

private func check(_ left: ExactDecimal, _ right: ExactDecimal) {
  let (one, other) = (aligned(left), aligned(right))
  require((left < right) == (one < other), "the order of \(left) and \(right)")
  require((Fraction(left) < Fraction(right)) == (one < other), "the order of \(left) and \(right) as fractions")
  let unit = power(36)
  let sum = must("a sum") { () throws(PrimitivesError) in try Fraction(left).adding(Fraction(right)) }
  require(sum == Fraction((one + other) * power(18), over: unit), "\(left) + \(right) is \(sum)")
  let product = must("a product") { () throws(PrimitivesError) in try Fraction(left).multiplied(by: Fraction(right)) }
  require(product == Fraction(one * other, over: unit), "\(left) × \(right) is \(product)")
  guard !right.isZero else { return }
  let quotient = must("a quotient") { () throws(PrimitivesError) in try Fraction(left).divided(by: Fraction(right)) }
  require(quotient == Fraction(one, over: other), "\(left) / \(right) is \(quotient)")
}

/// The number of units of 10 to the minus 18.
private func aligned(_ decimal: ExactDecimal) -> UInt256 { UInt256(decimal.mantissa) * power(18 - decimal.scale) }

private func power(_ places: Int) -> UInt256 { powers[places] }

/// The powers of ten up to the sixtieth.
private let powers = (0..<60).reduce(into: [UInt256(1)]) { powers, place in powers.append(powers[place] * 10) }

// MARK: Fractions

private func fraction(_ line: String) -> Fraction? {
  let parts = line.split(separator: "/", omittingEmptySubsequences: false).map { try? UInt256(parsing: String($0)) }
  guard parts.count == 2, let above = parts[0], let below = parts[1] else { return nil }
  guard let fraction = Fraction(above, over: below) else {
    require(below == 0, "\(line) is no fraction")
    return nil
  }
  require(
    above.multipliedFullWidth(by: fraction.denominator) == below.multipliedFullWidth(by: fraction.numerator),
    "\(line) is \(fraction)")
  require(Fraction(fraction.numerator, over: fraction.denominator) == fraction, "\(line) has lower terms")
  if !fraction.isZero { require(fraction.inverse?.inverse == fraction, "\(line) turned twice") }
  for digits in [0, 4, 18, 60] { checkRounding(of: fraction, digits) }
  if let (text, isExact) = fraction.decimal, isExact, let decimal = ExactDecimal(text), decimal.isExact {
    require(Fraction(decimal) == fraction, "\(line) is \(text)")
  }
  return fraction
}

/// Half a unit at most lies between a number and what it is rounded to, and of two that are as near the even one is taken.
private func checkRounding(of fraction: Fraction, _ digits: Int) {
  guard let rounded = fraction.rounded(toDigits: digits) else { return }
  let exact = fraction.numerator * power(digits)
  let (high, low) = rounded.multipliedFullWidth(by: fraction.denominator)
  // Both products differ by less than the denominator.
  let difference = high > 0 || low >= exact ? low &- exact : exact - low
  let other = fraction.denominator - min(difference, fraction.denominator)
  require(
    difference < other || difference == other && rounded % 2 == 0, "\(fraction) of \(digits) digits is \(rounded)")
}

private func checkWide(_ left: Fraction, _ right: Fraction) {
  let one = left.numerator.multipliedFullWidth(by: right.denominator)
  let other = right.numerator.multipliedFullWidth(by: left.denominator)
  require((left < right) == ((one.high, one.low) < (other.high, other.low)), "the order of \(left) and \(right)")
  require((left == right) == (one == other), "\(left) and \(right) are one number or are not")
  if let product = try? left.multiplied(by: right), !right.isZero {
    let back = must("a quotient") { () throws(PrimitivesError) in try product.divided(by: right) }
    require(back == left, "\(left) × \(right) / \(right) is \(back)")
  }
  guard let sum = try? left.adding(right) else { return }
  require((try? right.adding(left)) == sum && sum >= left && sum >= right, "\(left) + \(right) is \(sum)")
}
