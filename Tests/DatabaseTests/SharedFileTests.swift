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

@Suite("A database's file that several processes open at one moment", .timeLimit(.minutes(20)))
struct SharedFileTests {
  /// The files that are opened, one after another.
  private static let rounds = 24
  private static let processes = 4

  private static let first = DatabaseSchema(
    applicationID: 7, steps: [.adding { try $0.execute("CREATE TABLE thing (process INTEGER NOT NULL)") }])
  private static let second = DatabaseSchema(
    applicationID: 7, steps: first.steps + [.adding { try $0.execute("ALTER TABLE thing ADD COLUMN colour TEXT") }])

  /// A folder of files, and of the signs by which processes wait for one another.
  private final class Folder {
    let path = NSTemporaryDirectory() + "shared-" + UUID().uuidString

    init() throws { try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true) }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    func file(_ round: Int) -> String { "\(path)/\(round).sqlite" }

    /// The names that begin with a round's, signs left out.
    func names(_ round: Int) throws -> [String] {
      try FileManager.default.contentsOfDirectory(atPath: path).filter { $0.hasPrefix("\(round).") }.sorted()
    }
  }

  private static func opened(_ path: String, _ durability: Durability?) throws -> DatabaseFile {
    var options = DatabaseFile.Options()
    options.durability = durability
    return try DatabaseFile(path, options)
  }

  /// Makes a file with tables, in a log's form or, with no durability, in that of SQLite's own.
  private static func make(
    _ path: String, _ durability: Durability?, _ schema: DatabaseSchema, _ statement: String
  ) throws {
    let file = try opened(path, durability)
    try file.bringUpToDate(schema)
    try file.write { try $0.execute(statement) }
    let form = try file.read { try $0.value("PRAGMA journal_mode", as: String.self) }
    #expect(form == (durability == nil ? "delete" : "wal"))
    try file.close()
  }

  /// Leaves a sign, and waits for that of all others.
  private static func meet(_ folder: String, _ process: Int, _ round: Int) throws {
    let sign = { (process: Int) in "\(folder)/sign-\(round)-\(process)" }
    close(open(sign(process), O_WRONLY | O_CREAT, 0o600))
    // A process that failed leaves none: the others do not wait for ever.
    for _ in 0..<600_000 {
      if (0..<processes).allSatisfy({ access(sign($0), F_OK) == 0 }) { return }
      usleep(200)
    }
    throw CocoaError(.fileReadNoSuchFile)
  }

  /// Opens each file when all others do, makes its tables, and writes a row.
  private static func follow(_ folder: String, _ process: Int) throws {
    for round in 0..<rounds {
      try meet(folder, process, round)
      let file = try opened("\(folder)/\(round).sqlite", round % 2 == 0 ? .relaxed : .synced)
      try file.bringUpToDate(second)
      try file.write { try $0.execute("INSERT INTO thing (process, colour) VALUES (?, 'red')", [process]) }
      try file.close()
    }
  }

  /// Has all processes go through the files of a folder.
  private func run(_ folder: Folder) async {
    await withTaskGroup(of: Void.self) { group in
      for process in 0..<Self.processes {
        group.addTask { [path = folder.path] in
          await #expect(processExitsWith: .success) { [path = path as String, process = process as Int] in
            try Self.follow(path, process)
          }
        }
      }
    }
  }

  /// Checks that a file has the tables of now, in a log's form, with a row of each process and so many from before.
  private func check(_ path: String, earlier: Int) throws {
    let file = try Self.opened(path, nil)
    try file.requirePresent(Self.second)
    try file.read { db in
      #expect(try db.value("PRAGMA journal_mode", as: String.self) == "wal")
      let found = try db.values("SELECT process FROM thing WHERE colour = 'red' ORDER BY process", as: Int.self)
      #expect(found == Array(0..<Self.processes))
      #expect(try db.value("SELECT count(*) FROM thing WHERE colour IS NULL", as: Int.self) == earlier)
    }
    try file.close()
  }

  private func checkCopy(_ path: String) throws {
    let copy = try Self.opened(path, nil)
    #expect(try copy.read { try $0.columns(of: "thing") } == ["process"])
    #expect(try copy.read { try $0.values("SELECT process FROM thing", as: Int.self) } == [77])
    try copy.close()
  }

  @Test("and that is not there is made by one of them, and the others find it")
  func new() async throws {
    let folder = try Folder()
    await run(folder)
    for round in 0..<Self.rounds {
      try check(folder.file(round), earlier: 0)
      #expect(try folder.names(round).allSatisfy { !$0.contains("backup") })
      #expect(FilePermissions(path: folder.file(round))?.mode == 0o600)
    }
  }

  @Test("and that is of an earlier version goes through its steps once, and the copy is of that version")
  func versions() async throws {
    let folder = try Folder()
    for round in 0..<Self.rounds {
      try Self.make(folder.file(round), .relaxed, Self.first, "INSERT INTO thing (process) VALUES (77)")
    }
    await run(folder)
    for round in 0..<Self.rounds {
      try check(folder.file(round), earlier: 1)
      let names = try folder.names(round).filter { $0.contains("backup") }
      #expect(names == ["\(round).sqlite.v1-backup"], "and no draft of it is left")
      try checkCopy("\(folder.file(round)).v1-backup")
      #expect(FilePermissions(path: "\(folder.file(round)).v1-backup")?.mode == 0o600)
    }
  }

  @Test("and that has no log yet gets one, whichever of them is first")
  func log() async throws {
    let folder = try Folder()
    for round in 0..<Self.rounds { try Self.make(folder.file(round), nil, Self.second, "PRAGMA user_version") }
    await run(folder)
    for round in 0..<Self.rounds { try check(folder.file(round), earlier: 0) }
  }
}
