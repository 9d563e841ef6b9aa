import Foundation
import Markup

/// The frame of a chart in SVG: a title, a scale with round values at the left, texts below, and the way from values to
/// places.
struct Plot {
  /// The values at both ends of the scale; the upper one is above the lower one.
  let range: ClosedRange<Double>
  /// The share of the height that is left free below the scale's lowest value.
  let foot: Double

  private static let (width, height) = (960.0, 360.0)
  private static let (left, right, top, bottom) = (90.0, 20.0, 40.0, 40.0)

  /// A frame for values; a single value gets room above and below it.
  init(_ lowest: Double, _ highest: Double, foot: Double = 0) {
    let room = highest > lowest ? (highest - lowest) * 0.05 : max(abs(highest) * 0.05, 1e-9)
    range = (lowest - (lowest > 0 ? room : 0))...(highest + room)
    self.foot = foot
  }

  /// The chart with its shapes, the hindmost first.
  func drawing(
    _ title: String, unit: String, labels: [(place: Double, text: String)], valueText: (Double) -> String,
    _ shapes: [Element]
  ) -> Drawing {
    let frame = Element("rect", ["width": "100%", "height": "100%", "fill": "#ffffff"])
    let heading = Element("text", ["x": number(Self.left), "y": "22", "font-size": "15"]) { title }
    let corner = Element("text", ["x": "8", "y": "22"]) { unit }
    let below = labels.map { label in
      Element("text", ["x": x(label.place), "y": number(Self.height - Self.bottom + 18), "text-anchor": "middle"]) {
        label.text
      }
    }
    return Drawing(
      width: Int(Self.width), height: Int(Self.height), ["font-family": "sans-serif", "font-size": "12"],
      shapes: [frame, heading, corner] + scale(valueText) + below + shapes)
  }

  /// A place from the left, by its share of the width.
  func x(_ share: Double) -> String { number(Self.left + share * (Self.width - Self.left - Self.right)) }

  /// The height of a value.
  func y(_ value: Double) -> String { y(share: foot + (1 - foot) * share(of: value)) }

  /// A height by its share of the whole.
  func y(share: Double) -> String {
    number(Self.height - Self.bottom - min(1, max(0, share)) * (Self.height - Self.top - Self.bottom))
  }

  /// The share of the width in units of the drawing.
  func width(_ share: Double) -> String { number(share * (Self.width - Self.left - Self.right)) }

  /// A coordinate with one decimal.
  func number(_ value: Double) -> String { "\((value * 10).rounded() / 10)" }

  private func share(of value: Double) -> Double { (value - range.lowerBound) / (range.upperBound - range.lowerBound) }

  /// Lines at round values, and these.
  private func scale(_ valueText: (Double) -> String) -> [Element] {
    ticks.flatMap { value in
      [
        Element(
          "line",
          [
            "x1": number(Self.left), "x2": number(Self.width - Self.right), "y1": y(value), "y2": y(value),
            "stroke": "#dddddd",
          ]),
        Element("text", ["x": number(Self.left - 8), "y": y(value), "dy": "4", "text-anchor": "end"]) {
          valueText(value)
        },
      ]
    }
  }

  /// Some four to eight multiples of 1, 2 or 5 times a power of ten.
  var ticks: [Double] {
    let rough = (range.upperBound - range.lowerBound) / 5
    let power = pow(10, log10(rough).rounded(.down))
    let step = [1, 2, 5, 10].map { $0 * power }.first { $0 >= rough } ?? power
    let first = (range.lowerBound / step).rounded(.up)
    return (0..<10).map { (first + Double($0)) * step }.filter { $0 <= range.upperBound }
  }
}
