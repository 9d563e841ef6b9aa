import Database
import Files
import Platform
import Primitives

/// An outbox that is open: the database, checked and of our version, and the lock of the process that has it open.
///
/// Everything here blocks, and is called where that may be.
struct OutboxFile: OutboxStore {
  /// Nil for one in memory.
  let path: String?
  let database: DatabaseFile
  let owner: OwnerLock
  /// The notes in the user's state folder; nil where there is none.
  let mark: NonceHighWaterMark?
  /// Seconds since 1970.
  let clock: @Sendable () -> UInt64

  /// The size of the log, in bytes, above which its content is put into the file itself.
  private static let largestLog = 4 << 20

  init(inMemory schema: DatabaseSchema, clock: @escaping @Sendable () -> UInt64) throws {
    path = nil
    database = try Self.open(nil, of: nil)
    owner = OwnerLock()
    mark = nil
    self.clock = clock
    try database.bringUpToDate(schema)
  }

  /// An outbox that can only be read: a copy of the file in memory, beside which nothing is made. No change lasts,
  /// and what has to be on the disk fails.
  ///
  /// - Throws: `OutboxError` `.damaged`, `.newer`, `.failed`.
  init(reading path: String, schema: DatabaseSchema, clock: @escaping @Sendable () -> UInt64) throws {
    (self.path, self.clock) = (path, clock)
    do {
      try OutboxGuard.check(path)
      let marked = OutboxHighWaterMark(beside: path).get()
      database = try Self.open(path, of: path, isCopied: true)
      let reach = try database.read { try OutboxHighWaterMark.Reach($0) }
      guard reach.covers(marked) else { throw OutboxError.shortFile(at: path, reach, marked) }
      try Self.bringUpToDate(database, schema)
      (owner, mark) = (OwnerLock(), nil)
    } catch {
      throw OutboxError(error, at: path)
    }
  }

