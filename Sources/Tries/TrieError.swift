@_exported import Failures

/// Why a proof, an account's record or a bloom filter is not what it should be.
public typealias TrieError = DomainError<TrieErrors>

/// The domain of ``TrieError``.
public enum TrieErrors: ErrorDomain {}

extension ErrorCode<TrieErrors> {
  /// A proof that ends before it shows anything.
  public static var incompleteProof: Self { Self("incompleteProof") }
  /// A proof with a node that its parent, or the root, does not name.
  public static var wrongNodeHash: Self { Self("wrongNodeHash") }
  /// A proof with a node that no trie has.
  public static var malformedNode: Self { Self("malformedNode") }
  /// A proof with nodes that prove nothing.
  public static var surplusNode: Self { Self("surplusNode") }
  /// Bytes that are no account.
  public static var malformedAccount: Self { Self("malformedAccount") }
  /// Bytes that are no bloom filter.
  public static var malformedBloom: Self { Self("malformedBloom") }
}
