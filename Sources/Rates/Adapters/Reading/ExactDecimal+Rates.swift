import Primitives

extension ExactDecimal {
  /// The rate of one unit where this is the rate of 10, 100 or another power of ten of them; nil for other numbers of
  /// units, and where that needs more than 18 places.
  func per(_ units: Int) -> ExactDecimal? {
    guard units > 0 else { return nil }
    var (places, rest) = (0, units)
    while rest % 10 == 0 { (places, rest) = (places + 1, rest / 10) }
    if places == 0, rest == 1 { return self }
    // A number that was rounded once is not divided on, so that it does not pass for an exact one.
    guard rest == 1, isExact else { return nil }
    return ExactDecimal(mantissa: mantissa, scale: scale + places)
  }
}

extension [ExactDecimal] {
  /// The mean, rounded half to even two places behind the longest of the numbers; nil of no numbers.
  var mean: ExactDecimal? {
    let scale = map(\.scale).max() ?? 0
    let power = { (places: Int) in UInt256((0..<places).reduce(UInt64(1)) { power, _ in power * 10 }) }
    let sum = reduce(UInt256(0)) { $0 + UInt256($1.mantissa) * power(scale - $1.scale) }
    return Fraction(sum, over: UInt256(UInt64(count)) * power(scale))?.text(digits: Swift.min(scale + 2, 18))
      .flatMap { ExactDecimal($0) }
  }

  /// The middle one, or the mean of the two in the middle; nil of no numbers.
  var median: ExactDecimal? {
    guard !isEmpty else { return nil }
    let sorted = sorted()
    return Array(sorted[((count - 1) / 2)...(count / 2)]).mean
  }
}
