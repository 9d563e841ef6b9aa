import Locking

/// The events for the pages that are open: numbers and names, never text for people.
final class EventHub: Sendable {
  /// An event: its kind, and a number or a name.
  struct Event: Sendable, Hashable {
    let id: Int
    let kind: String
    let subject: String

    /// The event as a stream writes it (WHATWG HTML, 9.2.6).
    var bytes: [UInt8] { Array("id: \(id)\nevent: \(kind)\ndata: \(subject)\n\n".utf8) }
  }

  private struct State: Sendable {
    var next = 1
    var ring: [Event] = []
    var readers: [Int: AsyncStream<[UInt8]>.Continuation] = [:]
  }

  /// So many events are kept for a reader that was away.
  private static let kept = 1024
  private let state = Guarded(State())

  /// Tells everybody; names hold letters, digits, `-` and `.` alone.
  func tell(_ kind: String, _ subject: String) {
    let (event, readers) = state.withLock { state in
      let event = Event(id: state.next, kind: kind, subject: subject)
      state.next += 1
      state.ring.append(event)
      if state.ring.count > Self.kept { state.ring.removeFirst() }
      return (event, Array(state.readers.values))
    }
    for reader in readers { reader.yield(event.bytes) }
  }

  /// The events from now on, those after `last` first; `reset` where some of them are no longer known.
  func stream(after last: Int?) -> AsyncStream<[UInt8]> {
    AsyncStream(bufferingPolicy: .bufferingNewest(Self.kept)) { continuation in
      let id = state.withLock { state in
        let id = state.next
        state.next += 1
        continuation.yield(Array("retry: 2000\n\n".utf8))
        if let last {
          let missed = state.ring.filter { $0.id > last }
          let isWhole = last < state.next && (state.ring.first.map { $0.id <= last + 1 } ?? true)
          if isWhole {
            for event in missed { continuation.yield(event.bytes) }
          } else {
            continuation.yield(Array("event: reset\ndata: 0\n\n".utf8))
          }
        }
        state.readers[id] = continuation
        return id
      }
      continuation.onTermination = { [self] _ in state.withLock { _ = $0.readers.removeValue(forKey: id) } }
    }
  }

  /// Keeps connections open that nothing happens on.
  func beat() {
    for reader in state.withLock({ Array($0.readers.values) }) { reader.yield(Array(": \n\n".utf8)) }
  }

  /// Ends all streams.
  func close() {
    let readers = state.withLock { state in
      defer { state.readers = [:] }
      return Array(state.readers.values)
    }
    for reader in readers { reader.finish() }
  }
}
