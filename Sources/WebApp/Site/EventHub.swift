import Listening
import Locking

/// The events for the pages that are open: numbers and names, never text for people.
final class EventHub: Sendable {
  /// An event: its kind, and a number or a name.
  struct Event: Sendable, Hashable {
    let id: Int
    let kind: String
    let subject: String
    /// The network that it is about; nil for one that everybody gets.
    let network: String?

    /// The event as a stream writes it (WHATWG HTML, 9.2.6).
    var bytes: [UInt8] { Array("id: \(id)\nevent: \(kind)\ndata: \(subject)\n\n".utf8) }
  }

  /// A page, or several that share a stream.
  private struct Reader: Sendable {
    let stream: AsyncStream<[UInt8]>.Continuation
    /// The network that it is about now.
    let network: @Sendable () -> String?

    func wants(_ event: Event) -> Bool { event.network == nil || event.network == network() }
  }

  private struct State: Sendable {
    var next = 1
    var nextReader = 1
    var ring: [Event] = []
    var readers: [Int: Reader] = [:]
    /// The kinds and networks of events that somebody waits for.
    var awaited: Set<[String]> = []
  }

  /// So many events are kept for a reader that was away.
  private static let kept = 1024
  /// So many streams are open for one session at most, from one address, where many people may be, and in all.
  static let (mostOfSession, mostOfClient, most) = (8, 160, 5000)
  private let state = Guarded(State())
  private let sessions = ConnectionCounts(most: mostOfSession)
  private let clients = ConnectionCounts(most: mostOfClient)
  private let all = ConnectionCounts(most: most)

  /// Tells everybody whom it is about; names hold letters, digits, `-` and `.` alone.
  ///
  /// - Parameter network: The network that it is about; nil tells all.
  func tell(_ kind: String, _ subject: String, on network: String? = nil) {
    let (event, readers) = state.withLock { state in
      let event = Event(id: state.next, kind: kind, subject: subject, network: network)
      state.next = event.id + 1
      state.ring.append(event)
      if state.ring.count > Self.kept { state.ring.removeFirst() }
      return (event, Array(state.readers.values))
    }
    for reader in readers where reader.wants(event) { reader.stream.yield(event.bytes) }
  }

  /// The events from now on, those after `last` first; `reset` where some of them are no longer known.
  ///
  /// - Parameters:
  ///   - session: The session that reads; empty where sessions are not told apart.
  ///   - client: The address from which it reads; empty where addresses are not told apart.
  ///   - network: The network that the reader is about at a time; nil for none.
  /// - Returns: Nil where the session, the address or all together have too many streams.
  func stream(
    after last: Int?, for session: String = "", from client: String = "",
    on network: @escaping @Sendable () -> String? = { nil }
  ) -> AsyncStream<[UInt8]>? {
    let counted = [(sessions, session), (clients, client)].filter { !$0.1.isEmpty } + [(all, "")]
    for (index, (counts, name)) in counted.enumerated() where !counts.enter(name) {
      for (counts, name) in counted.prefix(index) { counts.leave(name) }
      return nil
    }
    return AsyncStream(bufferingPolicy: .bufferingNewest(Self.kept)) { continuation in
      let reader = Reader(stream: continuation, network: network)
      let id = state.withLock { state in
        let id = state.nextReader
        state.nextReader += 1
        continuation.yield(Array("retry: 2000\n\n".utf8))
        if let last {
          let missed = state.ring.filter { $0.id > last }
          let isWhole = last < state.next && (state.ring.first.map { $0.id <= last + 1 } ?? true)
          if isWhole {
            for event in missed where reader.wants(event) { continuation.yield(event.bytes) }
          } else {
            continuation.yield(Array("event: reset\ndata: 0\n\n".utf8))
          }
        }
        state.readers[id] = reader
        return id
      }
      continuation.onTermination = { [self] _ in
        state.withLock { _ = $0.readers.removeValue(forKey: id) }
        for (counts, name) in counted { counts.leave(name) }
      }
    }
  }

  /// The newest event of a kind, by its number; nil where there is none.
  func newest(_ kind: String) -> Int? { state.withLock { $0.ring.last { $0.kind == kind }?.id } }

  /// The networks that readers are about.
  var networks: Set<String> {
    Set(state.withLock { Array($0.readers.values) }.compactMap { $0.network() })
  }

  /// Notes that a page waits for the next event of a kind, which costs more than a look at the newest block.
  func wait(for kind: String, on network: String) { state.withLock { _ = $0.awaited.insert([kind, network]) } }

  /// Whether a page has waited for an event of a kind since this was asked last; a page that goes on waiting says so
  /// again when it is read again.
  func isAwaited(_ kind: String, on network: String) -> Bool {
    state.withLock { $0.awaited.remove([kind, network]) != nil }
  }

  /// Keeps connections open that nothing happens on.
  func beat() {
    for reader in state.withLock({ Array($0.readers.values) }) { reader.stream.yield(Array(": \n\n".utf8)) }
  }

  /// Ends all streams.
  func close() {
    let readers = state.withLock { state in
      defer { state.readers = [:] }
      return Array(state.readers.values)
    }
    for reader in readers { reader.stream.finish() }
  }
}
