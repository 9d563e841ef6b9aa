/// Lines as they were printed, which can be taken away again to be drawn anew in their place.
package struct Drawing: Sendable, Hashable {
  /// The lines.
  package let lines: [StyledText]
  /// The width of the screen when they were printed.
  private let columns: Int

  /// Lines on a screen.
  init(_ lines: [StyledText], on screen: Screen) { (self.lines, columns) = (lines, screen.columns) }

  /// The number of rows that they take on a screen; nil where nobody knows, since it has another width now and a line
  /// did not fit into one of the two: some terminals break such a line anew, others cut it.
  func height(on screen: Screen) -> Int? {
    let isKnown = columns == screen.columns || lines.allSatisfy { $0.width <= min(columns, screen.columns) }
    return isKnown ? lines.reduce(0) { $0 + screen.height(of: $1) } : nil
  }
}

extension Console {
  /// True if printed lines can be redrawn in their place: a person reads along on a terminal that can do so.
  package var redraws: Bool { screen.hasCursor && !outputMode.json && !outputMode.quiet }

  /// Prints lines that ``erase(_:)`` may take away again.
  package func draw(_ lines: [StyledText]) -> Drawing {
    let drawing = Drawing(lines, on: screen)
    print(lines)
    return drawing
  }

  /// Takes away the lines that were drawn last. Where nobody knows how many rows they take since the terminal was
  /// resized, all that is on the screen is moved above it, where it can be scrolled back to, and nothing is lost.
  ///
  /// - Returns: False, and nothing is done, if they have left the screen at its upper end.
  package func erase(_ drawing: Drawing) -> Bool {
    let screen = screen
    guard let height = drawing.height(on: screen) else {
      print(text: "\u{1B}[\(screen.rows);1H" + String(repeating: "\n", count: screen.rows) + "\u{1B}[H")
      return true
    }
    guard height < screen.rows else { return false }
    print(text: "\r\u{1B}[\(height)A\u{1B}[J")
    return true
  }
}
