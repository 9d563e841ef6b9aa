import Files
import Keys
import Platform
import Primitives

/// One open directory, and the only door to its files: every call goes through its descriptor with a plain name.
///
/// Symbolic links are not followed (but by a reader that asks for it), and only regular files are read. Not to be shared between threads.
final class Sandbox {
  let path: String
  let descriptor: Int32
  /// The hook of tests that stop the process between two steps of a write.
  var checkpoint: (@Sendable (Step) -> Void)?

  private init(path: String, descriptor: Int32) {
    self.path = path
    self.descriptor = descriptor
  }

  deinit { close(descriptor) }

  /// Opens a directory, or gives nil when there is none.
  ///
  /// - Parameter code: the kind of failure it is that the system refuses.
  static func open(_ path: String, orFail code: KeystoreError.Code = .io) throws(KeystoreError) -> Sandbox? {
    try checkPath(path)
    let descriptor = retrying { Platform.open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
    if descriptor >= 0 { return Sandbox(path: path, descriptor: descriptor) }
    if errno == ENOENT { return nil }
    throw system("The folder cannot be opened", path, code)
  }

  /// Opens a directory, making it and what is missing above it, each readable by its owner only.
  static func create(_ path: String) throws(KeystoreError) -> Sandbox {
    if let sandbox = try open(path) { return sandbox }
    do { try Folder(path).make() } catch {
      throw system("The folder cannot be made", error.path ?? path, number: error.number)
    }
    guard let sandbox = try open(path) else { throw system("The folder cannot be opened", path) }
    return sandbox
  }

  static func checkPath(_ path: String) throws(KeystoreError) {
    guard !path.isEmpty, !path.utf8.contains(0) else {
      throw KeystoreError(.io, "The folder has no usable path.", reason: "It is empty or has a NUL in it.")
    }
  }

  /// Takes the directory's permissions back to its owner alone; what others may still hold open stays open.
  func makePrivate() {
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_uid == geteuid(), status.st_mode & 0o077 != 0 else { return }
    // A directory on a file system without permissions refuses: the files' own encryption is the lock that counts.
    _ = fchmod(descriptor, 0o700)
  }

  /// The names of everything in the directory that `wanted` takes, in order; `.` and `..` are never among them.
  func names(where wanted: (String) -> Bool) throws(KeystoreError) -> [String] {
    let copy = retrying { openat(descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
    guard copy >= 0, let stream = fdopendir(copy) else {
      let failure = Sandbox.system("The folder cannot be read", path, .unreadable)
      if copy >= 0 { close(copy) }
      throw failure
    }
    defer { closedir(stream) }
    var names: [String] = []
    errno = 0
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      if name != ".", name != "..", wanted(name) { names.append(name) }
      errno = 0
    }
    guard errno == 0 else { throw Sandbox.system("The folder cannot be read", path, .unreadable) }
    return names.sorted()
  }

  /// A regular file's bytes, or nil when there is none of that name.
  ///
  /// - Throws: `tooLarge`, `damaged` for anything but a regular file, `unreadable`, `io`.
  func read(_ name: String, limit: Int, followingLinks: Bool = false) throws(KeystoreError) -> Bytes? {
    // Without O_NONBLOCK a pipe put in the directory would hold the reader for ever.
    let flags = O_RDONLY | O_NONBLOCK | O_CLOEXEC | (followingLinks ? 0 : O_NOFOLLOW)
    let file = retrying { openat(descriptor, name, flags) }
    if file < 0 {
      if errno == ENOENT { return nil }
      if errno == ELOOP || errno == EMLINK {
        throw KeystoreError.damaged("It is a symbolic link, and links are not followed.").about(name)
      }
      throw Sandbox.system("The file cannot be opened", name, .unreadable)
    }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0 else { throw Sandbox.system("The file cannot be read", name, .unreadable) }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw KeystoreError.damaged("It is no regular file.").about(name)
    }
    return try Sandbox.readAll(file, name, limit: limit)
  }

  /// The access that others have and must not have to a file of the folder, or to the folder with it; nil if there is
  /// none.
  func exposure(of name: String) -> Exposure? {
    guard let file = FilePermissions(name, in: descriptor) else { return nil }
    if let exposure = Exposure(of: "\(path)/\(name)", file, needing: .secrecy) { return exposure }
    return FilePermissions(descriptor: descriptor).flatMap { Exposure(folder: path, $0, holding: file) }
  }

  static func readAll(_ file: Int32, _ name: String, limit: Int) throws(KeystoreError) -> Bytes {
    var bytes = Bytes()
    var chunk = Bytes(repeating: 0, count: 1 << 16)
    // The chunk may have held a password.
    defer { chunk.wipe() }
    while true {
      let count = chunk.withUnsafeMutableBytes { buffer in
        Sandbox.retrying { Platform.read(file, buffer.baseAddress, buffer.count) }
      }
      if count < 0 { throw system("The file cannot be read", name, .unreadable) }
      if count == 0 { return bytes }
      guard bytes.count + count <= limit else {
        throw KeystoreError(.tooLarge, "It has more than \(limit) bytes, which this kind of file never has.")
          .about(name)
      }
      bytes += chunk[..<count]
    }
  }
}

extension Sandbox {
  /// Repeats a system call that a signal interrupted.
  static func retrying<Number: FixedWidthInteger>(_ call: () -> Number) -> Number {
    while true {
      let result = call()
      if result != -1 || errno != EINTR { return result }
    }
  }

  func retrying<Number: FixedWidthInteger>(_ call: () -> Number) -> Number {
    Sandbox.retrying(call)
  }

  /// The error of the system call that just failed.
  static func system(
    _ what: String, _ name: String, _ code: KeystoreError.Code = .io, number: Int32 = errno
  ) -> KeystoreError {
    let isForbidden = code == .unreadable && (number == EACCES || number == EPERM)
    return KeystoreError(
      code, "\(what): \(TerminalSafe.name(name)).", reason: String(cString: strerror(number)) + ".",
      advice: isForbidden ? "Run this as its owner, who may allow it with chmod u+rX." : nil,
      facts: code == .io && [EROFS, EACCES, EPERM].contains(number) ? .notWritable : nil)
  }
}
