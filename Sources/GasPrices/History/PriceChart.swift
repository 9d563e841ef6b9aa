/// Bars of blocks for a terminal, with a scale at the left.
public enum PriceChart {
  private static let blocks = [" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]

  /// The lines of a chart, the highest first; nil is a gap.
  ///
  /// The scale begins at 0, so that twice the bar is twice the price.
  ///
  /// - Parameter cell: How many columns a bar takes.
  public static func lines(_ values: [Double?], height: Int = 8, cell: Int = 1) -> [String] {
    let top = values.compactMap { $0 }.filter(\.isFinite).max() ?? 0
    guard top > 0 else { return [] }
    let labels = (0..<height).map { row in
      row == 0 ? PriceText.gwei(top) : row == height / 2 ? PriceText.gwei(top / 2) : ""
    }
    let width = labels.map(\.count).max() ?? 0
    return (0..<height).map { row in
      let floor = height - 1 - row
      let bars = values.map { value -> String in
        guard let value, value.isFinite, value >= 0 else {
          return String(repeating: floor == 0 ? "·" : " ", count: cell)
        }
        // What is there is seen, however little.
        let eighths = max(1, Int((value / top * Double(height * 8)).rounded()))
        return String(repeating: blocks[min(8, max(0, eighths - floor * 8))], count: cell)
      }
      let label = String(repeating: " ", count: width - labels[row].count) + labels[row]
      return "\(label) ┤\(bars.joined())"
    } + [String(repeating: " ", count: width) + " └" + String(repeating: "─", count: values.count * cell)]
  }

  /// How far the bars are from the left edge.
  public static func indent(_ lines: [String]) -> Int {
    (lines.first?.firstIndex(of: "┤")).map { index in
      lines[0].distance(from: lines[0].startIndex, to: index) + 1
    } ?? 0
  }
}
