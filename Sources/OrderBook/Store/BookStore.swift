import Database
import Files
import Orders
import Platform
import Primitives

/// The file of a book, which one process has open at a time.
final class BookStore: Sendable {
  /// Where it is; nil in memory.
  let path: String?
  let file: DatabaseFile
  /// Held for as long as the file is open; nil in memory.
  private let lock: FileLock?

  /// Opens the file, and makes it for its owner only (0600) if there is none.
  ///
  /// - Throws: `storeFailed`, also for a file that others may write.
  init(_ path: String?, patience: Int = 10) throws(OrderBookError) {
    self.path = path
    if let path, let exposure = DatabaseFile.exposure(at: path) {
      throw OrderBookError(
        .storeFailed, "The book's file cannot be used.", reason: "\(path): \(exposure.reason)",
        advice: exposure.repair, facts: .file(path, .notWritable))
    }
    do {
      lock = try path.map { (path) throws(SystemFailure) in
        try Folder(of: path).make()
        return try FileLock("\(path).lock", isPatient: false)
      }
    } catch {
      throw OrderBookError(
        .storeFailed, "The book's file cannot be used.", reason: "\(path ?? ""): \(error.inOneLine)",
        advice: error.number == EWOULDBLOCK ? "Another process has it open: end that one, or use another file." : nil,
        facts: .file(path ?? "", error.number == EWOULDBLOCK ? .busy : .notWritable), cause: error)
    }
    do {
      var options = DatabaseFile.Options()
      options.durability = .synced
      options.patience = .init(patience)
      options.failure = { Self.failure(path, $0) }
      file = try DatabaseFile(path, options)
      try file.bringUpToDate(BookSchema.schema)
    } catch {
      throw Self.failure(path, error)
    }
  }

  /// Reads one state of the file.
  func read<Value: Sendable>(
    _ body: @escaping @Sendable (Connection) throws -> Value
  ) async throws(OrderBookError) -> Value {
    do { return try await file.read(body) } catch { throw Self.failure(path, error) }
  }

  /// Makes one change of the file, whole or not at all; it is on the disk when this returns.
  func write<Value: Sendable>(
    _ body: @escaping @Sendable (Connection) throws -> Value
  ) async throws(OrderBookError) -> Value {
    do { return try await file.write(.synced, body) } catch { throw Self.failure(path, error) }
  }

  /// Puts SQLite's log into the file, so that it does not grow for ever; readers and writers go on.
  func checkpoint() async throws(OrderBookError) {
    do {
      let file = file
      try await BlockingWork.run { try file.connected { _ = try $0.rows("PRAGMA wal_checkpoint(PASSIVE)") } }
    } catch { throw Self.failure(path, error) }
  }

  /// Puts the log into the file and closes it.
  func close() throws(OrderBookError) {
    do {
      try file.connected { _ = try $0.rows("PRAGMA wal_checkpoint(TRUNCATE)") }
      try file.close()
      lock?.unlock()
    } catch { throw Self.failure(path, error) }
  }

  /// Closes it as it is: it could not be read.
  func abandon() {
    try? file.close()
    lock?.unlock()
  }

  static func failure(_ path: String?, _ error: any Error) -> OrderBookError {
    if let error = error as? OrderBookError { return error }
    let place = path ?? "memory"
    let (trouble, advice): (OrderBookErrors.FileTrouble, String) =
      switch (error as? DatabaseError)?.code {
      case .newer: (.newer, "Use the later version of the program, or another file.")
      case .busy: (.busy, "Another process has it open: end that one, or use another file.")
      case .full: (.full, "Make room on the disk.")
      case .notWritable: (.notWritable, "Look whether the file and its folder are yours.")
      case .damaged, .unreadable: (.damaged, "Move it away, and put its orders into a new one.")
      default: (.other, "If it is damaged, or another program's, move it away: a new one is made.")
      }
    return OrderBookError(
      .storeFailed, "The book's file cannot be used.", reason: "\(place): \(error.inOneLine)", advice: advice,
      facts: .file(place, trouble), cause: error)
  }
}
