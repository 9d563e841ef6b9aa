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

  /// A file or a pipe: no width, no colour.
  package static let none = Screen(isTerminal: false, columns: 80, hasColour: false, hasCursor: false)

  /// The width tables are fitted into; nil where nothing is cut.
  package var fittingWidth: Int? { isTerminal ? columns : nil }

  /// Looks at a descriptor and the environment (`NO_COLOR` of no-color.org, `TERM`, `COLUMNS`).
  package init(descriptor: Int32, environment: [String: String]) {
    isTerminal = Descriptor.isTerminal(descriptor)
    let told = environment["COLUMNS"].flatMap { Int($0) }.flatMap { (20...1000).contains($0) ? $0 : nil }
    let size = isTerminal ? Descriptor.size(descriptor) : nil
    columns = max(told ?? size?.columns ?? 80, 20)
    rows = size?.rows ?? Self.usualRows
    hasCursor = isTerminal && !["dumb", ""].contains(environment["TERM", default: ""])
    hasColour = hasCursor && environment["NO_COLOR", default: ""].isEmpty
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

  /// The screen without colour.
  func withoutColour() -> Screen {
    var screen = self
    screen.hasColour = false
    return screen
  }
}
