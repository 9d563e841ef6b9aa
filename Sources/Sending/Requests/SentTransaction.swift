import Primitives
import Transactions

/// A transaction that the network has.
public struct SentTransaction: Sendable {
  /// The signed transaction; where a service signs the rest, the one that the service sent.
  public let transaction: SignedTransaction
  /// The sender, whoever pays.
  public let account: Address
  /// The readable form for people.
  public let label: String
  /// The number of its intent in the outbox.
  public let intent: Int64
  /// Set if it was an earlier send with the same key that was found instead of sending again.
  public let earlier: EarlierSend?
  let tracker: any ReceiptTracker
  /// Whether it is there to have nothing mined.
  let isCancellation: Bool

  /// The transaction's, the fee payer's part included.
  public var hash: Hash32 { transaction.hash }
  /// The account's nonce that it uses.
  public var nonce: UInt64 { transaction.transaction.nonce }
  /// Whether nothing was sent, because the same was sent before.
  public var isEarlier: Bool { earlier != nil }

  /// Waits until the transaction has its confirmations; see ``TransactionSender/confirmed(_:from:label:_:_:)``.
  public func confirmed(_ options: SendOptions = SendOptions()) async throws -> Confirmation {
    if let earlier, earlier.status != .done { options.events.onEarlier?(self) }
    return try await tracker.confirmed(
      transaction, of: intent, from: account, label: label, isCancellation: isCancellation, options.tracking,
      options.events)
  }
}

/// Waits for the confirmations of what was sent.
protocol ReceiptTracker: Sendable {
  /// - Parameter isCancellation: whether that it is cancelled is what is waited for.
  func confirmed(
    _ transaction: SignedTransaction, of intent: Int64?, from account: Address, label: String, isCancellation: Bool,
    _ tracking: TrackingOptions, _ events: SendEvents
  ) async throws -> Confirmation
}

/// An earlier send with the same key, as it was found.
public struct EarlierSend: Sendable, Hashable {
  /// The progress of an earlier send.
  public enum Status: Sendable, Hashable {
    /// The transaction was mined.
    case done
    /// Its process had died or given up; its bytes were offered again if need be.
    case resumed
    /// Another process works on it at this moment.
    case followed
  }

  /// The progress when it was found.
  public let status: Status
  /// The time when it was wanted first, by the wall clock, in seconds since 1970.
  public let since: UInt64
}
