import Database
import Files
import Platform

/// The right to ask a source, which one process at a time has.
///
/// Beside a book in a file it is a lock of the kernel's on a file, which ends with the process however that ends. In a
/// book on a server it is a lease, which ends after some seconds: who asks for longer than that is not alone, but no
/// address is asked twice (``RatesBook/begin(_:after:)``).
enum SourceLock {
  case file(FileLock)
  case lease(Lease, RatesBook)

  /// The longest wait for another process that asks.
  static let patience = Duration.seconds(10)

  /// Takes the lock of a source; nil if another kept it for all of the wait, or the task was cancelled. No thread
  /// waits.
  ///
  /// - Throws: `bookFailed`, also for a file that cannot be opened.
  static func take(_ source: String, of book: RatesBook) async throws(RatesError) -> SourceLock? {
    let end = ContinuousClock.now.advanced(by: patience)
    let holder = String(UInt64.random(in: 0 ... .max), radix: 36)
    while true {
      if let lock = try await taken(source, of: book, as: holder) { return lock }
      let pause = Duration.milliseconds(book.isOnServer ? 100 : 20)
      guard ContinuousClock.now < end, (try? await Task.sleep(for: pause)) != nil else { return nil }
    }
  }

  private static func taken(
    _ source: String, of book: RatesBook, as holder: String
  ) async throws(RatesError) -> SourceLock? {
    guard !book.isOnServer else {
      return try await book.write { try Lease.take("source \(source)", as: holder, in: $0) }.map { .lease($0, book) }
    }
    let path = "\(book.path)-\(source).lock"
    do throws(SystemFailure) {
      return .file(try FileLock(path, isPatient: false))
    } catch {
      guard error.number != EWOULDBLOCK else { return nil }
      guard ![EROFS, EACCES, EPERM].contains(error.number) else {
        // Without the lock and a record of the attempt a source might be asked too often.
        throw RatesError(
          .bookFailed, "The source is not asked, for its answer could not be kept.",
          reason: "\(book.path): Its place can only be read.",
          advice: "Look whether the folder is yours; what is kept is shown.", facts: .file(book.path, .notWritable))
      }
      throw RatesError(
        .bookFailed, "The lock of a source of rates cannot be taken.", reason: "\(path): \(error)",
        advice: "Look whether the folder is yours, and on a disk that knows locks.")
    }
  }

  /// Gives it back; a lease that cannot be given back ends by itself.
  func release() async {
    switch self {
    case .file(let lock): lock.unlock()
    case .lease(let lease, let book): _ = try? await book.write { try lease.release(in: $0) }
    }
  }
}
