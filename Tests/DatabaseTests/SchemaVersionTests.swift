import Database
import DatabaseSupport
import Files
import Foundation
import Locking
import Testing

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Three versions of the tables of a store: programs of the first go on at those of the second.
private enum Versions {
  static let first = schema([.adding { try $0.execute("CREATE TABLE thing (name TEXT PRIMARY KEY) STRICT") }])
  static let second = schema(
    first.steps + [.adding { try $0.execute("ALTER TABLE thing ADD COLUMN number INTEGER NOT NULL DEFAULT 7") }])
  static let third = schema(second.steps + [.changing { try $0.execute("ALTER TABLE thing RENAME TO item") }])

  static func schema(_ steps: [SchemaStep]) -> DatabaseSchema { DatabaseSchema(applicationID: 7, steps: steps) }

  static func code(_ body: () throws -> Void) -> DatabaseError.Code? {
    do { try body() } catch { return (error as? DatabaseError)?.code }
    return nil
  }
}

@Suite("The tables of a store, of which a program brings a later version", .overEachEngine)
struct SchemaVersionTests {
  private let path = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString).path

  private func opened(_ schema: DatabaseSchema) throws -> any SQLDatabase {
    try TestDatabases.place(path).open("things", schema)
  }

  @Test("say which programs may go on at them: those since the last step that does more than add")
  func oldest() {
    #expect(Versions.first.oldest == 1 && Versions.second.oldest == 1 && Versions.third.oldest == 3)
    let fourth = Versions.schema(Versions.third.steps + [.adding { _ in }])
    #expect(fourth.oldest == 3 && fourth.version == 4)
  }

  @Test("are brought to it while programs of both versions write, which all go on, and can be begun anew")
  func bothVersions() async throws {
    let old = try opened(Versions.first)
    let isDone = Guarded(false)
    let written = try await withThrowingTaskGroup(of: Int.self) { group in
      for task in 0..<3 {
        group.addTask {
          var number = 0
          while !isDone.withLock({ $0 }) || number < 50 {
            let name = "\(task) \(number)"
            try await old.write { try $0.execute("INSERT INTO thing (name) VALUES (?)", [name]) }
            let found = try await old.read { try $0.rows("SELECT * FROM thing WHERE name = ?", [name]).count }
            #expect(found == 1)
            number += 1
          }
          return number
        }
      }
      group.addTask {
        defer { isDone.withLock { $0 = true } }
        let new = try opened(Versions.second)
        for number in 0..<20 {
          try await new.write {
            try $0.execute("INSERT INTO thing (name, number) VALUES (?, 8)", ["new \(number)"])
          }
        }
        let late = try opened(Versions.first)
        try await late.write { try $0.execute("INSERT INTO thing (name) VALUES ('late')") }
        try late.requirePresent(Versions.first)
        return 21
      }
      return try await group.reduce(0, +)
    }
    let new = try opened(Versions.second)
    #expect(try await new.read { try $0.value("SELECT count(*) FROM thing", as: Int.self) } == written)
    #expect(try await new.read { try $0.value("SELECT count(*) FROM thing WHERE number = 8", as: Int.self) } == 20)
  }

  @Test("are not written by a program that is at work and may not go on, nor by one that is begun")
  func refused() throws {
    let first = try opened(Versions.first)
    let second = try opened(Versions.second)
    try first.write { try $0.execute("INSERT INTO thing (name) VALUES ('old')") }
    let third = try opened(Versions.third)
    for running in [first, second] {
      let error = #expect(throws: DatabaseError.self) { try running.write(turn: "own") { _ in } }
      #expect(error?.code == .newer && error?.facts == 3)
      #expect(error?.callForRestart?.contains("version 3") == true)
      #expect(Versions.code { try running.rewriting() } == .newer)
    }
    for early in [Versions.first, Versions.second] {
      #expect(Versions.code { _ = try opened(early) } == .newer)
      #expect(Versions.code { try third.requirePresent(early) } == .newer)
    }
    #expect(try third.read { try $0.values("SELECT name FROM item", as: String.self) } == ["old"])
  }

  @Test("stay as they were where a step fails, for all who work at them, and are brought to it by the next program")
  func failed() throws {
    let old = try opened(Versions.first)
    let broken = Versions.schema(Versions.second.steps + [.adding { try $0.execute("no SQL") }])
    #expect(throws: DatabaseError.self) { _ = try opened(broken) }
    #expect(try old.read { try $0.columns(of: "thing") } == ["name"])
    try old.write { try $0.execute("INSERT INTO thing (name) VALUES ('old')") }
    let new = try opened(Versions.second)
    #expect(try new.read { try $0.value("SELECT number FROM thing", as: Int.self) } == 7)
    try old.write { try $0.execute("INSERT INTO thing (name) VALUES ('older')") }
  }
}

