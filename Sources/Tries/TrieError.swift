/// Why a proof, an account's record or a bloom filter is not what it should be.
///
/// Two errors are equal when their codes are; the message is for people.
public struct TrieError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The kind of failure; new kinds may be added at any time.
  public struct Code: Sendable, Hashable, CustomStringConvertible {
    /// The code's name.
    public let description: String

    private init(_ name: String) { description = name }

    /// A proof that ends before it shows anything.
    public static let incompleteProof = Self("incompleteProof")
    /// A proof with a node that its parent, or the root, does not name.
    public static let wrongNodeHash = Self("wrongNodeHash")
    /// A proof with a node that no trie has.
    public static let malformedNode = Self("malformedNode")
    /// A proof with nodes that prove nothing.
    public static let surplusNode = Self("surplusNode")
    /// Bytes that are no account.
    public static let malformedAccount = Self("malformedAccount")
    /// Bytes that are no bloom filter.
    public static let malformedBloom = Self("malformedBloom")
  }

  /// The kind of failure.
  public let code: Code
  /// The failure and its reason, in at most four lines.
  public let message: String

  init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }

  public var description: String { message }

  public static func == (left: TrieError, right: TrieError) -> Bool { left.code == right.code }

  public func hash(into hasher: inout Hasher) { hasher.combine(code) }
}
