import Files
import Foundation
import GRDB
import Primitives

/// The result of reading a damaged outbox into a new one.
public struct OutboxSalvage: Sendable, Hashable {
  /// The path of the damaged file now; it is kept. Nil if there was none.
  public let kept: String?
  /// The number of intents that were read.
  public let intents: Int
  /// The number of attempts of these intents that were read.
  public let attempts: Int
  /// The number of rows with a value that cannot be read; they are in the kept file only.
  public let unreadable: Int
}

extension Outbox {
  /// Moves a damaged file aside, as it is, and reads every row that can be read into a new one.
  ///
  /// The chain shows what was mined in any case; labels, and what was signed and never left, cannot be had again.
  ///
  /// - Throws: `OutboxError` `.busy` while another process has it open, `.newer` for a file of a later
  ///   version, `.failed`.
  public func rebuild() async throws -> OutboxSalvage {
    guard let path else {
      throw OutboxError(.failed, "An outbox in memory cannot be rebuilt.", advice: "Name its file.")
    }
    await close()
    let stateFolder = stateFolder
    return try await BlockingWork.run {
      do {
        return try Salvage(path: path, state: stateFolder.flatMap { StateFolder(path: $0) }).run()
      } catch {
        throw OutboxError(error, at: path)
      }
    }
  }
}

private struct Salvage {
  let path: String
  let state: StateFolder?

  func run() throws -> OutboxSalvage {
    let turn = try OpeningTurn(beside: path)
    defer { turn.end() }
    guard !OwnerLock.anyLives(beside: path) else {
      throw OutboxError(
        .busy, "The outbox \(path) is in use; nothing was changed.", reason: "A living process has it open.",
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
    var unsound = 0
    // A file that cannot even be opened gives nothing, and is kept all the same.
    var configuration = Configuration()
    configuration.readonly = true
    if let source = try? DatabaseQueue(path: path, configuration: configuration) {
      let version = (try? source.inDatabase { try Int.fetchOne($0, sql: "PRAGMA user_version") }) ?? nil
      if let version, version > OutboxSchema.current.version {
        throw OutboxError.newerFile(at: path, version: version)
      }
      for table in ["intent", "attempt"] {
        unsound += try copy(table, from: source, to: target, isChecked: version ?? 0 >= 4)
      }
      if version ?? 0 >= 6 {
        for table in ["store", "accountQueue", "found"] {
          unsound += try copy(table, from: source, to: target, isChecked: true)
        }
      }
      try source.close()
    }
    let unreadable = try target.write { db in
      let unreadable = try setAside(db)
      try LostHistory(db: db).mark(knownFrom: state?.mark(at: path))
      return unreadable + unsound
    }
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

  /// Leaves out the rows of which a value cannot be read; returns their number.
  private func setAside(_ db: Database) throws -> Int {
    // The chain shows where a signed one stands.
    try db.execute(
      sql: """
        UPDATE OR IGNORE intent SET owner = NULL,
          state = CASE WHEN id IN (SELECT intent FROM attempt) THEN 'signed'
            WHEN nonce IS NOT NULL THEN 'reserved' ELSE 'expired' END
        WHERE state NOT IN (\(IntentState.list { _ in true }))
        """)
    let (intents, attempts, _) = try db.unreadableRows()
    for id in attempts { try db.execute(sql: "DELETE FROM attempt WHERE id = ?", arguments: [id]) }
    for id in intents { try db.execute(sql: "DELETE FROM intent WHERE id = ?", arguments: [id]) }
    // Nothing can be offered of one without its bytes, and its nonce must not be kept from others; it may be mined all
    // the same, also if its row says that it is about to be signed: that may be older than its bytes.
    try db.execute(
      sql: """
        UPDATE intent SET state = 'unpublished', owner = NULL,
          reason = 'What was signed for it was lost when the outbox was rebuilt: it may be mined.'
        WHERE state IN ('reserved', \(IntentState.list(\.mayBeSent))) AND id NOT IN (SELECT intent FROM attempt)
        """)
    return intents.count + attempts.count
  }

  /// Copies the rows that can be read and that the new file takes, from both ends towards what is damaged.
  ///
  /// - Parameter isChecked: whether the rows have check sums; one that is not as it was written is left out.
  /// - Returns: how many were left out.
  private func copy(
    _ table: String, from source: DatabaseQueue, to target: DatabaseQueue, isChecked: Bool
  ) throws -> Int {
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
    let sound = isChecked ? rows.filter { (try? RowChecksum.verify($0.value)) != nil } : rows
    try target.writeWithoutTransaction { db in
      try db.inTransaction(.immediate) {
        if table == "store", !sound.isEmpty { try db.execute(sql: "DELETE FROM store") }
        let known = Set(try db.columns(in: table).map(\.name))
        for (_, row) in sound.sorted(by: { $0.key < $1.key }) {
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
    return rows.count - sound.count
  }
}

/// The mark that rows of an outbox were lost: each nonce from where an account was known on is to be looked up again.
private struct LostHistory {
  let db: Database

  /// - Parameter mark: what is noted in the user's state folder of the outbox that was there.
  func mark(knownFrom mark: StateMark?) throws {
    let reaches = mark?.get() ?? [:]
    var histories = try db.histories()
    for (queue, next) in try signed() {
      var history = histories[queue] ?? AccountHistory(changed: 0)
      (history.next, history.lost) = (max(history.next, next), max(history.lost ?? 0, next))
      histories[queue] = history
    }
    for (queue, reach) in reaches {
      var history = histories[queue] ?? AccountHistory(first: reach.first, changed: 0)
      (history.next, history.lost) = (max(history.next, reach.next), max(history.lost ?? 0, reach.next))
      histories[queue] = history
    }
    for (queue, var history) in histories {
      history.first = history.first ?? 0
      (history.known, history.lost) = (history.first, history.lost ?? 0)
      // All that is old enough to be looked for is looked for.
      history.changed = 0
      try db.keep(history, of: queue)
    }
    // Its old name, so that it is known as the one that was there.
    let kept = try? StoreName(db)
    try db.execute(
      sql: "UPDATE store SET isRebuilt = 1, name = ?",
      arguments: [(mark.map(\.name) ?? kept ?? StoreName.random()).description])
  }

  /// Of each account the nonce above those that were signed, or may have been.
  private func signed() throws -> [(AccountQueue, UInt64)] {
    let rows = try Row.fetchAll(
      db,
      sql: """
        SELECT intent.chain, intent.account, max(coalesce(attempt.nonce, intent.nonce)) AS nonce
          FROM intent LEFT JOIN attempt ON attempt.intent = intent.id
          WHERE attempt.nonce IS NOT NULL OR intent.nonce IS NOT NULL AND intent.state <> 'expired'
          GROUP BY intent.chain, intent.account
        """)
    return try rows.compactMap { row in
      guard let nonce = row["nonce"] as Int64?, nonce >= 0, nonce < .max else { return nil }
      let account = try Address(Bytes(row["account"] as Data))
      return (AccountQueue(chain: row["chain"], account: account), UInt64(nonce) + 1)
    }
  }
}
