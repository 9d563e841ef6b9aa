import Primitives

/// What a wallet held at a time.
public struct BalanceSample: Sendable, Hashable {
  /// Seconds since 1970.
  public let time: Int64
  public let amount: Amount

  public init(time: Int64, amount: Amount) {
    self.time = time
    self.amount = amount
  }
}

/// Whose balance, and where.
public struct BalancePlace: Sendable, Hashable {
  /// The network's name.
  public let network: String
  public let address: Address

  public init(network: String, address: Address) {
    self.network = network
    self.address = address
  }
}
