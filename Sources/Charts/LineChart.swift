import Markup

/// A line over equal steps of time, drawn as SVG 1.1; gaps are left open. Behind it lies, if wanted, an area from the
/// lowest to the highest value of each step.
package struct LineChart: Sendable {
  /// The values of one step; finite and not negative.
  package struct Point: Sendable, Hashable {
    /// The height of the line.
    let value: Double
    let lowest: Double
    let highest: Double

    /// Takes the height of the line and the bounds of the area, which lie there too if there is none.
    package init(_ value: Double, lowest: Double? = nil, highest: Double? = nil) {
      (self.value, self.lowest, self.highest) = (value, lowest ?? value, highest ?? value)
    }

    /// The highest value that is drawn of it.
    fileprivate func top(withArea hasArea: Bool) -> Double { hasArea ? max(highest, value) : value }
  }

  /// A text below the chart, and the step that it belongs to.
  package struct Label: Sendable, Hashable {
    let step: Int
    let text: String

    /// Takes the step's index and the text.
    package init(step: Int, text: String) { (self.step, self.text) = (step, text) }
  }

  /// A further line over the same steps, which is named beside the title.
  package struct Line: Sendable, Hashable {
    let name: String
    let values: [Double?]
    /// As in SVG.
    let colour: String

    /// Takes a name, the values and a colour; nil is a gap.
    package init(_ name: String, _ values: [Double?], colour: String) {
      (self.name, self.values, self.colour) = (name, values, colour)
    }
  }

  /// The colour of the line itself.
  package static let colour = "#1f6feb"

  private let title: String
  private let unit: String
  private let name: String?
  private let others: [Line]
  private let ticks: [Double]
  private let points: [Point?]
  private let labels: [Label]
  private let hasArea: Bool
  private let valueText: @Sendable (Double) -> String
  private let cutText: (@Sendable (Double) -> String)?
  /// The values at both ends of the scale.
  private let (lowestValue, topValue): (Double, Double)
  /// The room for the texts of the scale.
  private let left: Double

  /// A chart.
  ///
  /// - Parameters:
  ///   - points: The steps in their order; nil is a gap.
  ///   - title: The text above the chart.
  ///   - unit: The unit of the values, as in `gwei`.
  ///   - labels: Texts below the chart.
  ///   - hasArea: Whether the area from the lowest to the highest values is drawn.
  ///   - floor: The value at which the scale begins.
  ///   - scale: The scale, which begins at 0; nil makes one of the values. What is above it is drawn at its end,
  ///     with a mark over it.
  ///   - name: The name of the line, where there are others.
  ///   - others: Further lines.
  ///   - valueText: Writes a value beside the scale.
  ///   - cutText: Writes what the marks mean, and the highest value above the scale, below the chart; nil leaves that out.
  package init(
    _ points: [Point?], title: String, unit: String, labels: [Label] = [], hasArea: Bool = false, floor: Double = 0,
    scale: ChartScale? = nil, name: String? = nil, others: [Line] = [],
    valueText: @escaping @Sendable (Double) -> String, cutText: (@Sendable (Double) -> String)? = nil
  ) {
    (self.name, self.others) = (name, others)
    self.points = points
    self.title = title
    self.unit = unit
    self.labels = labels
    self.hasArea = hasArea
    (self.valueText, self.cutText) = (valueText, cutText)
    if let scale {
      (lowestValue, topValue, ticks) = (0, scale.top, [0] + scale.ticks)
    } else {
      let highest = points.compactMap { $0?.top(withArea: hasArea) }.max() ?? 1
      let start = floor < highest ? floor : 0
      let top = highest > 0 ? start + (highest - start) * 1.05 : 1
      (lowestValue, topValue) = (start, top)
      ticks = (0...4).map { start + (top - start) * Double($0) / 4 }
    }
    left = max(70, 12 + ChartNumber.width(of: ticks.map(valueText), fontSize: 12))
  }

  private static let (width, height) = (960.0, 360.0)
  private static let (right, top, bottom) = (20.0, 40.0, 40.0)

  /// The chart as a drawing of 960 by 360 units.
  package var drawing: Drawing {
    let frame = Element("rect", ["width": "100%", "height": "100%", "fill": "#ffffff"])
    let heading = Element("text", ["x": number(left), "y": "22", "font-size": "15"]) { title }
    let corner = Element("text", ["x": "8", "y": "22"]) { unit }
    return Drawing(
      width: Int(Self.width), height: Int(Self.height), ["font-family": "sans-serif", "font-size": "12"],
      shapes: [frame, heading] + scale + [corner] + legend + labels.map(shape) + runs.flatMap(shapes)
        + others.flatMap(shapes) + marks)
  }

  /// The chart as a file of SVG.
  package var svg: String { drawing.file }

  // MARK: Places

  private func place(_ step: Int) -> Double {
    left + Double(step) / Double(max(1, points.count - 1)) * (Self.width - left - Self.right)
  }

  private func x(_ step: Int) -> String { number(place(step)) }

  private func y(_ value: Double, below: Double = 0) -> String {
    number(
      Self.height - Self.bottom
        - (min(value, topValue) - lowestValue) / (topValue - lowestValue) * (Self.height - Self.top - Self.bottom)
        + below)
  }

  /// A coordinate with one decimal.
  private func number(_ value: Double) -> String { "\((value * 10).rounded() / 10)" }

  // MARK: Shapes

  /// The names of the lines in their colours, from the right.
  private var legend: [Element] {
    guard let name else { return [] }
    let names = [(name, Self.colour)] + others.map { ($0.name, $0.colour) }
    return names.reversed().enumerated().map { index, entry in
      let place = Self.width - Self.right - Double(index) * 90
      return Element("text", ["x": number(place), "y": "22", "text-anchor": "end", "fill": entry.1]) { entry.0 }
    }
  }

  /// Lines from the left to the right at the ticks, and their values.
  private var scale: [Element] {
    ticks.flatMap { value in
      [
        Element(
          "line",
          [
            "x1": number(left), "x2": number(Self.width - Self.right), "y1": y(value), "y2": y(value),
            "stroke": "#dddddd",
          ]),
        Element("text", ["x": number(left - 8), "y": y(value, below: 4), "text-anchor": "end"]) {
          valueText(value)
        },
      ]
    }
  }

  /// Marks over the values that are above the scale, each in the colour of its line, and what they mean.
  private var marks: [Element] {
    let lines = others.map { ($0.values, $0.colour) } + [(points.map { $0?.top(withArea: hasArea) }, Self.colour)]
    let cut = lines.map { values, colour in
      (values.enumerated().compactMap { step, value in value.flatMap { $0 > topValue ? (step, $0) : nil } }, colour)
    }
    let shapes = cut.flatMap { values, colour in
      values.map { step, _ in
        Element("text", ["x": x(step), "y": number(Self.top - 1), "text-anchor": "middle", "fill": colour]) { "▲" }
      }
    }
    guard let cutText, let highest = cut.flatMap(\.0).map(\.1).max() else { return shapes }
    let words = cutText(highest)
    return shapes + [Element("text", ["x": number(left), "y": number(Self.height - 6)]) { words }]
  }

  /// A label, centred below its step; one that would not fit there ends with the lines of the scale.
  private func shape(_ label: Label) -> Element {
    // No letter is wider than this for each of its bytes.
    let half = Double(label.text.utf8.count) * 4
    let isWide = place(label.step) + half > Self.width
    return Element(
      "text",
      [
        "x": isWide ? number(Self.width - Self.right) : x(label.step), "y": number(Self.height - Self.bottom + 18),
        "text-anchor": isWide ? "end" : "middle",
      ]
    ) { label.text }
  }

  private func shapes(_ run: [(step: Int, point: Point)]) -> [Element] {
    let above = run.map { "\(x($0.step)),\(y($0.point.highest))" }
    let below = run.reversed().map { "\(x($0.step)),\(y($0.point.lowest))" }
    let line = run.map { "\(x($0.step)),\(y($0.point.value))" }
    let area = Element("polygon", ["points": (above + below).joined(separator: " "), "fill": "#cfe3ff"])
    let stroke = Element(
      "polyline",
      [
        "points": line.joined(separator: " "), "fill": "none", "stroke": Self.colour, "stroke-width": "2",
        "stroke-linecap": "round",
      ])
    return hasArea ? [area, stroke] : [stroke]
  }

  private func shapes(_ line: Line) -> [Element] {
    Self.runs(line.values).map { run in
      let places = run.map { "\(x($0.step)),\(y($0.point))" }
      return Element(
        "polyline",
        [
          "points": places.joined(separator: " "), "fill": "none", "stroke": line.colour, "stroke-width": "1",
          "stroke-linecap": "round",
        ])
    }
  }

  private var runs: [[(step: Int, point: Point)]] { Self.runs(points) }

  /// The stretches without gaps.
  private static func runs<Value>(_ points: [Value?]) -> [[(step: Int, point: Value)]] {
    var runs: [[(step: Int, point: Value)]] = []
    var isOpen = false
    for (step, point) in points.enumerated() {
      guard let point else {
        isOpen = false
        continue
      }
      if isOpen { runs[runs.count - 1].append((step, point)) } else { runs.append([(step, point)]) }
      isOpen = true
    }
    return runs
  }
}
