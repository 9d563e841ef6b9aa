import Foundation
import GRDB
import Keys
import Primitives

/// What came of reading a damaged outbox into a new one.
public struct OutboxSalvage: Sendable, Hashable {
  /// Where the damaged file is now; it is kept.
  public let kept: String
  /// How many intents were read, and how many of their attempts.
  public let intents: Int
  public let attempts: Int
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
      let (intents, attempts) = try read(into: rebuilt.draft)
      return OutboxSalvage(kept: try rebuilt.takePlace(), intents: intents, attempts: attempts)
    } catch {
      rebuilt.discard()
      throw error
    }
  }

  /// Reads what can be read into a new file, which is whole and on the disk then.
  private func read(into draft: String) throws -> (intents: Int, attempts: Int) {
    let target = try OutboxFile.made(at: draft)
    var counts = (intents: 0, attempts: 0)
    // What cannot even be opened gives nothing, and is kept all the same.
    var configuration = Configuration()
    configuration.readonly = true
    if let source = try? DatabaseQueue(path: path, configuration: configuration) {
      let version = (try? source.inDatabase { try Int.fetchOne($0, sql: "PRAGMA user_version") }) ?? nil
      if let version, version > OutboxSchema.current.version {
        throw SendingError.newerOutbox(at: path, version: version)
      }
      counts = (try copy("intent", from: source, to: target), try copy("attempt", from: source, to: target))
      try source.close()
    }
    try target.writeWithoutTransaction { db in _ = try Row.fetchAll(db, sql: "PRAGMA wal_checkpoint(TRUNCATE)") }
    try target.close()
    return counts
  }

  /// Copies the rows that can be read and that the new file takes, from both ends towards what is damaged.
  private func copy(_ table: String, from source: DatabaseQueue, to target: DatabaseQueue) throws -> Int {
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
    var count = 0
    try target.writeWithoutTransaction { db in
      try db.inTransaction(.immediate) {
        let known = Set(try db.columns(in: table).map(\.name))
        for (_, row) in rows.sorted(by: { $0.key < $1.key }) {
          let names = row.columnNames.filter { known.contains($0) }
          let values = names.map { row[$0] as DatabaseValue }
          let places = Array(repeating: "?", count: names.count).joined(separator: ", ")
          // A row of which a value is damaged may not fit any more.
          let written: Void? = try? db.execute(
            sql: "INSERT OR IGNORE INTO \(table) (\(names.joined(separator: ", "))) VALUES (\(places))",
            arguments: StatementArguments(values))
          if written != nil, db.changesCount == 1 { count += 1 }
        }
        return .commit
      }
    }
    return count
  }
}
