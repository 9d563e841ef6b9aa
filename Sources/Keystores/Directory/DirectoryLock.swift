import Platform
import Primitives

extension Sandbox {
  static let lockName = ".lock"

  /// Runs `body` while this process alone writes to the directory; waits for others, but not for ever.
  ///
  /// The lock is the kernel's: it ends with the process that holds it, however that ends. It is held for file
  /// operations only, never while a password is stretched.
  ///
  /// - Throws: `busy` after `patience` seconds, `io`, and what `body` throws.
  @discardableResult
  func locked<Result>(
    patience: Double = 60, _ body: () throws(KeystoreError) -> Result
  ) throws(KeystoreError) -> Result {
    makePrivate()
    let file = retrying {
      openat(descriptor, Sandbox.lockName, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK, 0o600)
    }
    guard file >= 0 else { throw Sandbox.system("The folder cannot be written", path) }
    defer { close(file) }
    let start = ContinuousClock.now
    while flock(file, LOCK_EX | LOCK_NB) != 0 {
      guard errno == EWOULDBLOCK || errno == EINTR else {
        throw Sandbox.system("The folder cannot be locked", path)
      }
      guard start.duration(to: .now) < .seconds(patience) else {
        throw KeystoreError(
          .busy, "Another program is writing to \(TerminalSafe.name(path)).",
          reason: "The folder has been locked for \(Int(patience)) seconds.",
          advice: "Wait for it, or end it; then try again.")
      }
      usleep(2000)
    }
    try removeLeftovers()
    return try body()
  }

  /// Runs `body` while nobody writes to the directory; where no lock can be had (a read-only medium), nobody does anyway.
  func steady<Result>(_ body: () throws(KeystoreError) -> Result) throws(KeystoreError) -> Result {
    guard faccessat(descriptor, ".", W_OK, 0) == 0 else { return try body() }
    return try locked(body)
  }
}
