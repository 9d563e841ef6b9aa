/// A table of comma-separated values (RFC 4180): a line of names, and rows of as many values.
struct CSVTable {
  /// The rows that have a value for each name; shorter ones and longer ones are left out.
  private(set) var rows: [[String]] = []
  private var names: [String] = []

  /// The most rows.
  private static let mostRows = 50_000

  /// Reads a table; nil where there is no line of names, and for more than 50,000 rows.
  init?(_ text: String) {
    var (line, value) = ([String](), String.UnicodeScalarView())
    var (isQuoted, mark) = (false, false)
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"":
        // The second of two marks inside a quoted value is one of its characters.
        if mark { value.append(scalar) }
        (isQuoted, mark) = (!isQuoted, isQuoted)
        continue
      case "," where !isQuoted:
        line.append(String(value))
        value = .init()
      case "\n" where !isQuoted:
        add(line + [String(value)])
        guard rows.count <= Self.mostRows else { return nil }
        (line, value) = ([], .init())
      case "\r" where !isQuoted: break
      default: value.append(scalar)
      }
      mark = false
    }
    add(line + [String(value)])
    if names.isEmpty { return nil }
  }

  /// The place of a column's values in each row; nil if none has the name.
  func column(_ name: String) -> Int? { names.firstIndex(of: name) }

  private mutating func add(_ line: [String]) {
    if line == [""] { return }
    if names.isEmpty { names = line } else if line.count == names.count { rows.append(line) }
  }
}
