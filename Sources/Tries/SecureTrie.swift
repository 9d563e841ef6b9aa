import Primitives

/// A trie whose keys are hashed first (Yellow Paper, section 4.1): the state by address, a contract's storage by slot.
///
/// Hashing keeps the depth the same whatever keys people choose; the keys themselves cannot be got back from it.
public struct SecureTrie: Sendable {
  /// The trie by the keys' hashes: for callers that have them already, and to walk through all values.
  public var hashed = MerklePatriciaTrie()

  /// A trie without keys.
  public init() {}

  /// The value of a key; nil if the trie has none. Setting nil or an empty value removes the key.
  ///
  /// - Complexity: a Keccak and O(depth).
  public subscript(key: Bytes) -> Bytes? {
    get { hashed[Self.path(of: key)] }
    set { hashed[Self.path(of: key)] = newValue }
  }

  /// The hash of the whole content, like `MerklePatriciaTrie.root()`.
  public mutating func root() -> Hash32 { hashed.root() }

  /// The nodes that prove what the value of a key is, or that it has none, as `eth_getProof` answers (EIP-1186).
  public func proof(of key: Bytes) -> [Bytes] { hashed.proof(of: Self.path(of: key)) }

  /// The value that a key has in the trie of a root, as a proof shows it; nil if the proof shows that the key has none.
  ///
  /// - Throws: what `MerklePatriciaTrie.verify(proof:of:root:)` throws.
  public static func verify(proof: [Bytes], of key: Bytes, root: Hash32) throws(TrieError) -> Bytes? {
    try MerklePatriciaTrie.verify(proof: proof, of: path(of: key), root: root)
  }

  private static func path(of key: Bytes) -> Bytes { Keccak256.hash(key).bytes }
}
