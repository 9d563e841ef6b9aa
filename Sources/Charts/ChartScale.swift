/// A scale from 0 to a round value, with round ticks; one outlier does not flatten the rest of a chart.
package struct ChartScale: Sendable, Hashable {
  /// The value at the upper end.
  package let top: Double
  /// The ticks above 0, the lowest first; the last is ``top``.
  package let ticks: [Double]
  /// The digits after the point with which the ticks are exact.
  package let digits: Int
  /// The highest of the values if it is above ``top``.
  package let cut: Double?

  /// Fewer values have no outliers.
  private static let fewest = 8

  /// A scale for values, of which those count that are finite and not negative.
  ///
  /// Where the highest ones are more than three times as high as nine of ten, the scale ends above these nine.
  ///
  /// - Parameter most: The most ticks.
  package init(_ values: [Double?], most: Int = 4) {
    let known = values.compactMap { $0 }.filter { $0.isFinite && $0 >= 0 }.sorted()
    let highest = known.last ?? 0
    let usual = known.isEmpty ? 0 : known[(known.count - 1) * 9 / 10]
    let isCut = known.count >= Self.fewest && usual > 0 && highest > 3 * usual
    let end = highest > 0 ? isCut ? usual * 1.5 : highest : 1
    let round = RoundTicks(from: 0, to: end, most: most)
    // The first tick is at 0, so that the second is a step.
    let step = round.values.count > 1 ? round.values[1] : end
    let steps = (end / step).rounded(.up)
    // Numbers beyond all prices have no round ticks.
    let count = step > 0 && steps < 1000 ? max(1, Int(steps)) : 1
    ticks = count == 1 && steps >= 1000 ? [end] : (1...count).map { Double($0) * max(step, .leastNonzeroMagnitude) }
    top = ticks.last ?? 1
    digits = round.digits
    cut = highest > top ? highest : nil
  }
}
