import Primitives

/// A map from byte strings to byte strings whose root hash proves its content (Yellow Paper, appendix D).
///
/// A value: a copy costs O(1) and shares every node with the original; a change then copies only the nodes on its path,
/// and changes in place those that no copy shares. Each node keeps its hash, so that `root()` after k changes costs
/// O(k · depth) Keccaks. Call `root()` before copying rather than after: the copies then share the hashes, too.
///
/// Changes recurse as deep as keys share nibbles with ever longer ones: keys that strangers choose belong into a
/// `SecureTrie`, where that is 64 at most.
public struct MerklePatriciaTrie: Sendable {
  var top = Subtree()

  /// A trie without keys.
  public init() {}

  /// Whether there is no key at all.
  public var isEmpty: Bool { top.node == nil }

  /// The value of a key; nil if the trie has none. Setting nil or an empty value removes the key.
  ///
  /// - Complexity: O(depth).
  public subscript(key: Bytes) -> Bytes? {
    get { top.value(of: key) }
    set {
      let value = newValue ?? []
      // A write that changes nothing must not cost the hashes of the path.
      guard top.value(of: key) ?? [] != value else { return }
      if value.isEmpty { top.remove(key) } else { top.insert(value, at: key, from: 0) }
    }
  }

  /// The hash of the whole content: equal for equal content, whatever the order of the changes was.
  ///
  /// - Complexity: O(k · depth) Keccaks for k changes since the last call.
  public mutating func root() -> Hash32 {
    var encoder = NodeEncoder()
    top.resolve(from: 0, &encoder)
    return top.node?.reference.hash ?? .emptyTrieRoot
  }
}

extension Hash32 {
  /// The root of a trie without keys.
  public static let emptyTrieRoot = Keccak256.hash(RLP.encode(.bytes([])))

  /// The hash of no code: the code hash of an account that is no contract.
  public static let emptyCodeHash = Keccak256.hash([])
}
