import Files
import Locking

/// A database on a server of PostgreSQL that several machines share, by connections that are made as they are needed.
///
/// A change holds its turn by an advisory lock until it is committed; it is tried once more where a conflict or a lost
/// connection ended it, and whether a commit whose answer was lost was made is asked of the server. Methods that do not say
/// `async` block.
package struct DatabaseServer: SQLDatabase {
  /// The choices for an opening.
  package struct Options: Sendable {
    /// Seconds to wait for a server that is not there, or for another who has the turn.
    package var patience = 30.0
    /// Whether, while the server is away, each use after the first that waited for it in vain tries once and waits no more.
    package var isToldAtOnce = false
    package var durability = Durability.synced
    /// The store's own error for one of the database; its own stay as they are.
    package var failure: @Sendable (any Error) -> any Error = { $0 }

    package init() {}

    /// The options of a store for whose answers people wait: that a server is away is reported to them within seconds.
    package static var prompt: Options {
      var options = Options()
      (options.patience, options.isToldAtOnce) = (5, true)
      return options
    }
  }

  /// Threads of its own: who waits for a server, or for a turn there, holds up nobody who has work for the disk.
  package let threads = BlockingThreads(most: PostgresPool.mostConnections)

  private let pool: PostgresPool
  private let options: Options
  /// Nil before they were looked at.
  private let tables = Guarded<KnownTables?>(nil)

  /// Opens the tables of one store, which have a schema (a namespace of the server's) of their own.
  ///
  /// - Parameter store: The store's name: small letters.
  /// - Throws: `DatabaseError` `.unreachable`, `.crowded`, `.refused`, `.unsafe`, `.behind`, or what the options make of it.
  package init(_ address: PostgresAddress, store: String, _ options: Options = Options()) throws {
    self.options = options
    pool = PostgresPool(address, namespace: "lectures_\(store)")
    try failing { try pool.use(until: deadline) { _ in } }
  }

  package func close() { pool.close() }

  private var deadline: ContinuousClock.Instant { .now + .seconds(options.patience) }

  // MARK: Access

  package func reading<Value>(_ body: (Connection) throws -> Value) throws -> Value {
    try failing {
      try repeated(until: deadline) { connection in
        try connection.run("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
        let value = try body(Connection(runner: connection))
        try connection.run("COMMIT")
        return value
      }
    }
  }

  package func changing<Value>(
    _ durability: Durability?, turn: String?, _ body: (Connection) throws -> Value
  ) throws -> Value {
    let durability = durability ?? options.durability
    return try failing {
      let deadline = deadline
      return try repeated(until: deadline) { connection in
        connection.changes += 1
        let change = PostgresPool.Change(witness: connection.witness, number: connection.changes)
        let version = try connection.run(
          opening(durability == .relaxed ? "SET LOCAL synchronous_commit = off; " : "", turn) + pool.opening(change))
        let db = Connection(runner: connection)
        try requireGood(version, db)
        let value = try body(db)
        try pool.fence(connection)
        // The patience is used up where the answer was waited for in vain: what became of the change is asked with a new one.
        do { try commit(connection) } catch  where connection.isLost { try pool.judge(change, until: self.deadline) }
        if durability == .synced { pool.note(change) }
        return value
      }
    }
  }

  private func commit(_ connection: PostgresConnection) throws {
    // An answer of another name says that the server had given the change up before.
    guard try connection.change("COMMIT").name == "COMMIT" else {
      throw DatabaseError(.failed, "A change was given up by the server.")
    }
  }

  /// Makes a change without a statement of its own: its number is written as that of every change.
  package func rewriting() throws { try changing(nil, turn: "health") { _ in } }

  /// The statements that begin a change, with settings of its own, and take its turn.
  private func opening(_ settings: String, _ turn: String?) -> String {
    let all = "hashtextextended('\(pool.namespace)', 0)"
    let lock =
      if let turn {
        "SELECT pg_advisory_xact_lock_shared(\(all)); "
          + "SELECT pg_advisory_xact_lock(hashtextextended(\(Self.quoted("\(pool.namespace) \(turn)")), 0)); "
      } else {
        "SELECT pg_advisory_xact_lock(\(all)); "
      }
    return "BEGIN; " + settings + lock
  }

  /// A text in quotes of SQL.
  private static func quoted(_ text: String) -> String {
    "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "''") + "'"
  }

  /// Runs a body on a connection; once more on another one while what ended it passes, and the patience lasts.
  ///
  /// - Parameter isBusyPassing: Whether it passes, too, that others have what the body waited for.
  private func repeated<Value>(
    until deadline: ContinuousClock.Instant, isBusyPassing: Bool = false, _ body: (PostgresConnection) throws -> Value
  ) throws -> Value {
    var pause = 2
    while true {
      // A connection that cannot be made is tried again; of what ends a body only what its own connection said passes.
      var isPassing = true
      do {
        let value = try pool.use(until: deadline) { connection in
          do { return try body(connection) } catch {
            let failure = connection.failure
            isPassing = failure?.isPassing ?? false
            // Those who came meanwhile go first.
            if isBusyPassing, failure?.isLockTimeout ?? false { (isPassing, pause) = (true, 500) }
            throw error
          }
        }
        pool.note(isAway: false)
        return value
      } catch {
        let code = (error as? DatabaseError)?.code
        guard isPassing, !Self.lasting.contains(code) else { throw error }
        let isLate = ContinuousClock.now + .milliseconds(pause) >= deadline
        if isLate, code?.isOfAbsence == true { pool.note(isAway: true) }
        guard !isLate, !options.isToldAtOnce || !pool.isAway else { throw error }
        pool.wait(milliseconds: pause)
        pause = min(pause * 2, 500)
      }
    }
  }

  /// The errors that no further try mends.
  private static let lasting: Set<DatabaseError.Code?> = [.uncertain, .unsafe, .behind, .foreign, .refused]

  private func failing<Value>(_ body: () throws -> Value) throws -> Value {
    do { return try body() } catch { throw options.failure(error) }
  }
}

// MARK: Schema

extension DatabaseServer {
  package func bringUpToDate(_ schema: DatabaseSchema) throws {
    let schema = schema.onServer
    var version = try read { try stored(schema, in: $0) } ?? 0
    if version < schema.version {
      version = try failing {
        // Without a witness, whose table is made here: a step that was made is not made again.
        try repeated(until: deadline, isBusyPassing: true) { connection in
          // All who come later wait behind a step that waits for a turn, or for a reader.
          try connection.run(opening("SET LOCAL lock_timeout = '2s'; SET LOCAL statement_timeout = '10min'; ", nil))
          connection.begin(until: .now + .seconds(600))
          let version = try complete(schema, in: Connection(runner: connection))
          try commit(connection)
          return version
        }
      }
    }
    let known = KnownTables(schema: schema, version: version)
    tables.withLock { $0 = known }
  }

  /// Runs the steps that the tables lack, and writes down what they are then; the version that they have.
  private func complete(_ schema: DatabaseSchema, in db: Connection) throws -> Int {
    let version = try stored(schema, in: db)
    if let version, version >= schema.version { return version }
    if version == nil {
      try db.execute(
        """
        CREATE SCHEMA IF NOT EXISTS \(pool.namespace);
        CREATE TABLE \(pool.namespace).version (application bigint NOT NULL, version bigint NOT NULL);
        INSERT INTO version (application, version) VALUES (\(schema.applicationID), 0);
        \(pool.witnessTable)
        """)
    }
    for step in schema.steps.dropFirst(version ?? 0) { try step.run(db) }
    try db.execute("ALTER TABLE version ADD COLUMN IF NOT EXISTS oldest bigint")
    try db.execute("UPDATE version SET version = ?, oldest = ?", [schema.version, schema.oldest])
    return schema.version
  }

  /// Makes sure, within a change, that tables which another program has brought to a later version since are good for this
  /// one as well.
  ///
  /// - Parameter version: That of the tables, as the change found it.
  private func requireGood(_ version: String?, _ db: Connection) throws {
    guard let known = tables.withLock({ $0 }), let version = version.flatMap({ Int($0) }), version != known.version
    else { return }
    _ = try stored(known.schema, in: db)
    tables.withLock { $0 = KnownTables(schema: known.schema, version: version) }
  }

  package func requirePresent(_ schema: DatabaseSchema) throws {
    let schema = schema.onServer
    let version = try read { try stored(schema, in: $0) }
    guard let version else { throw options.failure(DatabaseError(.empty, "It has no tables yet.")) }
    guard version >= schema.version else {
      throw options.failure(DatabaseError(.foreign, "It has no tables of this program's version."))
    }
  }

  /// The version of the tables; nil where there are none.
  private func stored(_ schema: DatabaseSchema, in db: Connection) throws -> Int? {
    // By the catalog itself: a connection looks names up in schemas that it knew when it began.
    let found = "SELECT count(*) FROM pg_tables WHERE schemaname = ? AND tablename = 'version'"
    guard try db.value(found, [pool.namespace], as: Int.self) == 1,
      // The tables of earlier programs have no column of that name.
      let row = try db.row(
        "SELECT application, version, (to_jsonb(tables) ->> 'oldest')::bigint AS oldest FROM version AS tables")
    else { return nil }
    guard try row.value("application", as: Int32.self) == schema.applicationID else {
      throw DatabaseError(.foreign, "Its tables are another program's.")
    }
    let version = try row.value("version", as: Int.self)
    try schema.check(version, goodFor: row.optional("oldest", as: Int.self))
    return version
  }
}
