import DatabaseSupport
import Files
import Foundation
import Locking
import Testing

@testable import Database

@Suite("A database on a server", .enabled(if: PostgresCluster.isInstalled, PostgresCluster.advice))
struct DatabaseServerTests {
  private static let schema = DatabaseSchema(
    applicationID: 7,
    steps: [
      .adding {
        try $0.execute(
          """
          CREATE TABLE thing (
            id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT UNIQUE, number INTEGER, share REAL, bytes BLOB
          ) STRICT;
          CREATE TABLE total (name TEXT PRIMARY KEY, sum INTEGER NOT NULL) WITHOUT ROWID, STRICT;
          """)
      }
    ])

  private let cluster: PostgresCluster
  private let address: PostgresAddress

  init() throws {
    cluster = try PostgresCluster.shared
    address = try PostgresAddress(cluster.address(of: cluster.makeDatabase()), isSecret: true)
  }

  private func opened(
    _ schema: DatabaseSchema = schema, patience: Double = 60
  ) throws -> DatabaseServer {
    var options = DatabaseServer.Options()
    options.patience = patience
    let server = try DatabaseServer(address, store: "things", options)
    try server.bringUpToDate(schema)
    return server
  }

  private func code(_ body: () throws -> Void) -> DatabaseError.Code? {
    do { try body() } catch { return (error as? DatabaseError)?.code }
    return nil
  }

