import Platform

/// A file to which records are only ever added, and which nobody else has locked. It is closed, and the lock let go, with
/// the last reference.
///
/// The form of the records, and how a reader knows one that was cut short, is its owner's matter.
package final class AppendFile: Sendable {
  package let path: String
  private let descriptor: Int32

  /// The reason why a file cannot be had, read or written.
  package enum Problem: Error, Sendable, Hashable {
    /// Another process has it.
    case busy
    /// The file is no regular file.
    case irregular
    /// The operation that the system refused, with its reason.
    case cannotOpen(String)
    case cannotLock(String)
    case cannotRead(String)
    case cannotWrite(String)
  }

  /// The failure of a write.
  package struct Failure: Error, Sendable, Hashable {
    /// The system's reason.
    package let reason: String
    /// Whether nothing can be written any more: what is in the file is no longer known.
    package let isForGood: Bool
    /// Whether more free space on the disk would help.
    package let isFull: Bool

    fileprivate init(_ number: Int32, isForGood: Bool) {
      reason = AppendFile.reason(number)
      self.isForGood = isForGood
      isFull = number == ENOSPC || number == EDQUOT
    }
  }

  /// Opens a file, or makes it (0600), and locks it; waits a second for another process that is just ending.
  package init(_ path: String) throws(Problem) {
    self.path = path
    descriptor = Self.retrying { open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOCTTY | O_NONBLOCK, 0o600) }
    guard descriptor >= 0 else { throw .cannotOpen(Self.reason(errno)) }
    // An error of these ends the object, and with it the descriptor.
    try checkKind()
    try lock()
  }

  /// Whether there is something at a path.
  package static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

  /// Opens a file to read it, whoever writes to it meanwhile.
  package init(reading path: String) throws(Problem) {
    self.path = path
    descriptor = Self.retrying { open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK) }
    guard descriptor >= 0 else { throw .cannotOpen(Self.reason(errno)) }
    try checkKind()
  }

  deinit { close(descriptor) }

  /// Lets another have the file, however long this is still referred to.
  package func unlock() { _ = flock(descriptor, LOCK_UN) }

  private func checkKind() throws(Problem) {
    guard try status().st_mode & S_IFMT == S_IFREG else { throw .irregular }
  }

  private func lock() throws(Problem) {
    let start = ContinuousClock.now
    while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
      guard errno == EWOULDBLOCK || errno == EINTR else { throw .cannotLock(Self.reason(errno)) }
      guard start.duration(to: .now) < .seconds(1) else { throw .busy }
      usleep(5000)
    }
  }

  // MARK: Reading

  /// The number of bytes in the file.
  package func size() throws(Problem) -> UInt64 { UInt64(clamping: try status().st_size) }

  private func status() throws(Problem) -> stat {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw .cannotRead(Self.reason(errno)) }
    return status
  }

  /// Reads bytes from an offset on; fewer at the end.
  package func read(_ count: Int, at offset: UInt64) throws(Problem) -> [UInt8] {
    // The array of nothing is one for all threads, and would be written to.
    guard count > 0 else { return [] }
    var failure: Int32?
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      while filled < count, let start = buffer.baseAddress {
        let done = Self.retrying {
          Int(pread(descriptor, start + filled, count - filled, off_t(clamping: offset) + off_t(filled)))
        }
        if done < 0 { failure = errno }
        guard done > 0 else { break }
        filled += done
      }
    }
    if let failure { throw .cannotRead(Self.reason(failure)) }
    return bytes
  }

  // MARK: Writing

  /// Adds a record behind the file's `end`: all of it or none.
  package func append(_ bytes: [UInt8], at end: UInt64) throws(Failure) {
    guard let number = write(bytes, at: end) else { return }
    // Half a record must not stay in front of others.
    let isWhole = cut(to: end)
    throw Failure(number, isForGood: !isWhole)
  }

  /// Writes over what is at an offset, without waiting for the disk; false if the system doesn't.
  @discardableResult
  package func overwrite(_ bytes: [UInt8], at offset: UInt64) -> Bool { write(bytes, at: offset) == nil }

  /// Waits until all that was added is on the disk; if that fails, what follows `end` is cut off again.
  package func commit(from end: UInt64) throws(Failure) {
    do {
      try sync()
    } catch {
      _ = cut(to: end)
      throw error
    }
  }

  /// Waits until all that was written is on the disk.
  ///
  /// A disk that failed once may have forgotten more than it says: its failure is for good.
  package func sync() throws(Failure) {
    #if canImport(Darwin)
      let result = Self.retrying { fcntl(descriptor, F_FULLFSYNC) }
    #else
      let result = Self.retrying { fdatasync(descriptor) }
    #endif
    guard result == 0 else { throw Failure(errno, isForGood: true) }
  }

  /// Cuts the file off; false if the system doesn't.
  package func cut(to size: UInt64) -> Bool { Self.retrying { ftruncate(descriptor, off_t(clamping: size)) } == 0 }

  /// Waits until the file's name is on the disk, too.
  package func syncFolder() { Folder(of: path).sync() }

  /// Writes bytes at an offset: all of them or, as far as the system lets, none; gives `errno` if it doesn't.
  private func write(_ bytes: [UInt8], at offset: UInt64) -> Int32? {
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

  private static func retrying<Result: BinaryInteger>(_ call: () -> Result) -> Result {
    while true {
      let result = call()
      if result >= 0 || errno != EINTR { return result }
    }
  }

  private static func reason(_ number: Int32) -> String { String(cString: strerror(number)) }
}
