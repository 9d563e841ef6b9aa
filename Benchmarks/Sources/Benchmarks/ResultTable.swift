import Foundation

/// The rows for people.
enum ResultTable {
  private static let head = ["Benchmark", "ours", "peer", "", "ratio", "bound", "", "limited by"]

  static func text(_ rows: [Row]) -> String {
    let cells = rows.map { row in
      [
        row.name, row.unit.text(row.oursSeconds), row.unit.text(row.peerSeconds), row.peer, number(row.ratio) + "×",
        row.bound.map { "≥ " + number($0) + "×" } ?? "–", row.verdict, row.limit,
      ]
    }
    let widths = head.indices.map { column in ([head] + cells).map { $0[column].count }.max() ?? 0 }
    func line(_ cells: [String]) -> String {
      let padded = cells.indices.map { column in
        let space = String(repeating: " ", count: widths[column] - cells[column].count)
        // Numbers to the right.
        return [1, 2, 4, 5].contains(column) ? space + cells[column] : cells[column] + space
      }
      return padded.joined(separator: "  ").replacing(/\ +$/, with: "")
    }
    var lines = [line(head), widths.map { String(repeating: "─", count: $0) }.joined(separator: "  ")]
    for (row, cells) in zip(rows, cells) {
      lines.append(line(cells))
      lines += row.remarks.map { "    " + $0 }
    }
    return lines.joined(separator: "\n")
  }

  /// Three digits that count, no exponent.
  static func number(_ value: Double) -> String {
    let size = abs(value)
    return String(format: size < 10 ? "%.2f" : size < 100 ? "%.1f" : "%.0f", value)
  }
}

extension Row.Unit {
  /// A time for one operation, as this unit tells it.
  func text(_ seconds: Double) -> String {
    switch self {
    case .throughput(let bytes): Self.scaled(Double(bytes) / seconds, ["B/s", "kB/s", "MB/s", "GB/s"])
    case .rate: Self.scaled(1 / seconds, ["/s", "k/s", "M/s", "G/s"])
    case .gas: Self.scaled(1 / seconds, ["gas/s", "kgas/s", "Mgas/s", "Ggas/s"])
    case .share: ResultTable.number(100 / seconds) + " %"
    case .multiple: ResultTable.number(seconds) + "×"
    case .memory: Self.scaled(seconds, ["B", "kB", "MB", "GB"])
    case .time: Self.scaled(seconds * 1e9, ["ns", "µs", "ms", "s"])
    }
  }

  private static func scaled(_ value: Double, _ units: [String]) -> String {
    var value = value
    var index = 0
    while value >= 1000, index < units.count - 1 {
      value /= 1000
      index += 1
    }
    return ResultTable.number(value) + " " + units[index]
  }
}
