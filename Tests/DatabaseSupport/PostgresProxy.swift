import Foundation
import Locking
import Platform

/// A way to a server of PostgreSQL's on which something goes wrong at one message.
///
/// It knows where the messages of the protocol begin and end, and counts those of both directions and all connections
/// together, from one on.
public final class PostgresProxy: Sendable {
  /// The ways in which a message is dealt with badly.
  public enum Blow: String, Sendable, CaseIterable {
    /// The connection ends before the message.
    case cut
    /// The connection ends in the middle of the message.
    case halve
    /// The message, and what comes behind it, is late.
    case delay
    /// The message does not arrive, nor anything behind it in its direction; the other direction goes on until an end
    /// is closed.
    case oneWay
  }

  /// The folder of its socket.
  public let folder: String
  private let listener: Int32
  private let plan: Guarded<Plan>

  fileprivate struct Plan: Sendable {
    var blow: Blow?
    var number = 0
    var delay = 0.0
    var count = 0
    var struck: String?

    /// Counts a message; what is to be done to it.
    mutating func pass(_ name: String) -> (blow: Blow?, delay: Double) {
      count += 1
      guard let blow, count >= number, struck == nil else { return (nil, 0) }
      struck = name
      return (blow, delay)
    }
  }

  /// Listens in a folder of its own.
  public init(to cluster: PostgresCluster) throws {
    var template = Array("/tmp/lectures-way-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw PostgresCluster.Failure(reason: "There is no temporary folder.") }
    let folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    let listener = Socket.made()
    guard Socket.address(Socket.path(in: folder), { bind(listener, $0, $1) }) == 0, listen(listener, 64) == 0 else {
      throw PostgresCluster.Failure(reason: "The way to the server cannot be listened on.")
    }
    let (plan, server) = (Guarded(Plan()), Socket.path(in: cluster.folder))
    (self.folder, self.listener, self.plan) = (folder, listener, plan)
    Thread.detachNewThread {
      while true {
        let client = accept(listener, nil, nil)
        guard client >= 0 else { break }
        let link = Link(client, server, plan)
        Thread.detachNewThread { link.pass(fromClient: true) }
        Thread.detachNewThread { link.pass(fromClient: false) }
      }
      close(listener)
    }
  }

  deinit {
    shutdown(listener, Int32(SHUT_RDWR))
    try? FileManager.default.removeItem(atPath: folder)
  }

  /// The address of a database by this way.
  public func address(of database: String) -> String { "host=\(folder) user=lectures dbname=\(database)" }

  /// Begins to count anew.
  ///
  /// - Parameters:
  ///   - blow: For the message with a number; nil for none.
  ///   - delay: Seconds by which a message is late that is delayed.
  public func begin(_ blow: Blow? = nil, at number: Int = 0, delay: Double = 0) {
    plan.withLock { $0 = Plan(blow: blow, number: number, delay: delay) }
  }

  /// The number of messages since.
  public var count: Int { plan.withLock { $0.count } }

  /// The message that met the blow, such as `→ Q`, by the protocol's letters; nil if none did.
  public var struck: String? { plan.withLock { $0.struck } }
}

/// A connection through the proxy; its ends are closed with the last who passes something on.
private final class Link: Sendable {
  private let client: Int32
  private let server: Int32
  private let plan: Guarded<PostgresProxy.Plan>

  init(_ client: Int32, _ path: String, _ plan: Guarded<PostgresProxy.Plan>) {
    (self.client, self.plan) = (client, plan)
    let server = Socket.made()
    self.server = server
    if Socket.address(path, { connect(server, $0, $1) }) != 0 { end() }
  }

  deinit {
    close(client)
    close(server)
  }

  private func end() {
    for end in [client, server] { shutdown(end, Int32(SHUT_RDWR)) }
  }

  /// Passes on what comes from one end until that is closed, message by message.
  func pass(fromClient: Bool) {
    let (from, to) = fromClient ? (client, server) : (server, client)
    defer { shutdown(to, Int32(SHUT_WR)) }
    // A client's first message has no letter. On a socket of this machine it asks for no encryption before.
    var isFirst = fromClient
    while let message = Socket.message(from, hasLetter: !isFirst) {
      let letter = isFirst ? "start" : String(UnicodeScalar(message[0]))
      isFirst = false
      let (blow, delay) = plan.withLock { $0.pass("\(fromClient ? "→" : "←") \(letter)") }
      switch blow {
      case nil: break
      case .cut: return end()
      case .halve:
        _ = Socket.send(message[..<(message.count / 2)], to)
        return end()
      case .delay: Thread.sleep(forTimeInterval: delay)
      case .oneWay:
        while Socket.read(from, 1) != nil {}
        return
      }
      guard Socket.send(message[...], to) else { return end() }
    }
  }
}

/// Calls of the system for a socket with a path.
private enum Socket {
  /// The path by which a client of PostgreSQL looks for a server in a folder.
  static func path(in folder: String) -> String { "\(folder)/.s.PGSQL.5432" }

  static func made() -> Int32 {
    #if os(Linux)
      let stream = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    #else
      let stream = SOCK_STREAM
    #endif
    return socket(AF_UNIX, stream, 0)
  }

  static func address(_ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8).prefix($0.count - 1)) }
    return withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, socklen_t(MemoryLayout<sockaddr_un>.size)) }
    }
  }

  /// The next message; nil at the end.
  static func message(_ number: Int32, hasLetter: Bool) -> [UInt8]? {
    guard let head = read(number, hasLetter ? 5 : 4) else { return nil }
    let length = head.suffix(4).reduce(0) { $0 << 8 | Int($1) }
    guard length >= 4, let rest = read(number, length - 4) else { return nil }
    return head + rest
  }

  /// So many bytes; nil if the end comes before.
  static func read(_ number: Int32, _ count: Int) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: count)
    var done = 0
    while done < count {
      let got = bytes.withUnsafeMutableBytes { recv(number, $0.baseAddress.map { $0 + done }, count - done, 0) }
      if got < 0, errno == EINTR { continue }
      guard got > 0 else { return nil }
      done += got
    }
    return bytes
  }

  /// Sends all; false if the other end is closed.
  static func send(_ bytes: ArraySlice<UInt8>, _ number: Int32) -> Bool {
    #if os(Linux)
      let flags = Int32(MSG_NOSIGNAL)
    #else
      let flags: Int32 = 0
    #endif
    var left = bytes
    while !left.isEmpty {
      let sent = left.withUnsafeBytes { Platform.send(number, $0.baseAddress, $0.count, flags) }
      if sent < 0, errno == EINTR { continue }
      guard sent > 0 else { return false }
      left = left.dropFirst(sent)
    }
    return true
  }
}
