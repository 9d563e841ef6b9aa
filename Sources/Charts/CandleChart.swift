/// Candles for a terminal with the volumes below them, and scales at the left.
///
/// A full block is a price that rose or stayed, a shaded one a price that fell, a thin line how far it went meanwhile; a
/// dash is a step in which it stood still.
package struct CandleChart: Sendable {
  private let points: [CandlePoint]
  private let height: Int
  private let cell: Int

  /// A chart.
  ///
  /// - Parameters:
  ///   - points: The steps in their order; those that cannot be drawn are blank.
  ///   - height: The number of lines for prices; a third as many below are for volumes.
  ///   - cell: The number of columns a step takes.
  package init(_ points: [CandlePoint], height: Int = 12, cell: Int = 1) {
    (self.points, self.height, self.cell) = (points, max(3, height), max(1, cell))
  }

  /// The lines, the highest first; none where there is nothing to draw.
  ///
  /// - Parameters:
  ///   - price: Writes a price beside the scale.
  ///   - volume: Writes a volume beside its scale.
  package func lines(price: (Double) -> String, volume: (Double) -> String) -> [String] {
    let drawable = points.filter(\.isDrawable)
    guard let (low, high) = drawable.priceRange else { return [] }
    let rows = (0..<height).map { row in points.map { mark($0, row, low, high) }.joined() }
    let labels = (0..<height).map { row in
      let value = high - (high - low) * Double(row) / Double(height - 1)
      return row == 0 || row == height - 1 || row == height / 2 ? price(value) : ""
    }
    let volumes = BarChart.lines(
      points.map { $0.isDrawable ? $0.volume : nil }, height: max(2, height / 3), cell: cell, label: volume)
    let edge = volumes.first.flatMap { line in
      line.firstIndex(of: "┤").map { line.distance(from: line.startIndex, to: $0) - 1 }
    }
    let width = max(labels.map(\.count).max() ?? 0, edge ?? 0)
    let indent = String(repeating: " ", count: width - (edge ?? width))
    let bottom = String(repeating: " ", count: width) + " └" + String(repeating: "─", count: points.count * cell)
    return zip(labels, rows).map { label, row in
      String(repeating: " ", count: width - label.count) + label + " ┤" + row
    } + (volumes.isEmpty ? [bottom] : volumes.map { indent + $0 })
  }

  /// The piece of a candle in a row; rows count from the top.
  private func mark(_ point: CandlePoint, _ row: Int, _ low: Double, _ high: Double) -> String {
    guard point.isDrawable else { return String(repeating: " ", count: cell) }
    func place(_ price: Double) -> Int {
      min(height - 1, max(0, Int(((high - price) / (high - low) * Double(height - 1)).rounded())))
    }
    let (top, bottom) = (place(max(point.open, point.close)), place(min(point.open, point.close)))
    let mark: Character
    switch row {
    case top...bottom: mark = point.open == point.close ? "─" : point.isUp ? "█" : "░"
    case place(point.high)...place(point.low): mark = "│"
    default: mark = " "
    }
    let isWide = mark == "█" || mark == "░" || mark == "─"
    let body = cell > 1 ? cell - 1 : 1
    let text = isWide ? String(repeating: mark, count: body) : String(mark) + String(repeating: " ", count: body - 1)
    return text + String(repeating: " ", count: cell - body)
  }
}
