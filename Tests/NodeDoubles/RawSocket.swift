#if canImport(Glibc)
  import Glibc
  // A child of this process must not hold it open: then its peer would never hear that it was closed.
  private let streamSocket = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
#else
  import Darwin
  private let streamSocket = SOCK_STREAM
#endif

/// The few socket calls that a server on the loopback needs.
package enum RawSocket {
  package struct Failure: Error { let call: String, code: Int32 }

  /// A socket on a free port of 127.0.0.1, listening or only keeping the port from others.
  package static func bindFreePort(listening: Bool) throws -> (number: Int32, port: UInt16) {
    try bind(port: 0, isShared: false, listening: listening)
  }

  /// A socket that keeps a free port, so that none but ``listen(port:)`` gets it.
  package static func reservePort() throws -> (number: Int32, port: UInt16) {
    try bind(port: 0, isShared: true, listening: false)
  }

  /// A socket that listens on a port that ``reservePort()`` keeps; one at a time.
  package static func listen(port: UInt16) throws -> Int32 {
    try bind(port: port, isShared: true, listening: true).number
  }

  private static func bind(
    port: UInt16, isShared: Bool, listening: Bool
  ) throws -> (number: Int32, port: UInt16) {
    let number = socket(AF_INET, streamSocket, 0)
    guard number >= 0 else { throw Failure(call: "socket", code: errno) }
    if isShared {
      // The one that keeps the port does not stand in the way then, nor do connections that were ended a minute ago. A
      // free port is never one of these: the system gives it away only if nobody at all has it.
      var isOn: Int32 = 1
      setsockopt(number, SOL_SOCKET, SO_REUSEADDR, &isOn, socklen_t(MemoryLayout<Int32>.size))
    }
    var address = loopback(port: port)
    let size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let bound = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        #if canImport(Glibc)
          Glibc.bind(number, address, size)
        #else
          Darwin.bind(number, address, size)
        #endif
      }
    }
    guard bound == 0, !listening || startListening(number) == 0 else {
      defer { close(number) }
      throw Failure(call: "bind", code: errno)
    }
    var length = size
    let named = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(number, $0, &length) }
    }
    guard named == 0 else { throw Failure(call: "getsockname", code: errno) }
    return (number, UInt16(bigEndian: address.sin_port))
  }

  private static func startListening(_ number: Int32) -> Int32 {
    #if canImport(Glibc)
      Glibc.listen(number, 128)
    #else
      Darwin.listen(number, 128)
    #endif
  }

  /// A connection to a port of 127.0.0.1.
  package static func connect(port: UInt16) throws -> Int32 {
    let number = socket(AF_INET, streamSocket, 0)
    guard number >= 0 else { throw Failure(call: "socket", code: errno) }
    var address = loopback(port: port)
    let connected = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        #if canImport(Glibc)
          Glibc.connect(number, address, socklen_t(MemoryLayout<sockaddr_in>.size))
        #else
          Darwin.connect(number, address, socklen_t(MemoryLayout<sockaddr_in>.size))
        #endif
      }
    }
    guard connected == 0 else {
      defer { close(number) }
      throw Failure(call: "connect", code: errno)
    }
    return number
  }

  private static func loopback(port: UInt16) -> sockaddr_in {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    address.sin_port = port.bigEndian
    return address
  }

  /// Sends everything; false if the peer is gone.
  package static func send(_ bytes: some Collection<UInt8>, to number: Int32) -> Bool {
    let bytes = Array(bytes)
    var sent = 0
    while sent < bytes.count {
      let count = bytes.withUnsafeBytes { buffer -> Int in
        let rest = UnsafeRawBufferPointer(rebasing: buffer[sent...])
        #if canImport(Glibc)
          return Glibc.send(number, rest.baseAddress, rest.count, Int32(MSG_NOSIGNAL))
        #else
          return Darwin.send(number, rest.baseAddress, rest.count, 0)
        #endif
      }
      guard count > 0 else { return false }
      sent += count
    }
    return true
  }

  /// Some bytes; empty when the peer closed.
  package static func receive(from number: Int32) -> [UInt8] {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    let count = recv(number, &buffer, buffer.count, 0)
    return count > 0 ? Array(buffer[..<count]) : []
  }

  /// The next connection, or below 0 when the listener is closed.
  package static func accept(_ listener: Int32) -> Int32 {
    while true {
      #if canImport(Glibc)
        let number = Glibc.accept(listener, nil, nil)
      #else
        let number = Darwin.accept(listener, nil, nil)
      #endif
      if number >= 0 {
        _ = fcntl(number, F_SETFD, FD_CLOEXEC)
        return number
      }
      switch errno {
      case EINTR, ECONNABORTED: continue
      // The process has no more files to give at this moment; the peer waits in the listener's queue.
      case EMFILE, ENFILE, ENOBUFS, ENOMEM: usleep(5_000)
      default: return number
      }
    }
  }

  /// Makes the coming close a reset instead of a farewell.
  package static func makeCloseReset(_ number: Int32) {
    var option = linger(l_onoff: 1, l_linger: 0)
    setsockopt(number, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
  }

  /// Makes every call that waits on the socket return.
  package static func unblock(_ number: Int32) {
    #if canImport(Glibc)
      shutdown(number, Int32(SHUT_RDWR))
    #else
      shutdown(number, SHUT_RDWR)
    #endif
  }

  package static func end(_ number: Int32) { close(number) }

  package static func pause(milliseconds: Int) { usleep(useconds_t(milliseconds * 1_000)) }

  /// Runs a body on a thread of its own.
  package static func thread(_ body: @escaping @Sendable () -> Void) {
    final class Box {
      let body: @Sendable () -> Void
      init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }
    let context = Unmanaged.passRetained(Box(body)).toOpaque()
    #if canImport(Glibc)
      var thread = pthread_t()
      pthread_create(
        &thread, nil,
        { context in
          if let context { Unmanaged<Box>.fromOpaque(context).takeRetainedValue().body() }
          return nil
        }, context)
      pthread_detach(thread)
    #else
      var thread: pthread_t?
      pthread_create(
        &thread, nil,
        { context in
          Unmanaged<Box>.fromOpaque(context).takeRetainedValue().body()
          return nil
        }, context)
      if let thread { pthread_detach(thread) }
    #endif
  }
}