  /// - Throws: `OutboxError` `.busy`, `.damaged`, `.newer`, `.failed`.
  init(path: String, stateFolder: String?, schema: DatabaseSchema, clock: @escaping @Sendable () -> UInt64) throws {
    self.path = path
    self.clock = clock
    do {
      // Processes open it one after another: so nobody finds a file half made, and none is brought up to date twice.
      let turn = try OpeningLock.take(beside: path)
      defer { withExtendedLifetime(turn) {} }
      try RebuiltFile(path: path).finish()
      // Before the file is looked at: who writes at this moment writes the file first.
      let mark = OutboxHighWaterMark(beside: path)
      let marked = mark.get()
      let state = stateFolder.flatMap { StateFolder(path: $0) }
      let place = state?.mark(at: path)
      guard access(path, F_OK) == 0 || marked == OutboxHighWaterMark.Reach() && place?.get().isEmpty ?? true else {
        throw OutboxError.lostFile(at: path, marks: Self.marks(beside: path, marked, state))
      }
      try DatabaseFile.makePrivate(path)
      try OutboxGuard.check(path)
      if let state { try OutboxGuard.check(state, of: path) }
      database = try Self.open(path, of: path)
      let reach = try database.read { try OutboxHighWaterMark.Reach($0) }
      guard reach.covers(marked) else { throw OutboxError.shortFile(at: path, reach, marked) }
      try Self.bringUpToDate(database, schema)
      if reach != marked { mark.set(reach) }
      if let state {
        self.mark = try NonceHighWaterMark.marked(database, in: state, at: path, clock())
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
  private static func marks(beside path: String, _ marked: OutboxHighWaterMark.Reach, _ state: StateFolder?) -> [String]
  {
    let beside = marked == OutboxHighWaterMark.Reach() ? [] : [OpeningLock.path(beside: path)]
    return beside + (state?.mark(at: path) == nil ? [] : [state?.placePath(path)].compactMap { $0 })
  }

  /// A new file with the tables of the present version, in a turn that the caller has.
  static func made(at path: String, of outbox: String) throws -> DatabaseFile {
    let database = try open(path, of: outbox)
    try bringUpToDate(database, OutboxSchema.current)
    return database
  }

  /// A file as it is, whatever its version.
  static func opened(_ path: String) throws -> DatabaseFile { try open(path, of: path) }

  private static func open(_ path: String?, of outbox: String?, isCopied: Bool = false) throws -> DatabaseFile {
    var options = DatabaseFile.Options()
    options.isCopiedWhereReadOnly = isCopied
    options.durability = .synced
    options.patience = 30
    options.functions = [RowChecksum.function]
    options.failure = { OutboxError($0, at: outbox) }
    return try DatabaseFile(path, options)
  }

  private static func bringUpToDate(_ database: DatabaseFile, _ schema: DatabaseSchema) throws {
    try database.bringUpToDate(schema)
    // Cheap, and finds most damage: the whole file is read by `check`.
    try database.connected { db in
      _ = try db.row("SELECT * FROM intent ORDER BY id DESC LIMIT 1")
      _ = try db.row("SELECT * FROM attempt ORDER BY id DESC LIMIT 1")
      _ = try db.row("SELECT * FROM opening")
    }
  }

  var threads: BlockingThreads { database.threads }

  // MARK: Access

  func read<Value>(_ body: (Connection, any OutboxStore) throws -> Value) throws -> Value {
    try database.read { try body($0, self) }
  }

  func write<Value>(
    _ durability: Durability, in turn: AccountLockKey, _ body: (Connection, any OutboxStore) throws -> Value
  ) throws -> Value {
    try write(durability) { try body($0, self) }
  }

  private func write<Value>(_ durability: Durability, _ body: (Connection) throws -> Value) throws -> Value {
    // Of an outbox that can only be read, what may be lost is noted in its copy.
    if database.isCopy, durability == .relaxed { return try database.note(body) }
    guard let path, durability == .synced else { return try database.write(durability, body) }
    let (value, reach) = try database.write { (try body($0), try OutboxHighWaterMark.Reach($0)) }
    // Once it is on the disk, and never for what may be lost.
    OutboxHighWaterMark(beside: path).set(reach)
    return value
  }

  func mark(_ intent: Int64, _ nonce: UInt64, _ db: Connection) throws -> (@Sendable () throws -> Void)? {
    guard let mark, let path else { return nil }
    return try mark.note(intent, nonce, db, at: path)
  }

  func tidy() {
    guard let path, Self.size(of: "\(path)-wal") > Self.largestLog else { return }
    try? empty()
  }

  /// Lets go, puts what the log holds into the file, as far as nobody reads it just now, and closes it.
  func end() throws {
    owner.release()
    if path != nil {
      _ = try? database.connected { try $0.execute("PRAGMA busy_timeout = 0") }
      try? empty()
    }
    try database.close()
  }

  /// Puts what the log holds into the file, and writes the head of the next log, so that nobody else has to sync that.
  private func empty() throws {
    try database.connected { try $0.rows("PRAGMA wal_checkpoint(PASSIVE)") }
    try writeHeader()
  }

  /// Sees to it that the log is there and has its head, which costs a sync of its own: now, and not before a broadcast.
  private func warm() throws {
    guard let path, Self.size(of: "\(path)-wal") <= 32 else { return }
    try writeHeader()
  }

  private func writeHeader() throws { try database.write { try $0.execute("UPDATE opening SET count = count + 1") } }

  func check() throws {
    try database.connected { db in
      let flaws: [String] = try db.values("PRAGMA integrity_check")
      let flaw = flaws == ["ok"] ? try db.unreadableRows().reason : flaws.first ?? "It cannot be checked."
      if let flaw { throw OutboxError.damagedFile(at: path ?? "in memory", reason: flaw) }
    }
  }

  private static func size(of path: String) -> Int {
    var status = stat()
    return stat(path, &status) == 0 ? Int(status.st_size) : 0
  }

  // MARK: Owners

  var ownerID: String { owner.id }

  var run: String { owner.id }

  /// The system lets go of an owner's lock when its process is dead, and not before.
  var isFenced: Bool { false }

  func wasOwner(_ other: String?) -> Bool { other == owner.id }

  func isFree(_ other: String?, _ db: Connection) -> Bool {
    guard let other else { return true }
    guard other != owner.id, let path else { return false }
    return OwnerLock.isDead(other, beside: path)
  }
}

/// The turn of one opener, so that no two make, check or change the form of a file at once.
enum OpeningLock {
  static func take(beside path: String) throws -> FileLock {
    try Folder(of: path).make()
    let lock = Self.path(beside: path)
    // A link would have another file overwritten.
    try OutboxGuard.check(lock, of: path)
    return try FileLock(lock)
  }

  static func path(beside outbox: String) -> String { "\(outbox)-lock" }
}
