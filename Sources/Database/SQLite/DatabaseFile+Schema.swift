import Files
import Locking
import Platform

extension DatabaseSchema {
  /// The version of a database; nil for an empty one.
  ///
  /// - Throws: `DatabaseError` `.foreign`, `.newer`.
  func stored(in db: Connection) throws -> Int? {
    let application = try db.value("PRAGMA application_id", as: Int32.self) ?? 0
    let version = try db.value("PRAGMA user_version", as: Int.self) ?? 0
    if try db.value("SELECT count(*) FROM sqlite_master", as: Int.self) == 0 { return nil }
    if application == 0, let earlyTable, try db.hasTable(earlyTable) { return 1 }
    guard application == applicationID else {
      throw DatabaseError(.foreign, "It is a database of another kind, or of another program.")
    }
    try check(version, goodFor: version > self.version ? Self.oldest(of: version, in: db) : nil)
    return version
  }

  /// The lowest version whose programs may go on at a file's tables; nil where they do not say.
  private static func oldest(of version: Int, in db: Connection) throws -> Int? {
    let found = "SELECT count(*) FROM sqlite_master WHERE name = 'version'"
    guard try db.value(found, as: Int.self) == 1 else { return nil }
    return try db.value("SELECT oldest FROM version WHERE version = ?", [version])
  }

  /// Runs the steps that a file of a version lacks, and writes down what it has then.
  fileprivate func complete(_ version: Int, in db: Connection) throws {
    for step in steps.dropFirst(version) { try step.run(db) }
    // Beside the header, of which programs from before that was recorded read the version alone: they refuse a later
    // one.
    try db.execute(
      """
      CREATE TABLE IF NOT EXISTS version (version INTEGER NOT NULL, oldest INTEGER NOT NULL) STRICT;
      DELETE FROM version;
      INSERT INTO version (version, oldest) VALUES (\(self.version), \(oldest));
      PRAGMA application_id = \(applicationID);
      PRAGMA user_version = \(self.version);
      """)
  }
}

extension DatabaseFile {
  /// Makes sure that a database which is only read has the tables as they are now.
  ///
  /// - Throws: `DatabaseError` `.empty`; `.foreign`, also for one of an earlier version; `.newer`.
  package func requirePresent(_ schema: DatabaseSchema) throws {
    try failing {
      guard let version = try read({ try schema.stored(in: $0) }) else {
        throw DatabaseError(.empty, "It has no tables yet.")
      }
      guard version >= schema.version else {
        throw DatabaseError(.foreign, "It has no tables of this program's version.")
      }
    }
  }

  /// Writes the number of the version again, and with it a page.
  package func rewriting() throws {
    try changing(nil, turn: nil) { db in
      let version = try db.value("PRAGMA user_version", as: Int.self) ?? 0
      try db.execute("PRAGMA user_version = \(version)")
    }
  }

  /// Runs the steps that a database lacks, all of them or none; a file of an earlier version is copied first, to
  /// `<path>.v<version>-backup`.
  ///
  /// - Throws: `DatabaseError` `.foreign`, `.newer`; the driver's errors; `SystemFailure` for a copy that cannot be made.
  package func bringUpToDate(_ schema: DatabaseSchema) throws {
    try failing {
      // Of one moment: another process may make the tables just now.
      var version = try reading { try schema.stored(in: $0) } ?? 0
      if version < schema.version {
        if version > 0, let path, !isCopy { try backUp(to: "\(path).v\(version)-backup", version, schema) }
        version = try note { db in
          // Another process may have done it meanwhile.
          let version = try schema.stored(in: db) ?? 0
          if version < schema.version { try schema.complete(version, in: db) }
          return max(version, schema.version)
        }
      }
      let known = KnownTables(schema: schema, version: version)
      tables.withLock { $0 = known }
    }
  }

  /// Makes sure, within a change, that the tables which another process has brought to a later version since are good for
  /// this program as well.
  func requireGood(_ db: Connection) throws {
    guard let known = tables.withLock({ $0 }), let version = try db.value("PRAGMA user_version", as: Int.self),
      version != known.version
    else { return }
    _ = try known.schema.stored(in: db)
    tables.withLock { $0 = KnownTables(schema: known.schema, version: version) }
  }

  /// Copies everything into another file, in one step: several processes may do so at once.
  ///
  /// - Parameter version: That of which it is to be a copy: none is made of one that another process has changed meanwhile,
  ///   which made its own.
  private func backUp(to copy: String, _ version: Int, _ schema: DatabaseSchema) throws {
    let draft = "\(copy)-\(String(UInt64.random(in: 0 ... .max), radix: 36))"
    defer { unlink(draft) }
    try Self.makePrivate(draft)
    try connected { try $0.execute("VACUUM INTO ?", [draft]) }
    var options = Options()
    options.durability = nil
    let made = try DatabaseFile(draft, options)
    let its = try made.read { try schema.stored(in: $0) }
    try made.close()
    guard its == version else { return }
    guard rename(draft, copy) == 0 else { throw SystemFailure(errno) }
  }
}
