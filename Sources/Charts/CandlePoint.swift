/// The prices and the volume of one step of a chart of candles; finite and not negative.
package struct CandlePoint: Sendable, Hashable {
  let (open, high, low, close): (Double, Double, Double, Double)
  let volume: Double
  /// The average of the closes up to it; nil where there is none.
  let average: Double?

  /// Takes the prices, the amount that changed hands, and the average of closes.
  package init(
    open: Double, high: Double, low: Double, close: Double, volume: Double, average: Double? = nil
  ) {
    (self.open, self.high, self.low, self.close) = (open, high, low, close)
    (self.volume, self.average) = (volume, average)
  }

  /// Whether every number can be drawn.
  var isDrawable: Bool {
    [open, high, low, close, volume].allSatisfy { $0.isFinite && $0 >= 0 } && low <= min(open, close)
      && high >= max(open, close) && (average ?? 0).isFinite
  }

  /// Whether the price did not fall.
  var isUp: Bool { close >= open }
}

extension [CandlePoint] {
  /// The lowest and the highest price with some room; nil where there is none.
  var priceRange: (low: Double, high: Double)? {
    guard let low = map(\.low).min(), let high = map(\.high).max() else { return nil }
    guard high > low else { return high > 0 ? (high * 0.95, high * 1.05) : (0, 1) }
    return (low, high)
  }
}
