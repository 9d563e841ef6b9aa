import DatabaseSupport
import Files
import Foundation
import Locking
import Testing

@testable import Database

@Suite("A lease", .overEachEngine)
struct LeaseTests {
  private static let schema = DatabaseSchema(
    applicationID: 8,
    steps: [
      .adding(Lease.makeTable(in:)),
      .adding { try $0.execute("CREATE TABLE work (name TEXT PRIMARY KEY) WITHOUT ROWID, STRICT") },
    ])

  private let path = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString).path

  private func opened() throws -> any SQLDatabase {
    try TestDatabases.place(path).open("work", Self.schema)
  }

  private func code<Value>(_ body: () throws -> Value) -> DatabaseError.Code? {
    do { _ = try body() } catch { return (error as? DatabaseError)?.code }
    return nil
  }

  /// Lets the time of a lease be over.
  private func end(_ name: String, in database: any SQLDatabase) throws {
    try database.write(turn: "end") { try $0.execute("UPDATE lease SET until = 1 WHERE name = ?", [name]) }
  }

  private func take(_ holder: String, in database: any SQLDatabase) throws -> Lease? {
    try database.write(turn: "lease") { try Lease.take("one", as: holder, in: $0) }
  }

  @Test("is one's at a time, and each holder's token is higher than those before")
  func taking() throws {
    let database = try opened()
    let first = try #require(try take("a", in: database))
    #expect(try take("b", in: database) == nil)
    #expect(try database.read { try Lease.holder(of: "one", in: $0) } == Lease.Holder(name: "a", token: first.token))
    try end("one", in: database)
    #expect(try database.read { try Lease.holder(of: "one", in: $0) } == nil)
    let second = try #require(try take("b", in: database))
    #expect(second.token > first.token)
    let again = try #require(try take("b", in: database))
    #expect(again.token > second.token)
  }

  @Test("that was lost changes nothing, and gives no sign of life")
  func fencing() throws {
    let database = try opened()
    let first = try #require(try take("a", in: database))
    try database.write { try first.fence(in: $0) }
    try end("one", in: database)
    // Nobody took it yet; it is over all the same.
    #expect(code { try database.write { try first.fence(in: $0) } } == .leaseLost)
    #expect(code { try database.write { try first.prolong(in: $0) } } == .leaseLost)
    let second = try #require(try take("b", in: database))
    let late = code {
      try database.write { db in
        try first.fence(in: db)
        try db.execute("INSERT INTO work VALUES (?)", ["late"])
      }
    }
    #expect(late == .leaseLost)
    #expect(try database.read { try $0.value("SELECT count(*) FROM work", as: Int.self) } == 0)
    try database.write { try first.release(in: $0) }
    try database.write { try second.fence(in: $0) }
  }

  @Test("that would be good for longer than any, as after a clock was set back, is over")
  func clockSetBack() throws {
    let database = try opened()
    let first = try #require(try take("a", in: database))
    try database.write { try $0.execute("UPDATE lease SET until = until + 3600000") }
    #expect(try take("b", in: database) != nil)
    #expect(code { try database.write { try first.fence(in: $0) } } == .leaseLost)
  }

  @Test("is not taken from under a change that is under way")
  func waiting() async throws {
    guard TestDatabases.current != nil else { return }
    let (database, other) = (try opened(), try opened())
    let lease = try #require(try take("a", in: database))
    let threads = BlockingThreads(most: 2)
    let (isFenced, isOver) = (Guarded(false), Guarded(false))
    defer { isOver.withLock { $0 = true } }
    let writer = Task {
      defer { isFenced.withLock { $0 = true } }
      try await threads.run {
        try database.write(turn: "work") { db in
          try lease.fence(in: db)
          isFenced.withLock { $0 = true }
          while !isOver.withLock({ $0 }) { usleep(1_000) }
          // Whoever does not wait is through by now.
          usleep(300_000)
          try db.execute("INSERT INTO work VALUES (?)", ["a"])
        }
      }
    }
    while !isFenced.withLock({ $0 }) { try await Task.sleep(for: .milliseconds(2)) }
    try end("one", in: other)
    let taker = Task {
      try await threads.run {
        try other.write(turn: "lease") { db in
          guard try Lease.take("one", as: "b", in: db) != nil else { return -1 }
          return try db.value("SELECT count(*) FROM work", as: Int.self) ?? -1
        }
      }
    }
    isOver.withLock { $0 = true }
    #expect(try await taker.value == 1)
    try await writer.value
  }

  @Test("is one's even if many take it at once")
  func manyAtOnce() async throws {
    let database = try opened()
    let taken = try await withThrowingTaskGroup(of: Lease?.self) { group in
      for number in 0..<8 {
        group.addTask {
          try await database.write(turn: "taker \(number)") { try Lease.take("one", as: "\(number)", in: $0) }
        }
      }
      return try await group.reduce(into: []) { if let lease = $1 { $0.append(lease) } }
    }
    #expect(taken.count == 1)
  }

  @Test("that ended can be taken away, and its next one begins above it")
  func removing() throws {
    let database = try opened()
    let first = try #require(try take("a", in: database))
    #expect(try database.write { try Lease.remove("one", in: $0) } == false)
    #expect(try database.read { try Lease.ended("o", in: $0) } == [])
    try end("one", in: database)
    #expect(try database.read { try Lease.ended("o", in: $0) } == ["one"])
    #expect(try database.read { try Lease.ended("x", in: $0) } == [])
    try database.write { try $0.execute("UPDATE lease SET token = token + 60000") }
    #expect(try database.write { try Lease.remove("one", in: $0) } == false)
    try database.write { try $0.execute("UPDATE lease SET token = token - 60000") }
    // A token begins one above the clock.
    usleep(5_000)
    #expect(try database.write { try Lease.remove("one", in: $0) })
    let second = try #require(try take("b", in: database))
    #expect(second.token > first.token)
  }

  // MARK: Keepers

  @Test("is relied on no longer than its keeper's own clock allows")
  func keeper() throws {
    let database = try opened()
    let passed = Guarded(Duration.zero)
    let start = ContinuousClock.now
    let keeper = LeaseKeeper("one", as: "a", in: database) { start + passed.withLock { $0 } }
    #expect(keeper.held == nil)
    #expect(try keeper.renew())
    let first = try #require(keeper.held)
    passed.withLock { $0 = .seconds(11) }
    #expect(keeper.held == first)
    try keeper.renew()
    passed.withLock { $0 = .seconds(22) }
    #expect(keeper.held == first)
    passed.withLock { $0 = .seconds(23) }
    #expect(keeper.held == nil)
    #expect(code { _ = try keeper.required() } == .leaseLost)
    // It takes it anew: what began before is void.
    #expect(try keeper.renew())
    #expect(try #require(keeper.held).token > first.token)
  }

  @Test("goes to another when its keeper gives it back, and never returns to that one")
  func handingOver() throws {
    let database = try opened()
    let (first, second) = (
      LeaseKeeper("one", as: "a", in: database), LeaseKeeper("one", as: "a", in: database)
    )
    #expect(try first.renew())
    #expect(try !second.renew())
    #expect(second.held == nil)
    try first.release()
    #expect(first.held == nil)
    #expect(try second.renew())
    #expect(try !first.renew())
    #expect(first.held == nil)
  }

  @Test("that another has taken is seen as lost at the next sign of life")
  func losing() throws {
    let database = try opened()
    let (first, second) = (
      LeaseKeeper("one", as: "a", in: database), LeaseKeeper("one", as: "b", in: database)
    )
    #expect(try first.renew())
    try end("one", in: database)
    #expect(try second.renew())
    #expect(try !first.renew())
    #expect(first.held == nil)
    #expect(second.held != nil)
  }
}
