import FixtureSupport
import Primitives
import Testing
import Tries

/// Appendix D of the Yellow Paper word for word: the root of a map, computed from nothing.
enum TrieSpecification {
  static func root(of map: [Bytes: Bytes]) -> Hash32 {
    guard !map.isEmpty else { return Keccak256.hash(RLP.encode(.bytes([]))) }
    return Keccak256.hash(RLP.encode(composition(map.map { (nibbles(of: $0.key), $0.value) }, 0)))
  }

  private typealias Pair = (path: [UInt8], value: Bytes)

  private static func nibbles(of key: Bytes) -> [UInt8] { key.flatMap { [$0 / 16, $0 % 16] } }

  /// `c(J, i)`.
  private static func composition(_ pairs: [Pair], _ i: Int) -> RLP.Item {
    if pairs.count == 1 {
      return .list([.bytes(hexPrefix(pairs[0].path[i...], true)), .bytes(pairs[0].value)])
    }
    let first = pairs[0].path
    var j = i
    while pairs.allSatisfy({ $0.path.count > j && $0.path[j] == first[safe: j] }) { j += 1 }
    if j > i { return .list([.bytes(hexPrefix(first[i..<j], false)), node(pairs, j)]) }
    let children = (0..<16).map { nibble in
      node(pairs.filter { $0.path.count > i && $0.path[i] == UInt8(nibble) }, i + 1)
    }
    let ending = pairs.first { $0.path.count == i }
    return .list(children + [.bytes(ending?.value ?? [])])
  }

  /// `n(J, i)`.
  private static func node(_ pairs: [Pair], _ i: Int) -> RLP.Item {
    guard !pairs.isEmpty else { return .bytes([]) }
    let item = composition(pairs, i)
    let encoding = RLP.encode(item)
    return encoding.count < 32 ? item : .hash(Keccak256.hash(encoding))
  }

  /// `HP(x, t)`.
  private static func hexPrefix(_ path: ArraySlice<UInt8>, _ isLeaf: Bool) -> Bytes {
    let flag: UInt8 = isLeaf ? 2 : 0
    let all = path.count % 2 == 0 ? [flag, 0] + path : [flag + 1] + path
    return stride(from: 0, to: all.count, by: 2).map { all[$0] * 16 + all[$0 + 1] }
  }
}

extension Array {
  fileprivate subscript(safe index: Int) -> Element? { indices.contains(index) ? self[index] : nil }
}

/// Random tries that are alike each time.
struct TrieRandom: RandomNumberGenerator {
  private var numbers: Seeded

  init(_ seed: UInt64) { numbers = Seeded(seed) }

  mutating func next() -> UInt64 { numbers.next() }

  /// A kind of keys: how long they are, of which bytes, after which others.
  struct Keys: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let lengths: ClosedRange<Int>
    let alphabet: Bytes
    var prefix: Bytes = []

    static let kinds = [
      Keys(testDescription: "short, keys within keys", lengths: 0...4, alphabet: [0x00, 0x01, 0x10, 0x11]),
      Keys(testDescription: "one nibble apart", lengths: 2...2, alphabet: [0x00, 0x01, 0x0f, 0x10, 0xf0, 0xff]),
      Keys(
        testDescription: "of 32 bytes, far down", lengths: 2...2, alphabet: [0x12, 0x13, 0x22],
        prefix: Bytes(repeating: 0xab, count: 30)),
      Keys(testDescription: "long, few", lengths: 1...70, alphabet: [0x77]),
      Keys(testDescription: "any", lengths: 1...3, alphabet: Bytes(0...255)),
    ]
  }

  mutating func key(_ keys: Keys) -> Bytes {
    keys.prefix
      + (0..<Int.random(in: keys.lengths, using: &self)).map { _ in keys.alphabet.randomElement(using: &self) ?? 0 }
  }

  /// Of a length at which nodes are held whole, are not, or have a long header.
  mutating func value() -> Bytes {
    let count = [1, 1, 2, 20, 33, 60, 300].randomElement(using: &self) ?? 1
    return (0..<count).map { _ in UInt8.random(in: 0...255, using: &self) }
  }
}

/// A trie beside the map that it should be.
struct TriePair: Sendable {
  var trie = MerklePatriciaTrie()
  var map: [Bytes: Bytes] = [:]

  /// Sets or removes a random key.
  mutating func change(_ keys: TrieRandom.Keys, _ random: inout TrieRandom) {
    var key = random.key(keys)
    if Bool.random(using: &random),
      let old = map.keys.sorted(by: { $0.lexicographicallyPrecedes($1) }).randomElement(using: &random)
    {
      key = old
    }
    let value = Int.random(in: 0..<5, using: &random) < 2 ? nil : random.value()
    trie[key] = value
    map[key] = value
  }
}
