/// An event of the chain or its pool.
public enum DevnetEvent: Sendable {
  /// A block became the head; its receipts hold the logs.
  case added(DevnetBlock)
  /// The head was taken back, by going back to a snapshot for example.
  case removed(DevnetBlock)
  /// A transaction was taken into the pool, from where a block may take it at once.
  case pending(DevnetTransaction)
  /// A transaction that waited was taken out of the pool, because no block can have it, and why.
  case dropped(DevnetTransaction, reason: String)
}
