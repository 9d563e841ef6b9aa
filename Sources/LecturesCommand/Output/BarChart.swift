/// Bars of blocks for a terminal, with a scale at the left.
enum BarChart {
  private static let blocks = [" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]

  /// So many columns at the left are for the scale.
  private static let scale = 14

  /// The number of bars that fit on a terminal.
  ///
  /// - Parameters:
  ///   - most: The number of bars wanted.
  ///   - cell: The number of columns a bar takes.
  ///   - columns: The terminal's width; nil for no limit.
  static func room(for most: Int, cell: Int = 1, in columns: Int?) -> Int {
    columns.map { max(1, min(most, ($0 - scale) / cell)) } ?? most
  }

  /// The lines of a chart, the highest first; nil is a gap.
  ///
  /// The scale begins at 0, so that twice the bar is twice the value.
  ///
  /// - Parameters:
  ///   - cell: The number of columns a bar takes.
  ///   - label: The text of a value beside the scale.
  static func lines(
    _ values: [Double?], height: Int = 8, cell: Int = 1, label: (Double) -> String
  ) -> [String] {
    let top = values.compactMap { $0 }.filter(\.isFinite).max() ?? 0
    guard top > 0 else { return [] }
    let labels = (0..<height).map { row in
      row == 0 ? label(top) : row == height / 2 ? label(top / 2) : ""
    }
    let width = labels.map(\.count).max() ?? 0
    return (0..<height).map { row in
      let floor = height - 1 - row
      let bars = values.map { value -> String in
        guard let value, value.isFinite, value >= 0 else {
          return String(repeating: floor == 0 ? "·" : " ", count: cell)
        }
        // Every value above zero is visible, however small; zero is not.
        let eighths = value > 0 ? max(1, Int((value / top * Double(height * 8)).rounded())) : 0
        return String(repeating: blocks[min(8, max(0, eighths - floor * 8))], count: cell)
      }
      let label = String(repeating: " ", count: width - labels[row].count) + labels[row]
      return "\(label) ┤\(bars.joined())"
    } + [String(repeating: " ", count: width) + " └" + String(repeating: "─", count: values.count * cell)]
  }

  /// The line below a chart: the times at which its bars begin and end, in seconds since 1970; days alone where the
  /// chart is narrow, and nothing where it is narrower still.
  static func axis(_ lines: [String], from start: Int64, to end: Int64) -> String {
    guard let first = lines.first, let edge = first.firstIndex(of: "┤") else { return "" }
    let indent = first.distance(from: first.startIndex, to: edge) + 1
    let times = [start, end].map { Moment.text(UInt64(max(0, $0))) }
    for times in [times, times.map { String($0.prefix(10)) }] {
      let gap = first.count - indent - times[0].count - times[1].count
      if gap >= 2 {
        return String(repeating: " ", count: indent) + times.joined(separator: String(repeating: " ", count: gap))
      }
    }
    return ""
  }
}
