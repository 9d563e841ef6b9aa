import Files
import Platform
import Primitives

/// The right to watch for a chain into a book: one process at a time has it.
///
/// The lock is the kernel's, on a file beside the book, and ends with the process however that ends.
public final class MonitorLock: Sendable {
  private let lock: FileLock

  /// - Throws: `watchedAlready`; `bookFailed`.
  public init(book: String, chainID: UInt256) throws(GasPricesError) {
    let path = Self.path(book, chainID)
    do {
      lock = try FileLock(path, isPatient: false)
    } catch {
      guard error.number == EWOULDBLOCK else {
        throw GasPricesError(
          .bookFailed, "The gas monitor's lock cannot be taken.", reason: "\(path): \(error)",
          advice: "Is the folder yours, and on a disk that knows locks?")
      }
      throw GasPricesError(
        .watchedAlready, "Another process watches this chain already.",
        reason: Self.holder(book: book, chainID: chainID).map { "It is process \($0)." })
    }
    let text = Array("\(getpid())\n".utf8)
    _ = ftruncate(lock.descriptor, 0)
    _ = pwrite(lock.descriptor, text, text.count, 0)
  }

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

  private static func path(_ book: String, _ chainID: UInt256) -> String { "\(book)-\(chainID).lock" }
}
