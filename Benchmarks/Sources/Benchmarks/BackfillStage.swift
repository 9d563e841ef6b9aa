import Foundation
import Primitives

/// A chain of old events, a server of PostgreSQL, and the ways to bring the ones into the tables of an index on the other.
struct BackfillStage {
  let chain: GeneratedChain
  private let database: PostgresServer
  private let ground: Ground
  private let home: URL
  /// What the tables of the index come to, however they were filled.
  private let contents: String

  private static let tables = ["origin", "event"].map { "lectures_events.\($0)" }

  init(_ ground: Ground, events: Int) throws {
    self.ground = ground
    home = FileManager.default.temporaryDirectory.appending(path: "bench-backfill-\(getpid())")
    try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true)
    chain = try GeneratedChain(events: events)
    try Data(GeneratedChain.interface.utf8).write(to: home.appending(path: "Token.json"))
    database = try PostgresServer(ground.programs)
    _ = try Self.run(ground, chain.url, home, database)
    contents = try Self.contents(of: database)
    try require(contents.hasPrefix("\(chain.events)|"), "the index has not the \(chain.events) events of the chain")
    for table in Self.tables {
      _ = try database.run("\\copy \(table) TO '\(home.appending(path: table).path)' (FORMAT binary)")
    }
  }

  /// Reads all into new tables; the seconds for an event.
  func backfill(at url: String) throws -> Double {
    _ = try database.run("DROP SCHEMA lectures_events CASCADE")
    return try measured { try Self.run(ground, url, home, database) }
  }

  /// Copies all rows into the tables in one change, as psql does; the seconds for an event.
  func copy() throws -> Double {
    try measured(inEmptyTables: true) {
      let files = Self.tables.map { "\\copy \($0) FROM '\(home.appending(path: $0).path)' (FORMAT binary)" }
      return try database.run(files[0], files[1])
    }
  }

  /// Reads all by web3.py; the seconds for an event.
  func script() throws -> Double {
    try measured(inEmptyTables: true) {
      try ground.python.run(
        "backfill", chain.url, GeneratedChain.contract.checksummed, "\(chain.height)", "\(GeneratedChain.mostBlocks)",
        database.address
      ).seconds
    }
  }

  func end() throws {
    try database.stop()
    try FileManager.default.removeItem(at: home)
  }

  private func measured(inEmptyTables: Bool = false, _ body: () throws -> Double) throws -> Double {
    if inEmptyTables { _ = try database.run("TRUNCATE \(Self.tables.joined(separator: ", "))") }
    _ = try database.value("CHECKPOINT", "SELECT 1")
    let seconds = try body() / Double(chain.events)
    try require(try Self.contents(of: database) == contents, "the tables of the index have other rows")
    return seconds
  }

  private static func run(_ ground: Ground, _ url: String, _ home: URL, _ database: PostgresServer) throws -> Double {
    try Spawning(
      arguments: [
        ground.programs.lectures, "index", "run", "--once", "--abi", home.appending(path: "Token.json").path,
        "--from-block", "1", "--database", database.address,
      ],
      environment: [
        "HOME": home.path, "PATH": "/usr/bin:/bin", "LECTURES_ENDPOINT": url,
        "LECTURES_CONTRACT": GeneratedChain.contract.checksummed,
      ]
    ).run()
  }

  /// The numbers of rows, and sums over all that they say.
  private static func contents(of database: PostgresServer) throws -> String {
    try database.value(
      """
      SELECT (SELECT count(*) || '|' || sum(hashtext(event::text)) FROM lectures_events.event) || '|'
        || (SELECT count(*) || '|' || sum(hashtext(origin::text)) FROM lectures_events.origin)
      """)
  }
}
