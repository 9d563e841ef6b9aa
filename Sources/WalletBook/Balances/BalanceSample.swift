import Primitives

/// The balance of a wallet at a time.
public struct BalanceSample: Sendable, Hashable {
  /// The time of the reading, in seconds since 1970.
  public let time: Int64
  /// The balance in the chain's own money.
  public let amount: Amount

  /// A sample as it is given; nothing is checked.
  public init(time: Int64, amount: Amount) {
    self.time = time
    self.amount = amount
  }
}

/// The account and the network of a balance.
public struct BalancePlace: Sendable, Hashable {
  /// The network's name.
  public let network: String
  /// The wallet's.
  public let address: Address

  /// A place as it is given: whether there is such a network is not checked.
  public init(network: String, address: Address) {
    self.network = network
    self.address = address
  }
}
