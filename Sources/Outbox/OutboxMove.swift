import Database
import Files
import Primitives

/// The move of an outbox from a file to a server: from then on nobody sends from the file, whichever version of the
/// program.
///
/// The file is marked first. A move that was ended half-way is ended by moving once more; until then nothing is sent
/// from either.
struct OutboxMove {
  let path: String
  let stateFolder: String?
  let target: DatabasePlace

  /// The tables, each after those that its rows name.
  private static let tables = ["store", "intent", "attempt", "accountQueue", "found"]

  /// - Returns: the number of intents that are at the new place.
  func run() throws -> Int {
    guard case .server = target else {
      throw OutboxError(.failed, "An outbox is moved to a server; nothing was changed.")
    }
    if try !isMarked() { try checkSource() }
    let turn = try OpeningLock.take(beside: path)
    defer { withExtendedLifetime(turn) {} }
    guard !OwnerLock.anyLives(beside: path) else {
      throw OutboxError(
        .busy, "The outbox \(path) is in use; nothing was changed.", reason: "A living process has it open.",
        advice: "End what is sending, and try again.")
    }
    let name = target.name
    // Before the file is given up: it has to be one that can be used.
    let database = try target.open("outbox", OutboxSchema.current) { OutboxError($0, at: name) }
    defer { try? database.close() }
    let source = try OutboxFile.opened(path)
    defer { try? source.close() }
    try check(database, from: try source.read { try StoreName($0) })
    try source.connected { try $0.execute("PRAGMA user_version = \(OutboxSchema.movedVersion)") }
    return try copy(from: source, to: database)
  }

  private func isMarked() throws -> Bool {
    guard Outbox.exists(at: path) else { return false }
    let source = try OutboxFile.opened(path)
    defer { try? source.close() }
    return try source.connected { try $0.value("PRAGMA user_version", as: Int.self) } == OutboxSchema.movedVersion
  }

  /// Makes sure that the file is whole, and of this version.
  private func checkSource() throws {
    guard Outbox.exists(at: path) else {
      throw OutboxError(.failed, "There is no outbox \(path); nothing was changed.")
    }
    let file = try OutboxFile(path: path, stateFolder: stateFolder, schema: OutboxSchema.current) { 0 }
    defer { try? file.end() }
    try file.check()
  }

  /// Makes sure that the new place is empty, or has these very rows already.
  private func check(_ database: any SQLDatabase, from source: StoreName) throws {
    let (name, intents) = try database.read { db in
      (try StoreName(db), try db.value("SELECT count(*) FROM intent", as: Int.self) ?? 0)
    }
    guard name == source || intents == 0 else {
      throw OutboxError(
        .failed, "The outbox \(target.name) has sends of its own; nothing was changed.",
        reason: "Two records cannot be made one: nothing could tell which of their sends are the same.")
    }
  }

  private func copy(from source: DatabaseFile, to database: any SQLDatabase) throws -> Int {
    let name = try source.read { try StoreName($0) }
    var rows: [(table: String, columns: [RowColumn])] = []
    try source.read { db in
      for table in Self.tables {
        for row in try db.rows("SELECT * FROM \(table) ORDER BY id") {
          try RowChecksum.verify(row)
          rows.append((table, row.columns.filter { $0.name != "checksum" }))
        }
      }
    }
    return try database.write(.synced) { db in
      if try StoreName(db) != name {
        try db.execute("DELETE FROM store")
        for row in rows { try add(row.columns, to: row.table, db) }
        // The numbers go on where those of the file ended.
        for table in ["intent", "attempt", "accountQueue"] {
          let last = "SELECT setval(pg_get_serial_sequence('\(table.lowercased())', 'id'), max(id)) FROM \(table)"
          if try db.row("SELECT 1 FROM \(table) LIMIT 1") != nil { _ = try db.row(last) }
        }
      }
      return try db.value("SELECT count(*) FROM intent", as: Int.self) ?? 0
    }
  }

  private func add(_ row: [RowColumn], to table: String, _ db: Connection) throws {
    // Its owner was one of this machine, and is dead.
    let columns = row.map { $0.name == "owner" ? ($0.name, StoredValue.null) : ($0.name, $0.value) }
    let names = columns.map(\.0).joined(separator: ", ")
    let places = Array(repeating: "?", count: columns.count).joined(separator: ", ")
    try db.insert(table, "(\(names)) VALUES (\(places))", columns.map(\.1))
  }
}
