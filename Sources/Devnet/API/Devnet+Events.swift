extension Devnet {
  /// What happened on the chain.
  public enum Event: Sendable {
    /// A block became the head; its receipts hold the logs.
    case added(Block)
    /// The head was taken back, by going back to a snapshot for example.
    case removed(Block)
    /// A transaction was taken into the pool, from where a block may take it at once.
    case pending(SentTransaction)
    /// A transaction that waited was taken out of the pool, because no block can have it, and why.
    case dropped(SentTransaction, reason: String)
  }

  /// How many events wait for a listener at most.
  public static let mostEvents = 4096

  /// All that happens from now on, in its order.
  ///
  /// The sequence ends when the listener is more than `mostEvents` behind, rather than to leave some out.
  public func events() -> AsyncStream<Event> {
    let (stream, continuation) = AsyncStream<Event>.makeStream(bufferingPolicy: .bufferingOldest(Self.mostEvents))
    let listener = listen { event in
      switch continuation.yield(event) {
      case .enqueued: return true
      case .dropped: continuation.finish()
      default: break
      }
      return false
    }
    continuation.onTermination = { [weak self] _ in Task { [weak self] in await self?.stopListening(listener) } }
    return stream
  }

  /// Calls `hear` with all that happens from now on, in its order and in the middle of it, until it gives false; gives
  /// what `stopListening(_:)` takes.
  public func listen(_ hear: @escaping @Sendable (Event) -> Bool) -> UInt64 {
    lastListener += 1
    listeners[lastListener] = hear
    return lastListener
  }

  /// Ends what `listen(_:)` began.
  public func stopListening(_ listener: UInt64) { listeners[listener] = nil }

  /// Tells all who listen, and forgets those who no longer do; costs nothing if nobody does.
  func announce(_ event: @autoclosure () -> Event) {
    guard !listeners.isEmpty else { return }
    let event = event()
    listeners = listeners.filter { $0.value(event) }
  }
}
