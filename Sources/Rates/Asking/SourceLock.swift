import Files
import Platform

/// The right to ask a source, which one process at a time has: a lock of the kernel's on a file beside the book, which ends
/// with the process however that ends.
enum SourceLock {
  /// The longest wait for another who asks.
  static let patience = Duration.seconds(10)

  /// Takes the lock of a source; nil if another kept it for all of the wait, or the task was cancelled. No thread waits.
  ///
  /// - Throws: `bookFailed` for a file that cannot be opened.
  static func take(_ source: String, beside book: String) async throws(RatesError) -> FileLock? {
    let path = "\(book)-\(source).lock"
    let end = ContinuousClock.now.advanced(by: patience)
    while true {
      do throws(SystemFailure) {
        return try FileLock(path, isPatient: false)
      } catch {
        guard error.number == EWOULDBLOCK else {
          throw RatesError(
            .bookFailed, "The lock of a source of rates cannot be taken.", reason: "\(path): \(error)",
            advice: "Look whether the folder is yours, and on a disk that knows locks.")
        }
      }
      guard ContinuousClock.now < end, (try? await Task.sleep(for: .milliseconds(20))) != nil else { return nil }
    }
  }
}
