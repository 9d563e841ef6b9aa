import Primitives

extension String {
  /// The text on one line, with single blanks between words and without what does not show; nil if nothing is left of it.
  ///
  /// - Parameter limit: The most scalars; longer texts are cut.
  func plainText(limit: Int = 200) -> String? {
    // Ten times as much is looked at as may stay: what does not show can be many.
    let blanked = unicodeScalars.prefix(10 * limit).map { $0.isWhitespace ? " " : $0 }
    var text = String.UnicodeScalarView()
    var (count, isBetweenWords) = (0, false)
    // By scalars: a blank with an accent on it is a character of its own.
    for scalar in TerminalSafe.plain(blanked).unicodeScalars {
      if scalar == " " {
        isBetweenWords = count > 0
        continue
      }
      for next in isBetweenWords ? [" ", scalar] : [scalar] {
        text.append(next)
        count += 1
      }
      isBetweenWords = false
      guard count <= limit else { return String(String.UnicodeScalarView(text.prefix(limit - 1))) + "…" }
    }
    return text.isEmpty ? nil : String(text)
  }

  /// The address of a page or a picture, http or https, as it is written but for the name of a user, which may look like
  /// that of a host; nil for all else.
  var webAddress: String? {
    let text = trimmed
    guard text.utf8.count <= 2000,
      ["https://", "http://"].contains(where: { text.utf8.count > $0.utf8.count && text.lowercased().hasPrefix($0) }),
      text.unicodeScalars.allSatisfy({ TerminalSafe.isPrintable($0) && !" \"<>\\".unicodeScalars.contains($0) })
    else { return nil }
    let parts = text.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: false)
    // Behind `https://` the host goes to the next `/`, `?` or `#`, and a user stands before the last `@` in it.
    let authority = parts.last?.prefix { !"/?#".contains($0) } ?? ""
    guard let at = authority.lastIndex(of: "@") else { return text }
    let rest = text[text.index(after: at)...]
    guard let first = rest.first, !"/?#:".contains(first) else { return nil }
    return "\(parts[0])//\(rest)"
  }
}

extension Unicode.Scalar {
  /// Whether it is white space; most that are not need no look into the tables of Unicode.
  fileprivate var isWhitespace: Bool {
    switch value {
    case 0x09...0x0d, 0x20: true
    case ..<0x80, 0x3001...: false
    default: properties.isWhitespace
    }
  }
}
