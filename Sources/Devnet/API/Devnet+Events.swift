extension Devnet {
  /// An event of the chain or its pool.
  public enum Event: Sendable {
    /// A block became the head; its receipts hold the logs.
    case added(DevnetBlock)
    /// The head was taken back, by going back to a snapshot for example.
    case removed(DevnetBlock)
    /// A transaction was taken into the pool, from where a block may take it at once.
    case pending(DevnetTransaction)
    /// A transaction that waited was taken out of the pool, because no block can have it, and why.
    case dropped(DevnetTransaction, reason: String)
  }

  /// How many events wait for a listener at most.
  public static let mostEvents = 4096

  /// All that happens from now on, in its order.
  ///
  /// The sequence ends when the listener is more than `mostEvents` behind, rather than to leave some out.
  public func events() -> AsyncStream<Event> {
    let (stream, listener) = AsyncStream<Event>.makeStream(bufferingPolicy: .bufferingOldest(Self.mostEvents))
    listeners.append(listener)
    return stream
  }

  /// All events from now on, with the number of the first of them, counted from the first event of all.
  public func numberedEvents() -> (events: AsyncStream<Event>, first: UInt64) { (events(), eventCount) }

  /// Tells all who listen, and forgets those who no longer do; costs nothing if nobody does.
  func announce(_ event: @autoclosure () -> Event) {
    eventCount += 1
    guard !listeners.isEmpty else { return }
    let event = event()
    listeners.removeAll { listener in
      switch listener.yield(event) {
      case .enqueued: return false
      case .dropped: listener.finish()
      default: break
      }
      return true
    }
  }
}
