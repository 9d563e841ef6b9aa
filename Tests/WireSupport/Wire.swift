import Dispatch
import Locking
import StrictJSON

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A connection that sends bytes as they are given, right or wrong, and gives what comes back.
///
/// Each call waits on a thread of its own, so that the server under test, in this process, never lacks one.
package final class Wire: Sendable {
  /// The peer said nothing for five minutes.
  package struct Silence: Error {}
  /// The peer could not be reached.
  package struct Unreachable: Error {}

  private let number: Int32

  package init(_ port: UInt16) throws {
    #if os(Linux)
      let stream = Int32(SOCK_STREAM.rawValue)
    #else
      let stream = SOCK_STREAM
    #endif
    number = socket(AF_INET, stream, 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    var limit = timeval(tv_sec: 300, tv_usec: 0)
    setsockopt(number, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    setsockopt(number, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    let result = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(number, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    // What is thrown here ends the object, and with it the socket.
    guard result == 0 else { throw Unreachable() }
  }

  deinit { close(number) }

  /// Waits until nobody listens on a port, a minute at most. That may be a moment after it was closed: a process that is
  /// just becoming another program has what its maker had open.
  package static func isClosed(_ port: UInt16) async throws -> Bool {
    for _ in 0..<1_200 {
      do { _ = try Wire(port) } catch is Unreachable { return true }
      try await Task.sleep(for: .milliseconds(50))
    }
    return false
  }

  private func onThread<Value: Sendable>(_ body: @escaping @Sendable (Int32) -> Value) async -> Value {
    // Handed over under a lock, which the thread sanitizer sees.
    let outcome = Guarded<Value?>(nil)
    await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
      DispatchQueue.global().async {
        let value = body(self.number)
        outcome.withLock { $0 = value }
        continuation.resume()
      }
    }
    guard let value = outcome.withLock({ $0 }) else { preconditionFailure("nothing was done") }
    return value
  }

  /// Sends all of it; false if the peer closed before.
  @discardableResult
  package func send(_ bytes: [UInt8]) async -> Bool {
    await onThread { number in
      var sent = 0
      while sent < bytes.count {
        let count = bytes[sent...].withUnsafeBytes { Self.write(number, $0) }
        guard count > 0 else { return false }
        sent += count
      }
      return true
    }
  }

  @discardableResult
  package func send(_ text: String) async -> Bool { await send(Array(text.utf8)) }

  private static func write(_ number: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
    #if os(Linux)
      Glibc.send(number, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
    #else
      Darwin.send(number, bytes.baseAddress, bytes.count, 0)
    #endif
  }

  /// Whether the peer cuts the connection, waited for, with nothing read.
  ///
  /// A sending that ended tells nothing: it may be its own time that was over.
  package func isCut() async -> Bool {
    await onThread { number in
      for _ in 0..<600 {
        var entry = pollfd(fd: number, events: 0, revents: 0)
        if poll(&entry, 1, 100) > 0, entry.revents & Int16(POLLHUP | POLLERR) != 0 { return true }
      }
      return false
    }
  }

  /// Says that no more will be sent, and goes on listening.
  package func finish() { shutdown(number, Int32(SHUT_WR)) }

  /// The next bytes, as many as there are; empty when the peer closed.
  ///
  /// - Throws: `Silence`.
  package func receive() async throws -> [UInt8] {
    let bytes: [UInt8]? = await onThread { number in
      var buffer = [UInt8](repeating: 0, count: 1 << 16)
      let count = recv(number, &buffer, buffer.count, 0)
      if count < 0, errno == EAGAIN || errno == EWOULDBLOCK { return nil }
      return Array(buffer.prefix(max(0, count)))
    }
    guard let bytes else { throw Silence() }
    return bytes
  }

  /// All that comes until the peer closes.
  package func rest() async throws -> [UInt8] {
    var all: [UInt8] = []
    while true {
      let more = try await receive()
      if more.isEmpty { return all }
      all += more
    }
  }
}

/// A conversation over a wire, with what came and was not looked at yet.
package struct Conversation {
  package let wire: Wire
  private var buffer: [UInt8] = []

  package init(_ port: UInt16) throws { wire = try Wire(port) }

  /// An answer of HTTP.
  package struct Reply {
    package let status: Int
    package let head: String
    package let body: [UInt8]

    package var json: JSON? { try? JSON(parsing: body) }

    /// A header's value; its name in small letters.
    package func header(_ name: String) -> String? {
      for line in head.split(separator: "\r\n").dropFirst() {
        let parts = line.split(separator: ":", maxSplits: 1)
        if parts.first?.lowercased() == name { return parts.last.map { String($0.drop { $0 == " " }) } }
      }
      return nil
    }
  }

  /// So many bytes; nil if the peer closed before.
  package mutating func take(_ count: Int) async throws -> [UInt8]? {
    while buffer.count < count {
      let more = try await wire.receive()
      if more.isEmpty { return nil }
      buffer += more
    }
    defer { buffer.removeFirst(count) }
    return Array(buffer.prefix(count))
  }

  /// The next answer of HTTP; nil if the peer closed before it was complete.
  package mutating func reply() async throws -> Reply? {
    let mark = Array("\r\n\r\n".utf8)
    while buffer.firstRange(of: mark) == nil {
      let more = try await wire.receive()
      if more.isEmpty { return nil }
      buffer += more
    }
    guard let end = buffer.firstRange(of: mark), let head = try await take(end.upperBound) else { return nil }
    let text = String(decoding: head, as: UTF8.self)
    let status = text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
    let length = Reply(status: status, head: text, body: []).header("content-length").flatMap { Int($0) } ?? 0
    guard let body = try await take(length) else { return nil }
    return Reply(status: status, head: text, body: body)
  }

  /// Posts a body and gives the answer.
  package mutating func post(_ body: String, headers: [String] = []) async throws -> Reply? {
    await wire.send(Self.request(body, headers: headers))
    return try await reply()
  }

  /// A request as text.
  package static func request(
    _ body: String, method: String = "POST", path: String = "/", headers: [String] = []
  ) -> String {
    let lines =
      ["\(method) \(path) HTTP/1.1"] + (headers.contains { $0.hasPrefix("Host:") } ? [] : ["Host: 127.0.0.1"]) + headers
      + (body.isEmpty && method != "POST" ? [] : ["Content-Length: \(body.utf8.count)"])
    return lines.joined(separator: "\r\n") + "\r\n\r\n" + body
  }

  /// A call of JSON-RPC as text.
  package static func call(_ method: String, _ parameters: JSON = [], id: JSON = 1) -> String {
    JSON.object(["jsonrpc": "2.0", "id": id, "method": .string(method), "params": parameters]).serialized()
  }
}
