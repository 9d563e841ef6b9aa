import Primitives
import StrictJSON
import Tries

/// A test of TrieTests: changes and the root after them, or a set of keys and who is whose neighbour.
enum TrieTest {
  private typealias Change = (key: Bytes, value: Bytes?)

  static func run(_ test: JSON, at place: TestPlace, _ report: inout StateTests.Report) {
    report.judge("TrieTests", at: place) {
      test["root"] == nil ? try neighbours(test) : try root(test, isSecure: isSecure(place.file))
    }
  }

  /// Only the file's name tells whether keys are hashed.
  private static func isSecure(_ file: String) -> Bool {
    file.split(separator: "/").last?.lowercased().contains("secure") ?? false
  }

  private static func root(_ test: JSON, isSecure: Bool) throws -> String? {
    let expected = try Hash32(TestFields(test).text("root"))
    let changes = try changes(test["in"] ?? .null)
    // A list has its order; a map has none: both ways must do.
    let orders = test["in"]?.array == nil ? [changes, changes.reversed()] : [changes]
    for order in orders {
      let root = root(of: order, isSecure: isSecure)
      if root != expected { return "root \(root), expected \(expected)" }
    }
    return nil
  }

  private static func neighbours(_ test: JSON) throws -> String? {
    var trie = MerklePatriciaTrie()
    for key in test["in"]?.array ?? [] { trie[try bytes(key)] = [1] }
    guard let rows = test["tests"]?.array, !rows.isEmpty else { throw TestFields.malformed("tests") }
    for row in rows {
      guard let texts = try row.array?.map(bytes), texts.count == 3 else { throw TestFields.malformed("tests") }
      let before = trie.map(\.key).last { $0.lexicographicallyPrecedes(texts[0]) } ?? []
      let after = trie.map(\.key).first { texts[0].lexicographicallyPrecedes($0) } ?? []
      if [before, after] != Array(texts[1...]) {
        return "neighbours \(before.hex) and \(after.hex), expected \(texts[1].hex) and \(texts[2].hex)"
      }
    }
    return nil
  }

  private static func changes(_ input: JSON) throws -> [Change] {
    if let map = input.object {
      return try map.map { (try bytes(.string($0.key)), $0.value.isNull ? nil : try bytes($0.value)) }
    }
    guard let list = input.array else { throw TestFields.malformed("in") }
    return try list.map { pair in
      guard let key = pair[0], let value = pair[1] else { throw TestFields.malformed("in") }
      return (try bytes(key), value.isNull ? nil : try bytes(value))
    }
  }

  private static func bytes(_ json: JSON) throws -> Bytes {
    guard let text = json.string else { throw TestFields.malformed("in") }
    return text.hasPrefix("0x") ? try TestFields.bytes(text, "in") : Bytes(text.utf8)
  }

  private static func root(of changes: [Change], isSecure: Bool) -> Hash32 {
    var trie = SecureTrie()
    for (key, value) in changes { if isSecure { trie[key] = value } else { trie.hashed[key] = value } }
    return trie.root()
  }
}