  @Test("gives back what was stored, each value by its type")
  func values() throws {
    let server = try opened()
    try server.write { db in
      try db.execute(
        "INSERT INTO thing (name, number, share, bytes) VALUES (?, ?, ?, ?), (NULL, ?, NULL, ?)",
        ["it's", Int64.min, 0.1, [0, 255] as [UInt8], true, [] as [UInt8]])
      #expect(try db.lastInsertedRow == 2)
    }
    let rows = try server.read { db throws in
      try db.rows("SELECT * FROM thing ORDER BY id").map { try $0.optional("BYTES", as: [UInt8].self) }
    }
    #expect(rows == [[0, 255], []])
    try server.read { db throws in
      let row = try #require(try db.row("SELECT name, number, share FROM thing WHERE id = ?", [1]))
      #expect(try row.value("name") == "it's")
      #expect(try row.value("number") == Int64.min)
      #expect(try row.value("share") == 0.1)
      #expect(row.columns.map(\.name) == ["name", "number", "share"])
      #expect(throws: DatabaseError.unreadable("name")) { try row.value("name", as: Int.self) }
      #expect(throws: DatabaseError.unreadable("other")) { try row.optional("other", as: Int.self) }
      #expect(try db.value("SELECT number FROM thing WHERE id = 2", as: Bool.self) == true)
      #expect(try db.values("SELECT name FROM thing", as: String.self) == ["it's"])
      #expect(try db.columns(of: "thing") == ["id", "name", "number", "share", "bytes"])
      #expect(try db.hasTable("total") && !db.hasTable("none"))
    }
    // A zero byte ends no text and hides nothing: the server knows none.
    #expect(throws: DatabaseError.self) {
      try server.write { try $0.execute("INSERT INTO thing (name) VALUES (?)", ["a\0b"]) }
    }
    #expect(try server.read { try $0.value("SELECT count(*) FROM thing", as: Int.self) } == 2)
  }

  @Test("changes as a whole or not at all, and is not changed by who reads")
  func whole() throws {
    struct Refusal: Error {}
    let server = try opened()
    #expect(throws: Refusal.self) {
      try server.write { db in
        try db.execute("INSERT INTO thing (name) VALUES (?)", ["a"])
        throw Refusal()
      }
    }
    // An error that the body hides does not make half of a change whole.
    #expect(throws: DatabaseError.self) {
      try server.write { db in
        try db.execute("INSERT INTO thing (name) VALUES (?)", ["b"])
        _ = try? db.execute("INSERT INTO thing (name) VALUES (?)", ["b"])
      }
    }
    #expect(
      code { _ = try server.read { try $0.execute("INSERT INTO thing (name) VALUES (?)", ["c"]) } } == .notWritable)
    #expect(try server.read { try $0.value("SELECT count(*) FROM thing", as: Int.self) } == 0)
  }

  @Test("has one turn for changes of one name, over all processes", arguments: [nil, "it's a turn"])
  func turns(turn: String?) async throws {
    let servers = [try opened(), try opened()]
    try await servers[0].write { try $0.execute("INSERT INTO total VALUES ('a', 0)") }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<40 {
        group.addTask {
          try await servers[number % 2].write(turn: turn) { db in
            // Two that come between each other would lose one.
            let sum: Int = try db.value("SELECT sum FROM total WHERE name = ?", ["a"]) ?? 0
            try db.execute("UPDATE total SET sum = ? WHERE name = ?", [sum + 1, "a"])
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(try await servers[1].read { try $0.value("SELECT sum FROM total", as: Int.self) } == 40)
  }

  @Test("tries a change once more that a deadlock with another ended")
  func deadlock() async throws {
    let server = try opened()
    try await server.write { try $0.execute("INSERT INTO total VALUES ('a', 0), ('b', 0)") }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for names in [["a", "b"], ["b", "a"]] {
        group.addTask {
          for _ in 0..<10 {
            try await server.write(turn: names[0]) { db in
              for name in names {
                try db.execute("UPDATE total SET sum = sum + 1 WHERE name = ?", [name])
                usleep(20_000)
              }
            }
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(try await server.read { try $0.values("SELECT sum FROM total", as: Int.self) } == [20, 20])
  }

  /// Inserts names from several tasks while a body disturbs them; then what was said to be written is there once, and what
  /// was said not to be is not.
  private func load(_ server: DatabaseServer, _ disturb: @escaping @Sendable () async throws -> Void) async throws {
    let said = try await withThrowingTaskGroup(of: [(name: String, code: DatabaseError.Code?)].self) { group in
      for task in 0..<4 {
        group.addTask {
          var said: [(String, DatabaseError.Code?)] = []
          for number in 0..<60 {
            let name = "\(task) \(number)"
            do {
              try await server.write(turn: "\(task)") { try $0.execute("INSERT INTO thing (name) VALUES (?)", [name]) }
              said.append((name, nil))
            } catch let error as DatabaseError {
              said.append((name, error.code))
            }
          }
          return said
        }
      }
      group.addTask {
        try await disturb()
        return []
      }
      var all: [(name: String, code: DatabaseError.Code?)] = []
      for try await said in group { all += said }
      return all
    }
    let names = try await server.read { try $0.values("SELECT name FROM thing", as: String.self) }
    #expect(names.count == Set(names).count)
    #expect(said.count == 240 && said.filter { $0.code == nil }.count > 200)
    for (name, code) in said where code != .uncertain { #expect(names.contains(name) == (code == nil), "\(name)") }
  }

  @Test("writes each change once while its connections are ended at random")
  func endedConnections() async throws {
    let (server, cluster) = (try opened(), cluster)
    let database = try #require(address.name.split(separator: "/").last)
    try await load(server) {
      for _ in 0..<15 {
        try await Task.sleep(for: .milliseconds(30))
        try cluster.query(
          """
          SELECT pg_terminate_backend(pid) FROM pg_stat_activity
          WHERE application_name = 'lectures' AND datname = '\(database)' AND random() < 0.5
          """)
      }
    }
  }

  @Test("writes each change once while the server dies and comes back")
  func deadServer() async throws {
    let cluster = try PostgresCluster()
    defer { withExtendedLifetime(cluster) {} }
    let address = try PostgresAddress(cluster.address(of: cluster.makeDatabase()), isSecret: true)
    var options = DatabaseServer.Options()
    options.patience = 120
    let server = try DatabaseServer(address, store: "things", options)
    try server.bringUpToDate(Self.schema)
    try await load(server) {
      for _ in 0..<2 {
        try await Task.sleep(for: .milliseconds(100))
        try cluster.crash(for: 0.2)
      }
    }
  }

  @Test("is told to be away to each who asks once one waited in vain, and is used again when it is back")
  func away() async throws {
    let cluster = try PostgresCluster()
    defer { withExtendedLifetime(cluster) {} }
    let address = try PostgresAddress(cluster.address(of: cluster.makeDatabase()), isSecret: true)
    var options = DatabaseServer.Options.prompt
    options.patience = 0.5
    let server = try DatabaseServer(address, store: "things", options)
    func isThere() throws -> Bool {
      do { return try server.read { try $0.value("SELECT 1", as: Int.self) == 1 } } catch let error as DatabaseError {
        #expect(error.code == .unreachable)
        return false
      }
    }
    #expect(try isThere())
    try cluster.stop()
    for _ in 0..<2 { #expect(try !isThere()) }
    try cluster.start()
    while try !isThere() { try await Task.sleep(for: .milliseconds(20)) }
  }

  @Test("stops at a server that takes the place of the first and lacks what was written", arguments: [1, 10, 1_000])
  func lostChanges(_ count: Int) async throws {
    let cluster = try PostgresCluster()
    defer { withExtendedLifetime(cluster) {} }
    let database = try cluster.makeDatabase()
    let address = try PostgresAddress(cluster.address(of: database), isSecret: true)
    var options = DatabaseServer.Options()
    options.patience = 120
    let server = try DatabaseServer(address, store: "things", options)
    try server.bringUpToDate(Self.schema)
    try await server.write { try $0.execute("INSERT INTO thing (name) VALUES ('kept')") }
    try await cluster.failOver {
      for number in 0..<count {
        try server.write { try $0.execute("INSERT INTO thing (name) VALUES (?)", ["\(number)"]) }
      }
    }
    #expect(code { _ = try server.write { try $0.execute("INSERT INTO thing (name) VALUES ('late')") } } == .behind)
    #expect(try cluster.query("SELECT name FROM lectures_things.thing", in: database) == "kept")
    // Who begins anew goes on with what is there.
    let again = try DatabaseServer(address, store: "things", options)
    try again.bringUpToDate(Self.schema)
    try await again.write { try $0.execute("INSERT INTO thing (name) VALUES ('anew')") }
  }

  @Test("refuses a server that may lose what it wrote, and another database in the place of the first")
  func wrongServers() throws {
    let unsafe = try PostgresCluster(["fsync = off"])
    defer { withExtendedLifetime(unsafe) {} }
    #expect(
      code { _ = try DatabaseServer(PostgresAddress(unsafe.address(of: "postgres"), isSecret: true), store: "a") }
        == .unsafe)
    let missing = try PostgresAddress("host=\(cluster.folder) user=lectures dbname=none", isSecret: true)
    #expect(code { _ = try DatabaseServer(missing, store: "a", Self.hasty) } == .refused)
    let nobody = try PostgresAddress("host=/tmp/none user=lectures dbname=none", isSecret: true)
    #expect(code { _ = try DatabaseServer(nobody, store: "a", Self.hasty) } == .unreachable)
  }

  private static var hasty: DatabaseServer.Options {
    var options = DatabaseServer.Options()
    options.patience = 0.5
    return options
  }

  @Test("is made once by several that begin at once, the place of its tables as well")
  func beginnings() async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<8 { group.addTask { _ = try opened() } }
      try await group.waitForAll()
    }
    #expect(try await opened().read { try $0.value("SELECT count(*) FROM version", as: Int.self) } == 1)
  }

  @Test("goes through the steps that are missing, once, however many begin at once")
  func steps() async throws {
    var schema = Self.schema
    schema.steps.append(.changing { try $0.execute("ALTER TABLE thing ADD COLUMN colour TEXT") })
    _ = try opened()
    try await withThrowingTaskGroup(of: Void.self) { [schema] group in
      for _ in 0..<4 { group.addTask { _ = try opened(schema) } }
      try await group.waitForAll()
    }
    let server = try opened(schema)
    #expect(try await server.read { try $0.columns(of: "thing") }.last == "colour")
    #expect(code { _ = try opened() } == .newer)
    #expect(code { _ = try opened(DatabaseSchema(applicationID: 8, steps: schema.steps)) } == .foreign)
    try server.requirePresent(schema)
    let other = try DatabaseServer(address, store: "others")
    #expect(code { try other.requirePresent(schema) } == .empty)
  }

  @Test("holds up nobody who has work for the disk, however many wait for a turn")
  func threads() async throws {
    let (server, watcher) = (try opened(), try opened())
    let (isHeld, isDone) = (Guarded(false), Guarded(false))
    // So many that there would be no thread left if they had those of the disk.
    let waiting = max(BlockingWork.maximumThreads, 8)
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        defer { isHeld.withLock { $0 = true } }
        try await server.write(turn: "a") { _ in
          isHeld.withLock { $0 = true }
          for _ in 0..<3000 where !isDone.withLock({ $0 }) { usleep(10_000) }
          #expect(isDone.withLock { $0 }, "no work for the disk was done meanwhile")
        }
      }
      while !isHeld.withLock({ $0 }) { try await Task.sleep(for: .milliseconds(2)) }
      for _ in 0..<waiting { group.addTask { try await server.write(turn: "a") { _ in } } }
      let count = """
        SELECT count(*) FROM pg_locks JOIN pg_database ON pg_database.oid = pg_locks.database
        WHERE locktype = 'advisory' AND NOT granted AND datname = current_database()
        """
      // All that have a thread of the server's, of which the first has one.
      while !isDone.withLock({ $0 }), try await watcher.read({ try $0.value(count, as: Int.self) ?? 0 }) < 7 {
        try await Task.sleep(for: .milliseconds(20))
      }
      try await BlockingWork.run { isDone.withLock { $0 = true } }
      try await group.waitForAll()
    }
  }

  @Test("waits for nobody longer than its patience")
  func patience() async throws {
    let (server, hasty) = (try opened(), try opened(patience: 1))
    try await server.write(turn: "a") { _ in
      #expect(code { try hasty.write(turn: "a") { _ in } } == .unreachable)
      try server.write(turn: "b") { try $0.execute("INSERT INTO thing (name) VALUES ('b')") }
    }
  }
}
