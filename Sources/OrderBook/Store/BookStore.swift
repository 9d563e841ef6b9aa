import Database
import Files
import Orders
import Platform
import Primitives

/// The store of a book: a file, which one process has open at a time, or a server that several share.
final class BookStore: Sendable {
  /// The store's words for people: a path, or a server's address without its secrets.
  let name: String
  let database: any SQLDatabase
  /// Whether other processes may have it open, too.
  let isShared: Bool
  /// The file; nil on a server.
  private let file: DatabaseFile?
  /// Held for as long as the file is open; nil in memory and on a server.
  private let lock: FileLock?
  private let writing: WriteCheck

  /// Opens a store; a file is made for its owner only (0600) if there is none.
  ///
  /// - Parameter patience: Seconds to wait for another writer, or for an unreachable server.
  /// - Throws: `storeFailed`, also for a file that others may write.
  init(_ place: DatabasePlace, patience: Int = 10) throws(OrderBookError) {
    let name = place.name
    self.name = name
    do {
      switch place {
      case .memory, .file:
        let path: String? = if case .file(let path) = place { path } else { nil }
        lock = try path.map { (path) throws(OrderBookError) in try Self.locked(path) }
        var options = DatabaseFile.Options()
        options.durability = .synced
        options.patience = .init(patience)
        let file = try DatabaseFile(path, options)
        (self.file, database, isShared) = (file, file, false)
      case .server(let address):
        var options = DatabaseServer.Options()
        options.patience = .init(patience)
        database = try DatabaseServer(address, store: "book", options)
        (file, lock, isShared) = (nil, nil, true)
      }
      writing = WriteCheck(database)
      try database.bringUpToDate(BookSchema.schema)
    } catch { throw Self.failure(name, error) }
  }

  /// Takes a file for this process.
  private static func locked(_ path: String) throws(OrderBookError) -> FileLock {
    if let exposure = DatabaseFile.exposure(at: path) {
      throw OrderBookError(
        .storeFailed, "The book's file cannot be used.", reason: "\(path): \(exposure.reason)",
        advice: exposure.repair, facts: .file(path, .notWritable))
    }
    do throws(SystemFailure) {
      try Folder(of: path).make()
      return try FileLock("\(path).lock", isPatient: false)
    } catch {
      throw OrderBookError(
        .storeFailed, "The book's file cannot be used.", reason: "\(path): \(error.inOneLine)",
        advice: error.number == EWOULDBLOCK ? "Another process has it open: end that one, or use another file." : nil,
        facts: .file(path, error.number == EWOULDBLOCK ? .busy : .notWritable), cause: error)
    }
  }

  /// Makes sure that something could be written.
  ///
  /// - Throws: `storeFailed`.
  func check() async throws(OrderBookError) {
    do { try await writing.run() } catch { throw Self.failure(name, error) }
  }

  /// Reads one state of the store.
  func read<Value: Sendable>(
    _ body: @escaping @Sendable (Connection) throws -> Value
  ) async throws(OrderBookError) -> Value {
    do { return try await database.read(body) } catch { throw Self.failure(name, error) }
  }

  /// Makes one change of the store, whole or not at all; one that is synced is on the disk when this returns.
  ///
  /// - Parameter turn: The name of changes that come one after another; those of the book by default.
  func write<Value: Sendable>(
    _ durability: Durability = .synced, turn: String = "book", _ body: @escaping @Sendable (Connection) throws -> Value
  ) async throws(OrderBookError) -> Value {
    do { return try await database.write(durability, turn: turn, body) } catch { throw Self.failure(name, error) }
  }

  /// Puts SQLite's log into the file, so that it does not grow for ever; readers and writers go on.
  func checkpoint() async throws(OrderBookError) {
    guard let file else { return }
    do {
      try await BlockingWork.run { try file.connected { _ = try $0.rows("PRAGMA wal_checkpoint(PASSIVE)") } }
    } catch { throw Self.failure(name, error) }
  }

  /// Closes it, a file with its log put into it.
  func close() throws(OrderBookError) {
    do {
      try file?.connected { _ = try $0.rows("PRAGMA wal_checkpoint(TRUNCATE)") }
      try database.close()
      lock?.unlock()
    } catch { throw Self.failure(name, error) }
  }

  /// Closes it as it is: it could not be read.
  func abandon() {
    try? database.close()
    lock?.unlock()
  }

  static func failure(_ place: String, _ error: any Error) -> OrderBookError {
    if let error = error as? OrderBookError { return error }
    if let error = error as? DatabaseError, error.code == .leaseLost { return .notKeeper }
    let failed = error as? DatabaseError
    let (trouble, advice): (OrderBookErrors.FileProblem, String?) =
      switch failed?.code {
      case .newer: (.newer, "Use the later version of the program, or another file.")
      case .busy: (.busy, "Another process has it open: end that one, or use another file.")
      case .full: (.full, "Make room on the disk.")
      case .notWritable: (.notWritable, "Look whether the file and its folder are yours.")
      case .damaged, .unreadable: (.damaged, "Move it away, and put its orders into a new one.")
      case let code? where code.isOfServer: (.server, failed?.nextStep)
      default: (.other, "If it is damaged, or another program's, move it away: a new one is made.")
      }
    return OrderBookError(
      .storeFailed, "The book's store cannot be used.", reason: "\(place): \(error.inOneLine)", advice: advice,
      facts: .file(place, trouble), cause: error)
  }
}
