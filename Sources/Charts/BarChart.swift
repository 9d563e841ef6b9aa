/// Bars of blocks for a terminal, with a scale at the left.
package enum BarChart {
  private static let blocks = [" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]

  /// The columns at the left for the labels of the scale, where nobody says how many.
  package static let usualLabel = 12

  /// The number of bars that fit on a terminal.
  ///
  /// - Parameters:
  ///   - most: The number of bars wanted.
  ///   - cell: The number of columns a bar takes.
  ///   - label: The number of columns that the labels of the scale take.
  ///   - columns: The terminal's width; nil for no limit.
  package static func room(for most: Int, cell: Int = 1, beside label: Int = usualLabel, in columns: Int?) -> Int {
    columns.map { max(1, min(most, ($0 - label - 2) / cell)) } ?? most
  }

  /// The lines of a chart, the highest first; nil is a gap.
  ///
  /// The scale begins at 0, so that twice the bar is twice the value, unless the values lie so close together that nobody
  /// would see a difference then.
  ///
  /// - Parameters:
  ///   - cell: The number of columns a bar takes.
  ///   - start: The value at which the scale begins.
  ///   - label: The text of a value beside the scale.
  package static func lines(
    _ values: [Double?], height: Int = 8, cell: Int = 1, from start: Double = 0, label: (Double) -> String
  ) -> [String] {
    let highest = values.compactMap { $0 }.filter(\.isFinite).max() ?? 0
    guard highest > 0 else { return [] }
    // Of values that are all alike the bars are full.
    let base = start < highest ? start : 0
    let top = highest - base
    let labels = (0..<height).map { row in
      row == 0 ? label(highest) : row == height / 2 ? label(base + top / 2) : ""
    }
    return drawn(values, from: base, to: highest, labels, cell: cell)
  }

  /// The lines of a chart with a scale, the highest first; nil is a gap, and what is above the scale ends in `▲`.
  ///
  /// - Parameters:
  ///   - cell: The number of columns a bar takes.
  ///   - label: The text of a tick, with the digits after its point.
  package static func lines(
    _ values: [Double?], _ scale: ChartScale, height: Int = 8, cell: Int = 1, label: (Double, Int) -> String
  ) -> [String] {
    var labels = Array(repeating: "", count: height)
    for tick in scale.ticks {
      let share = (tick - scale.bottom) / (scale.top - scale.bottom)
      // A tick at the end of a row belongs to it, however a double is rounded.
      labels[max(0, height - Int((share * Double(height) - 0.01).rounded(.up)))] = label(tick, scale.digits)
    }
    return drawn(values, from: scale.bottom, to: scale.top, labels, cell: cell)
  }

  /// The lines of a chart between two values, one for each label, the highest first.
  private static func drawn(
    _ values: [Double?], from bottom: Double, to top: Double, _ labels: [String], cell: Int
  ) -> [String] {
    let height = labels.count
    let width = labels.map(\.count).max() ?? 0
    return labels.enumerated().map { row, label in
      let floor = height - 1 - row
      let bars = values.map { value -> String in
        guard let value, value.isFinite, value >= 0 else {
          return String(repeating: floor == 0 ? "·" : " ", count: cell)
        }
        guard value <= top else { return String(repeating: row == 0 ? "▲" : "█", count: cell) }
        // Every value above zero is visible, however small; zero is not.
        let share = (value - bottom) / (top - bottom)
        let eighths = value > 0 ? max(1, Int((share * Double(height * 8)).rounded())) : 0
        return String(repeating: blocks[min(8, max(0, eighths - floor * 8))], count: cell)
      }
      return "\(String(repeating: " ", count: width - label.count))\(label) ┤\(bars.joined())"
    } + [String(repeating: " ", count: width) + " └" + String(repeating: "─", count: values.count * cell)]
  }

  /// The line below a chart: texts of where its bars begin and end.
  ///
  /// - Parameters:
  ///   - lines: Those of the chart.
  ///   - ends: The two texts in several lengths, the longest first: the first that has room is taken, or none.
  package static func axis(_ lines: [String], _ ends: [(start: String, end: String)]) -> String {
    guard let first = lines.first, let edge = first.firstIndex(of: "┤") else { return "" }
    let indent = first.distance(from: first.startIndex, to: edge) + 1
    for (start, end) in ends {
      let gap = first.count - indent - start.count - end.count
      if gap >= 2 { return String(repeating: " ", count: indent) + start + String(repeating: " ", count: gap) + end }
    }
    return ""
  }
}
