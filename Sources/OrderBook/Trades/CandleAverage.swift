import Primitives

extension Array where Element == Candle {
  /// The average of each candle's close with those of the candles before it; nil where there are not enough of them.
  ///
  /// Each is rounded down to 30 places after the point, as a sum of exact fractions has no room.
  ///
  /// - Parameter count: The number of closes, 1 or more.
  public func averages(over count: Int) -> [Fraction?] {
    let closes = map { UInt256.mulDiv($0.close.numerator, Self.scale, $0.close.denominator) }
    let divisor = Self.scale.multipliedSaturated(by: UInt256(UInt64(Swift.max(1, count))))
    return indices.map { index in
      guard count > 0, index + 1 >= count else { return nil }
      var sum: UInt256 = 0
      for close in closes[(index + 1 - count)...index] {
        guard let close, case let (next, overflow) = sum.addingReportingOverflow(close), !overflow else { return nil }
        sum = next
      }
      return Fraction(sum, over: divisor)
    }
  }

  private static var scale: UInt256 { (0..<30).reduce(1) { power, _ in power * 10 } }
}
