import Platform

/// A file that one at a time has locked, among all processes. The lock is the kernel's: it ends with the last reference, and
/// with the process, however that ends.
package final class FileLock: Sendable {
  package let descriptor: Int32

  /// Opens a file, or makes it (0600), and locks it. A symbolic link is not followed.
  ///
  /// - Parameter isPatient: whether to wait for the process that has it; `EWOULDBLOCK` otherwise.
  /// - Throws: `SystemFailure`.
  package init(_ path: String, isPatient: Bool = true) throws(SystemFailure) {
    descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    // An error of either ends the object, and with it the descriptor.
    guard descriptor >= 0 else { throw SystemFailure(errno) }
    while flock(descriptor, isPatient ? LOCK_EX : LOCK_EX | LOCK_NB) != 0 {
      guard errno == EINTR else { throw SystemFailure(errno) }
    }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// Lets another have the file, however long this is still referred to.
  package func unlock() { flock(descriptor, LOCK_UN) }
}
