/// Round values along a scale: steps of 1, 2 or 5 times a power of ten.
package struct RoundTicks: Sendable, Hashable {
  /// The values, the lowest first; all inside the scale.
  package let values: [Double]
  /// The distance from one to the next; 0 where there are none.
  let step: Double
  /// The digits after the point with which they are exact.
  package let digits: Int

  /// Values between two ends.
  ///
  /// - Parameter most: The most steps from one end to the other.
  package init(from low: Double, to high: Double, most: Int = 5) {
    guard low.isFinite, high.isFinite, high > low, most > 0 else {
      (values, step, digits) = ([], 0, 0)
      return
    }
    // A power of ten by its exponent, which is the number of digits as well; none is computed with a function of C.
    var (unit, exponent) = (1.0, 0)
    let rough = (high - low) / Double(most)
    while unit > rough, exponent > -30 { (unit, exponent) = (unit / 10, exponent - 1) }
    while unit * 10 <= rough, exponent < 80 { (unit, exponent) = (unit * 10, exponent + 1) }
    let factor = [1.0, 2, 5].first { $0 * unit >= rough } ?? 10
    let step = factor * unit
    let first = (low / step).rounded(.up)
    var values: [Double] = []
    for index in 0...most {
      let value = (first + Double(index)) * step
      if value <= high { values.append(value) }
    }
    (self.values, self.step) = (values, step)
    digits = max(0, factor == 10 ? -exponent - 1 : -exponent)
  }
}
