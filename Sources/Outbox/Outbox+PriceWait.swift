import Database
import Primitives

extension Outbox {
  /// Gives one that waited for its price a nonce, as ``begin(_:count:known:)`` does.
  ///
  /// - Returns: nil if it does not wait any more: somebody gave it up.
  /// - Throws: `OutboxError` `.outOfRange`, `.countOutdated`; the file's errors.
  package func reserve(_ intent: Int64, count: UInt64, known: UInt64? = nil) async throws -> Beginning? {
    let begun = try await write(.synced) { db, file -> Beginning? in
      guard let old = try Intent.fetch(db, "WHERE id = ?", [intent]).first, old.state == .waiting,
        old.owner == file.owner.id
      else { return nil }
      let rows = AccountRows(db: db, file: file, chain: old.chain, account: old.account)
      let abandoned = try rows.sweep()
      let nonce = try rows.freeNonce(from: count, known)
      let now = file.clock()
      // It is spent now and not when it was wanted: so it counts for a day, and is known as just sent.
      try db.execute(
        "UPDATE intent SET nonce = ?, state = 'reserved', created = ?, changed = ? WHERE id = ?",
        [nonce, now, now, intent])
      try rows.advance(count: count, taking: nonce)
      return try rows.begun(intent, nonce, abandoned)
    }
    if begun != nil { observer?.outbox(.waitsNoMore(intent)) }
    return begun
  }

  /// Ends one that was never signed.
  ///
  /// - Returns: false if it was, or has ended.
  package func giveUp(_ intent: Int64) async throws -> Bool {
    try await write(.synced) { db, file in
      let changed = try db.execute(
        """
        UPDATE intent SET state = 'cancelled', owner = NULL, cost = '0', reason = 'Given up before it was signed.',
          changed = ? WHERE id = ? AND state IN ('planned', 'waiting')
        """, [file.clock(), intent])
      return changed == 1
    }
  }

  /// The wall clock, in seconds since 1970.
  package func now() async throws -> UInt64 { try await read { _, file in file.clock() } }
}