@Suite("A file of which a program brings a later version")
struct FileVersionTests {
  private let path = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString).path

  private func opened(_ schema: DatabaseSchema) throws -> any SQLDatabase {
    try DatabasePlace.file(path).open("things", schema)
  }

  @Test("stays as it was where that program is killed within a step, and is brought to it by the next")
  func killed() async throws {
    let old = try opened(Versions.first)
    try await old.write { try $0.execute("INSERT INTO thing (name) VALUES ('old')") }
    await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String] in
      let deadly = Versions.schema(Versions.second.steps + [.adding { _ in kill(getpid(), SIGKILL) }])
      _ = try DatabasePlace.file(path).open("things", deadly)
    }
    #expect(try await old.read { try $0.columns(of: "thing") } == ["name"])
    #expect(try await old.read { try $0.value("PRAGMA user_version", as: Int.self) } == 1)
    let new = try opened(Versions.second)
    #expect(try await new.read { try $0.value("SELECT number FROM thing", as: Int.self) } == 7)
    try await old.write { try $0.execute("INSERT INTO thing (name) VALUES ('older')") }
  }

  @Test("is refused to programs before where another version stands in its header, and not who may use that")
  func untold() throws {
    let new = try opened(Versions.second)
    try new.write { try $0.execute("PRAGMA user_version = 9") }
    #expect(Versions.code { _ = try opened(Versions.second) } == .newer)
    #expect(Versions.code { try new.write { _ in } } == .newer)
  }
}

@Suite("The tables of a server", .enabled(if: PostgresCluster.isInstalled, PostgresCluster.advice))
struct ServerVersionTests {
  private let cluster: PostgresCluster
  private let database: String
  private let address: PostgresAddress

  init() throws {
    cluster = try PostgresCluster.shared
    database = try cluster.makeDatabase()
    address = try PostgresAddress(cluster.address(of: database), isSecret: true)
  }

  private func opened(_ schema: DatabaseSchema) throws -> DatabaseServer {
    let server = try DatabaseServer(address, store: "things")
    try server.bringUpToDate(schema)
    return server
  }

  private var stored: String {
    get throws { try cluster.query("SELECT version, oldest FROM lectures_things.version", in: database) }
  }

  @Test("say by whom they may be used, also those of a program from before that was told")
  func untold() throws {
    _ = try opened(Versions.first)
    try cluster.query("ALTER TABLE lectures_things.version DROP COLUMN oldest", in: database)
    _ = try opened(Versions.first)
    _ = try opened(Versions.second)
    #expect(try stored == "2|1")
    _ = try opened(Versions.third)
    #expect(try stored == "3|3")
  }

  @Test("are as before a step whose connection was ended within it, and the step is made once more, whole")
  func ended() async throws {
    let old = try opened(Versions.first)
    try await old.write { try $0.execute("INSERT INTO thing (name) VALUES ('old')") }
    let runs = Guarded(0)
    let ended = Versions.schema(
      Versions.second.steps + [
        .adding { db in
          let run = runs.withLock { count in
            count += 1
            return count
          }
          if run == 1 { _ = try db.row("SELECT pg_terminate_backend(pg_backend_pid())") }
          try db.execute("CREATE TABLE other (name TEXT PRIMARY KEY)")
        }
      ])
    let new = try opened(ended)
    #expect(runs.withLock { $0 } == 2)
    #expect(try await new.read { try $0.columns(of: "thing") } == ["name", "number"])
    #expect(try stored == "3|1")
    try await old.write { try $0.execute("INSERT INTO thing (name) VALUES ('older')") }
  }

  @Test("are not waited for by a step for so long that it would hold up others: it gives way, and is tried again")
  func reader() async throws {
    let old = try opened(Versions.first)
    let isReading = Guarded(false)
    let isDone = Guarded(false)
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        try await old.read { db in
          _ = try db.rows("SELECT name FROM thing")
          isReading.withLock { $0 = true }
          while !isDone.withLock({ $0 }) { usleep(10_000) }
        }
      }
      while !isReading.withLock({ $0 }) { try await Task.sleep(for: .milliseconds(10)) }
      group.addTask { _ = try await BlockingWork.run { try opened(Versions.second) } }
      let waiting = "SELECT count(*) FROM pg_stat_activity WHERE datname = '\(database)' AND wait_event_type = 'Lock'"
      while try cluster.query(waiting) == "0" { try await Task.sleep(for: .milliseconds(10)) }
      // The reader has the table still, and the step that waits for it has the turn of all.
      try await old.write { try $0.execute("INSERT INTO thing (name) VALUES ('meanwhile')") }
      #expect(try stored == "1|1")
      isDone.withLock { $0 = true }
      try await group.waitForAll()
    }
    #expect(try stored == "2|1")
    #expect(try await old.read { try $0.values("SELECT name FROM thing", as: String.self) } == ["meanwhile"])
  }
}
