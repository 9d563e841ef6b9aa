import Primitives
import Testing
import Tries

@Suite("Proofs of a trie")
struct TrieProofTests {
  @Test("they show the value of every key, and of every other that it has none", arguments: TrieRandom.Keys.kinds)
  func complete(_ keys: TrieRandom.Keys) throws {
    var random = TrieRandom(11)
    for _ in 0..<300 {
      var pair = TriePair()
      for _ in 0..<Int.random(in: 0...30, using: &random) { pair.change(keys, &random) }
      let root = TrieSpecification.root(of: pair.map)
      for key in Array(pair.map.keys) + (0..<20).map({ _ in random.key(keys) }) {
        // Before and after the references are computed.
        if Bool.random(using: &random) { _ = pair.trie.root() }
        let proof = pair.trie.proof(of: key)
        #expect(proof.isEmpty == pair.map.isEmpty)
        #expect(proof.dropFirst().allSatisfy { $0.count >= 32 })
        #expect(try MerklePatriciaTrie.verify(proof: proof, of: key, root: root) == pair.map[key])
      }
    }
  }

  @Test("a proof with a byte changed, a node less, more, or in another place is refused")
  func changed() throws {
    var random = TrieRandom(12)
    for keys in TrieRandom.Keys.kinds {
      var pair = TriePair()
      for _ in 0..<40 { pair.change(keys, &random) }
      let root = pair.trie.root()
      for key in Array(pair.map.keys) + (0..<10).map({ _ in random.key(keys) }) {
        let proof = pair.trie.proof(of: key)
        func refused(_ proof: [Bytes], as code: TrieError.Code) {
          #expect { try MerklePatriciaTrie.verify(proof: proof, of: key, root: root) } throws: {
            ($0 as? TrieError)?.code == code
          }
        }
        for index in proof.indices {
          var changed = proof
          let byte = Int.random(in: 0..<proof[index].count, using: &random)
          changed[index][byte] ^= 1 << UInt8.random(in: 0..<8, using: &random)
          refused(changed, as: .wrongNodeHash)
          changed = proof
          changed.swapAt(0, index)
          if index > 0 { refused(changed, as: .wrongNodeHash) }
          refused(Array(proof[..<index]), as: .incompleteProof)
        }
        refused(proof + [proof[0]], as: .surplusNode)
        refused(proof + [[]], as: .surplusNode)
      }
    }
  }

  @Test("a proof of another key or under another root shows nothing")
  func mistaken() throws {
    var trie = SecureTrie()
    for byte in 0..<100 as Range<UInt8> { trie[[byte]] = [byte, 1] }
    let root = trie.root()
    let proof = trie.proof(of: [7])
    #expect(try SecureTrie.verify(proof: proof, of: [7], root: root) == [7, 1])
    #expect(throws: TrieError.self) { try SecureTrie.verify(proof: proof, of: [8], root: root) }
    trie[[9]] = [1]
    let other = trie.root()
    #expect(throws: TrieError.self) { try SecureTrie.verify(proof: proof, of: [7], root: other) }
    #expect(throws: TrieError.self) { try SecureTrie.verify(proof: [], of: [7], root: root) }
  }

  private static let broken: [RLP.Item] = [
    .bytes([1]),
    .list([]),
    .list([.bytes([0x20])]),
    .list([.bytes([]), .bytes([1])]),
    // Flags that there are not, and a half byte that must be zero.
    .list([.bytes([0x40]), .bytes([1])]),
    .list([.bytes([0x21]), .bytes([1])]),
    .list([.list([]), .bytes([1])]),
    // A leaf without a value, or with a list for one.
    .list([.bytes([0x20, 0xab]), .bytes([])]),
    .list([.bytes([0x20, 0xab]), .list([.bytes([1])])]),
    // An extension by nothing, to nothing, to a name of the wrong length, to a node that is too long to be held.
    .list([.bytes([0x00]), .hash(.zero)]),
    .list([.bytes([0x1a]), .bytes([])]),
    .list([.bytes([0x1a]), .bytes(Bytes(repeating: 1, count: 31))]),
    .list([.bytes([0x1a]), .list([.bytes([0x3b]), .bytes(Bytes(repeating: 1, count: 40))])]),
    // A branch with too many places, or with a wrong one where the key goes.
    .list([RLP.Item](repeating: .bytes([]), count: 18)),
    .list([RLP.Item](repeating: .bytes([1]), count: 17)),
    .list([RLP.Item](repeating: .list([]), count: 17)),
  ]

  @Test("under a root made for it, a node that no trie has is refused", arguments: broken)
  func malformed(_ node: RLP.Item) {
    let encoding = RLP.encode(node)
    #expect {
      try MerklePatriciaTrie.verify(proof: [encoding], of: [0xab], root: Keccak256.hash(encoding))
    } throws: {
      ($0 as? TrieError)?.code == .malformedNode
    }
  }

  @Test("bytes that are no RLP are refused, too, even when the root names them")
  func noise() throws {
    var random = TrieRandom(13)
    var refused = 0
    for _ in 0..<2000 {
      var pair = TriePair()
      for _ in 0..<6 { pair.change(TrieRandom.Keys.kinds[0], &random) }
      let key = random.key(TrieRandom.Keys.kinds[0])
      guard var node = pair.trie.proof(of: key).first else { continue }
      node[Int.random(in: 0..<node.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
      do throws(TrieError) {
        _ = try MerklePatriciaTrie.verify(proof: [node], of: key, root: Keccak256.hash(node))
      } catch {
        refused += 1
        #expect([.malformedNode, .incompleteProof].contains(error.code))
        #expect(error.message.split(separator: "\n").count <= 4)
      }
    }
    #expect(refused > 500)
  }
}
