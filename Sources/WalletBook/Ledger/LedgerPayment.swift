import Primitives

/// A payment that reached an account, or left it.
public struct LedgerPayment: Sendable, Hashable {
  /// The kinds of payments.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// The chain's coin, by a transaction itself.
    case transfer
    /// The chain's coin, by a contract in the course of a transaction.
    case `internal`
    /// The account's own part of a transaction's fee.
    case fee
    /// A token, as its contract tells.
    case token
    /// The change of the balance over blocks that nobody read.
    case unread
  }

  /// The block's number.
  public let block: UInt64
  /// The block's time, in seconds since 1970.
  public let time: Int64
  /// The kind of it.
  public let kind: Kind
  /// Whether the account got it.
  public let isGain: Bool
  /// The amount in the smallest unit.
  public let units: UInt256
  /// The token's contract; nil for the chain's coin.
  public let token: Address?
  /// The account at the other end: the sender of what came in; nil for none, as of a new contract.
  public let other: Address?
  /// The transaction's hash; nil where no single one is known.
  public let transaction: Hash32?

  /// A payment as it is given.
  public init(
    block: UInt64, time: Int64, kind: Kind, isGain: Bool, units: UInt256, token: Address? = nil, other: Address? = nil,
    transaction: Hash32? = nil
  ) {
    (self.block, self.time, self.kind, self.isGain, self.units) = (block, time, kind, isGain, units)
    (self.token, self.other, self.transaction) = (token, other, transaction)
  }
}
