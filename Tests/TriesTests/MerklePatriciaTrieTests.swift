import Primitives
import Testing
import Tries

@Suite("Merkle-Patricia trie")
struct MerklePatriciaTrieTests {
  @Test("the root is the specification's after every change", arguments: TrieRandom.Keys.kinds)
  func roots(_ keys: TrieRandom.Keys) {
    var random = TrieRandom(1)
    for _ in 0..<600 {
      var pair = TriePair()
      for _ in 0..<Int.random(in: 1...40, using: &random) {
        pair.change(keys, &random)
        // Not always: references must also be right when several changes lie between.
        guard Bool.random(using: &random) else { continue }
        #expect(pair.trie.root() == TrieSpecification.root(of: pair.map))
      }
      #expect(pair.trie.root() == TrieSpecification.root(of: pair.map))
      #expect(pair.trie.isEmpty == pair.map.isEmpty)
    }
  }

  @Test("it holds what was set last, and walks through it in the keys' order", arguments: TrieRandom.Keys.kinds)
  func content(_ keys: TrieRandom.Keys) {
    var random = TrieRandom(2)
    for _ in 0..<200 {
      var pair = TriePair()
      for _ in 0..<60 {
        pair.change(keys, &random)
        let key = random.key(keys)
        #expect(pair.trie[key] == pair.map[key])
      }
      let sorted = pair.map.sorted { $0.key.lexicographicallyPrecedes($1.key) }
      #expect(pair.trie.map(\.key) == sorted.map(\.key))
      #expect(pair.trie.map(\.value) == sorted.map(\.value))
    }
  }

  @Test("a copy keeps its content and root while others change", arguments: TrieRandom.Keys.kinds)
  func snapshots(_ keys: TrieRandom.Keys) {
    var random = TrieRandom(3)
    for _ in 0..<100 {
      var pairs = [TriePair()]
      for _ in 0..<80 {
        let index = pairs.indices.randomElement(using: &random) ?? 0
        switch Int.random(in: 0..<8, using: &random) {
        case 0: pairs.append(pairs[index])
        case 1: #expect(pairs[index].trie.root() == TrieSpecification.root(of: pairs[index].map))
        default: pairs[index].change(keys, &random)
        }
      }
      for var pair in pairs {
        #expect(Dictionary(uniqueKeysWithValues: pair.trie.map { ($0.key, $0.value) }) == pair.map)
        #expect(pair.trie.root() == TrieSpecification.root(of: pair.map))
      }
    }
  }

  @Test("copies may be hashed and changed by several threads at once")
  func threads() async {
    var random = TrieRandom(4)
    var pair = TriePair()
    let keys = TrieRandom.Keys.kinds[4]
    for _ in 0..<500 { pair.change(keys, &random) }
    let start = pair
    await withTaskGroup { group in
      for seed in 0..<8 as Range<UInt64> {
        group.addTask {
          var random = TrieRandom(seed)
          var mine = start
          for _ in 0..<20 {
            for _ in 0..<10 { mine.change(keys, &random) }
            #expect(mine.trie.root() == TrieSpecification.root(of: mine.map))
          }
        }
      }
    }
    #expect(pair.trie.root() == TrieSpecification.root(of: pair.map))
  }

  @Test("setting an empty value removes the key")
  func emptyValue() {
    var trie = MerklePatriciaTrie()
    trie[[1, 2, 3]] = [4]
    trie[[1, 2]] = [5]
    trie[[1, 2, 3]] = []
    trie[[1, 2]] = []
    #expect(trie[[1, 2, 3]] == nil)
    #expect(trie.isEmpty)
    #expect(trie.root() == .emptyTrieRoot)
  }

  @Test("the constants are those of every genesis block")
  func constants() throws {
    // Yellow Paper, section 4.1: KEC(RLP(())) and KEC(()).
    #expect(Hash32.emptyTrieRoot.hex == "0x56e81f171bcc55a6ff8345e692c0f86e5b48e01b996cadc001622fb5e363b421")
    #expect(Hash32.emptyCodeHash.hex == "0xc5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470")
  }

  @Test("a secure trie is the trie of the keys' hashes")
  func secure() {
    var random = TrieRandom(5)
    var secure = SecureTrie()
    var plain = MerklePatriciaTrie()
    for _ in 0..<200 {
      let key = random.key(TrieRandom.Keys.kinds[0])
      let value = random.value()
      secure[key] = value
      plain[Keccak256.hash(key).bytes] = value
      #expect(secure[key] == value)
    }
    #expect(secure.root() == plain.root())
    #expect(secure.hashed.map(\.key) == plain.map(\.key))
  }

  @Test("an ordered trie's keys are the RLP of the indices, however many there are")
  func ordered() {
    var random = TrieRandom(6)
    for count in [0, 1, 2, 127, 128, 129, 300] {
      let items = (0..<count).map { _ in random.value() }
      let map = Dictionary(uniqueKeysWithValues: items.enumerated().map { (RLP.encode(.uint(UInt64($0))), $1) })
      #expect(OrderedTrie.root(of: items) == TrieSpecification.root(of: map))
    }
  }
}
