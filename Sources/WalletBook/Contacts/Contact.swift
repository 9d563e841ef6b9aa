import Primitives

/// A name for somebody's address.
public struct Contact: Sendable, Hashable {
  public let name: String
  public let address: Address
  /// Seconds since 1970.
  public let created: Int64

  public init(name: String, address: Address, created: Int64) {
    self.name = name
    self.address = address
    self.created = created
  }
}
