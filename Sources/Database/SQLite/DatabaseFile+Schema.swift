import Files
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
    try check(version)
    return version
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
      guard version == schema.version else {
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
      let version = try reading { try schema.stored(in: $0) }
      if let version, version == schema.version { return }
      if let version, let path, !isCopy { try backUp(to: "\(path).v\(version)-backup", version, schema) }
      try note { db in
        // Another process may have done it meanwhile.
        let version = try schema.stored(in: db)
        for step in schema.steps.dropFirst(version ?? 0) { try step(db) }
        try db.execute("PRAGMA application_id = \(schema.applicationID); PRAGMA user_version = \(schema.version)")
      }
    }
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
