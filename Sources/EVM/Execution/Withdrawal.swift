import Primitives

/// Ether that leaves the consensus layer (EIP-4895).
public struct Withdrawal: Sendable, Hashable {
  /// Counts all withdrawals.
  public var index: UInt64
  /// The index of the validator whose stake it was.
  public var validator: UInt64
  /// The account whose balance grows.
  public var address: Address
  /// The amount, in gwei.
  public var amount: UInt64

  /// A withdrawal of an amount in gwei.
  public init(index: UInt64, validator: UInt64, address: Address, amount: UInt64) {
    self.index = index
    self.validator = validator
    self.address = address
    self.amount = amount
  }

  /// The list of index, validator, address and amount.
  package var item: RLP.Item { .list([.uint(index), .uint(validator), .address(address), .uint(amount)]) }

  /// The RLP of `item`: an item of the withdrawals' trie.
  public var encoded: [UInt8] { RLP.encode(item) }
}
