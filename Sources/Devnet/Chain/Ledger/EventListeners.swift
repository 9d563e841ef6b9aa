/// The listeners to a devnet's events.
struct EventListeners {
  /// The most events that a listener is behind.
  static let mostEvents = 4096
  private var listeners: [AsyncStream<DevnetEvent>.Continuation] = []
  private(set) var eventCount: UInt64 = 0

  mutating func add() -> AsyncStream<DevnetEvent> {
    let (stream, listener) = AsyncStream<DevnetEvent>.makeStream(
      bufferingPolicy: .bufferingOldest(Self.mostEvents))
    listeners.append(listener)
    return stream
  }

  /// Tells all, and forgets those who no longer listen.
  mutating func tell(_ event: @autoclosure () -> DevnetEvent) {
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
