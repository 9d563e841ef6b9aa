extension StyledText {
  /// The text in lines of a number of columns, broken at blanks; a word that is longer is not broken, so that it can be
  /// copied.
  package func wrapped(to columns: Int) -> [StyledText] {
    guard width > columns else { return [self] }
    var lines: [[Span]] = []
    var (line, used): ([Span], Int) = ([], 0)
    for word in words {
      let columnsOfWord = word.reduce(0) { $0 + DisplayWidth.of($1.text) }
      if used > 0, used + 1 + columnsOfWord > columns {
        lines.append(line)
        (line, used) = ([], 0)
      }
      if used > 0 {
        line.append(Span(text: " ", style: .plain))
        used += 1
      }
      line += word
      used += columnsOfWord
    }
    return (lines + [line]).map { spans in
      var text = StyledText("")
      text.spans = spans
      return text
    }
  }

  /// The words, each in its styles.
  private var words: [[Span]] {
    var words: [[Span]] = [[]]
    for span in spans {
      for (place, piece) in span.text.split(separator: " ", omittingEmptySubsequences: false).enumerated() {
        if place > 0 { words.append([]) }
        if !piece.isEmpty { words[words.count - 1].append(Span(text: String(piece), style: span.style)) }
      }
    }
    return words.filter { !$0.isEmpty }
  }
}
