import Primitives
import StrictJSON

/// The lines of a JSON text, for people who look for a mistake in it.
struct JSONLines: Sendable {
  private let text: Bytes

  init(_ text: Bytes) { self.text = text }

  /// The line, from 1, of a byte.
  func line(at offset: Int) -> Int { text.prefix(offset).count { $0 == UInt8(ascii: "\n") } + 1 }

  /// The line of the key that a path of keys leads to; nil if there is none, or the text is not JSON.
  func line(of path: [String]) -> Int? {
    guard !path.isEmpty, (try? JSON(parsing: text)) != nil else { return nil }
    var position = 0
    for (index, key) in path.enumerated() {
      guard let found = value(of: key, inObjectAt: &position) else { return nil }
      if index == path.count - 1 { return line(at: found) }
    }
    return nil
  }

  /// Goes on to the value of a member of the object that begins at a position, and returns where its key begins.
  private func value(of key: String, inObjectAt position: inout Int) -> Int? {
    skipSpace(&position)
    guard text[position] == UInt8(ascii: "{") else { return nil }
    position += 1
    while true {
      skipSpace(&position)
      guard text[position] == UInt8(ascii: "\"") else { return nil }
      let start = position
      skipString(&position)
      let isFound = (try? JSON(parsing: text[start..<position]))?.string == key
      skipSpace(&position)
      position += 1
      if isFound { return start }
      skipValue(&position)
      skipSpace(&position)
      guard text[position] == UInt8(ascii: ",") else { return nil }
      position += 1
    }
  }

  private func skipSpace(_ position: inout Int) {
    while [0x20, 0x0a, 0x0d, 0x09].contains(text[position]) { position += 1 }
  }

  private func skipString(_ position: inout Int) {
    position += 1
    while text[position] != UInt8(ascii: "\"") { position += text[position] == UInt8(ascii: "\\") ? 2 : 1 }
    position += 1
  }

  private func skipValue(_ position: inout Int) {
    var depth = 0
    while true {
      switch text[position] {
      case UInt8(ascii: "\""):
        skipString(&position)
        if depth == 0 { return }
        continue
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: ",") where depth == 0: return
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        if depth == 0 { return }
        depth -= 1
      default: break
      }
      position += 1
    }
  }
}
