/// The columns of a table that a terminal has room for, and their widths.
struct TableFit {
  /// The width of each column; nil for one that is left out.
  private(set) var widths: [Int?]

  /// A text that is longer is cut to this before any column is left out: one long title is no reason to lose a column of
  /// all rows.
  private static let sufficientText = 40
  /// A text is never cut to less, unless its heading and all its cells are shorter.
  private static let narrowestText = 10
  /// The beginning of a text that still says which row it is, where there is no room for more.
  private static let leastText = 4

  /// All columns in their full widths if they fit or there is no limit.
  ///
  /// Else addresses are shortened and long texts cut; then the columns give way from the least important to the most, of
  /// equal ones the last first: texts are cut further, and what is still too much is left out. Room that remains goes to
  /// texts and addresses, to the most important first.
  init(_ table: Table, into limit: Int?) {
    let natural = TableFit.widths(of: table) { $1.width }
    widths = natural
    guard let limit, excess(over: limit) > 0 else { return }
    widths = TableFit.widths(of: table) { column, cell in
      let shortest = column.shortens ? cell.shortened(to: 0).width : cell.width
      return column.cuts ? min(shortest, TableFit.sufficientText) : shortest
    }
    let order = table.columns.indices.sorted { (table.columns[$0].priority, $1) < (table.columns[$1].priority, $0) }
    for index in order where excess(over: limit) > 0 {
      if table.columns[index].cuts { narrow(index, by: excess(over: limit), to: TableFit.narrowestText) }
      let isSpared = table.columns[index].priority >= .essential || index == order.last
      if excess(over: limit) > 0, !isSpared { widths[index] = nil }
    }
    // Too narrow for a row that says something: as much of it as there is room for.
    for index in order where excess(over: limit) > 0 {
      let isLast = order.last == index
      if isLast || table.columns[index].cuts {
        narrow(index, by: excess(over: limit), to: isLast ? 0 : TableFit.leastText)
      }
      if !isLast, excess(over: limit) > 0 { widths[index] = nil }
    }
    for index in order.reversed() where table.columns[index].shortens {
      guard let width = widths[index] else { continue }
      widths[index] = max(width, min(natural[index] ?? 0, width - excess(over: limit)))
    }
  }

  private mutating func narrow(_ index: Int, by excess: Int, to narrowest: Int) {
    guard let width = widths[index] else { return }
    widths[index] = max(min(width, narrowest), width - excess)
  }

  /// The columns by which the lines are too wide; below zero where room is left.
  private func excess(over limit: Int) -> Int {
    let shown = widths.compactMap(\.self)
    return shown.reduce(0, +) + Table.gap * (shown.count - 1) - limit
  }

  private static func widths(of table: Table, by measure: (Table.Column, StyledText) -> Int) -> [Int?] {
    table.columns.enumerated().map { index, column in
      table.rows.reduce(DisplayWidth.of(column.title)) { max($0, measure(column, $1[index])) }
    }
  }
}
