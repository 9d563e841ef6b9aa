import Primitives

/// A name for somebody's address.
public struct Contact: Sendable, Hashable {
  /// The only one of its name in the book, wallets included.
  public let name: String
  /// Where money for it goes.
  public let address: Address
  /// Seconds since 1970.
  public let created: Int64

  /// A contact as it is given: its name is checked when it comes into a book.
  public init(name: String, address: Address, created: Int64) {
    self.name = name
    self.address = address
    self.created = created
  }
}
