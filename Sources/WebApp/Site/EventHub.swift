import Listening
import Locking

/// The events for the pages that are open: numbers and names, never text for people.
final class EventHub: Sendable {
  /// An event: its kind, and a number or a name.
  private struct Event: Sendable {
    let id: Int
    let kind: String
    /// The network that it is about; nil for one that everybody gets.
    let network: String?
    /// The event as a stream writes it (WHATWG HTML, 9.2.6), made once for all.
    let bytes: [UInt8]

    init(_ id: Int, _ kind: String, _ subject: String, on network: String?) {
      (self.id, self.kind, self.network) = (id, kind, network)
      bytes = Array("id: \(id)\nevent: \(kind)\ndata: \(subject)\n\n".utf8)
    }
  }

  /// A page, or several that share a stream.
  private struct Reader: Sendable {
    let stream: AsyncStream<[UInt8]>.Continuation
    /// The network that it is about now.
    let network: @Sendable () -> String?
    /// The number of the newest event that it knows of.
    var last: Int

    func wants(_ event: Event) -> Bool { event.network == nil || event.network == network() }
  }

  private struct State: Sendable {
    /// The number of the newest event.
    var newest = 0
    var nextReader = 1
    var ring: [Event] = []
    var readers: [Int: Reader] = [:]
    /// Whether events are being delivered to readers.
    var isTelling = false
    /// The kinds and networks of events that somebody waits for.
    var awaited: Set<[String]> = []

    /// The events after one; nil where some of them are no longer known.
    func events(after last: Int) -> ArraySlice<Event>? {
      (newest - ring.count...newest).contains(last) ? ring.suffix(newest - last) : nil
    }
  }

  /// The most events that are kept for a reader that was away.
  private static let kept = 1024
  /// The most readers that are notified at once, and the pause after them: pages that are asked for meanwhile wait for
  /// these few, and the last of a thousand hears in less than a quarter of a second.
  private static let (atOnce, pause) = (32, Duration.milliseconds(3))
  /// The most streams that are open for one session, from one address, where many people may be, and in all.
  static let (mostOfSession, mostOfClient, most) = (8, 160, 5000)
  private let sleep: @Sendable (Duration) async throws -> Void
  private let state = Guarded(State())
  private let sessions = ConnectionCounts(most: mostOfSession)
  private let clients = ConnectionCounts(most: mostOfClient)
  private let all = ConnectionCounts(most: most)

  /// A hub that nobody reads and that knows no event.
  init(sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }) {
    self.sleep = sleep
  }

  /// Tells everybody whom it is about; names hold letters, digits, `-` and `.` alone.
  ///
  /// - Parameter network: The network that it is about; nil for every reader.
  func tell(_ kind: String, _ subject: String, on network: String? = nil) {
    state.withLock { state in
      state.newest += 1
      state.ring.append(Event(state.newest, kind, subject, on: network))
      if state.ring.count > Self.kept { state.ring.removeFirst() }
    }
    beginTelling()
  }

  /// Begins to deliver new events to the readers, unless that is under way.
  private func beginTelling() {
    let isNew = state.withLock { state in
      defer { state.isTelling = true }
      return !state.isTelling
    }
    if isNew { Task { await tellAll() } }
  }

  /// Delivers until each reader has the newest event; each gets all that came in the meantime.
  private func tellAll() async {
    while true {
      let readers = state.withLock { state in
        let behind = state.readers.filter { $0.value.last != state.newest }.map(\.key)
        state.isTelling = !behind.isEmpty
        return behind
      }
      if readers.isEmpty { return }
      for start in stride(from: 0, to: readers.count, by: Self.atOnce) {
        for reader in readers[start...].prefix(Self.atOnce) { tell(reader) }
        try? await sleep(Self.pause)
      }
    }
  }

  /// Tells one reader what it does not know.
  private func tell(_ id: Int) {
    let found: (Reader, ArraySlice<Event>?)? = state.withLock { state in
      guard let reader = state.readers[id] else { return nil }
      state.readers[id]?.last = state.newest
      return (reader, state.events(after: reader.last))
    }
    guard let (reader, events) = found else { return }
    guard let events else {
      reader.stream.yield(Array("event: reset\ndata: 0\n\n".utf8))
      return
    }
    for event in events where reader.wants(event) { reader.stream.yield(event.bytes) }
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
      continuation.yield(Array("retry: 2000\n\n".utf8))
      let id = state.withLock { state in
        let id = state.nextReader
        state.nextReader += 1
        state.readers[id] = Reader(stream: continuation, network: network, last: last ?? state.newest)
        return id
      }
      continuation.onTermination = { [self] _ in
        state.withLock { _ = $0.readers.removeValue(forKey: id) }
        for (counts, name) in counted { counts.leave(name) }
      }
      // A reader that was away may have missed some.
      if last != nil { beginTelling() }
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

  /// Ends all streams.
  func close() {
    let readers = state.withLock { state in
      defer { state.readers = [:] }
      return Array(state.readers.values)
    }
    for reader in readers { reader.stream.finish() }
  }
}
