import Dispatch
import Keys
import Locking
import Platform
import Primitives

/// The process that keeps one account unlocked: it answers processes of its own user until its time is over, it is
/// asked to lock, or a signal comes, and then forgets the keys.
///
/// Its memory is in no core dump, and no other process of the user may look into it (`PR_SET_DUMPABLE`).
package struct KeyAgentServer: Sendable {
  /// The first argument of such a process; behind it stand the folder, the socket's name and the seconds.
  package static let argument = "---key-agent"

  private let folder: AgentFolder
  private let name: String
  private let end: Int64
  private let keys: Guarded<UnlockedKeys?>

  /// Runs such a process to its end: keys come from standard input, and a line on standard output tells that it is ready.
  ///
  /// - Parameter arguments: Those behind the first one.
  package static func run(_ arguments: [String]) -> Never {
    guard arguments.count == 3, let seconds = Int64(arguments[2]), (1...KeyAgent.longest).contains(seconds),
      arguments[1].hasPrefix(AgentFolder.prefix), !arguments[1].contains("/"),
      // Before there is a secret.
      ProcessSecrecy.begin(), let keys = Self.read(), keys.keyring != nil,
      let folder = AgentFolder(arguments[0], isMade: true), let socket = folder.listening(at: arguments[1])
    else { exit(1) }
    // The terminal that it was started in may be closed.
    setsid()
    let server = KeyAgentServer(
      folder: folder, name: arguments[1], end: Self.clock() + seconds, keys: Guarded(keys))
    let sources = [SIGTERM, SIGINT, SIGHUP, SIGQUIT].map { server.ended(by: $0) }
    _ = write(1, "ready\n", 6)
    for descriptor in [0, 1, 2] as [Int32] { close(descriptor) }
    // A file that is opened next must not be taken for a standard stream.
    for _ in 0...2 { _ = open("/dev/null", O_RDWR) }
    withExtendedLifetime(sources) { server.serve(at: socket) }
    server.finish()
  }

  /// Seconds of a clock that goes on while the machine sleeps, and that nobody sets.
  private static func clock() -> Int64 {
    var time = timespec()
    #if os(Linux)
      clock_gettime(CLOCK_BOOTTIME, &time)
    #else
      clock_gettime(CLOCK_MONOTONIC, &time)
    #endif
    return Int64(time.tv_sec)
  }

  private static func read() -> UnlockedKeys? {
    var count = 0
    let buffer = SecretBytes(count: UnlockedKeys.most) { target in
      while count < target.count {
        let part = Platform.read(0, target.baseAddress.map { $0 + count }, target.count - count)
        if part < 0, errno == EINTR { continue }
        guard part > 0 else { break }
        count += part
      }
    }
    guard count > 0 else { return nil }
    return UnlockedKeys(
      buffer.withUnsafeBytes { bytes in SecretBytes(count: count) { $0.copyBytes(from: bytes.prefix(count)) } })
  }

  private func ended(by number: Int32) -> any DispatchSourceSignal {
    signal(number, SIG_IGN)
    let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
    source.setEventHandler { finish() }
    source.activate()
    return source
  }

  /// Forgets the keys and ends the process.
  private func finish() -> Never {
    keys.withLock { $0 = nil }
    folder.remove(name)
    exit(0)
  }

  /// Answers until the time is over or the account is locked.
  private func serve(at socket: Int32) {
    while true {
      let left = end - Self.clock()
      guard left > 0 else { return }
      var polled = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
      // A machine that slept is looked at again soon.
      guard poll(&polled, 1, Int32(min(left, 30)) * 1000) > 0 else { continue }
      let accepted = accept(socket, nil, nil)
      guard accepted >= 0 else { continue }
      _ = fcntl(accepted, F_SETFD, FD_CLOEXEC)
      guard let connection = AgentConnection(accepted) else { continue }
      if !answer(connection) { return }
    }
  }

  /// Answers one request.
  ///
  /// - Returns: False if the account is to be locked.
  private func answer(_ connection: AgentConnection) -> Bool {
    var byte: UInt8 = 0
    let count = withUnsafeMutableBytes(of: &byte) { connection.receive(into: $0) }
    let left = end - Self.clock()
    guard left > 0 else { return false }
    guard count == 1, let request = AgentRequest(rawValue: byte), let held = keys.withLock({ $0 }) else { return true }
    let withKeys = request == .keys
    let answer = held.bytes.withUnsafeBytes { keys in
      SecretBytes(count: AgentRequest.headSize + (withKeys ? keys.count : 0)) { target in
        for place in 0..<4 { target[place] = UInt8(truncatingIfNeeded: left >> Int64(8 * (3 - place))) }
        UnsafeMutableRawBufferPointer(rebasing: target[4...]).copyBytes(from: keys[..<20])
        if withKeys {
          UnsafeMutableRawBufferPointer(rebasing: target[AgentRequest.headSize...]).copyBytes(from: keys)
        }
      }
    }
    _ = answer.withUnsafeBytes { connection.send($0) }
    return request != .lock
  }
}

/// The seclusion of a process that holds a secret for long.
private enum ProcessSecrecy {
  /// Keeps the process's memory out of core dumps and from other processes of the user; false where that cannot be.
  static func begin() -> Bool {
    var none = rlimit(rlim_cur: 0, rlim_max: 0)
    #if os(Linux)
      guard setrlimit(.init(RLIMIT_CORE.rawValue), &none) == 0 else { return false }
      // `prctl` takes variable arguments, which Swift cannot call by its name.
      typealias Function = @convention(c) (Int32, UInt, UInt, UInt, UInt) -> Int32
      guard let program = dlopen(nil, RTLD_NOW), let symbol = dlsym(program, "prctl") else { return false }
      return unsafeBitCast(symbol, to: Function.self)(PR_SET_DUMPABLE, 0, 0, 0, 0) == 0
    #else
      return setrlimit(RLIMIT_CORE, &none) == 0
    #endif
  }

  #if os(Linux)
    private static let PR_SET_DUMPABLE: Int32 = 4
  #endif
}
