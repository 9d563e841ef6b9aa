#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Small files that are nobody else's business: read with a bound, written whole or not at all.
enum PrivateFile {
  /// What went wrong with a file, in the system's words.
  struct Failure: Error, Equatable {
    let number: Int32
    let reason: String

    init(_ number: Int32, _ reason: String? = nil) {
      self.number = number
      self.reason = reason ?? Descriptor.reason(number)
    }

    var isMissing: Bool { number == ENOENT || number == ENOTDIR }
  }

  /// The bytes of a file and who may read it.
  struct Contents {
    var bytes: [UInt8]
    /// The permission bits, as in 0o600.
    var mode: UInt32
    var isRegular: Bool
  }

  /// Reads at most `limit` bytes; a file with more is an error.
  static func read(_ path: String, limit: Int) throws(Failure) -> Contents {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw Failure(errno) }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw Failure(errno) }
    let kind = UInt32(status.st_mode) & UInt32(S_IFMT)
    guard kind != UInt32(S_IFDIR) else { throw Failure(EISDIR) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 4096)
    defer { wipe(&chunk) }
    while true {
      let count = posixRead(descriptor, &chunk)
      if count == 0 { break }
      if count < 0 {
        guard errno == EINTR else { throw Failure(errno) }
        continue
      }
      bytes.append(contentsOf: chunk[..<count])
      guard bytes.count <= limit else { throw Failure(EFBIG, "it has more than \(limit) bytes") }
    }
    return Contents(bytes: bytes, mode: UInt32(status.st_mode) & 0o777, isRegular: kind == UInt32(S_IFREG))
  }

  /// Replaces a file in one step; whoever reads it meanwhile sees the old or the new one, and only the owner sees
  /// either.
  ///
  /// A symbolic link stays and its target is replaced.
  static func replace(_ path: String, with bytes: [UInt8]) throws(Failure) {
    let target = resolved(path)
    let temporary = "\(target).\(getpid()).new"
    unlink(temporary)
    let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw Failure(errno) }
    var number = Descriptor.write(bytes, to: descriptor)
    if number == 0 && fsync(descriptor) != 0 { number = errno }
    if close(descriptor) != 0 && number == 0 { number = errno }
    if number == 0 && rename(temporary, target) != 0 { number = errno }
    guard number == 0 else {
      unlink(temporary)
      throw Failure(number)
    }
    synchronizeDirectory(directory(of: target))
  }

  /// Makes a directory and those above it, readable for the owner only; fine if it is there.
  static func makeDirectory(_ path: String) throws(Failure) {
    if mkdir(path, 0o700) == 0 || errno == EEXIST { return }
    let parent = directory(of: path)
    guard errno == ENOENT, parent != path else { throw Failure(errno) }
    try makeDirectory(parent)
    guard mkdir(path, 0o700) == 0 || errno == EEXIST else { throw Failure(errno) }
  }

  /// Holds a lock on a file next to `path` while `body` runs, so that two processes do not undo one another's changes.
  static func locked<Value>(
    _ path: String, _ body: () throws(CommandFailure) -> Value
  ) throws(CommandFailure) -> Value {
    let descriptor = open("\(path).lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    // A directory that cannot be written to will be told about by the write itself.
    guard descriptor >= 0 else { return try body() }
    defer { close(descriptor) }
    while flock(descriptor, LOCK_EX) != 0 && errno == EINTR {}
    return try body()
  }

  /// The directory part of a path; `.` if it has none.
  static func directory(of path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// Overwrites bytes that held a secret.
  static func wipe(_ bytes: inout [UInt8]) {
    bytes.withUnsafeMutableBytes { buffer in
      guard let start = buffer.baseAddress else { return }
      #if canImport(Darwin)
        memset_s(start, buffer.count, 0, buffer.count)
      #else
        explicit_bzero(start, buffer.count)
      #endif
    }
  }

  private static func posixRead(_ descriptor: Int32, _ chunk: inout [UInt8]) -> Int {
    chunk.withUnsafeMutableBytes { buffer in
      #if canImport(Darwin)
        Darwin.read(descriptor, buffer.baseAddress, buffer.count)
      #elseif canImport(Glibc)
        Glibc.read(descriptor, buffer.baseAddress, buffer.count)
      #else
        Musl.read(descriptor, buffer.baseAddress, buffer.count)
      #endif
    }
  }

  private static func resolved(_ path: String) -> String {
    guard let real = realpath(path, nil) else { return path }
    defer { free(real) }
    return String(cString: real)
  }

  /// Makes the new name survive a loss of power; a file system that cannot do that is no reason to fail.
  private static func synchronizeDirectory(_ path: String) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    fsync(descriptor)
    close(descriptor)
  }
}
