import Primitives

/// An event of an outbox while transactions are under way, given at once and without waiting.
public enum OutboxEvent: Sendable, Hashable {
  /// The bytes are kept, and leave next. Where a service signs the rest, the hash is that of the sender's part.
  case signed(Hash32, nonce: UInt64, label: String)
  /// A transaction that an interrupted run left was offered again, so that another is not stuck behind it.
  case rebroadcast(Int64, Hash32, label: String)
  /// A service sent what it was handed, as this transaction.
  case handedOver(Hash32, as: Hash32, label: String)
  /// The intent is written down, and waits for its price without a nonce; plain is one whose row alone says how to send
  /// it.
  case waits(Int64, label: String, isPlain: Bool)
  /// The intent waits no more: it has its nonce, or was given up.
  case waitsNoMore(Int64)
  /// A node took the transaction.
  case broadcast(Hash32)
  /// No node took it.
  case refused(Hash32)
  /// The service that got the sender's part refuses to pay for it. That proves nothing: it has the
  /// sender's signature.
  case declined(Hash32)
  /// The transaction was mined and has its confirmations.
  case settled(Hash32, block: UInt64, succeeded: Bool)
  /// The transaction will never be mined: one of ours took its nonce, `.cancelled` if that one does nothing, or another
  /// program's.
  case superseded(Hash32, IntentState)
}

/// An observer of an outbox's changes.
public protocol OutboxObserver: Sendable {
  /// Takes an event; whoever sends goes on when this returns.
  func outbox(_ event: OutboxEvent)
}
