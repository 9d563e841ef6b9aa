import Primitives

/// A wallet of the book; its key, if there is one, is in the keystore.
public struct Wallet: Sendable, Hashable {
  /// The kind of secret that a wallet stands on.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// A private key of its own.
    case key
    /// A key of a phrase.
    case phrase
    /// None: it is only watched.
    case watch
  }

  /// Its name; of one with a key, that of the key.
  public var title: String
  /// The account's, on every network.
  public let address: Address
  /// Whether its key is here, and where that comes from.
  public let kind: Kind
  /// The name of its network; nil is the one in use.
  public var network: String?
  /// Where its key is below the phrase.
  public let path: String?
  /// Seconds since 1970.
  public let created: Int64

  /// A wallet as it is given: its title is checked when it comes into a book.
  public init(
    title: String, address: Address, kind: Kind, network: String? = nil, path: String? = nil, created: Int64
  ) {
    self.title = title
    self.address = address
    self.kind = kind
    self.network = network
    self.path = path
    self.created = created
  }
}
