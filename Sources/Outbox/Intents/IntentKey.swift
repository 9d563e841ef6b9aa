/// The idempotency key of an account's send on a chain: the second with a key finds the first instead of paying again.
public struct IntentKey: Sendable, Hashable, CustomStringConvertible {
  /// The text that is compared, as it stands in the file.
  public let description: String
  /// The beginning that it shares with the keys that differ from it by nothing but a node's word: of such a family one
  /// is sent, unless another is meant. Nil where the user, or the contract's own guard, makes keys differ.
  public let family: String?

  /// Whether the receiver itself takes it once only, whoever sends it again: then what other programs sent need not be known.
  public let isGuarded: Bool

  /// A key of any text; what it takes to be the same is for the caller to say.
  public init(_ text: String, isGuarded: Bool = false) {
    (description, family, self.isGuarded) = (text, nil, isGuarded)
  }

  /// A key of a family, which its text begins with.
  public init(_ ending: String, in family: String) {
    (description, self.family, isGuarded) = (family + ending, family, false)
  }

  /// Equal texts.
  public static func == (one: IntentKey, other: IntentKey) -> Bool { one.description == other.description }

  /// Hashes the text alone.
  public func hash(into hasher: inout Hasher) { hasher.combine(description) }
}
