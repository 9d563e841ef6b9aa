import Primitives

/// The contract that settles orders, and its chain.
public struct ExchangeContract: Sendable, Hashable {
  /// The chain's number (EIP-155).
  public let chainID: UInt256
  /// The contract's address there.
  public let address: Address

  /// A contract by its chain and address.
  public init(chainID: UInt256, address: Address) { (self.chainID, self.address) = (chainID, address) }
}
