import Foundation
import GRDB
import Keys
import Primitives

/// What came of reading a damaged outbox into a new one.
public struct OutboxSalvage: Sendable, Hashable {
  /// Where the damaged file is now; it is kept. Nil if there was none.
  public let kept: String?
  /// How many intents were read, and how many of their attempts.
  public let intents: Int
  /// How many attempts of these intents were read.
  public let attempts: Int
  /// How many rows have a value that cannot be read; they are in the kept file only.
  public let unreadable: Int
}

extension Outbox {
  /// Moves a damaged file aside, as it is, and reads every row that can be read into a new one.
  ///
  /// What was mined the chain tells in any case; what cannot be had again are labels, and what was signed and never left.
  ///
  /// - Throws: `SendingError` `.outboxBusy` while another process has it open, `.outboxNewer` for a file of a later
  ///   version, `.outboxFailed`.
  public func rebuild() async throws -> OutboxSalvage {
    guard let path else {
      throw SendingError(.outboxFailed, "An outbox in memory cannot be rebuilt.", advice: "Name its file.")
    }
    await close()
    return try await BlockingWork.run {
      do {
        return try Salvage(path: path).run()
      } catch {
        throw SendingError(outbox: error, at: path)
      }
    }
  }
}

private struct Salvage {
  let path: String

  func run() throws -> OutboxSalvage {
    let turn = try OpeningTurn(beside: path)
    defer { turn.end() }
    guard !OwnerLock.anyLives(beside: path) else {
      throw SendingError(
        .outboxBusy, "The outbox \(path) is in use; nothing was changed.", reason: "A living process has it open.",
        advice: "End what is sending, and try again.")
    }
    let rebuilt = RebuiltFile(path: path)
    try rebuilt.finish()
    rebuilt.discard()
    do {
      let read = try read(into: rebuilt.draft)
      let kept = try rebuilt.takePlace()
      // Last: as long as the mark stands, a file with fewer rows is no sound one.
      OutboxMark(beside: path).set(read.reach)
      return OutboxSalvage(
        kept: kept, intents: read.intents, attempts: read.attempts, unreadable: read.unreadable)
    } catch {
      rebuilt.discard()
      throw error
    }
  }

  /// Reads what can be read into a new file, which is whole and on the disk then.
  private func read(
    into draft: String
  ) throws -> (intents: Int, attempts: Int, unreadable: Int, reach: OutboxMark.Reach) {
    let target = try OutboxFile.made(at: draft)
    // What cannot even be opened gives nothing, and is kept all the same.
    var configuration = Configuration()
    configuration.readonly = true
    if let source = try? DatabaseQueue(path: path, configuration: configuration) {
      let version = (try? source.inDatabase { try Int.fetchOne($0, sql: "PRAGMA user_version") }) ?? nil
      if let version, version > OutboxSchema.current.version {
        throw SendingError.newerOutbox(at: path, version: version)
      }
      for table in ["intent", "attempt"] { try copy(table, from: source, to: target) }
      try source.close()
    }
    let unreadable = try target.write { db in try setAside(db) }
    let (intents, attempts, reach) = try target.read { db in
      (
        try Int.fetchOne(db, sql: "SELECT count(*) FROM intent") ?? 0,
        try Int.fetchOne(db, sql: "SELECT count(*) FROM attempt") ?? 0, try OutboxMark.Reach(db)
      )
    }
    try target.writeWithoutTransaction { db in _ = try Row.fetchAll(db, sql: "PRAGMA wal_checkpoint(TRUNCATE)") }
    try target.close()
    return (intents, attempts, unreadable, reach)
  }

  /// Leaves out the rows of which a value cannot be read; tells how many.
  private func setAside(_ db: Database) throws -> Int {
    // Of what was signed, the chain tells where it stands.
    try db.execute(
      sql: """
        UPDATE OR IGNORE intent SET owner = NULL,
          state = CASE WHEN id IN (SELECT intent FROM attempt) THEN 'signed' ELSE 'expired' END
        WHERE state NOT IN (\(IntentState.list { _ in true }))
        """)
    let (intents, attempts, _) = try db.unreadableRows()
    for id in attempts { try db.execute(sql: "DELETE FROM attempt WHERE id = ?", arguments: [id]) }
    for id in intents { try db.execute(sql: "DELETE FROM intent WHERE id = ?", arguments: [id]) }
    // Nothing can be made of one without its bytes, and its nonce must not be kept from others.
    try db.execute(
      sql: """
        UPDATE intent SET state = 'expired', owner = NULL, reason = 'Its bytes were lost when the outbox was rebuilt.'
        WHERE state IN (\(IntentState.list(\.mayBeSent))) AND id NOT IN (SELECT intent FROM attempt)
        """)
    return intents.count + attempts.count
  }

  /// Copies the rows that can be read and that the new file takes, from both ends towards what is damaged.
  private func copy(_ table: String, from source: DatabaseQueue, to target: DatabaseQueue) throws {
    var rows: [Int64: Row] = [:]
    for order in ["ASC", "DESC"] {
      try? source.inDatabase { db in
        let cursor = try Row.fetchCursor(db, sql: "SELECT * FROM \(table) NOT INDEXED ORDER BY rowid \(order)")
        while let row = try cursor.next() {
          guard let id = Int64.fromDatabaseValue(row["id"]) else { continue }
          rows[id] = row.copy()
        }
      }
    }
    try target.writeWithoutTransaction { db in
      try db.inTransaction(.immediate) {
        let known = Set(try db.columns(in: table).map(\.name))
        for (_, row) in rows.sorted(by: { $0.key < $1.key }) {
          let names = row.columnNames.filter { known.contains($0) }
          let values = names.map { row[$0] as DatabaseValue }
          let places = Array(repeating: "?", count: names.count).joined(separator: ", ")
          // A row of which a value is damaged may not fit any more.
          try? db.execute(
            sql: "INSERT OR IGNORE INTO \(table) (\(names.joined(separator: ", "))) VALUES (\(places))",
            arguments: StatementArguments(values))
        }
        return .commit
      }
    }
  }
}
