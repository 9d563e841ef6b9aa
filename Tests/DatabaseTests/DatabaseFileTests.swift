import Database
import Files
import Foundation
import Testing

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A folder of its own with a database's file in it.
final class DatabaseFolder {
  let path: String
  var file: String { "\(path)/some.sqlite" }

  init() {
    var template = Array("/tmp/database-XXXXXX".utf8CString)
    _ = mkdtemp(&template)
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit {
    for name in ["", "-wal", "-shm", ".v1-backup"] { unlink(file + name) }
    rmdir(path)
  }
}

@Suite("A database's file")
struct DatabaseFileTests {
  private let folder = DatabaseFolder()

  private static let schema = DatabaseSchema(
    applicationID: 7,
    steps: [
      .adding { try $0.execute("CREATE TABLE thing (id INTEGER PRIMARY KEY, name TEXT, number, bytes BLOB)") }
    ])

  /// The code of the database's error that a body ends with; nil if it does not.
  private func code(_ body: () throws -> Void) -> DatabaseError.Code? {
    do { try body() } catch { return (error as? DatabaseError)?.code }
    return nil
  }

  private func opened(_ durability: Durability? = .relaxed) throws -> DatabaseFile {
    var options = DatabaseFile.Options()
    options.durability = durability
    let file = try DatabaseFile(folder.file, options)
    try file.bringUpToDate(Self.schema)
    return file
  }

  @Test("is made for its owner only, and so is what lies beside it")
  func permissions() throws {
    let file = try opened()
    for ending in ["", "-wal", "-shm"] {
      #expect(FilePermissions(path: folder.file + ending)?.mode == 0o600, "\(ending)")
    }
    try file.close()
  }

  @Test("gives back what was stored, each value by its type")
  func values() throws {
    let file = try opened()
    try file.write { db in
      let count = try db.execute(
        "INSERT INTO thing (name, number, bytes) VALUES (?, ?, ?), (NULL, ?, NULL)",
        ["a", UInt64.max, [1, 2] as [UInt8], 0.5])
      #expect(try count == 2 && db.lastInsertedRow == 2)
    }
    let rows = try file.read { db throws in
      try db.rows("SELECT * FROM thing ORDER BY id").map { row in
        (try row.optional("name", as: String.self), try row.optional("bytes", as: [UInt8].self))
      }
    }
    #expect(rows[0].0 == "a" && rows[0].1 == [1, 2] && rows[1].0 == nil && rows[1].1 == nil)
    try file.read { db throws in
      #expect(try db.value("SELECT number FROM thing WHERE id = ?", [1], as: UInt64.self) == UInt64(Int64.max))
      #expect(try db.value("SELECT number FROM thing WHERE id = ?", [2], as: Double.self) == 0.5)
      #expect(try db.value("SELECT number FROM thing WHERE id = ?", [3], as: Double.self) == nil)
      #expect(try db.values("SELECT name FROM thing", as: String.self) == ["a"])
      #expect(try db.row("SELECT * FROM thing WHERE id = 1")?.columns.map(\.name) == ["id", "name", "number", "bytes"])
    }
  }

  @Test("has an error and no trap for a value of another type, for none, and for a column that is missing")
  func unreadable() throws {
    let file = try opened()
    try file.write { try $0.execute("INSERT INTO thing (number) VALUES ('seven')") }
    try file.read { db throws in
      let row = try #require(try db.row("SELECT * FROM thing"))
      #expect(throws: DatabaseError.unreadable("number")) { try row.value("number", as: Int64.self) }
      #expect(throws: DatabaseError.unreadable("name")) { try row.value("name", as: String.self) }
      #expect(throws: DatabaseError.unreadable("colour")) { try row.optional("colour", as: String.self) }
      #expect(throws: DatabaseError.self) { try db.value("SELECT number FROM thing", as: [UInt8].self) }
    }
  }

  @Test("changes as a whole or not at all", arguments: [nil, Durability.synced, .relaxed])
  func whole(durability: Durability?) throws {
    struct Refusal: Error {}
    let file = try opened(.synced)
    #expect(throws: Refusal.self) {
      try file.write(durability) { db in
        try db.execute("INSERT INTO thing (name) VALUES ('a')")
        throw Refusal()
      }
    }
    try file.write(durability) { try $0.execute("INSERT INTO thing (name) VALUES ('b')") }
    #expect(try file.read { try $0.values("SELECT name FROM thing", as: String.self) } == ["b"])
    // FULL again, whatever one change was.
    #expect(try file.connected { try $0.value("PRAGMA synchronous", as: Int.self) } == 2)
  }

