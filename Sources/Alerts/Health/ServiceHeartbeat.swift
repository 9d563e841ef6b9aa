import Locking
import Platform

/// The notifications that a service manager gets of a process: that it is ready, that it is alive, how it does, and
/// that it stops (sd_notify(3)). Without one they go nowhere.
///
/// Alive is a process of which every part has come round within the time that it said; one that hangs is started anew.
public final class ServiceHeartbeat: Sendable {
  private struct Part {
    var deadline: ContinuousClock.Instant
    var problem: String?
  }

  /// A part may take so much longer for a round than its pause: nodes that do not answer take their time.
  private static let grace = Duration.seconds(900)

  private let socket: NotifySocket?
  private let period: Duration?
  private let parts = Guarded<[String: Part]>([:])

  /// - Parameter environment: The process's variables: `NOTIFY_SOCKET`, `WATCHDOG_USEC` and `WATCHDOG_PID`.
  public init(environment: [String: String]) {
    socket = environment["NOTIFY_SOCKET"].flatMap { NotifySocket($0) }
    let isOurs = environment["WATCHDOG_PID"].map { Int32($0) == getpid() } ?? true
    let time = environment["WATCHDOG_USEC"].flatMap { Int64($0) } ?? 0
    period = isOurs && time > 0 ? .microseconds(max(time / 2, 1000)) : nil
  }

  /// A part comes round, and will again after a pause.
  func heartbeat(_ part: String, pause: Duration) {
    let deadline = ContinuousClock.now + pause + Self.grace
    parts.withLock { $0[part, default: Part(deadline: deadline)].deadline = deadline }
  }

  /// A part does well, or has a problem.
  func tell(_ part: String, problem: String?) {
    let status: String? = parts.withLock { parts in
      guard parts[part]?.problem != problem else { return nil }
      parts[part]?.problem = problem
      return parts.values.compactMap(\.problem).sorted().joined(separator: "; ")
    }
    guard let status else { return }
    // A line break would begin another assignment.
    let line = String(status.map { $0.isNewline ? " " : $0 })
    socket?.send("STATUS=\(line.isEmpty ? "watching" : "failing: \(line)")")
  }

  /// Does a daemon's work between the signs that it is ready and that it stops.
  ///
  /// - Throws: The errors of the work.
  public func run(_ work: @escaping @Sendable () async throws -> Void) async throws {
    guard let socket else { return try await work() }
    socket.send("READY=1\nSTATUS=watching")
    defer { socket.send("STOPPING=1") }
    guard let period else { return try await work() }
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await work() }
      group.addTask { [self] in
        while !Task.isCancelled {
          if isAlive { socket.send("WATCHDOG=1") }
          try? await Task.sleep(for: period)
        }
      }
      defer { group.cancelAll() }
      try await group.next()
    }
  }

  private var isAlive: Bool {
    let now = ContinuousClock.now
    return parts.withLock { parts in parts.values.allSatisfy { now < $0.deadline } }
  }
}

/// A datagram socket of the service manager's: a path, or an abstract name behind `@`.
struct NotifySocket: Sendable {
  private let name: [UInt8]

  /// - Returns: Nil for what can be no such address.
  init?(_ address: String) {
    var bytes = Array(address.utf8)
    // A path has a zero byte behind it.
    guard bytes.first == UInt8(ascii: "/") || bytes.first == UInt8(ascii: "@"), bytes.count >= 2,
      bytes.count < MemoryLayout.size(ofValue: sockaddr_un().sun_path)
    else { return nil }
    if bytes[0] == UInt8(ascii: "@") { bytes[0] = 0 }
    name = bytes
  }

  /// Sends a message; a manager that is away is no failure of the daemon.
  func send(_ message: String) {
    #if canImport(Glibc)
      let kind = Int32(SOCK_DGRAM.rawValue)
    #else
      let kind = SOCK_DGRAM
    #endif
    let descriptor = socket(AF_UNIX, kind, 0)
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: name) }
    let isAbstract = name[0] == 0
    // An abstract name ends where its length says; a path by the zero behind it.
    let length = (MemoryLayout.offset(of: \sockaddr_un.sun_path) ?? 2) + name.count + (isAbstract ? 0 : 1)
    let bytes = Array(message.utf8)
    _ = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        sendto(descriptor, bytes, bytes.count, Int32(MSG_DONTWAIT) | noSignal, $0, socklen_t(length))
      }
    }
  }

  private var noSignal: Int32 {
    #if canImport(Darwin)
      0
    #else
      Int32(MSG_NOSIGNAL)
    #endif
  }
}
