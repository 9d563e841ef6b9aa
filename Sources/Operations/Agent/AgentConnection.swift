import Keys
import Platform

/// A connection between an agent and its client; each end knows that the other is a process of the same user.
final class AgentConnection: Sendable {
  private let descriptor: Int32

  /// Takes an open socket; nil, and the socket is closed, where its other end is another user's.
  init?(_ descriptor: Int32) {
    self.descriptor = descriptor
    // Nobody keeps the other waiting for long.
    var patience = timeval(tv_sec: 2, tv_usec: 0)
    for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
      setsockopt(descriptor, SOL_SOCKET, option, &patience, socklen_t(MemoryLayout<timeval>.size))
    }
    guard Self.peer(of: descriptor) == geteuid() else { return nil }
  }

  deinit { close(descriptor) }

  /// The user of the process at the other end, as the system knows it; nil where it does not tell.
  private static func peer(of descriptor: Int32) -> uid_t? {
    #if os(Linux)
      // `struct ucred`: process, user, group.
      var credentials: (pid_t, uid_t, gid_t) = (0, uid_t.max, gid_t.max)
      var size = socklen_t(MemoryLayout.size(ofValue: credentials))
      guard getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &credentials, &size) == 0,
        Int(size) == MemoryLayout.size(ofValue: credentials)
      else { return nil }
      return credentials.1
    #else
      var (user, group) = (uid_t.max, gid_t.max)
      return getpeereid(descriptor, &user, &group) == 0 ? user : nil
    #endif
  }

  /// Sends bytes; false if the other end does not take them.
  func send(_ bytes: UnsafeRawBufferPointer) -> Bool {
    var rest = bytes
    while !rest.isEmpty {
      #if canImport(Darwin)
        let sent = Platform.send(descriptor, rest.baseAddress, rest.count, 0)
      #else
        let sent = Platform.send(descriptor, rest.baseAddress, rest.count, Int32(MSG_NOSIGNAL))
      #endif
      if sent < 0, errno == EINTR { continue }
      guard sent > 0 else { return false }
      rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(sent))
    }
    return true
  }

  /// Receives up to so many bytes, until the other end has sent all or the buffer is full; their number.
  func receive(into buffer: UnsafeMutableRawBufferPointer) -> Int {
    var count = 0
    while count < buffer.count {
      let part = recv(descriptor, buffer.baseAddress.map { $0 + count }, buffer.count - count, 0)
      if part < 0, errno == EINTR { continue }
      guard part > 0 else { break }
      count += part
    }
    return count
  }
}
