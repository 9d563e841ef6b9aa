internal import CSQLite
import Files
internal import GRDB
import Locking
import Platform

/// A database of SQLite that is open, by one connection: in a file that several processes may share, or in memory.
///
/// Methods that do not say `async` block, and are called where that may be.
package struct DatabaseFile: SQLDatabase {
  /// The choices for an opening.
  package struct Options: Sendable {
    /// Nil leaves it as the file has it.
    package var durability: Durability? = .relaxed
    /// Seconds to wait for another who writes.
    package var patience = 10.0
    package var isReadOnly = false
    /// Whether a file that cannot be written, or is missing where none can be made, is read into memory, see
    /// ``DatabaseFile/isCopy``.
    package var isCopiedWhereReadOnly = false
    package var functions: [SQLFunction] = []
    /// The store's own error for one of the database; its own stay as they are.
    package var failure: @Sendable (any Error) -> any Error = { $0 }

    package init() {}
  }

  /// Nil in memory.
  package let path: String?
  /// Whether it is a copy in memory of a file that cannot be written here: ``note(_:)`` changes the copy, which ends
  /// with the process, and ``write(_:turn:_:)`` fails.
  package let isCopy: Bool
  private let queue: DatabaseQueue
  private let options: Options
  /// Nil before they were looked at.
  let tables = Guarded<KnownTables?>(nil)

  /// Opens a file, which is made for its owner only if there is none, and its folder with it; nil is one in memory.
  ///
  /// - Throws: `DatabaseError`, or what the options make of it.
  package init(_ path: String?, _ options: Options = Options()) throws {
    (self.path, self.options) = (path, options)
    let frozen = options.isCopiedWhereReadOnly ? path.flatMap { ReadOnlyFile($0) } : nil
    isCopy = frozen != nil
    do {
      var configuration = Configuration()
      configuration.busyMode = .timeout(options.patience)
      configuration.readonly = options.isReadOnly
      let bare = configuration
      configuration.prepareDatabase { try Self.prepare($0, options) }
      if let frozen {
        queue = try DatabaseQueue(configuration: configuration)
        try frozen.copy(into: queue, bare)
      } else if let path {
        // A pipe in its place would hold SQLite for ever.
        if let kind = FilePermissions(path: path)?.kind, kind != .regular {
          throw DatabaseError(.failed, "\(path) is no regular file.")
        }
        if !options.isReadOnly { try Self.makePrivate(path) }
        queue = try DatabaseQueue(path: path, configuration: configuration)
      } else {
        queue = try DatabaseQueue(configuration: configuration)
      }
    } catch {
      throw options.failure(DatabaseError.of(error))
    }
  }

  private static func prepare(_ database: GRDB.Database, _ options: Options) throws {
    for function in options.functions { database.add(function: function.function) }
    switch options.durability {
    case .synced:
      if let connection = database.sqliteConnection { _ = csqlite_keep_log(connection) }
      try keepLog(of: database, options)
      try database.execute(sql: "PRAGMA synchronous = FULL; PRAGMA wal_autocheckpoint = 0")
    case .relaxed:
      try keepLog(of: database, options)
      try database.execute(sql: "PRAGMA synchronous = NORMAL")
    case nil: break
    }
  }

  /// Has changes written into a log beside the file. SQLite does not wait for another process that does the same just
  /// now: that is done here.
  private static func keepLog(of database: GRDB.Database, _ options: Options) throws {
    let end = ContinuousClock.now + .seconds(options.patience)
    while true {
      do {
        return try database.execute(sql: "PRAGMA journal_mode = WAL")
      } catch let error as GRDB.DatabaseError where error.resultCode == .SQLITE_BUSY && ContinuousClock.now < end {
        usleep(5_000)
      }
    }
  }

  /// Closes it; what a statement of another thread does just now is waited for.
  package func close() throws { try failing { try queue.close() } }

  // MARK: Access

  /// Runs `body` without a transaction: each of its statements is one.
  @discardableResult
  package func connected<Value>(_ body: (Connection) throws -> Value) throws -> Value {
    try failing { try queue.writeWithoutTransaction { try body(Connection(runner: SQLiteConnection(database: $0))) } }
  }

  package var threads: BlockingThreads { BlockingWork.threads }

  /// Reads one state of the database, without changing anything.
  package func reading<Value>(_ body: (Connection) throws -> Value) throws -> Value {
    try failing { try queue.read { try body(Connection(runner: SQLiteConnection(database: $0))) } }
  }

  /// One change, whole or not at all; a file has one turn for all of them.
  ///
  /// - Throws: `DatabaseError` `.notWritable` of a copy.
  package func changing<Value>(
    _ durability: Durability?, turn: String?, _ body: (Connection) throws -> Value
  ) throws -> Value {
    guard !isCopy else {
      throw options.failure(DatabaseError(.notWritable, "Its place can only be read."))
    }
    return try change(durability, body)
  }

  package func noting<Value>(_ body: (Connection) throws -> Value) throws -> Value { try change(nil, body) }

  private func change<Value>(_ durability: Durability?, _ body: (Connection) throws -> Value) throws -> Value {
    let isRelaxed = options.durability == .synced && durability == .relaxed
    let isSynced = options.durability == .relaxed && durability == .synced
    return try connected { db in
      if isRelaxed { try db.execute("PRAGMA synchronous = NORMAL") }
      if isSynced { try db.execute("PRAGMA synchronous = FULL") }
      defer {
        if isRelaxed { _ = try? db.execute("PRAGMA synchronous = FULL") }
        if isSynced { _ = try? db.execute("PRAGMA synchronous = NORMAL") }
      }
      return try db.transaction {
        try requireGood(db)
        return try body(db)
      }
    }
  }

  /// Gives errors as the store has them.
  func failing<Value>(_ body: () throws -> Value) throws -> Value {
    do { return try body() } catch { throw options.failure(DatabaseError.of(error)) }
  }

  // MARK: Files

  /// Makes an empty file that only its owner may read, and its folder, unless they are there; what SQLite puts beside
  /// it gets the same mode.
  ///
  /// - Throws: `SystemFailure`.
  package static func makePrivate(_ path: String) throws {
    try Folder(of: path).make()
    let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    if descriptor >= 0 {
      // Nobody of this process has it open, so no lock of SQLite's is lost by closing it.
      Platform.close(descriptor)
    } else if errno != EEXIST {
      throw SystemFailure(errno)
    }
  }

  /// Whether a file at a path cannot be written, or, where there is none, not be made.
  package static func isReadOnly(at path: String) -> Bool { ReadOnlyFile(path) != nil }

  /// The access that others have to a file, or with those that SQLite keeps beside it; nil if they may write none.
  package static func exposure(at path: String) -> Exposure? {
    for ending in ["", "-wal", "-shm"] {
      if let exposure = Exposure.find(inPlaceOfRecord: path + ending) { return exposure }
    }
    return nil
  }
}
