import Primitives

extension MerklePatriciaTrie {
  /// The value that a key has in the trie of a root, as a proof shows it (EIP-1186); nil if the proof shows that the key
  /// has none.
  ///
  /// Nothing about the proof is believed but what follows from the root. What it costs is bounded by its size.
  ///
  /// - Parameters:
  ///   - proof: the nodes from the root on, each as RLP; none for a trie without keys.
  ///   - key: the key as it is in the trie: in a secure trie the Keccak-256 of what one asks for.
  ///   - root: the hash that is trusted.
  /// - Throws: `incompleteProof`, `wrongNodeHash`, `malformedNode` or `surplusNode`.
  public static func verify(proof: [Bytes], of key: Bytes, root: Hash32) throws(TrieError) -> Bytes? {
    if proof.isEmpty && root == .emptyTrieRoot { return nil }
    var walk = ProofWalk(proof: proof, key: key)
    let value = try walk.value(under: root)
    guard walk.used == proof.count else {
      throw walk.error(.surplusNode, "its way ends after \(walk.used) of the \(proof.count) nodes")
    }
    return value
  }
}

/// The way of a key through the nodes of a proof.
private struct ProofWalk {
  let proof: [Bytes]
  let key: Bytes
  /// The number of nodes of the proof that were read.
  var used = 0

  /// A node has 17 items at most, and those it holds whole are of less than 32 bytes each.
  private static let limits = RLP.Limits(depth: 32, items: 1024)

  init(proof: [Bytes], key: Bytes) {
    self.proof = proof
    self.key = key
  }

  mutating func value(under root: Hash32) throws(TrieError) -> Bytes? {
    var node = try read(root)
    // The trie without keys: not a list but the empty string.
    if node == .bytes([]) { return nil }
    var position = 0
    // Each turn goes down the key by a nibble at least.
    while true {
      let items = try list(node)
      let child: RLP.Item
      if items.count == 17 {
        guard position < key.nibbleCount else {
          let value = try string(items[16])
          return value.isEmpty ? nil : value
        }
        child = items[key.nibble(at: position)]
        position += 1
        if child == .bytes([]) { return nil }
      } else {
        guard items.count == 2, let path = try TriePath(hexPrefix: string(items[0])) else {
          throw malformed("it is neither a branch nor a path with what follows it")
        }
        let agrees = path.leads(key, from: position)
        position += path.count
        if path.isLeaf {
          let value = try string(items[1])
          guard !value.isEmpty else { throw malformed("a leaf has no value") }
          return agrees && position == key.nibbleCount ? value : nil
        }
        guard path.count > 0 else { throw malformed("an extension has no path") }
        guard agrees else { return nil }
        child = items[1]
      }
      node = try follow(child)
    }
  }

  /// The node that a parent names.
  private mutating func follow(_ child: RLP.Item) throws(TrieError) -> RLP.Item {
    guard case .bytes(let name) = child else {
      guard RLP.encodedCount(child) < 32 else { throw malformed("it holds a node of 32 bytes or more whole") }
      return child
    }
    guard let hash = try? Hash32(name) else { throw malformed("it names a node by \(name.count) bytes") }
    return try read(hash)
  }

  /// The next node of the proof.
  private mutating func read(_ hash: Hash32) throws(TrieError) -> RLP.Item {
    guard used < proof.count else {
      throw error(.incompleteProof, "it has \(proof.count) nodes, and the node \(hash) is not among them")
    }
    let encoding = proof[used]
    let actual = Keccak256.hash(encoding)
    guard actual == hash else {
      throw error(.wrongNodeHash, "node \(used) has the hash \(actual) instead of \(hash)")
    }
    used += 1
    do throws(RLPError) {
      return try RLP.decode(encoding, limits: Self.limits)
    } catch {
      throw malformed("\(error)")
    }
  }

  private func list(_ item: RLP.Item) throws(TrieError) -> [RLP.Item] {
    guard case .list(let items) = item else { throw malformed("it is no list") }
    return items
  }

  private func string(_ item: RLP.Item) throws(TrieError) -> Bytes {
    guard case .bytes(let bytes) = item else { throw malformed("a list stands for a path or a value") }
    return bytes
  }

  private func malformed(_ reason: String) -> TrieError {
    error(.malformedNode, "node \(used - 1) is none of a trie: \(reason)")
  }

  func error(_ code: TrieError.Code, _ reason: String) -> TrieError {
    let shown = key.count > 32 ? "\(Bytes(key.prefix(32)).hex)…" : key.hex
    return TrieError(
      code,
      "the proof of the key \(shown) does not hold\n\(reason)\nthe node that gave it is wrong or lies: ask another")
  }
}

/// The path of a leaf or an extension, as "hex prefix" writes it (Yellow Paper, appendix C).
private struct TriePath {
  let isLeaf: Bool
  let count: Int
  private let bytes: Bytes
  /// Where the path begins among the nibbles: after one half byte, or two if it is of even length.
  private let first: Int

  /// Nil if the bytes are no path in its one form.
  init?(hexPrefix bytes: Bytes) {
    guard let flags = bytes.first, flags < 0x40, flags & 0x10 != 0 || flags & 0x0f == 0 else { return nil }
    isLeaf = flags & 0x20 != 0
    first = flags & 0x10 != 0 ? 1 : 2
    count = bytes.nibbleCount - first
    self.bytes = bytes
  }

  /// Whether the key goes on like the path from one of its nibbles on.
  func leads(_ key: Bytes, from position: Int) -> Bool {
    count <= key.nibbleCount - position
      && (0..<count).allSatisfy { bytes.nibble(at: first + $0) == key.nibble(at: position + $0) }
  }
}
