@testable import Database
import DatabaseSupport
import Locking
import Testing

@Suite("The tables of a server", .enabled(if: PostgresCluster.isInstalled, PostgresCluster.advice))
struct SchemaVersionTests {
  private static let first = schema([{ try $0.execute("CREATE TABLE thing (name TEXT PRIMARY KEY)") }])
  private static let second = schema(
    first.steps + [{ try $0.execute("ALTER TABLE thing ADD COLUMN number INTEGER NOT NULL DEFAULT 7") }], goodFor: 1)
  private static let third = schema(second.steps + [{ try $0.execute("ALTER TABLE thing RENAME TO item") }])

  private static func schema(
    _ steps: [@Sendable (Connection) throws -> Void], goodFor oldest: Int? = nil
  ) -> DatabaseSchema { DatabaseSchema(applicationID: 7, steps: steps, goodFor: oldest) }

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

  @Test("are brought to the next version while instances of the earlier one write, which go on, and can be begun anew")
  func bothVersions() async throws {
    let old = try opened(Self.first)
    let isDone = Guarded(false)
    let written = try await withThrowingTaskGroup(of: Int.self) { group in
      for task in 0..<3 {
        group.addTask {
          var number = 0
          while !Task.isCancelled, !isDone.withLock({ $0 }) || number < 50 {
            let name = "\(task) \(number)"
            try await old.write { try $0.execute("INSERT INTO thing (name) VALUES (?)", [name]) }
            number += 1
          }
          return number
        }
      }
      group.addTask {
        defer { isDone.withLock { $0 = true } }
        let new = try opened(Self.second)
        try await new.write { try $0.execute("INSERT INTO thing (name, number) VALUES ('new', 8)") }
        let late = try opened(Self.first)
        try await late.write { try $0.execute("INSERT INTO thing (name) VALUES ('late')") }
        try late.requirePresent(Self.first)
        return 2
      }
      return try await group.reduce(0, +)
    }
    let new = try opened(Self.second)
    #expect(try await new.read { try $0.value("SELECT count(*) FROM thing", as: Int.self) } == written)
    #expect(try await new.read { try $0.value("SELECT count(*) FROM thing WHERE number = 8", as: Int.self) } == 1)
    #expect(try cluster.query("SELECT version, oldest FROM lectures_things.version", in: database) == "2|1")
  }

  @Test("of a version that the earlier one cannot use are refused by it, and left alone")
  func newer() throws {
    _ = try opened(Self.second)
    _ = try opened(Self.third)
    for early in [Self.first, Self.second] {
      let error = #expect(throws: DatabaseError.self) { _ = try opened(early) }
      #expect(error?.code == .newer)
    }
    #expect(try cluster.query("SELECT version, oldest FROM lectures_things.version", in: database) == "3|3")
  }

  @Test("of a program from before it was told which versions may use them are brought up to date")
  func untold() throws {
    _ = try opened(Self.first)
    try cluster.query("ALTER TABLE lectures_things.version DROP COLUMN oldest", in: database)
    _ = try opened(Self.first)
    _ = try opened(Self.second)
    #expect(try cluster.query("SELECT version, oldest FROM lectures_things.version", in: database) == "2|1")
  }
}
