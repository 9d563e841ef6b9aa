import Platform

/// System calls on an open file descriptor, without buffers that would have to be flushed.
package enum Descriptor {
  package static let input: Int32 = 0
  package static let output: Int32 = 1
  package static let errors: Int32 = 2

  /// Opens /dev/null in place of each standard descriptor that is closed: else the next file or pipe would get its
  /// number, and the program's output.
  ///
  /// For reading only, so that a write still fails.
  package static func occupyClosed() {
    for descriptor in [input, output, errors] where fcntl(descriptor, F_GETFD) < 0 { _ = open("/dev/null", O_RDONLY) }
  }

  /// Writes every byte; returns 0, or the `errno` of the write that failed.
  package static func write(_ bytes: [UInt8], to descriptor: Int32) -> Int32 {
    bytes.withUnsafeBytes { buffer in
      var rest = buffer[...]
      while let start = UnsafeRawBufferPointer(rebasing: rest).baseAddress, !rest.isEmpty {
        let count = Platform.write(descriptor, start, rest.count)
        if count >= 0 {
          rest = rest.dropFirst(count)
        } else if errno == EAGAIN {
          // Another program made the descriptor non-blocking (on a shared terminal): wait until it takes more.
          _ = wait(for: [pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)])
        } else if errno != EINTR {
          return errno
        }
      }
      return 0
    }
  }

  /// Waits until one of the descriptors has a wanted event, and returns them with their events.
  static func wait(for wanted: [pollfd]) -> [pollfd] {
    var descriptors = wanted
    while poll(&descriptors, nfds_t(descriptors.count), -1) < 0 && errno == EINTR {}
    return descriptors
  }

  /// True if a person may sit at the other end.
  package static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }

  /// The width in columns and the height in lines of the terminal behind a descriptor; nil if it has none or does not
  /// say.
  static func size(_ descriptor: Int32) -> (columns: Int, rows: Int)? {
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else { return nil }
    return (Int(size.ws_col), Int(size.ws_row))
  }

  /// Makes a write to a pipe that nobody reads any more fail, instead of ending the program.
  static func ignorePipeSignal() { _ = signal(SIGPIPE, SIG_IGN) }

  /// The reason why the last system call failed, in the system's words.
  package static func reason(_ number: Int32 = errno) -> String { String(cString: strerror(number)) }
}
