extension StyledText {
  /// The text in lines of a number of columns, broken at blanks; a word that is longer is not broken, so that it can be
  /// copied, unless it belongs to a path.
  package func wrapped(to columns: Int) -> [StyledText] {
    guard width > columns else { return [self] }
    var lines: [[Span]] = []
    var (line, used): ([Span], Int) = ([], 0)
    for word in words(to: columns) {
      let columnsOfWord = word.spans.reduce(0) { $0 + DisplayWidth.of($1.text) }
      let gap = word.goesOn ? 0 : 1
      if used > 0, used + gap + columnsOfWord > columns {
        lines.append(line)
        (line, used) = ([], 0)
      }
      if used > 0, gap > 0 {
        line.append(Span(text: " ", style: .plain))
        used += gap
      }
      line += word.spans
      used += columnsOfWord
    }
    return (lines + [line]).map { spans in
      var text = StyledText("")
      text.spans = spans
      return text
    }
  }

  /// A word in its styles, or a part of a path.
  private struct Word {
    var spans: [Span] = []
    /// Whether it goes on with the one before it, without a blank.
    var goesOn = false
  }

  /// The words, each in its styles.
  private func words(to columns: Int) -> [Word] {
    var words = [Word()]
    for span in spans {
      for (place, piece) in span.text.split(separator: " ", omittingEmptySubsequences: false).enumerated() {
        if place > 0 { words.append(Word()) }
        guard !piece.isEmpty else { continue }
        let parts = span.isPath ? Self.parts(ofPath: piece, to: columns) : [String(piece)]
        for (index, part) in parts.enumerated() {
          if index > 0 { words.append(Word(goesOn: true)) }
          words[words.count - 1].spans.append(Span(text: part, style: span.style))
        }
      }
    }
    return words.filter { !$0.spans.isEmpty }
  }

  /// The parts of a path, each with the `/` behind it; a name that is wider than a line is several.
  private static func parts(ofPath path: Substring, to columns: Int) -> [String] {
    var parts = [""]
    var used = 0
    for character in path {
      let width = DisplayWidth.of(character)
      if used > 0, parts[parts.count - 1].hasSuffix("/") || used + width > columns {
        parts.append("")
        used = 0
      }
      parts[parts.count - 1].append(character)
      used += width
    }
    return parts
  }
}
