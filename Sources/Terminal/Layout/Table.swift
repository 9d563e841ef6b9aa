import Localization

/// Rows of cells under headings, aligned by what the eye sees and not by bytes.
///
///     var table = Table(.number("No."), .text("Title"), .number("Price"), .address("Teacher", .detail))
///     table.add("0", "스위프트 입문", "10 KLAY", "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed")
///
/// On a terminal that is too narrow, addresses are shortened first and then whole columns left out, the least important
/// one first; a line below says which.
package struct Table: Sendable, Hashable {
  /// A column: its heading, its alignment, its importance and what may be cut.
  package struct Column: Sendable, Hashable {
    enum Alignment { case left, right }

    /// The importance of a column: the higher, the longer it stays on a terminal that is too narrow for all of them.
    package enum Priority: Int, Sendable, Hashable, Comparable {
      /// Facts that another command shows as well, such as a hash.
      case detail
      /// Facts that are good to have.
      case useful
      /// Facts that the rows are compared by.
      case important
      /// Facts without which a row says nothing.
      case essential
      /// The fact that was asked for, such as a balance: the last to go.
      case answer

      package static func < (left: Priority, right: Priority) -> Bool { left.rawValue < right.rawValue }
    }

    let title: String
    let priority: Priority
    let alignment: Alignment
    /// Whether addresses and hashes in it may be shortened.
    let shortens: Bool
    /// Whether its texts may be cut at the end before more important columns lose anything.
    let cuts: Bool

    /// Words: to the left, shortened and then cut at the end where the terminal is too narrow.
    package static func text(_ title: String, _ priority: Priority = .essential) -> Column {
      Column(title: title, priority: priority, alignment: .left, shortens: true, cuts: true)
    }

    /// Numbers and amounts: to the right, whole.
    package static func number(_ title: String, _ priority: Priority = .essential) -> Column {
      Column(title: title, priority: priority, alignment: .right, shortens: false, cuts: false)
    }

    /// Addresses and hashes: to the left, shortened where the terminal is too narrow, with six digits at both ends.
    package static func address(_ title: String, _ priority: Priority = .essential) -> Column {
      Column(title: title, priority: priority, alignment: .left, shortens: true, cuts: false)
    }

    /// Text to be copied whole, such as a name: to the left.
    package static func name(_ title: String, _ priority: Priority = .essential) -> Column {
      Column(title: title, priority: priority, alignment: .left, shortens: false, cuts: false)
    }
  }

  let columns: [Column]
  private(set) var rows: [[StyledText]] = []
  /// The text shown when there are no rows; nil for the usual one.
  package var placeholder: StyledText?

  /// A table without rows yet.
  package init(_ columns: Column..., placeholder: StyledText? = nil) {
    self.init(columns, placeholder: placeholder)
  }

  /// A table without rows yet.
  package init(_ columns: [Column], placeholder: StyledText? = nil) {
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
  /// The blanks between two columns.
  static let gap = 2

  /// The lines of the table, each in at most `width` columns if there is a limit.
  package func lines(width: Int?, in language: Language = .english) -> [StyledText] {
    guard !rows.isEmpty else { return [placeholder ?? StyledText(language[TerminalText.nothing])] }
    let fit = TableFit(self, into: width)
    let headings = columns.map { StyledText($0.title, .dim) }
    return ([headings] + rows).map { line(of: $0, fit.widths) } + note(on: fit, width, in: language)
  }

  private func line(of cells: [StyledText], _ widths: [Int?]) -> StyledText {
    var line: StyledText = ""
    // Spaces are put down only when something follows: no line ends in blanks.
    var blanks = 0
    for (index, column) in columns.enumerated() {
      guard let width = widths[index] else { continue }
      let cell = column.fitted(cells[index], to: width)
      let padding = max(0, width - cell.width)
      if column.alignment == .right { blanks += padding }
      if !cell.spans.isEmpty {
        line = line + StyledText(String(repeating: " ", count: blanks)) + cell
        blanks = 0
      }
      if column.alignment == .left { blanks += padding }
      blanks += Table.gap
    }
    return line
  }

  /// The columns that are left out, by their headings.
  private func note(on fit: TableFit, _ width: Int?, in language: Language) -> [StyledText] {
    let titles = columns.indices.filter { fit.widths[$0] == nil }.map { columns[$0].title }.filter { !$0.isEmpty }
    guard let width, let first = titles.first else { return [] }
    var lines = ["\(language[TerminalText.leftOut(columns: width)]): \(first)"]
    for title in titles.dropFirst() {
      let last = lines.count - 1
      lines[last] += ","
      let longer = "\(lines[last]) \(title)"
      // A comma may follow.
      if DisplayWidth.of(longer) < width { lines[last] = longer } else { lines.append("  \(title)") }
    }
    return lines.map { StyledText($0, .dim).cut(to: width) }
  }
}

extension Table.Column {
  /// A cell of the column in at most `width` columns; whole where that is wide enough.
  func fitted(_ cell: StyledText, to width: Int) -> StyledText {
    (shortens ? cell.shortened(to: width) : cell).cut(to: width)
  }
}
