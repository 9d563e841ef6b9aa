import Locking
import Synchronization

/// An HTTP server on the loopback that does what a test tells it, however wrong: it hangs, cuts, drips, lies.
///
/// One thread for each connection. Everything ends with ``stop()`` or when the server is released.
package final class HostileServer: Sendable {
  /// A request as it came.
  package struct Request: Sendable {
    /// Counted from 1 over all connections.
    package let number: Int
    /// Which connection it came on, counted from 1.
    package let connection: Int
    package let method: String
    package let path: String
    /// Names in small letters.
    package let headers: [String: String]
    package let body: [UInt8]

    package var text: String { String(decoding: body, as: UTF8.self) }
  }

  /// The acts on the connection, in order. Without `close`, `reset` or `hang` at the end it stays open.
  package enum Act: Sendable {
    case send([UInt8])
    case pause(milliseconds: Int)
    case close
    case reset
    /// Neither answers nor closes until the server stops or the peer leaves.
    case hang
    /// Ends all connections, and nobody listens any more.
    case leave
    /// The same, and the last word to this peer; when it is heard, nobody listens any more.
    case sendLast([UInt8])
  }

  /// The sockets and what came on them.
  ///
  /// The threads hold it, and the server does: the number of a socket that was closed may be another's at once, so each is
  /// taken off the list before it is closed, also while the server is being released.
  private final class Sockets: Sendable {
    struct State {
      var requests: [Request] = []
      var connections = 0
      var open: Set<Int32> = []
      /// Nil when nobody listens any more.
      var listener: Int32?
    }

    let state: Guarded<State>

    init(_ listener: Int32) { state = Guarded(State(listener: listener)) }

    func admit(_ number: Int32) -> Int? {
      state.withLock { state in
        guard state.listener != nil else { return nil }
        state.connections += 1
        state.open.insert(number)
        return state.connections
      }
    }

    func end(_ number: Int32) {
      _ = state.withLock { $0.open.remove(number) }
      RawSocket.end(number)
    }

    /// Ends all connections but one; the thread that listens closes its socket.
    func stop(except last: Int32?) {
      state.withLock { state in
        guard let listener = state.listener else { return }
        state.listener = nil
        RawSocket.unblock(listener)
        for number in state.open where number != last { RawSocket.unblock(number) }
      }
    }

    func note(_ head: HTTPText.Head, on connection: Int) -> Request {
      state.withLock { state in
        let request = Request(
          number: state.requests.count + 1, connection: connection, method: head.method, path: head.path,
          headers: head.headers, body: head.body)
        state.requests.append(request)
        return request
      }
    }
  }

  package let port: UInt16
  private let sockets: Sockets

  package var url: String { "http://127.0.0.1:\(port)" }
  /// The requests so far.
  package var requests: [Request] { sockets.state.withLock { $0.requests } }
  /// How many connections were made so far.
  package var connections: Int { sockets.state.withLock { $0.connections } }

  /// - Parameters:
  ///   - greeting: Sent on each connection before anything is read.
  ///   - port: One that ``RawSocket/reservePort()`` keeps; nil is any.
  ///   - act: Called on the connection's thread for each request.
  package init(greeting: [UInt8] = [], port: UInt16? = nil, _ act: @escaping @Sendable (Request) -> [Act]) throws {
    let listener: Int32
    if let port {
      (listener, self.port) = (try RawSocket.listen(port: port), port)
    } else {
      (listener, self.port) = try RawSocket.bindFreePort(listening: true)
    }
    let sockets = Sockets(listener)
    self.sockets = sockets
    RawSocket.thread { [weak self] in
      while true {
        let number = RawSocket.accept(listener)
        guard number >= 0 else { break }
        guard let connection = sockets.admit(number) else {
          RawSocket.end(number)
          break
        }
        RawSocket.thread { [weak self] in
          _ = RawSocket.send(greeting, to: number)
          Self.serve(number, connection, sockets, { self }, act)
          sockets.end(number)
        }
      }
      sockets.stop(except: nil)
      RawSocket.end(listener)
    }
  }

  /// Answers the first requests with the first acts, and all later ones with the last.
  package convenience init(inTurn turns: [[Act]]) throws {
    let counter = Counter()
    try self.init { _ in turns[min(counter.next(), turns.count - 1)] }
  }

  deinit { stop() }

  /// Ends all connections and frees the port.
  package func stop() { sockets.stop(except: nil) }

  /// Returns when so many requests came, or after two minutes.
  package func waitForRequests(_ count: Int) async throws {
    // Counted under the lock: of a copy outside it the thread sanitizer says that it races, since it does not see that
    // reference counts keep the two apart.
    for _ in 0..<24_000 where sockets.state.withLock({ $0.requests.count }) < count {
      try await Task.sleep(for: .milliseconds(5))
    }
  }

  /// The address of a port on which nothing listens, and nothing will as long as the process runs.
  package static func nobody() throws -> String {
    "http://127.0.0.1:\(try RawSocket.bindFreePort(listening: false).port)"
  }

  private static func serve(
    _ number: Int32, _ connection: Int, _ sockets: Sockets, _ server: () -> HostileServer?, _ act: (Request) -> [Act]
  ) {
    var buffer: [UInt8] = []
    while true {
      guard let head = HTTPText.read(from: number, into: &buffer) else { return }
      // Who is asked for the acts may let go of the server, which ends with its last word and not before.
      guard let server = server() else { return }
      defer { withExtendedLifetime(server) {} }
      for act in act(sockets.note(head, on: connection)) {
        switch act {
        case .send(let bytes): guard RawSocket.send(bytes, to: number) else { return }
        case .pause(let milliseconds): RawSocket.pause(milliseconds: milliseconds)
        case .close: return
        case .reset:
          RawSocket.makeCloseReset(number)
          return
        case .leave:
          sockets.stop(except: nil)
          return
        case .sendLast(let bytes):
          sockets.stop(except: number)
          _ = RawSocket.send(bytes, to: number)
          return
        case .hang:
          while !RawSocket.receive(from: number).isEmpty {}
          return
        }
      }
    }
  }

  /// Atomics cannot be captured by a closure; a box can.
  private final class Counter: Sendable {
    private let turn = Atomic<Int>(0)
    func next() -> Int { turn.add(1, ordering: .relaxed).oldValue }
  }
}
