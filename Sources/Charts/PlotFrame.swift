import Markup

/// The frame of a chart in SVG: a place for values between two ends, and lines with texts at round ones.
///
/// There is no ground behind it, and its colours can be distinguished on a light page and on a dark one.
struct PlotFrame {
  static let (width, height) = (960.0, 480.0)
  static let ink = "#7d8590"
  static let rise = "#2da44e"
  static let fall = "#e5534b"
  static let accent = "#539bf5"

  /// The end of the lines beside which the texts of the scale stand.
  var left = 90.0
  let (right, top, bottom): (Double, Double, Double)
  let (low, high): (Double, Double)

  /// The place of a value, downwards.
  func y(_ value: Double) -> Double { bottom - (value - low) / (high - low) * (bottom - top) }

  /// Moves the left end away from the edge as far as the texts of these scales need it.
  mutating func makeRoom(for texts: [String]) {
    // As large as the letters are on a narrow screen.
    left = max(left, 12 + ChartNumber.width(of: texts, fontSize: 16))
  }

  /// The texts of a scale.
  func texts(_ most: Int, _ text: (Double, Int) -> String) -> [String] {
    let ticks = RoundTicks(from: low, to: high, most: most)
    return ticks.values.map { text($0, ticks.digits) }
  }

  /// Lines from the left to the right at round values, and these.
  func scale(_ most: Int, _ text: (Double, Int) -> String) -> [Element] {
    let ticks = RoundTicks(from: low, to: high, most: most)
    return ticks.values.flatMap { value in
      [
        Self.line(left, y(value), right, y(value), ["stroke": Self.ink, "stroke-opacity": "0.3"]),
        Self.text(left - 8, y(value) + 4, ["text-anchor": "end"], text(value, ticks.digits)),
      ]
    }
  }

  /// A drawing with a title and the unit at its corner.
  static func drawing(_ title: String, unit: String, _ shapes: [Element]) -> Drawing {
    Drawing(
      width: Int(width), height: Int(height),
      ["font-family": "sans-serif", "font-size": "12", "fill": ink],
      shapes: [Element("title") { title }, text(90, 22, ["font-size": "15"], title), text(8, 40, [:], unit)] + shapes)
  }

  static func line(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double, _ more: Attributes) -> Element {
    Element("line", ["x1": number(x1), "y1": number(y1), "x2": number(x2), "y2": number(y2)] + more)
  }

  static func text(_ x: Double, _ y: Double, _ more: Attributes, _ text: String) -> Element {
    Element("text", ["x": number(x), "y": number(y)] + more) { text }
  }

  static func box(_ x: Double, _ y: Double, _ width: Double, _ height: Double, _ more: Attributes) -> Element {
    Element(
      "rect", ["x": number(x), "y": number(y), "width": number(width), "height": number(height)] + more)
  }

  /// A coordinate with one decimal.
  static func number(_ value: Double) -> String { "\((value * 10).rounded() / 10)" }
}
