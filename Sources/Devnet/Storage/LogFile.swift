#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// An open file that nobody else has locked. It is closed, and the lock let go, with the last reference.
final class LogFile: Sendable {
  let path: String
  private let descriptor: Int32

  /// Opens a file, or makes it, and locks it; waits a second for another process that is just ending.
  ///
  /// - Throws: `storageBusy`, `storageFailed`.
  init(_ path: String) throws(DevnetError) {
    self.path = path
    descriptor = Self.retrying { open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOCTTY | O_NONBLOCK, 0o600) }
    guard descriptor >= 0 else { throw Self.failure("cannot open the state file", path) }
    // What these throw ends the object, and with it the descriptor.
    try check()
    try lock()
  }

  deinit { close(descriptor) }

  /// Lets another have the file, however long this is still referred to.
  func unlock() { _ = flock(descriptor, LOCK_UN) }

  private func check() throws(DevnetError) {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw Self.failure("cannot read the state file", path) }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw DevnetError(.storageFailed, "cannot keep the state in \(path): it is no regular file\ngive another path")
    }
  }

  private func lock() throws(DevnetError) {
    let start = ContinuousClock.now
    while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
      guard errno == EWOULDBLOCK || errno == EINTR else { throw Self.failure("cannot lock the state file", path) }
      guard start.duration(to: .now) < .seconds(1) else {
        throw DevnetError(
          .storageBusy,
          """
          the state file is in use: \(path)
          another devnet keeps its chain there
          end that one, or give another file
          """)
      }
      usleep(5000)
    }
  }

  /// How many bytes there are.
  func size() throws(DevnetError) -> UInt64 {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw Self.failure("cannot read the state file", path) }
    return UInt64(clamping: status.st_size)
  }

  /// Reads bytes from an offset on; fewer at the end.
  func read(_ count: Int, at offset: UInt64) throws(DevnetError) -> [UInt8] {
    // The array of nothing is one for all threads, and would be written to.
    guard count > 0 else { return [] }
    var failed = false
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      while filled < count, let start = buffer.baseAddress {
        let done = Self.retrying {
          Int(pread(descriptor, start + filled, count - filled, off_t(clamping: offset) + off_t(filled)))
        }
        failed = done < 0
        guard done > 0 else { break }
        filled += done
      }
    }
    guard !failed else { throw Self.failure("cannot read the state file", path) }
    return bytes
  }

  /// Writes bytes at an offset: all of them or, as far as the system lets, none.
  ///
  /// - Throws: the reason as `errno` has it.
  func write(_ bytes: [UInt8], at offset: UInt64) -> Int32? {
    bytes.withUnsafeBytes { bytes in
      var written = 0
      while written < bytes.count, let start = bytes.baseAddress {
        let done = Self.retrying {
          Int(pwrite(descriptor, start + written, bytes.count - written, off_t(clamping: offset) + off_t(written)))
        }
        guard done > 0 else { return done < 0 ? errno : EIO }
        written += done
      }
      return nil
    }
  }

  /// Cuts the file off; false if the system doesn't.
  func cut(to size: UInt64) -> Bool { Self.retrying { ftruncate(descriptor, off_t(clamping: size)) } == 0 }

  /// Waits until all that was written is on the disk; gives `errno` if it isn't.
  func sync() -> Int32? {
    #if canImport(Darwin)
      let result = Self.retrying { fcntl(descriptor, F_FULLFSYNC) }
    #else
      let result = Self.retrying { fdatasync(descriptor) }
    #endif
    return result == 0 ? nil : errno
  }

  /// Waits until the file's name is on the disk, too. Some file systems can't, and then it is not needed.
  func syncFolder() {
    let folder = path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
    let directory = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard directory >= 0 else { return }
    fsync(directory)
    close(directory)
  }

  private static func retrying<Result: BinaryInteger>(_ call: () -> Result) -> Result {
    while true {
      let result = call()
      if result >= 0 || errno != EINTR { return result }
    }
  }

  /// What the system says.
  static func reason(_ number: Int32) -> String { String(cString: strerror(number)) }

  private static func failure(_ what: String, _ path: String) -> DevnetError {
    DevnetError(.storageFailed, "\(what): \(path)\n\(reason(errno))")
  }
}
