import Primitives

extension MerklePatriciaTrie {
  /// A place where keys end or part.
  ///
  /// There is one kind of node: a value, children, or both. The leaf, extension and branch nodes of the Yellow Paper
  /// appear only when nodes are encoded: a node without children is a leaf, one with children a branch, and a branch
  /// that lies more than one nibble below its parent has an extension above it. Because a node knows a whole key and
  /// not merely its own part of the path, it moves up or down the trie unchanged when its neighbours come and go.
  ///
  /// Every node but none has a value or at least two children.
  ///
  /// `@unchecked Sendable`: `Subtree` changes a node only while it holds the one reference to it.
  final class Node: @unchecked Sendable {
    /// A key that leads through this node, and ends in it if the node has a value. What follows `end` has no meaning.
    let key: Bytes
    /// The number of nibbles that the keys of this node and of all below it share.
    let end: Int
    /// The value of the key that ends here; empty if none does.
    var value: Bytes
    /// The subtree behind each nibble; no items at all if there is none.
    var children: [Subtree]
    /// The parent's reference to this node, valid if the node hangs at the depth `start`.
    private(set) var reference = NodeReference.unknown
    // Four bytes are enough for any key there is, and keep a node within 88 bytes; past them nothing would be cached.
    private var start: Int32 = 0

    init(key: Bytes, end: Int, value: Bytes, children: [Subtree] = []) {
      self.key = key
      self.end = end
      self.value = value
      self.children = children
    }

    /// A node that holds one key and its value.
    convenience init(key: Bytes, value: Bytes) {
      self.init(key: key, end: key.nibbleCount, value: value)
    }

    func copy() -> Node { Node(key: key, end: end, value: value, children: children) }

    var isLeaf: Bool { children.isEmpty }

    func child(_ nibble: Int) -> Node? { children.isEmpty ? nil : children[nibble].node }

    /// The key that ends here.
    var fullKey: Bytes { key.nibbleCount == end ? key : Bytes(key.prefix(end / 2)) }

    /// Whether `reference` is right for a node whose path begins with the nibble `start`.
    func isResolved(from start: Int) -> Bool { reference.isKnown && Int(self.start) == start }

    func resolve(_ reference: NodeReference, from start: Int) {
      self.reference = reference
      self.start = Int32(clamping: start)
    }

    func forgetReference() { reference = .unknown }
  }
}

/// The reference to a node in its parent: its hash, or itself if its encoding has less than 32 bytes.
struct NodeReference: Hashable, Sendable {
  /// The hash, or the encoding and zeros.
  private let bytes: Hash32
  /// 32 for a hash, less for an encoding, 0 if not known yet.
  private let count: UInt8

  static let unknown = NodeReference(bytes: .zero, count: 0)

  private init(bytes: Hash32, count: UInt8) {
    self.bytes = bytes
    self.count = count
  }

  /// The name of the node that is encoded so.
  init(encoding: Bytes) {
    if encoding.count < 32 {
      var number = UInt256(0)
      for byte in encoding { number = number << 8 | UInt256(byte) }
      bytes = Hash32(number << UInt256(8 * (32 - encoding.count)))
      count = UInt8(encoding.count)
    } else {
      bytes = Keccak256.hash(encoding)
      count = 32
    }
  }

  /// The node's hash; also of a node that its parent would hold whole, as the root of a small trie.
  var hash: Hash32 { isHash ? bytes : bytes.withUnsafeBytes { Keccak256.hash($0.prefix(Int(count))) } }

  var isKnown: Bool { count > 0 }

  /// Whether the node has 32 bytes or more.
  var isHash: Bool { count == 32 }

  /// The number of bytes of this in the parent's RLP.
  var encodedCount: Int { isHash ? 33 : Int(count) }

  /// Calls `body` with the hash's or the encoding's bytes.
  func withUnsafeBytes(_ body: (UnsafeRawBufferPointer) -> Void) {
    bytes.withUnsafeBytes { body(UnsafeRawBufferPointer(rebasing: $0.prefix(Int(count)))) }
  }
}

extension Bytes {
  /// The number of half bytes.
  var nibbleCount: Int { count * 2 }

  /// A half byte, 0…15; the high one of a byte comes first.
  func nibble(at index: Int) -> Int {
    Int(index & 1 == 0 ? self[index >> 1] >> 4 : self[index >> 1] & 15)
  }

  /// The first index from `start` on where the nibbles differ; `end` if none before it does.
  func firstDifference(to other: Bytes, from start: Int, to end: Int) -> Int {
    var index = start
    while index < end, nibble(at: index) == other.nibble(at: index) { index += 1 }
    return index
  }
}
