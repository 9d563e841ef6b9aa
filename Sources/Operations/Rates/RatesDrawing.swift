import Markup

/// A small picture of a few rates, for a desktop or a page.
package struct RatesDrawing: Sendable {
  /// A currency and its two prices.
  package struct Row: Sendable {
    let name: String
    let bid: String
    let ask: String

    package init(name: String, bid: String, ask: String) { (self.name, self.bid, self.ask) = (name, bid, ask) }
  }

  private let title: String
  private let isWide: Bool
  private let headings: [String]
  private let rows: [Row]
  private let footer: String

  /// - Parameters:
  ///   - isWide: Whether there is room for both prices beside one another at full size.
  ///   - headings: The words over the two prices.
  ///   - footer: The time that the rates are of.
  package init(title: String, isWide: Bool, headings: [String], rows: [Row], footer: String) {
    (self.title, self.isWide, self.headings, self.rows, self.footer) = (title, isWide, headings, rows, footer)
  }

  private var width: Int { isWide ? 320 : 200 }
  private var height: Int { 66 + rows.count * 24 }

  /// The picture as a file of SVG.
  package var svg: String {
    let columns = isWide ? [200, 304] : [124, 190]
    let heads = zip(headings, columns).map { text($0, x: $1, y: 40, ["text-anchor": "end", "fill": "#666666"]) }
    let cells = rows.enumerated().flatMap { index, row -> [Element] in
      let y = 62 + index * 24
      return [text(row.name, x: 12, y: y, ["font-weight": "bold"])]
        + zip([row.bid, row.ask], columns).map { text($0, x: $1, y: y, ["text-anchor": "end"]) }
    }
    let frame = Element(
      "rect", ["width": "100%", "height": "100%", "rx": "10", "fill": "#ffffff", "stroke": "#dddddd"])
    return Drawing(
      width: width, height: height, ["font-family": "sans-serif", "font-size": isWide ? "14" : "12"],
      shapes: [frame, text(title, x: 12, y: 22, ["font-weight": "bold"])] + heads + cells
        + [text(footer, x: 12, y: height - 10, ["fill": "#666666", "font-size": "10"])]
    ).file
  }

  private func text(_ text: String, x: Int, y: Int, _ attributes: Attributes) -> Element {
    Element("text", ["x": "\(x)", "y": "\(y)"] + attributes) { text }
  }
}
