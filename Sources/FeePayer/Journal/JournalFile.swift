#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The journal's file: lines that are only ever added, each on the disk before the next step is taken.
///
/// Not `Sendable`: it belongs to one ledger. The file is locked as long as it lives.
final class JournalFile {
  /// Where a process may end, for tests: they end it there.
  enum Step: Sendable, Hashable, CaseIterable {
    case beforeWrite, halfWritten, written, synced
  }

  let path: String
  private let descriptor: Int32
  private var end: UInt64 = 0
  /// Why nothing is written any more.
  private var failure: String?
  private let checkpoint: (@Sendable (Step, UInt64) -> Void)?

  /// Opens the file or makes it (0600), and reads what is in it.
  ///
  /// What follows the last whole line was never answered for and is cut off.
  ///
  /// - Throws: `journalFailed`, `journalBusy`, `journalDamaged`, `otherJournal`.
  init(
    _ path: String, checkpoint: (@Sendable (Step, UInt64) -> Void)? = nil,
    reading take: (JournalLine) throws(FeePayerError) -> Void
  ) throws(FeePayerError) {
    self.path = path
    self.checkpoint = checkpoint
    descriptor = Self.retrying { open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOCTTY | O_NONBLOCK, 0o600) }
    guard descriptor >= 0 else { throw Self.failed("cannot be opened", path, errno) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw Self.failed("cannot be read", path, errno) }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw FeePayerError(.journalFailed, "The journal cannot be kept in \(path).", reason: "It is no regular file.")
    }
    // A second for another process that is just ending.
    let start = ContinuousClock.now
    while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
      if start.duration(to: .now) < .seconds(1) {
        usleep(5_000)
        continue
      }
      throw FeePayerError(
        .journalBusy, "The journal \(path) is in use.",
        reason: "Another service writes to it: two of them would each spend the whole budget.",
        advice: "End that one, or give this one another account and journal.")
    }
    end = try Self.read(descriptor, path, take)
    // Who had the lock before may have written since.
    guard fstat(descriptor, &status) == 0 else { throw Self.failed("cannot be read", path, errno) }
    if UInt64(clamping: status.st_size) > end, ftruncate(descriptor, off_t(clamping: end)) != 0 {
      throw Self.failed("cannot be written", path, errno)
    }
    if end == 0 { syncFolder() }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// Adds a line; when this returns it is on the disk.
  ///
  /// - Throws: `journalFailed`; the file is then as it was before, or nothing is written to it any more.
  func append(_ line: JournalLine) throws(FeePayerError) {
    if let failure {
      throw FeePayerError(.journalFailed, "The journal \(path) cannot be written.", reason: failure)
    }
    let bytes = line.encoded
    checkpoint?(.beforeWrite, end)
    if let checkpoint {
      // Tests see the file between the two halves.
      _ = write(Array(bytes.prefix(bytes.count / 2)), at: end)
      checkpoint(.halfWritten, end)
    }
    if let number = write(bytes, at: end) {
      let isWhole = Self.retrying { ftruncate(descriptor, off_t(clamping: end)) } == 0
      throw fail(number, forGood: !isWhole)
    }
    checkpoint?(.written, end)
    if let number = sync() {
      _ = ftruncate(descriptor, off_t(clamping: end))
      // A disk that failed once may have forgotten more than it says.
      throw fail(number, forGood: true)
    }
    end += UInt64(bytes.count)
    checkpoint?(.synced, end)
  }

  // MARK: Reading

  /// Reads a journal that somebody else may be writing, without a lock.
  ///
  /// - Throws: as the initialiser.
  static func lines(of path: String) throws(FeePayerError) -> [JournalLine] {
    let descriptor = retrying { open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK) }
    guard descriptor >= 0 else { throw failed("cannot be opened", path, errno) }
    defer { close(descriptor) }
    var lines: [JournalLine] = []
    _ = try read(descriptor, path) { lines.append($0) }
    return lines
  }

  /// - Returns: where the last whole line ends.
  private static func read(
    _ descriptor: Int32, _ path: String, _ take: (JournalLine) throws(FeePayerError) -> Void
  ) throws(FeePayerError) -> UInt64 {
    var expected: UInt64 = 0
    var end: UInt64 = 0
    var torn: UInt64?
    var rest: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    var offset: UInt64 = 0
    while true {
      let count = retrying { Int(pread(descriptor, &buffer, buffer.count, off_t(clamping: offset))) }
      guard count >= 0 else { throw failed("cannot be read", path, errno) }
      guard count > 0 else { break }
      offset += UInt64(count)
      rest += buffer[..<count]
      var start = rest.startIndex
      while let newline = rest[start...].firstIndex(of: UInt8(ascii: "\n")) {
        let line = JournalLine(rest[start..<newline])
        if let line, torn == nil, line.number == expected {
          try take(line)
          expected += 1
          end += UInt64(newline + 1 - start)
        } else if line != nil || torn != nil && newline > start {
          // A whole line behind one that is not: what was on the disk once has changed.
          throw damaged(path, at: torn ?? end, isFirst: expected == 0)
        } else {
          torn = torn ?? end
        }
        start = newline + 1
      }
      rest = Array(rest[start...])
      guard rest.count <= 1 << 20 else { throw damaged(path, at: end, isFirst: expected == 0) }
    }
    // A file of somebody else's must not be cut off to nothing.
    if expected == 0, offset > 0, !isBeginning(rest, torn: torn) { throw damaged(path, at: 0, isFirst: true) }
    return end
  }

  /// Whether a file without one whole line is a journal whose first line was cut short.
  private static func isBeginning(_ rest: [UInt8], torn: UInt64?) -> Bool {
    let first = Array(#"{"n":"0","time":""#.utf8)
    return torn == nil
      && (rest.allSatisfy { $0 == 0 } || rest.prefix(first.count).elementsEqual(first.prefix(rest.count)))
  }

  private static func damaged(_ path: String, at offset: UInt64, isFirst: Bool) -> FeePayerError {
    isFirst
      ? FeePayerError(
        .otherJournal, "\(path) is no journal of a fee payer.", reason: "Its first line is another.",
        advice: "Give another file with --journal.")
      : FeePayerError(
        .journalDamaged, "The journal \(path) is damaged at byte \(offset).",
        reason: "The line there is not whole, and others follow it: what was signed cannot be told from it.",
        advice: "Put a copy in its place. Without one, move the account's money before a new journal is begun.")
  }

  // MARK: Writing

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

  private func sync() -> Int32? {
    #if canImport(Darwin)
      let result = Self.retrying { fcntl(descriptor, F_FULLFSYNC) }
    #else
      let result = Self.retrying { fdatasync(descriptor) }
    #endif
    return result == 0 ? nil : errno
  }

  private func syncFolder() {
    let folder = path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
    let directory = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard directory >= 0 else { return }
    fsync(directory)
    close(directory)
  }

  private func fail(_ number: Int32, forGood isForGood: Bool) -> FeePayerError {
    if isForGood { failure = String(cString: strerror(number)) }
    return Self.failed("cannot be written", path, number)
  }

  private static func failed(_ what: String, _ path: String, _ number: Int32) -> FeePayerError {
    FeePayerError(
      .journalFailed, "The journal \(path) \(what).", reason: "The system says: \(String(cString: strerror(number))).",
      advice: "Nothing is signed without it.")
  }

  private static func retrying<Result: BinaryInteger>(_ call: () -> Result) -> Result {
    while true {
      let result = call()
      if result >= 0 || errno != EINTR { return result }
    }
  }
}
