/// Outcomes of faults as a table, with the texts that people see below it.
struct WayTable: Sendable {
  /// The outcome of a fault, at one place.
  struct Cell: Sendable, Hashable {
    let word: String
    /// The message shown; nil where nothing failed.
    let text: String?

    init(_ word: String, _ text: String? = nil) {
      self.word = word
      self.text = text.map {
        $0.replacing(/http:\/\/127\.0\.0\.1:\d+/, with: "http://relay")
          // Salts have as many digits as chance gives them.
          .replacing(/\d+ bytes/, with: "… bytes")
      }
    }
  }

  let heads: [String]
  private(set) var rows: [(name: String, cells: [Cell])] = []

  init(_ heads: [String]) { self.heads = heads }

  mutating func add(_ name: String, _ cells: [Cell]) { rows.append((name, cells)) }

  /// - Parameter notes: The texts so far, to which new ones are added.
  func markdown(_ notes: inout [String]) -> String {
    var lines = ["| | " + heads.joined(separator: " | ") + " |", "|---|" + heads.map { _ in "---|" }.joined()]
    for (name, cells) in rows {
      let words = cells.map { cell -> String in
        guard let text = cell.text else { return cell.word }
        if !notes.contains(text) { notes.append(text) }
        let number = (notes.firstIndex(of: text) ?? 0) + 1
        return "\(cell.word) [\(number)](#relay-message-\(number))"
      }
      lines.append("| \(name) | " + words.joined(separator: " | ") + " |")
    }
    return lines.joined(separator: "\n")
  }
}
