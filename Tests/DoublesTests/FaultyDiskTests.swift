import DiskDoubles
import Foundation
import GRDBSQLite
import Locking
import Testing

@Suite("The disk that fails when it is told to")
struct FaultyDiskTests {
  /// A database in a folder of its own, open over the disk that is under test.
  struct Database {
    let handle: OpaquePointer

    init(_ path: String, synchronous: String) throws {
      var handle: OpaquePointer?
      try #require(sqlite3_open(path, &handle) == SQLITE_OK)
      self.handle = try #require(handle)
      #expect(run("PRAGMA journal_mode=WAL; PRAGMA synchronous=\(synchronous)") == SQLITE_OK)
    }

    @discardableResult
    func run(_ statement: String) -> Int32 { sqlite3_exec(handle, statement, nil, nil, nil) }

    /// How many rows there are; below 0 if the table cannot be read.
    static func rows(_ path: String) -> Int32 {
      var (handle, statement): (OpaquePointer?, OpaquePointer?)
      defer {
        sqlite3_finalize(statement)
        sqlite3_close(handle)
      }
      guard sqlite3_open(path, &handle) == SQLITE_OK,
        sqlite3_prepare_v2(handle, "SELECT count(*) FROM t", -1, &statement, nil) == SQLITE_OK,
        sqlite3_step(statement) == SQLITE_ROW
      else { return -1 }
      return sqlite3_column_int(statement, 0)
    }
  }

  private static func path() throws -> String {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    return folder.appendingPathComponent("t.sqlite").path
  }

  @Test("counts a commit's one sync in full mode, and none in normal mode")
  func counts() async throws {
    await #expect(processExitsWith: .exitCode(0)) {
      let syncs = Guarded(0)
      FaultyDisk.install { step in
        if step.kind == .sync { syncs.withLock { $0 += 1 } }
        return .go
      }
      for (mode, expected) in [("FULL", 1), ("NORMAL", 0)] {
        let database = try Database(Self.path(), synchronous: mode)
        #expect(database.run("CREATE TABLE t(x); INSERT INTO t VALUES(1)") == SQLITE_OK)
        syncs.withLock { $0 = 0 }
        #expect(database.run("INSERT INTO t VALUES(2)") == SQLITE_OK)
        #expect(syncs.withLock { $0 } == expected)
      }
      exit(0)
    }
  }

  @Test(
    "loses with the power what was not synced, and nothing else",
    arguments: [("FULL", 2), ("NORMAL", 1)] as [(String, Int32)])
  func losesPower(mode: String, left: Int32) async throws {
    let path = try Self.path()
    await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String, mode = mode as String] in
      FaultyDisk.install { _ in .go }
      let database = try Database(path, synchronous: mode)
      #expect(database.run("CREATE TABLE t(x); INSERT INTO t VALUES(1); PRAGMA wal_checkpoint") == SQLITE_OK)
      #expect(database.run("INSERT INTO t VALUES(2)") == SQLITE_OK)
      FaultyDisk.losePower()
      kill(getpid(), SIGKILL)
    }
    #expect(Database.rows(path) == left)
  }

  @Test("tears a write, and SQLite does without it")
  func tears() async throws {
    let path = try Self.path()
    await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String] in
      let tears = Guarded(false)
      FaultyDisk.install { step in
        guard step.kind == .write, tears.withLock({ $0 }) else { return .go }
        return .tear {
          kill(getpid(), SIGKILL)
          exit(1)
        }
      }
      let database = try Database(path, synchronous: "FULL")
      #expect(database.run("CREATE TABLE t(x); INSERT INTO t VALUES(1)") == SQLITE_OK)
      tears.withLock { $0 = true }
      database.run("INSERT INTO t VALUES(2)")
    }
    #expect(Database.rows(path) == 1)
  }

  @Test("is full when it is told so, and what was there stays")
  func full() async throws {
    await #expect(processExitsWith: .exitCode(0)) {
      let isFull = Guarded(false)
      FaultyDisk.install { step in step.kind == .write && isFull.withLock { $0 } ? .fail(SQLITE_FULL) : .go }
      let path = try Self.path()
      let database = try Database(path, synchronous: "FULL")
      #expect(database.run("CREATE TABLE t(x); INSERT INTO t VALUES(1)") == SQLITE_OK)
      isFull.withLock { $0 = true }
      #expect(database.run("INSERT INTO t VALUES(2)") == SQLITE_FULL)
      isFull.withLock { $0 = false }
      #expect(Database.rows(path) == 1)
      exit(0)
    }
  }
}
