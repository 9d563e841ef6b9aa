import EVM
import FixtureSupport
import Primitives
import StrictJSON
import Testing

/// TrieTests of ethereum/tests.
@Suite("TrieTests", .enabled(if: Fixtures.available("ethereum-tests"), "fixtures not found: set LECTURES_FIXTURES"))
struct TrieVectorTests {
  @Test("every list of changes, in its order or in any, ends at the root of the vector")
  func roots() throws {
    var passed = 0
    var total = 0
    for path in try Fixtures.files(under: "ethereum-tests/TrieTests", suffix: ".json") where !path.contains("nextprev")
    {
      for (name, test) in try #require(Fixtures.json(path).object) {
        total += 1
        let expected = try Hash32(#require(test["root"]?.string))
        let changes = try changes(#require(test["in"]))
        // A list has its order; a map has none: both ways must do.
        let orders = test["in"]?.array != nil ? [changes] : [changes, changes.reversed()]
        let roots = orders.map { path.lowercased().contains("secure") ? secureRoot($0) : root($0) }
        #expect(roots.allSatisfy { $0 == expected }, "\(path) \(name)")
        if roots.allSatisfy({ $0 == expected }) { passed += 1 }
      }
    }
    #expect(passed == total && total > 0)
    Fixtures.report("ethereum-tests/TrieTests", passed: passed)
  }

  @Test("the neighbours of a key in the trie's order are those of the vector")
  func neighbours() throws {
    var passed = 0
    for (_, test) in try #require(Fixtures.json("ethereum-tests/TrieTests/trietestnextprev.json").object) {
      var trie = MerklePatriciaTrie()
      for key in try #require(test["in"]?.array) { trie[try bytes(#require(key.string))] = [1] }
      for row in try #require(test["tests"]?.array) {
        let texts = try #require(row.array).map { try bytes(#require($0.string)) }
        let before = trie.map(\.key).last { $0.lexicographicallyPrecedes(texts[0]) }
        let after = trie.map(\.key).first { texts[0].lexicographicallyPrecedes($0) }
        #expect([before ?? [], after ?? []] == Array(texts[1...]))
        passed += 1
      }
    }
    #expect(passed > 0)
    Fixtures.report("ethereum-tests/TrieTests, neighbours", passed: passed)
  }

  private typealias Change = (key: Bytes, value: Bytes?)

  private func changes(_ input: JSON) throws -> [Change] {
    if let map = input.object { return try map.map { (try bytes($0.key), try $0.value.string.map(bytes)) } }
    return try #require(input.array).map { (try bytes(#require($0[0]?.string)), try $0[1]?.string.map(bytes)) }
  }

  private func bytes(_ text: String) throws -> Bytes {
    text.hasPrefix("0x") ? try Bytes(hex: text) : Bytes(text.utf8)
  }

  private func root(_ changes: [Change]) -> Hash32 {
    var trie = MerklePatriciaTrie()
    for (key, value) in changes { trie[key] = value }
    return trie.root()
  }

  private func secureRoot(_ changes: [Change]) -> Hash32 {
    var trie = SecureTrie()
    for (key, value) in changes { trie[key] = value }
    return trie.root()
  }
}
