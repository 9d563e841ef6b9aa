import CSQLite
import Foundation
import GRDB
import Primitives

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// An outbox that is open: the database, checked and of our version, and the lock of who has it open.
///
/// Everything here blocks, and is called where that may be.
struct OutboxFile: Sendable {
  /// Nil for one in memory.
  let path: String?
  let queue: DatabaseQueue
  let owner: OwnerLock
  /// The notes in the user's state folder; nil where there is none.
  let mark: StateMark?
  /// Seconds since 1970.
  let clock: @Sendable () -> UInt64

  /// The size of the log, in bytes, above which its content is put into the file itself.
  private static let largestLog = 4 << 20

  /// The durability of a change.
  enum Durability {
    /// On the disk when it returns.
    case synced
    /// Perhaps later: it can be read from the chain again.
    case relaxed
  }

  init(inMemory schema: OutboxSchema, clock: @escaping @Sendable () -> UInt64) throws {
    path = nil
    queue = try DatabaseQueue(configuration: Self.configuration)
    owner = OwnerLock()
    mark = nil
    self.clock = clock
    try queue.inTransaction { db in
      for step in schema.steps { try step(db) }
      return .commit
    }
  }

  /// - Throws: `OutboxError` `.busy`, `.damaged`, `.newer`, `.failed`.
  init(path: String, stateFolder: String?, schema: OutboxSchema, clock: @escaping @Sendable () -> UInt64) throws {
    self.path = path
    self.clock = clock
    do {
      // One at a time: so nobody finds a file half made, and none is brought up to date twice.
      let turn = try OpeningTurn(beside: path)
      defer { turn.end() }
      try RebuiltFile(path: path).finish()
      // Before the file is looked at: who writes at this moment writes the file first.
      let mark = OutboxMark(beside: path)
      let marked = mark.get()
      let state = stateFolder.flatMap { StateFolder(path: $0) }
      let place = state?.mark(at: path)
      guard access(path, F_OK) == 0 || marked == OutboxMark.Reach() && place?.get().isEmpty ?? true else {
        throw OutboxError.lostFile(at: path, marks: Self.marks(beside: path, marked, state))
      }
      try Self.makePrivate(path)
      try OutboxGuard.check(path)
      if let state { try OutboxGuard.check(state, of: path) }
      queue = try DatabaseQueue(path: path, configuration: Self.configuration)
      let reach = try queue.read { try OutboxMark.Reach($0) }
      guard reach.covers(marked) else { throw OutboxError.shortFile(at: path, reach, marked) }
      try Self.bringUpToDate(queue, path, schema)
      if reach != marked { mark.set(reach) }
      if let state {
        self.mark = try Self.marked(queue, in: state, at: path, clock())
      } else {
        self.mark = nil
      }
      owner = try OwnerLock(beside: path)
      OwnerLock.sweep(beside: path)
      try warm()
    } catch {
      throw OutboxError(error, at: path)
    }
  }

  /// The files that say that there was an outbox at a place.
  private static func marks(beside path: String, _ marked: OutboxMark.Reach, _ state: StateFolder?) -> [String] {
    let beside = marked == OutboxMark.Reach() ? [] : [OpeningTurn.path(beside: path)]
    return beside + (state?.mark(at: path) == nil ? [] : [state?.placePath(path)].compactMap { $0 })
  }

  /// A new file with the tables of the present version, in a turn that the caller has.
  static func made(at path: String) throws -> DatabaseQueue {
    try makePrivate(path)
    let queue = try DatabaseQueue(path: path, configuration: configuration)
    try bringUpToDate(queue, path, .current)
    return queue
  }

  private static var configuration: Configuration {
    var configuration = Configuration()
    configuration.label = "outbox"
    configuration.busyMode = .timeout(30)
    configuration.prepareDatabase { db in
      // The log's content is put into the file only when we say so: that costs two more syncs, and the head of the next
      // log two more again, before whatever another process broadcasts first.
      if let connection = db.sqliteConnection { _ = csqlite_keep_log(connection) }
      db.add(function: RowChecksum.function)
      try db.execute(
        sql: "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA wal_autocheckpoint = 0")
    }
    return configuration
  }

  /// Makes the folder and an empty file that only the owner may read; what SQLite puts beside it gets the same mode.
  private static func makePrivate(_ path: String) throws {
    let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    if descriptor >= 0 {
      // Nobody of this process has it open, so no lock of SQLite's is lost by closing it.
      close(descriptor)
    } else if errno != EEXIST {
      throw SystemFailure(errno)
    }
  }

  // MARK: Versions

  private static func bringUpToDate(_ queue: DatabaseQueue, _ path: String, _ schema: OutboxSchema) throws {
    let (application, version, isEmpty) = try queue.inDatabase { db in
      (
        try Int32.fetchOne(db, sql: "PRAGMA application_id") ?? 0,
        try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0,
        try Int.fetchOne(db, sql: "SELECT count(*) FROM sqlite_master") == 0
      )
    }
    guard isEmpty || application == OutboxSchema.applicationID else { throw OutboxError.foreignFile(at: path) }
    guard version <= schema.version else { throw OutboxError.newerFile(at: path, version: version) }
    if !isEmpty, version < schema.version { try backUp(queue, path, version) }
    if version < schema.version || isEmpty {
      try queue.writeWithoutTransaction { db in
        try db.inTransaction(.immediate) {
          for step in schema.steps.dropFirst(isEmpty ? 0 : version) { try step(db) }
          try db.execute(sql: "PRAGMA application_id = \(OutboxSchema.applicationID)")
          try db.execute(sql: "PRAGMA user_version = \(schema.version)")
          return .commit
        }
      }
    }
    // Cheap, and finds most damage: the whole file is read by `check`.
    try queue.inDatabase { db in
      _ = try Row.fetchOne(db, sql: "SELECT * FROM intent ORDER BY id DESC LIMIT 1")
      _ = try Row.fetchOne(db, sql: "SELECT * FROM attempt ORDER BY id DESC LIMIT 1")
      _ = try Row.fetchOne(db, sql: "SELECT * FROM opening")
    }
  }

