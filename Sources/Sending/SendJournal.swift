import Primitives
import Transactions

/// Where a send is written down before it leaves, and where its fate is noted.
///
/// `TransactionSender` calls it at each step of a transaction's life. ``willBroadcast(_:label:)`` is awaited before a byte goes
/// to a node: a journal that must not lose anything commits there, and by throwing it stops the send.
public protocol SendJournal: Sendable {
  /// The signed transaction is about to be broadcast.
  func willBroadcast(_ transaction: SignedTransaction, label: String) async throws
  /// The half-signed transaction is about to be handed to a fee delegation service, which sends it under a hash of its
  /// own; `hash` is the one that the sender knows it by.
  func willHandOver(_ hash: Hash32, label: String) async throws
  /// The service sent what it was handed, as this transaction.
  func didHandOver(_ hash: Hash32, as transaction: SignedTransaction, label: String) async
  /// A node took the transaction.
  func didBroadcast(_ hash: Hash32) async
  /// No node took it and none can have: it will never be mined in this form.
  func wasRefused(_ hash: Hash32) async
  /// The transaction was mined and has its confirmations.
  func didConfirm(_ hash: Hash32, blockNumber: UInt64, succeeded: Bool) async
}

extension SendJournal {
  public func willHandOver(_ hash: Hash32, label: String) async throws {}
  public func didHandOver(_ hash: Hash32, as transaction: SignedTransaction, label: String) async {}
}

/// A journal that remembers nothing.
public struct NoJournal: SendJournal {
  public init() {}
  public func willBroadcast(_ transaction: SignedTransaction, label: String) {}
  public func didBroadcast(_ hash: Hash32) {}
  public func wasRefused(_ hash: Hash32) {}
  public func didConfirm(_ hash: Hash32, blockNumber: UInt64, succeeded: Bool) {}
}
