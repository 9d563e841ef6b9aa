/// The properties of the terminal or file that output goes to.
package struct Screen: Sendable, Hashable {
  /// True if a person reads along.
  package var isTerminal: Bool
  /// The width in columns; meaningful on a terminal.
  package var columns: Int
  /// The height in lines; meaningful on a terminal.
  package var rows: Int
  /// True if colours may be written: a terminal that knows them, and nobody said no.
  package var hasColour: Bool
  /// True if the cursor can be moved: a terminal that is not a dumb one.
  package var hasCursor: Bool

  /// The descriptor that knows the size; nil where nobody can change it.
  private var terminal: Int32?
  /// The width that the environment states, which counts more than the terminal's own.
  private var toldColumns: Int?

  /// A file or a pipe: no width, no colour.
  package static let none = Screen(isTerminal: false, columns: 80, hasColour: false, hasCursor: false)

  /// The width tables are fitted into; nil where nothing is cut.
  package var fittingWidth: Int? { isTerminal ? columns : nil }

  /// Looks at a descriptor and the environment (`NO_COLOR` of no-color.org, `TERM`, `COLUMNS`).
  package init(descriptor: Int32, environment: [String: String]) {
    isTerminal = Descriptor.isTerminal(descriptor)
    toldColumns = environment["COLUMNS"].flatMap { Int($0) }.flatMap { (20...1000).contains($0) ? $0 : nil }
    terminal = isTerminal ? descriptor : nil
    (columns, rows) = (toldColumns ?? 80, Self.usualRows)
    hasCursor = isTerminal && !["dumb", ""].contains(environment["TERM", default: ""])
    hasColour = hasCursor && environment["NO_COLOR", default: ""].isEmpty
    measure()
  }

  /// The number of rows assumed of a terminal that does not state it.
  package static let usualRows = 24

  /// Takes the parts as they are.
  package init(isTerminal: Bool, columns: Int, rows: Int = usualRows, hasColour: Bool, hasCursor: Bool) {
    self.isTerminal = isTerminal
    self.columns = columns
    self.rows = rows
    self.hasColour = hasColour
    self.hasCursor = hasCursor
  }

  /// The screen with the size that its terminal has now.
  package var current: Screen {
    var screen = self
    screen.measure()
    return screen
  }

  private mutating func measure() {
    guard let size = terminal.flatMap(Descriptor.size) else { return }
    (columns, rows) = (toldColumns ?? max(size.columns, 20), size.rows)
  }

  /// The number of rows that a line takes when it is printed.
  func height(of line: StyledText) -> Int { max(1, (line.width + columns - 1) / columns) }

  /// Lines broken at blanks so that each takes one row, and as many of the first as leave a row for the cursor: what is
  /// drawn of them can be taken away again.
  package func fitted(_ lines: [StyledText]) -> [StyledText] {
    guard isTerminal else { return lines }
    let broken = lines.flatMap { $0.wrapped(to: columns) }.map { $0.cut(to: columns) }
    return Array(broken.prefix(max(1, rows - 1)))
  }

  /// The screen without colour.
  func withoutColour() -> Screen {
    var screen = self
    screen.hasColour = false
    return screen
  }
}
