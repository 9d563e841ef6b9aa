import Files
import Platform

/// The right to watch a scope for a book: one process at a time has it.
///
/// The lock is the kernel's, on a file beside the book, and ends with the process however that ends.
public final class MonitorLock: Sendable {
  private let lock: FileLock

  /// - Throws: `watchedAlready`; `bookFailed`.
  public init(book: String, scope: String, topic: AlertTopic) throws(AlertsError) {
    let path = Self.path(book, scope)
    do {
      lock = try FileLock(path, isPatient: false)
    } catch {
      guard error.number == EWOULDBLOCK else {
        throw AlertsError(
          .bookFailed, "The \(topic.name) monitor's lock cannot be taken.", about: topic, reason: "\(path): \(error)",
          advice: "Is the folder yours, and on a disk that knows locks?", facts: .lock(path: path))
      }
      let watcher = Self.holder(book: book, scope: scope)
      throw AlertsError(
        .watchedAlready, "Another process watches \(topic.watched) already.", about: topic,
        reason: watcher.map { "It is process \($0)." }, facts: .watcher(process: watcher))
    }
    let text = Array("\(getpid())\n".utf8)
    _ = ftruncate(lock.descriptor, 0)
    _ = pwrite(lock.descriptor, text, text.count, 0)
  }

  /// The process that watches; nil if none does.
  public static func holder(book: String, scope: String) -> Int? {
    guard let file = try? NamedFile(path(book, scope)) else { return nil }
    // A process that gets the lock finds no other owner.
    guard flock(file.descriptor, LOCK_SH | LOCK_NB) != 0 else { return nil }
    var text = [UInt8](repeating: 0, count: 32)
    let count = pread(file.descriptor, &text, text.count, 0)
    let digits = text.prefix(max(0, count)).prefix { (0x30...0x39).contains($0) }
    return Int(String(decoding: digits, as: UTF8.self)) ?? 0
  }

  private static func path(_ book: String, _ scope: String) -> String { "\(book)-\(scope).lock" }
}
