import Markup

/// Candles over equal steps of time, as text for a terminal and as SVG 1.1 with the volumes below.
package struct CandleChart: Sendable {
  /// The prices and the volume of one step; finite and not negative.
  package struct Point: Sendable, Hashable {
    let open: Double
    let high: Double
    let low: Double
    let close: Double
    let volume: Double

    /// Takes the prices and the volume.
    package init(open: Double, high: Double, low: Double, close: Double, volume: Double) {
      (self.open, self.high, self.low, self.close, self.volume) = (open, high, low, close, volume)
    }

    fileprivate var isFall: Bool { close < open }
  }

  private let points: [Point]
  private let averages: [Double?]
  private let (lowest, highest): (Double, Double)

  /// A chart of steps in their order.
  ///
  /// - Parameter averages: A line through averages of closes, a value for each step, nil for none; empty for no line.
  package init(_ points: [Point], averages: [Double?] = []) {
    self.points = points
    self.averages = averages
    lowest = points.map(\.low).min() ?? 0
    highest = points.map(\.high).max() ?? 0
  }

  // MARK: Text

  /// The lines of the chart, the highest first: a rising candle is full, a falling one light, a wick a line.
  ///
  /// - Parameter label: The text of a price beside the scale.
  package func lines(height: Int = 12, label: (Double) -> String) -> [String] {
    guard !points.isEmpty, height > 1 else { return [] }
    let labels = (0..<height).map { row in
      row == 0 ? label(highest) : row == height - 1 && lowest < highest ? label(lowest) : ""
    }
    let width = labels.map(\.count).max() ?? 0
    return (0..<height).map { row in
      let label = String(repeating: " ", count: width - labels[row].count) + labels[row]
      return "\(label) ┤" + points.map { symbol($0, row, height) }.joined()
    } + [String(repeating: " ", count: width) + " └" + String(repeating: "─", count: points.count)]
  }

  private func symbol(_ point: Point, _ row: Int, _ height: Int) -> String {
    func place(_ value: Double) -> Int {
      highest > lowest ? Int(((highest - value) / (highest - lowest) * Double(height - 1)).rounded()) : 0
    }
    if (place(max(point.open, point.close))...place(min(point.open, point.close))).contains(row) {
      return point.open == point.close ? "─" : point.isFall ? "░" : "█"
    }
    return (place(point.high)...place(point.low)).contains(row) ? "│" : " "
  }

  // MARK: SVG

  /// The share of the height in which volumes are drawn.
  private static let foot = 0.2

  /// The chart as a drawing of 960 by 360 units; a falling candle is filled, a rising one is not.
  ///
  /// - Parameters:
  ///   - unit: The unit of prices.
  ///   - labels: Texts below the chart, with their steps.
  ///   - valueText: Writes a price beside the scale.
  package func drawing(
    title: String, unit: String, labels: [LineChart.Label] = [], valueText: (Double) -> String
  ) -> Drawing {
    let plot = Plot(lowest, highest, foot: Self.foot)
    let most = points.map(\.volume).max() ?? 0
    let width = 1 / Double(max(1, points.count))
    func middle(_ step: Int) -> Double { (Double(step) + 0.5) * width }
    var shapes: [Element] = []
    for (step, point) in points.enumerated() {
      let color = point.isFall ? "#b42318" : "#067647"
      let (left, bar) = (middle(step) - 0.35 * width, plot.width(0.7 * width))
      if most > 0, point.volume > 0 {
        let share = point.volume / most * Self.foot * 0.9
        shapes.append(plot.box(left, bar, from: plot.y(share: share), to: plot.y(share: 0), ["fill": "#c9d1d9"]))
      }
      shapes.append(
        Element(
          "line",
          [
            "x1": plot.x(middle(step)), "x2": plot.x(middle(step)), "y1": plot.y(point.high), "y2": plot.y(point.low),
            "stroke": color,
          ]))
      shapes.append(
        plot.box(
          left, bar, from: plot.y(max(point.open, point.close)), to: plot.y(min(point.open, point.close)),
          ["fill": point.isFall ? color : "#ffffff", "stroke": color]))
    }
    shapes += line(plot, middle)
    return plot.drawing(
      title, unit: unit, labels: labels.map { (middle($0.step), $0.text) }, valueText: valueText, shapes)
  }

  private func line(_ plot: Plot, _ middle: (Int) -> Double) -> [Element] {
    let places = averages.enumerated().compactMap { step, value in
      value.map { "\(plot.x(middle(step))),\(plot.y($0))" }
    }
    guard places.count > 1 else { return [] }
    return [
      Element(
        "polyline",
        ["points": places.joined(separator: " "), "fill": "none", "stroke": "#1f6feb", "stroke-width": "2"])
    ]
  }
}

extension Plot {
  /// A box from the left, between two heights.
  fileprivate func box(
    _ left: Double, _ width: String, from top: String, to bottom: String, _ attributes: Attributes
  ) -> Element {
    let height = (Double(bottom) ?? 0) - (Double(top) ?? 0)
    return Element(
      "rect", ["x": x(left), "width": width, "y": top, "height": number(max(1, height))] + attributes)
  }
}
