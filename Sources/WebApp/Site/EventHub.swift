import Listening
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
    var nextReader = 1
    var ring: [Event] = []
    var readers: [Int: AsyncStream<[UInt8]>.Continuation] = [:]
  }

  /// So many events are kept for a reader that was away.
  private static let kept = 1024
  /// So many streams are open for one session at most.
  private static let mostOfSession = 8
  private let state = Guarded(State())
  private let sessions = ConnectionCounts(most: mostOfSession)

  /// Tells everybody; names hold letters, digits, `-` and `.` alone.
  ///
  /// - Parameter number: The number of the event, where somebody else counts them; nil is the next.
  func tell(_ kind: String, _ subject: String, number: Int? = nil) {
    let (event, readers) = state.withLock { state in
      let event = Event(id: number ?? state.next, kind: kind, subject: subject)
      state.next = event.id + 1
      state.ring.append(event)
      if state.ring.count > Self.kept { state.ring.removeFirst() }
      return (event, Array(state.readers.values))
    }
    for reader in readers { reader.yield(event.bytes) }
  }

  /// The events from now on, those after `last` first; `reset` where some of them are no longer known.
  ///
  /// - Parameter session: The session that reads; empty where sessions are not told apart.
  /// - Returns: Nil where the session has too many streams.
  func stream(after last: Int?, for session: String = "") -> AsyncStream<[UInt8]>? {
    guard session.isEmpty || sessions.enter(session) else { return nil }
    return AsyncStream(bufferingPolicy: .bufferingNewest(Self.kept)) { continuation in
      let id = state.withLock { state in
        let id = state.nextReader
        state.nextReader += 1
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
      continuation.onTermination = { [self] _ in
        state.withLock { _ = $0.readers.removeValue(forKey: id) }
        if !session.isEmpty { sessions.leave(session) }
      }
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
