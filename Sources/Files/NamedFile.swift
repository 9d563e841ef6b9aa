import Platform

/// The reason why a file cannot be read by its name.
package enum NamedFileError: Error, Sendable, Hashable {
  /// The system's reason.
  case system(SystemFailure)
  /// The file is a folder.
  case folder
  /// The file is a pipe, a socket or a device.
  case irregular
}

/// A regular file that is open for reading.
///
/// Others may have put something else in its place: a pipe, which would hold the reader for ever, or a device without an
/// end. Such are refused, and opening waits for nobody. The descriptors that whoever started the program has opened may
/// be anything.
package final class NamedFile: Sendable {
  package let descriptor: Int32
  /// Its permissions and kind when it was opened.
  package let permissions: FilePermissions

  /// Opens a file by its path.
  package init(_ path: String, followingLinks: Bool = true) throws(NamedFileError) {
    let isGiven = Self.isGiven(path)
    let flags = O_RDONLY | O_CLOEXEC | O_NOCTTY | (isGiven ? 0 : O_NONBLOCK) | (followingLinks ? 0 : O_NOFOLLOW)
    let file = Self.retrying { open(path, flags) }
    guard file >= 0 else { throw .system(SystemFailure(errno, path)) }
    guard let permissions = FilePermissions(descriptor: file) else {
      let number = errno
      close(file)
      throw .system(SystemFailure(number, path))
    }
    switch permissions.kind {
    case .folder:
      close(file)
      throw .folder
    case .other where !isGiven && path != "/dev/null":
      close(file)
      throw .irregular
    default: (descriptor, self.permissions) = (file, permissions)
    }
  }

  deinit { close(descriptor) }

  /// Whether a path stands for a descriptor that whoever started the program has opened.
  package static func isGiven(_ path: String) -> Bool {
    path == "/dev/stdin" || ["/dev/fd/", "/proc/self/fd/"].contains(where: path.hasPrefix)
  }

  /// The bytes of a file that holds no secret, at most so many; nil where it cannot be read, or has more.
  package static func bytes(of path: String, limit: Int) -> [UInt8]? {
    guard let file = try? NamedFile(path) else { return nil }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = chunk.withUnsafeMutableBytes { buffer in
        retrying { read(file.descriptor, buffer.baseAddress, buffer.count) }
      }
      guard count >= 0, bytes.count + count <= limit else { return nil }
      if count == 0 { return bytes }
      bytes += chunk[..<count]
    }
  }

  /// Repeats a system call that a signal interrupted.
  private static func retrying<Number: FixedWidthInteger>(_ call: () -> Number) -> Number {
    while true {
      let result = call()
      if result != -1 || errno != EINTR { return result }
    }
  }
}
