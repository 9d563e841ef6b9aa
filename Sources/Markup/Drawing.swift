/// A drawing in SVG 1.1, in units of its own: it is as large as whoever shows it makes it.
package struct Drawing: Sendable, Hashable {
  private let width: Int
  private let height: Int
  private let attributes: Attributes
  /// The shapes, the hindmost first.
  package var shapes: [Element]

  /// A drawing.
  ///
  /// - Parameters:
  ///   - width: In units of the drawing, to the right.
  ///   - height: In units of the drawing, downwards.
  ///   - attributes: Those that all shapes inherit, such as the font.
  package init(width: Int, height: Int, _ attributes: Attributes = [:], shapes: [Element] = []) {
    self.width = width
    self.height = height
    self.attributes = attributes
    self.shapes = shapes
  }

  /// The drawing as one element, for a page.
  package var element: Element { element([:]) }

  /// The drawing as one element with further attributes, such as its role on a page.
  package func element(_ more: Attributes) -> Element {
    Element("svg", frame + more) { shapes.map { .element($0) } }
  }

  /// The drawing as a file, one shape a line.
  package var file: String {
    // A line break between two shapes means nothing.
    let lines = Element("svg", frame) {
      "\n"
      shapes.flatMap { [.element($0), .text("\n")] }
    }
    return lines.text(.xml) + "\n"
  }

  private var frame: Attributes {
    ["xmlns": "http://www.w3.org/2000/svg", "viewBox": "0 0 \(width) \(height)"] + attributes
  }
}
