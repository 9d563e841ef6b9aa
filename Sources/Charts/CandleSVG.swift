import Markup

/// Candles over equal steps of time with the volumes below them, drawn as SVG 1.1.
package struct CandleSVG: Sendable {
  private let title: String
  private let unit: String
  private let points: [CandlePoint]
  private let labels: [LineChart.Label]
  private let number: @Sendable (Double, Int) -> String

  /// A drawing.
  ///
  /// - Parameters:
  ///   - points: The steps in their order; those that cannot be drawn are gaps.
  ///   - title: The text above the chart.
  ///   - unit: The unit of the prices.
  ///   - labels: Texts below the chart.
  ///   - number: Writes a number with so many digits after the point.
  package init(
    _ points: [CandlePoint], title: String, unit: String, labels: [LineChart.Label] = [],
    number: @escaping @Sendable (Double, Int) -> String
  ) {
    (self.points, self.title, self.unit, self.labels, self.number) = (points, title, unit, labels, number)
  }

  private static let (right, top, split, floor) = (940.0, 50.0, 340.0, 440.0)

  /// The drawing as a file of SVG.
  package var svg: String { drawing.file }

  /// The drawing.
  package var drawing: Drawing {
    let drawable = points.filter(\.isDrawable)
    let (low, high) = drawable.priceRange ?? (0, 1)
    let room = (high - low) * 0.05
    var prices = PlotFrame(
      right: Self.right, top: Self.top, bottom: Self.split - 20, low: max(0, low - room),
      high: high + room)
    let most = drawable.map(\.volume).max() ?? 0
    var volumes = PlotFrame(
      right: Self.right, top: Self.split, bottom: Self.floor, low: 0, high: most > 0 ? most : 1)
    let texts = prices.texts(6, number) + (most > 0 ? volumes.texts(2, number) : [])
    prices.makeRoom(for: texts)
    volumes.makeRoom(for: texts)
    let left = prices.left
    let step = (Self.right - left) / Double(max(1, points.count))
    var shapes = prices.scale(6, number) + (most > 0 ? volumes.scale(2, number) : [])
    for (index, point) in points.enumerated() where point.isDrawable {
      shapes += candle(point, left + (Double(index) + 0.5) * step, step * 0.7, prices, volumes)
    }
    shapes += average(prices, step)
    shapes += labels.map { label in
      PlotFrame.text(
        left + (Double(label.step) + 0.5) * step, Self.floor + 20, ["text-anchor": "middle"], label.text)
    }
    return PlotFrame.drawing(title, unit: unit, shapes)
  }

  private func candle(
    _ point: CandlePoint, _ x: Double, _ width: Double, _ prices: PlotFrame, _ volumes: PlotFrame
  ) -> [Element] {
    let colour = point.isUp ? PlotFrame.rise : PlotFrame.fall
    let (top, bottom) = (prices.y(max(point.open, point.close)), prices.y(min(point.open, point.close)))
    let wick = PlotFrame.line(x, prices.y(point.high), x, prices.y(point.low), ["stroke": colour])
    let body = PlotFrame.box(x - width / 2, top, width, max(1, bottom - top), ["fill": colour])
    guard point.volume > 0 else { return [wick, body] }
    let height = Self.floor - volumes.y(point.volume)
    return [
      wick, body,
      PlotFrame.box(x - width / 2, Self.floor - height, width, height, ["fill": colour, "fill-opacity": "0.5"]),
    ]
  }

  /// The line of the averages, from the first on.
  private func average(_ prices: PlotFrame, _ step: Double) -> [Element] {
    let places = points.enumerated().compactMap { index, point in
      point.average.map { value in
        let x = prices.left + (Double(index) + 0.5) * step
        return "\(PlotFrame.number(x)),\(PlotFrame.number(min(prices.bottom, max(prices.top, prices.y(value)))))"
      }
    }
    guard places.count > 1 else { return [] }
    return [
      Element(
        "polyline",
        [
          "points": places.joined(separator: " "), "fill": "none", "stroke": PlotFrame.accent, "stroke-width": "1.5",
        ])
    ]
  }
}