  @Test("is not changed by who reads")
  func reading() throws {
    let file = try opened()
    #expect(throws: DatabaseError.self) {
      try file.read { try $0.execute("INSERT INTO thing (name) VALUES ('a')") }
    }
    #expect(try file.read { try $0.value("SELECT count(*) FROM thing", as: Int.self) } == 0)
  }

  @Test("goes through rows one at a time")
  func rows() throws {
    let file = try opened()
    var names: [String] = []
    try file.write { db in
      for name in ["a", "b", "c"] { try db.execute("INSERT INTO thing (name) VALUES (?)", [name]) }
      try db.forEachRow("SELECT name FROM thing WHERE name > ? ORDER BY name", ["a"]) {
        names.append(try $0.value("name"))
      }
    }
    #expect(names == ["b", "c"])
  }

  @Test("has the columns that another process added meanwhile")
  func addedColumn() throws {
    let (file, other) = (try opened(), try DatabaseFile(folder.file))
    let columns = { try file.read { try $0.row("SELECT * FROM thing WHERE id = ?", [1])?.columns.map(\.name) } }
    try file.write { try $0.execute("INSERT INTO thing (name) VALUES (?)", ["a"]) }
    #expect(try columns()?.count == 4)
    try other.write { try $0.execute("ALTER TABLE thing ADD COLUMN colour TEXT") }
    #expect(try columns() == ["id", "name", "number", "bytes", "colour"])
    try file.write { try $0.execute("INSERT INTO thing (name) VALUES (?)", ["b"]) }
    #expect(try file.read { try $0.value("SELECT count(*) FROM thing", as: Int.self) } == 2)
  }

  @Test("calls functions of ours")
  func functions() throws {
    var options = DatabaseFile.Options()
    options.functions = [
      SQLFunction("joined") { values in .text(values.map { "\(String($0) ?? "?")" }.joined(separator: "+")) }
    ]
    let memory = try DatabaseFile(nil, options)
    #expect(try memory.read { try $0.value("SELECT joined('a', 'b', NULL)", as: String.self) } == "a+b+?")
  }

  @Test("is copied before its form changes, and refused by who knows an earlier one only, as is another program's")
  func versions() throws {
    let file = try opened()
    try file.write { try $0.execute("INSERT INTO thing (name) VALUES ('a')") }
    let next = DatabaseSchema(
      applicationID: 7,
      steps: Self.schema.steps + [.changing { try $0.execute("ALTER TABLE thing ADD COLUMN colour TEXT") }])
    try file.bringUpToDate(next)
    try file.bringUpToDate(next)
    #expect(try file.read { try $0.value("SELECT count(*) FROM thing WHERE colour IS NULL", as: Int.self) } == 1)
    let copy = try DatabaseFile("\(folder.file).v1-backup", DatabaseFile.Options())
    #expect(try copy.read { try $0.columns(of: "thing") } == ["id", "name", "number", "bytes"])
    #expect(FilePermissions(path: "\(folder.file).v1-backup")?.mode == 0o600)
    try copy.close()
    for ending in ["-wal", "-shm"] { unlink("\(folder.file).v1-backup\(ending)") }
    let error = #expect(throws: DatabaseError.self) { try file.bringUpToDate(Self.schema) }
    #expect(error?.code == .newer && error?.facts == 2)
    let other = DatabaseSchema(applicationID: 8, steps: Self.schema.steps)
    #expect(code { try file.bringUpToDate(other) } == .foreign)
  }

  @Test("of which a step fails stays as it was")
  func failedStep() throws {
    let file = try opened()
    let next = DatabaseSchema(
      applicationID: 7,
      steps: Self.schema.steps + [
        .changing { try $0.execute("DROP TABLE thing; CREATE TABLE thing (id)") },
        .changing { try $0.execute("no SQL") },
      ])
    #expect(throws: DatabaseError.self) { try file.bringUpToDate(next) }
    #expect(try file.read { try $0.columns(of: "thing").count } == 4)
  }

  @Test("from before its header said whose it is, is known by a table")
  func early() throws {
    let file = try DatabaseFile(folder.file)
    try file.write { try $0.execute("CREATE TABLE early (a); CREATE TABLE thing (name)") }
    let schema = DatabaseSchema(
      applicationID: 7, earlyTable: "early",
      steps: Self.schema.steps + [.changing { try $0.execute("ALTER TABLE thing ADD COLUMN colour") }])
    try file.bringUpToDate(schema)
    #expect(try file.read { try $0.columns(of: "thing") } == ["name", "colour"])
    let error = #expect(throws: DatabaseError.self) { try file.bringUpToDate(Self.schema) }
    #expect(error?.code == .newer && error?.facts == 2)
  }

  @Test("has one error for whatever the driver says, in which a store puts its own")
  func errors() throws {
    let bytes = "no database at all, whatever its name"
    let descriptor = open(folder.file, O_WRONLY | O_CREAT, 0o600)
    _ = write(descriptor, bytes, bytes.utf8.count)
    close(descriptor)
    #expect(code { _ = try DatabaseFile(folder.file) } == .damaged)
    struct Own: Error {}
    var options = DatabaseFile.Options()
    options.failure = { _ in Own() }
    #expect(throws: Own.self) { try DatabaseFile(folder.file, options) }
    #expect(throws: Own.self) { try DatabaseFile(nil, options).write { try $0.execute("no SQL") } }
    #expect(throws: SystemFailure(ENOTDIR, "\(folder.file)/none")) {
      try DatabaseFile("\(folder.file)/none/some.sqlite")
    }
  }

  @Test("that somebody else writes is busy when the patience is over")
  func busy() throws {
    let file = try opened()
    var options = DatabaseFile.Options()
    options.patience = 0.01
    let other = try DatabaseFile(folder.file, options)
    try file.write { _ throws in
      #expect(code { try other.write { _ in } } == .busy)
    }
  }

  @Test(
    "that cannot be written is read into memory, its log too, and nothing appears beside it; only notes change the copy",
    arguments: [nil, Durability.synced])
  func frozen(durability: Durability?) async throws {
    let file = try opened(durability ?? .relaxed)
    try await file.write { try $0.execute("INSERT INTO thing (name) VALUES ('a')") }
    // Closed, it has no log; one that is kept open has all of it there.
    if durability == nil { try file.close() }
    await #expect(processExitsWith: .success) { [folder = folder.path as String] in
      for name in ["", "-wal", "-shm"] { chmod("\(folder)/some.sqlite\(name)", 0o444) }
      chmod(folder, 0o555)
      if geteuid() == 0 { try #require(setuid(65_534) == 0) }
      let files = try FileManager.default.contentsOfDirectory(atPath: folder)
      var options = DatabaseFile.Options()
      options.isCopiedWhereReadOnly = true
      let copy = try DatabaseFile("\(folder)/some.sqlite", options)
      let next = DatabaseSchema(
        applicationID: 7,
        steps: DatabaseFileTests.schema.steps + [.adding { try $0.execute("ALTER TABLE thing ADD COLUMN colour TEXT") }]
      )
      try copy.bringUpToDate(next)
      try await copy.note { try $0.execute("INSERT INTO thing (name, colour) VALUES ('b', 'red')") }
      #expect(copy.isCopy)
      let names = try await copy.read { try $0.values("SELECT name FROM thing ORDER BY name", as: String.self) }
      #expect(names == ["a", "b"])
      let error = await #expect(throws: DatabaseError.self) {
        try await copy.write { try $0.execute("DELETE FROM thing") }
      }
      #expect(error?.code == .notWritable)
      // One that is not there stays away, and is empty.
      let missing = try DatabaseFile("\(folder)/below/other.sqlite", options)
      try missing.bringUpToDate(next)
      let count = try await missing.read { try $0.value("SELECT count(*) FROM thing", as: Int.self) }
      #expect(missing.isCopy && count == 0)
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder).sorted() == files.sorted())
    }
    chmod(folder.path, 0o700)
    #expect(!DatabaseFile.isReadOnly(at: folder.file) && !file.isCopy)
  }
}