  /// A copy beside the file, of everything in it, before its form changes.
  private static func backUp(_ queue: DatabaseQueue, _ path: String, _ version: Int) throws {
    let copy = "\(path).v\(version)-backup"
    // One that was left half made is of no use; a whole one holds the same.
    unlink(copy)
    let descriptor = open(copy, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw SystemFailure(errno) }
    close(descriptor)
    try queue.inDatabase { db in try db.execute(sql: "VACUUM INTO ?", arguments: [copy]) }
  }

  // MARK: Changes

  /// Reads without changing anything.
  func read<Value: Sendable>(_ body: (Database) throws -> Value) throws -> Value {
    do {
      return try queue.read(body)
    } catch {
      throw OutboxError(error, at: path)
    }
  }

  /// One change, whole or not at all.
  func write<Value: Sendable>(_ durability: Durability, _ body: (Database) throws -> Value) throws -> Value {
    do {
      var reach: OutboxMark.Reach?
      // Once it is on the disk, and never for what may be lost.
      defer { if let path, let reach { OutboxMark(beside: path).set(reach) } }
      return try queue.writeWithoutTransaction { db in
        if durability == .relaxed { try db.execute(sql: "PRAGMA synchronous = NORMAL") }
        defer { if durability == .relaxed { try? db.execute(sql: "PRAGMA synchronous = FULL") } }
        var value: Value?
        var written: OutboxMark.Reach?
        try db.inTransaction(.immediate) {
          value = try body(db)
          if durability == .synced, path != nil { written = try OutboxMark.Reach(db) }
          return .commit
        }
        reach = written
        guard let value else { throw OutboxError(.failed, "The outbox did not do what it was asked to.") }
        return value
      }
    } catch {
      throw OutboxError(error, at: path)
    }
  }

  /// Puts what the log holds into the file, if it has grown large; never between a command and its broadcast.
  func tidy() {
    guard let path, Self.size(of: "\(path)-wal") > Self.largestLog else { return }
    try? empty()
  }

  /// Puts what the log holds into the file, as far as nobody reads it just now, and closes it.
  func end() throws {
    owner.release()
    if path != nil {
      try? queue.writeWithoutTransaction { db in try db.execute(sql: "PRAGMA busy_timeout = 0") }
      try? empty()
    }
    try queue.close()
  }

  /// Puts what the log holds into the file, and writes the head of the next log, so that nobody else has to sync that.
  private func empty() throws {
    try queue.writeWithoutTransaction { db in _ = try Row.fetchAll(db, sql: "PRAGMA wal_checkpoint(PASSIVE)") }
    try writeHeader()
  }

  /// Sees to it that the log is there and has its head, which costs a sync of its own: now, and not before a broadcast.
  private func warm() throws {
    guard let path, Self.size(of: "\(path)-wal") <= 32 else { return }
    try writeHeader()
  }

  private func writeHeader() throws {
    try queue.writeWithoutTransaction { db in
      try db.inTransaction(.immediate) {
        try db.execute(sql: "UPDATE opening SET count = count + 1")
        return .commit
      }
    }
  }

  /// Reads the whole file, compares it with itself, and reads every row.
  func check() throws {
    do {
      let flaw = try queue.inDatabase { db in
        let flaws = try String.fetchAll(db, sql: "PRAGMA integrity_check")
        return flaws == ["ok"] ? try db.unreadableRows().reason : flaws.first ?? "It cannot be checked."
      }
      if let flaw { throw OutboxError.damagedFile(at: path ?? "in memory", reason: flaw) }
    } catch {
      throw OutboxError(error, at: path)
    }
  }

  private static func size(of path: String) -> Int {
    var status = stat()
    return stat(path, &status) == 0 ? Int(status.st_size) : 0
  }

  // MARK: Owners

  /// Whether nobody works on what has this owner.
  func isFree(_ other: String?) -> Bool {
    guard let other else { return true }
    guard other != owner.id, let path else { return false }
    return OwnerLock.isDead(other, beside: path)
  }
}

/// The turn of one opener, so that no two make, check or change the form of a file at once.
final class OpeningTurn {
  private let descriptor: Int32

  init(beside path: String) throws {
    let folder = OwnerLock.split(path).folder
    if !FileManager.default.fileExists(atPath: folder) {
      try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    }
    // A link would have another file overwritten.
    try OutboxGuard.check(Self.path(beside: path), of: path)
    descriptor = open(Self.path(beside: path), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { throw SystemFailure(errno) }
    while flock(descriptor, LOCK_EX) != 0 && errno == EINTR {}
  }

  func end() { close(descriptor) }

  static func path(beside outbox: String) -> String { "\(outbox)-lock" }
}
