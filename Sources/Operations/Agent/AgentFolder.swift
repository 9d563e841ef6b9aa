import Files
import Platform

/// The folder of the sockets by which unlocked accounts are reached: the user's own, which nobody else may open.
///
/// A socket is addressed through the open folder: a path may be longer than an address of a socket, and another folder may
/// take the place of one that was looked at.
final class AgentFolder: Sendable {
  private let path: String
  private let descriptor: Int32

  /// Opens the folder; nil where there is none, or where others have access to it.
  ///
  /// - Parameter isMade: Whether it is made, for this user alone, if it is not there.
  init?(_ path: String, isMade: Bool) {
    if isMade { try? Folder(path).make() }
    let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    guard let permissions = FilePermissions(descriptor: descriptor), permissions.owner == UInt32(geteuid()),
      permissions.mode & 0o077 == 0
    else {
      close(descriptor)
      return nil
    }
    (self.path, self.descriptor) = (path, descriptor)
  }

  deinit { close(descriptor) }

  /// The names of the sockets in it.
  var sockets: [String] {
    guard let folder = opendir(path) else { return [] }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      if name.hasPrefix(Self.prefix) { names.append(name) }
    }
    return names.sorted()
  }

  /// The beginning of each socket's name.
  static let prefix = "key-"

  /// Takes a socket's file away.
  func remove(_ name: String) { unlinkat(descriptor, name, 0) }

  // MARK: Sockets

  /// A connection to a socket whose other end is a process of this user; nil where nobody listens.
  func connected(to name: String) -> AgentConnection? {
    guard let end = socketEnd() else { return nil }
    let result = addressed(name) { connect(end, $0, $1) }
    guard result == 0 else {
      close(end)
      return nil
    }
    return AgentConnection(end)
  }

  /// A socket that listens, for this user alone; nil where that cannot be.
  func listening(at name: String) -> Int32? {
    guard let end = socketEnd() else { return nil }
    remove(name)
    let before = umask(0o177)
    let result = addressed(name) { bind(end, $0, $1) }
    umask(before)
    guard result == 0, FilePermissions(name, in: descriptor)?.mode == 0o600, listen(end, 8) == 0 else {
      close(end)
      return nil
    }
    return end
  }

  private func socketEnd() -> Int32? {
    #if canImport(Glibc)
      let kind = Int32(SOCK_STREAM.rawValue)
    #else
      let kind = SOCK_STREAM
    #endif
    let end = socket(AF_UNIX, kind, 0)
    guard end >= 0 else { return nil }
    _ = fcntl(end, F_SETFD, FD_CLOEXEC)
    return end
  }

  private func addressed(_ name: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
    #if os(Linux)
      let bytes = Array("/proc/self/fd/\(descriptor)/\(name)".utf8)
    #else
      let bytes = Array("\(path)/\(name)".utf8)
    #endif
    var address = sockaddr_un()
    guard bytes.count < MemoryLayout.size(ofValue: address.sun_path) else { return -1 }
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
    let length = socklen_t(MemoryLayout<sockaddr_un>.size)
    return withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, length) }
    }
  }
}
