import Markup
import Primitives

/// The means of five scores as the corners of a figure: beside the bars, which have the same numbers.
struct RatingRadar: Sendable {
  /// The scores from 0 to 100, the first at the top, then clockwise.
  let values: [UInt256]
  let names: [String]

  /// The directions of the five corners, in thousandths.
  private static let corners = [(0, -1000), (951, -309), (588, 809), (-588, 809), (-951, -309)]
  /// The middle, and the distance of 100 from it.
  private static let (middleX, middleY, radius) = (170, 120, 85)

  var element: Element {
    Element("svg", ["class": "radar", "viewBox": "-20 0 380 230", "aria-hidden": "true"]) {
      for share in [25, 50, 75, 100] {
        Element("polygon", ["class": "grid", "points": points(Self.corners.indices.map { _ in share })])
      }
      for index in Self.corners.indices {
        let end = place(index, 100)
        Element(
          "line",
          [
            "class": "grid", "x1": "\(Self.middleX)", "y1": "\(Self.middleY)", "x2": "\(end.x)", "y2": "\(end.y)",
          ])
      }
      Element("polygon", ["class": "figure", "points": points(values.map { Int(clamping: min($0, 100)) })])
      for (index, name) in names.enumerated() {
        let end = place(index, 116)
        let side = Self.corners[index].0
        Element(
          "text",
          [
            "x": "\(end.x)", "y": "\(end.y + 4)", "text-anchor": side == 0 ? "middle" : side > 0 ? "start" : "end",
          ]
        ) { name }
      }
    }
  }

  private func points(_ shares: [Int]) -> String {
    shares.prefix(Self.corners.count).enumerated().map { index, share in
      let place = place(index, share)
      return "\(place.x),\(place.y)"
    }.joined(separator: " ")
  }

  private func place(_ index: Int, _ share: Int) -> (x: Int, y: Int) {
    let (x, y) = Self.corners[index]
    return (Self.middleX + x * share * Self.radius / 100_000, Self.middleY + y * share * Self.radius / 100_000)
  }
}
