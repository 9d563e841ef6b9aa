/// Rows of cells under headings, aligned by what the eye sees and not by bytes.
///
///     var table = Table(.number("No."), .text("Title"), .number("Price"))
///     table.add("0", "스위프트 입문", "10 KLAY")
package struct Table: Sendable, Hashable {
  /// A column: its heading, its alignment and what may be cut.
  package struct Column: Sendable, Hashable {
    enum Alignment { case left, right }

    let title: String
    let alignment: Alignment
    /// The way to shorten it when the terminal is too narrow; nil if every character counts.
    let cut: StyledText.Cut?

    /// Words: to the left, shortened at the end where the terminal is too narrow.
    package static func text(_ title: String) -> Column { Column(title: title, alignment: .left, cut: .tail) }
    /// Numbers and amounts: to the right, never shortened.
    package static func number(_ title: String) -> Column { Column(title: title, alignment: .right, cut: nil) }
    /// Addresses and hashes: to the left, shortened in the middle where the terminal is too narrow.
    package static func address(_ title: String) -> Column { Column(title: title, alignment: .left, cut: .middle) }
    /// Text to be copied whole, such as a name: to the left, never shortened.
    package static func name(_ title: String) -> Column { Column(title: title, alignment: .left, cut: nil) }
  }

  let columns: [Column]
  private(set) var rows: [[StyledText]] = []
  /// The text shown when there are no rows.
  package var placeholder: StyledText = "Nothing there."

  /// A table without rows yet.
  package init(_ columns: Column..., placeholder: StyledText = "Nothing there.") {
    self.columns = columns
    self.placeholder = placeholder
  }

  /// Adds a row; cells that are missing stay empty, cells without a column are left out.
  package mutating func add(_ cells: StyledText...) { add(cells: cells) }

  /// Adds a row; cells that are missing stay empty, cells without a column are left out.
  package mutating func add(cells: [StyledText]) {
    rows.append((0..<columns.count).map { $0 < cells.count ? cells[$0] : "" })
  }
}

extension Table {
  private static let gap = 2
  /// A column is never made narrower than this.
  private static let narrowest = 8

  /// The lines of the table, in at most `width` columns if there is a limit and the columns allow it.
  package func lines(width: Int?) -> [StyledText] {
    guard !rows.isEmpty else { return [placeholder] }
    let widths = fitted(to: width)
    let headings = columns.map { StyledText($0.title, .dim) }
    return ([headings] + rows).map { line(of: $0, widths: widths) }
  }

  private func line(of cells: [StyledText], widths: [Int]) -> StyledText {
    var line: StyledText = ""
    // Spaces are put down only when something follows: no line ends in blanks.
    var blanks = 0
    for (index, column) in columns.enumerated() {
      let cell = column.cut.map { cells[index].cut(to: widths[index], $0) } ?? cells[index]
      let padding = max(0, widths[index] - cell.width)
      if column.alignment == .right { blanks += padding }
      if !cell.spans.isEmpty {
        line = line + StyledText(String(repeating: " ", count: blanks)) + cell
        blanks = 0
      }
      if column.alignment == .left || cell.spans.isEmpty {
        blanks += column.alignment == .left ? padding : 0
      }
      blanks += Table.gap
    }
    return line
  }

  /// The natural widths, taken from the widest columns that may be cut until the whole fits.
  private func fitted(to limit: Int?) -> [Int] {
    var widths = columns.indices.map { index in
      rows.reduce(DisplayWidth.of(columns[index].title)) { max($0, $1[index].width) }
    }
    guard let limit else { return widths }
    var excess = widths.reduce(0, +) + Table.gap * (columns.count - 1) - limit
    while excess > 0 {
      let candidates = columns.indices.filter { columns[$0].cut != nil && widths[$0] > Table.narrowest }
      guard let widest = candidates.max(by: { widths[$0] < widths[$1] }) else { break }
      widths[widest] -= 1
      excess -= 1
    }
    return widths
  }
}
