import Primitives

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The right to watch for a chain into a book: one process at a time has it.
///
/// The lock is the kernel's, on a file beside the book, and ends with the process however that ends.
public final class MonitorLock: Sendable {
  private let descriptor: Int32

  /// - Throws: `watchedAlready`; `bookFailed`.
  public init(book: String, chainID: UInt256) throws(GasPricesError) {
    let path = Self.path(book, chainID)
    let file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw Self.unusable(path) }
    guard flock(file, LOCK_EX | LOCK_NB) == 0 else {
      let isHeld = errno == EWOULDBLOCK
      let failure = Self.unusable(path)
      close(file)
      guard isHeld else { throw failure }
      throw GasPricesError(
        .watchedAlready, "Another process watches this chain already.",
        reason: Self.holder(book: book, chainID: chainID).map { "It is process \($0)." })
    }
    descriptor = file
    let text = Array("\(getpid())\n".utf8)
    _ = ftruncate(file, 0)
    _ = pwrite(file, text, text.count, 0)
  }

  deinit { close(descriptor) }

  /// The process that watches; nil if none does.
  public static func holder(book: String, chainID: UInt256) -> Int? {
    let file = open(path(book, chainID), O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    // A process that gets the lock finds no other owner.
    guard flock(file, LOCK_SH | LOCK_NB) != 0 else { return nil }
    var text = [UInt8](repeating: 0, count: 32)
    let count = pread(file, &text, text.count, 0)
    let digits = text.prefix(max(0, count)).prefix { (0x30...0x39).contains($0) }
    return Int(String(decoding: digits, as: UTF8.self)) ?? 0
  }

  /// The error of the last system call for a lock.
  private static func unusable(_ path: String) -> GasPricesError {
    GasPricesError(
      .bookFailed, "The gas monitor's lock cannot be taken.", reason: "\(path): \(String(cString: strerror(errno)))",
      advice: "Is the folder yours, and on a disk that knows locks?")
  }

  private static func path(_ book: String, _ chainID: UInt256) -> String { "\(book)-\(chainID).lock" }
}
