/// A scale from 0, or another round value, to a round value, with round ticks; one outlier does not flatten the rest of
/// a chart.
package struct ChartScale: Sendable, Hashable {
  /// The value at the lower end.
  package let bottom: Double
  /// The value at the upper end.
  package let top: Double
  /// The ticks above ``bottom``, the lowest first; the last is ``top``.
  package let ticks: [Double]
  /// The digits after the point with which the ticks are exact.
  package let digits: Int
  /// The highest of the values if it is above ``top``.
  package let cut: Double?

  /// Fewer values have no outliers.
  private static let fewest = 8
  /// The most steps from 0 to a value: a double has no more digits.
  private static let mostSteps = 9e14

  /// A scale from 0 for values, of which those count that are finite and not negative; it ends at ``end(of:)``.
  ///
  /// - Parameter most: The most ticks.
  package init(_ values: [Double?], most: Int = 4) {
    let highest = values.compactMap { $0 }.filter { $0.isFinite && $0 >= 0 }.max() ?? 0
    self.init(from: 0, to: Self.end(of: values) ?? (highest > 0 ? highest : 1), most: most, highest: highest)
  }

  /// The end of a scale that leaves outliers above it: where the highest values are more than three times as high as
  /// nine of ten, one above these nine; nil where there are none so high.
  package static func end(of values: [Double?]) -> Double? {
    let known = values.compactMap { $0 }.filter { $0.isFinite && $0 >= 0 }.sorted()
    guard known.count >= fewest, let highest = known.last else { return nil }
    let usual = known[(known.count - 1) * 9 / 10]
    return usual > 0 && highest > 3 * usual ? usual * 1.5 : nil
  }

  /// A scale between two values, the higher one above 0.
  ///
  /// It begins at 0 where ticks that are nearer to each other would have more digits than are known.
  ///
  /// - Parameters:
  ///   - most: The most ticks, of which one may be added at either end.
  ///   - highest: The highest of all values; nil where none is above `end`.
  package init(from start: Double, to end: Double, most: Int = 4, highest: Double? = nil) {
    let near = RoundTicks(from: start, to: end, most: most)
    let isNear = near.step > 0 && end / near.step < Self.mostSteps
    let round = isNear ? near : RoundTicks(from: 0, to: end, most: most)
    let step = round.step > 0 ? round.step : end
    let first = isNear ? (start / step).rounded(.down) : 0
    let steps = (end / step).rounded(.up) - first
    // Numbers beyond all prices have no round ticks.
    let count = step > 0 && steps < 1000 ? max(1, Int(steps)) : 1
    ticks =
      count == 1 && steps >= 1000 ? [end] : (1...count).map { (first + Double($0)) * max(step, .leastNonzeroMagnitude) }
    bottom = first * step
    top = ticks.last ?? 1
    digits = round.digits
    cut = if let highest, highest > top { highest } else { nil }
  }
}
