import Primitives

/// A page of the manual while it is written, in the macros of man(7).
struct Roff {
  private(set) var text: String

  /// - Parameter title: the page's name, as in `lectures-list`.
  init(title: String) {
    text = ".TH \"\(Roff.escaped(title.uppercased()))\" 1 \"\" \"lectures \(Version.text)\" \"lectures manual\"\n"
  }

  /// A text in which nothing is an instruction to the formatter.
  static func escaped(_ text: String) -> String {
    let safe = text.replacing("\\", with: "\\e").replacing("-", with: "\\-")
    return safe.hasPrefix(".") || safe.hasPrefix("'") ? "\\&" + safe : safe
  }

  /// Adds a line that is escaped already.
  mutating func line(_ line: String) { text += line + "\n" }

  mutating func section(_ title: String) { line(".SH \(title.uppercased())") }

  /// A section of items and their meanings; none if there are no items.
  mutating func section(_ title: String, items: [(label: String, purpose: String)]) {
    guard !items.isEmpty else { return }
    section(title)
    for item in items {
      line(".TP")
      line("\\fB\(Roff.escaped(item.label))\\fR")
      line(Roff.escaped(item.purpose))
    }
  }

  /// A section of lines that stay as they are; none if there are no lines.
  mutating func section(_ title: String, verbatim lines: [String]) {
    guard !lines.isEmpty else { return }
    section(title)
    verbatim(lines)
  }

  /// Paragraphs with an empty line between them; a line that begins with a blank stays as it is.
  mutating func prose(_ prose: String) {
    var kept: [String] = []
    for (index, source) in prose.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      let isVerbatim = source.first == " "
      if isVerbatim { kept.append(String(source).trimmed) }
      if !isVerbatim, !kept.isEmpty {
        verbatim(kept)
        kept = []
      }
      if source.isEmpty, index > 0 { line(".PP") }
      if !isVerbatim, !source.isEmpty { line(Roff.escaped(String(source))) }
    }
    if !kept.isEmpty { verbatim(kept) }
  }

  private mutating func verbatim(_ lines: [String]) {
    line(".RS 4")
    line(".nf")
    for each in lines { line(Roff.escaped(each)) }
    line(".fi")
    line(".RE")
  }
}
