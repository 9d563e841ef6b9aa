import Primitives

/// An account's tokens of one contract, as they were read last.
public struct Holding: Sendable, Hashable {
  /// The token's contract.
  public let token: Address
  /// The name by which the token went then, with a `?` behind it where only its own contract vouches for it.
  public let label: String
  /// The number of decimals; nil if the token tells none: then amounts are of its smallest unit.
  public let decimals: Int?
  /// Whether anybody but the contract itself says which token it is.
  public let isVouched: Bool
  /// Whether it is the chain's own coin as a token, so that it is worth as much.
  public let isCoin: Bool
  /// The amount in the smallest unit; nil where the contract does not tell it.
  public let units: UInt256?
  /// Seconds since 1970.
  public let time: Int64

  /// A holding as it is given; nothing is checked.
  public init(
    token: Address, label: String, decimals: Int?, isVouched: Bool, isCoin: Bool, units: UInt256?, time: Int64
  ) {
    (self.token, self.label, self.decimals) = (token, label, decimals)
    (self.isVouched, self.isCoin, self.units, self.time) = (isVouched, isCoin, units, time)
  }
}

/// A block up to which an account's transfers are read.
public struct BlockReach: Sendable, Hashable {
  /// The block's number.
  public let block: UInt64
  /// The block's hash: with another there the chain is another, or was reorganised.
  public let hash: Hash32

  /// A reach as it is given.
  public init(block: UInt64, hash: Hash32) { (self.block, self.hash) = (block, hash) }
}
