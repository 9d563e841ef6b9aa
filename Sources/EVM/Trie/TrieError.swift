/// Why a proof does not hold, or bytes are not what a trie or a block's header should contain.
///
/// Two errors are equal when their codes are; the message is for people.
public struct TrieError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of failure; new kinds may be added at any time.
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    public let description: String

    private init(_ description: String) { self.description = description }

    /// A proof that ends before it shows anything.
    public static let incompleteProof = Code("incompleteProof")
    /// A proof with a node that its parent, or the root, does not name.
    public static let wrongNodeHash = Code("wrongNodeHash")
    /// A proof with a node that no trie has.
    public static let malformedNode = Code("malformedNode")
    /// A proof with nodes that prove nothing.
    public static let surplusNode = Code("surplusNode")
    /// Bytes that are no account.
    public static let malformedAccount = Code("malformedAccount")
    /// Bytes that are no bloom filter.
    public static let badLength = Code("badLength")
  }

  /// What kind of failure this is.
  public let code: Code
  /// What failed, why, and what to do, in at most four lines.
  public let message: String

  init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }

  public var description: String { message }

  public static func == (left: TrieError, right: TrieError) -> Bool { left.code == right.code }

  public func hash(into hasher: inout Hasher) { hasher.combine(code) }
}
