import NodeRPC
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
    /// The change of the balance over blocks that nobody read, from the one behind ``LedgerPayment/start`` to that of the
    /// payment.
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
  /// The block before the first that nobody read; nil for what is no such stretch.
  public let start: UInt64?

  /// A payment as it is given.
  public init(
    block: UInt64, time: Int64, kind: Kind, isGain: Bool, units: UInt256, token: Address? = nil, other: Address? = nil,
    transaction: Hash32? = nil, start: UInt64? = nil
  ) {
    (self.block, self.time, self.kind, self.isGain, self.units) = (block, time, kind, isGain, units)
    (self.token, self.other, self.transaction, self.start) = (token, other, transaction, start)
  }

  /// A stretch of blocks that nobody read.
  ///
  /// - Parameters:
  ///   - start: The block before the first of them.
  ///   - last: The last of them.
  ///   - change: The change of the balance over them.
  static func unread(after start: UInt64, upTo last: Block, _ change: AccountLedger.Change) -> LedgerPayment {
    LedgerPayment(
      block: last.number, time: Int64(clamping: last.timestamp), kind: .unread, isGain: change.isGain,
      units: change.amount.wei, start: start)
  }
}
