import GRDB

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The steps that bring a book from an empty file to the present version, one for each version.
struct BookSchema: Sendable {
  let steps: [@Sendable (Database) throws -> Void]

  /// Marks the file as a book in SQLite's header: "LKWB".
  static let applicationID: Int32 = 0x4c4b_5742

  static let current = BookSchema(steps: [
    { database in
      try database.execute(
        sql: """
          CREATE TABLE wallet (
            id INTEGER PRIMARY KEY AUTOINCREMENT, title TEXT NOT NULL UNIQUE, address TEXT NOT NULL,
            kind TEXT NOT NULL, network TEXT, path TEXT, created INTEGER NOT NULL) STRICT;
          CREATE TABLE contact (
            name TEXT PRIMARY KEY NOT NULL, address TEXT NOT NULL, created INTEGER NOT NULL) WITHOUT ROWID, STRICT;
          CREATE TABLE sample (
            network TEXT NOT NULL, address TEXT NOT NULL, time INTEGER NOT NULL, wei TEXT NOT NULL,
            PRIMARY KEY (network, address, time)) WITHOUT ROWID, STRICT;
          CREATE TABLE fact (name TEXT PRIMARY KEY NOT NULL, value INTEGER NOT NULL) WITHOUT ROWID, STRICT;
          """)
    }
  ])

  /// Runs the steps that a file lacks, all of them or none.
  ///
  /// - Throws: `bookNewer`, `bookFailed` for a file of another program; what SQLite has against it.
  func bringUpToDate(_ database: DatabaseQueue, at path: String) throws {
    let version = try database.read { try storedVersion(of: $0, at: path) }
    guard version.map({ $0 < steps.count }) ?? true else { return }
    if let version { try backUp(database, path, version) }
    try database.writeWithoutTransaction { database in
      try database.inTransaction(.immediate) {
        // Another process may have done it meanwhile.
        let version = try storedVersion(of: database, at: path)
        for step in steps.dropFirst(version ?? 0) { try step(database) }
        try database.execute(sql: "PRAGMA application_id = \(Self.applicationID)")
        try database.execute(sql: "PRAGMA user_version = \(steps.count)")
        return .commit
      }
    }
  }

  /// The version of a file; nil for an empty one.
  private func storedVersion(of database: Database, at path: String) throws -> Int? {
    if try Int.fetchOne(database, sql: "SELECT count(*) FROM sqlite_master") == 0 { return nil }
    guard try Int32.fetchOne(database, sql: "PRAGMA application_id") == Self.applicationID else {
      throw WalletBookError(
        .bookFailed, "\(path) is no wallet book.", reason: "It is another program's database.",
        advice: "Move it away: a new one is made.")
    }
    let version = try Int.fetchOne(database, sql: "PRAGMA user_version") ?? 0
    guard version <= steps.count else {
      throw WalletBookError(
        .bookNewer, "The wallet book is of a later version of this program.",
        reason: "\(path) is of version \(version); this program knows \(steps.count).",
        advice: "Use the later version.")
    }
    return version
  }

  private func backUp(_ database: DatabaseQueue, _ path: String, _ version: Int) throws {
    let copy = "\(path).v\(version)-backup"
    // One that was left half made is of no use; a whole one holds the same.
    unlink(copy)
    let descriptor = open(copy, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      throw WalletBookError(
        .bookFailed, "The wallet book cannot be copied before its form changes.",
        reason: "\(copy): \(String(cString: strerror(errno)))")
    }
    close(descriptor)
    try database.inDatabase { try $0.execute(sql: "VACUUM INTO ?", arguments: [copy]) }
  }
}
