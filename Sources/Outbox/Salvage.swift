import Database
import Files
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

/// Reads a damaged outbox into a new one.
struct Salvage {
  let path: String
  let state: StateFolder?

  func run() throws -> OutboxSalvage {
    let turn = try OpeningLock.take(beside: path)
    defer { withExtendedLifetime(turn) {} }
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
      OutboxHighWaterMark(beside: path).set(read.reach)
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
  ) throws -> (intents: Int, attempts: Int, unreadable: Int, reach: OutboxHighWaterMark.Reach) {
    let target = try OutboxFile.made(at: draft, of: path)
    var unsound = 0
    // A file that cannot even be opened gives nothing, and is kept all the same.
    var options = DatabaseFile.Options()
    (options.isReadOnly, options.durability) = (true, nil)
    if let source = try? DatabaseFile(path, options) {
      let version = (try? source.connected { try $0.value("PRAGMA user_version", as: Int.self) }) ?? nil
      // Also where this version may go on at the tables: what a later one added would be missing in the new file.
      if let version { try OutboxSchema.current.check(version, goodFor: nil) }
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
        try db.value("SELECT count(*) FROM intent", as: Int.self) ?? 0,
        try db.value("SELECT count(*) FROM attempt", as: Int.self) ?? 0, try OutboxHighWaterMark.Reach(db)
      )
    }
    try target.connected { try $0.rows("PRAGMA wal_checkpoint(TRUNCATE)") }
    try target.close()
    return (intents, attempts, unreadable, reach)
  }

  /// Leaves out the rows of which a value cannot be read; returns their number.
  private func setAside(_ db: Connection) throws -> Int {
    // The chain shows where a signed one stands.
    try db.execute(
      """
      UPDATE OR IGNORE intent SET owner = NULL,
        state = CASE WHEN id IN (SELECT intent FROM attempt) THEN 'signed'
          WHEN nonce IS NOT NULL THEN 'reserved' ELSE 'expired' END
      WHERE state NOT IN (\(IntentState.list { _ in true }))
      """)
    let (intents, attempts, _) = try db.unreadableRows()
    for id in attempts { try db.execute("DELETE FROM attempt WHERE id = ?", [id]) }
    for id in intents { try db.execute("DELETE FROM intent WHERE id = ?", [id]) }
    // Nothing can be offered of one without its bytes, and its nonce must not be kept from others; it may be mined all
    // the same, also if its row says that it is about to be signed: that may be older than its bytes.
    try db.execute(
      """
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
    _ table: String, from source: DatabaseFile, to target: DatabaseFile, isChecked: Bool
  ) throws -> Int {
    var rows: [Int64: [RowColumn]] = [:]
    for order in ["ASC", "DESC"] {
      try? source.connected { db in
        try db.forEachRow("SELECT * FROM \(table) NOT INDEXED ORDER BY rowid \(order)") { row in
          if let id: Int64 = try? row.value("id") { rows[id] = row.columns }
        }
      }
    }
    let sound = isChecked ? rows.filter { (try? RowChecksum.verify($0.value)) != nil } : rows
    try target.write { db in
      if table == "store", !sound.isEmpty { try db.execute("DELETE FROM store") }
      let known = Set(try db.columns(of: table))
      for (_, row) in sound.sorted(by: { $0.key < $1.key }) {
        let columns = row.filter { known.contains($0.name) }
        let names = columns.map(\.name).joined(separator: ", ")
        let places = Array(repeating: "?", count: columns.count).joined(separator: ", ")
        // A row of which a value is damaged may not fit any more.
        _ = try? db.execute("INSERT OR IGNORE INTO \(table) (\(names)) VALUES (\(places))", columns.map(\.value))
      }
    }
    return rows.count - sound.count
  }
}

/// The mark that rows of an outbox were lost: each nonce from where an account was known on is to be looked up again.
private struct LostHistory {
  let db: Connection

  /// - Parameter mark: what is noted in the user's state folder of the outbox that was there.
  func mark(knownFrom mark: NonceHighWaterMark?) throws {
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
    try db.execute("UPDATE store SET isRebuilt = 1, name = ?", [mark.map(\.name) ?? kept ?? StoreName.random()])
  }

  /// Of each account the nonce above those that were signed, or may have been.
  private func signed() throws -> [(AccountQueue, UInt64)] {
    let rows = try db.rows(
      """
      SELECT intent.chain, intent.account, max(coalesce(attempt.nonce, intent.nonce)) AS nonce
        FROM intent LEFT JOIN attempt ON attempt.intent = intent.id
        WHERE attempt.nonce IS NOT NULL OR intent.nonce IS NOT NULL AND intent.state <> 'expired'
        GROUP BY intent.chain, intent.account
      """)
    return try rows.compactMap { row in
      guard let nonce: Int64 = try row.optional("nonce"), nonce >= 0, nonce < .max else { return nil }
      return (try AccountQueue(row), UInt64(nonce) + 1)
    }
  }
}
