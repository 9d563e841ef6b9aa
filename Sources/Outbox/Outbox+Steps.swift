import Database
import Files
import Primitives

extension Outbox {
  /// Keeps signed bytes; when this returns they are on the disk and may leave.
  ///
  /// Equal bytes may be kept again: a transaction that was refused can be signed anew with the same nonce.
  package func record(_ draft: AttemptDraft, of intent: Int64, label: String) async throws {
    let marked = try await write(.synced) { db, file in
      try draft.insert(for: intent, db, file)
      // Both go to the disk at the same time. The nonce was taken before: so the mark is never ahead of the file.
      return try file.mark(intent, draft.nonce, db).map { sync in
        Task.detached { try await BlockingWork.run { try sync() } }
      }
    }
    try await keeping { try await marked?.value }
    observer?.outbox(.signed(draft.hash, nonce: draft.nonce, label: label))
  }

  /// Notes that a node took an attempt, or that a second one knows it. May be lost.
  package func observe(_ intent: Int64, _ state: IntentState, attempt: Hash32) async {
    _ = try? await write(.relaxed) { db, file in
      let now = file.clock()
      let earlier = state == .seen ? "'signed', 'broadcast'" : "'signed'"
      try db.execute(
        "UPDATE intent SET state = ?, changed = ? WHERE id = ? AND state IN (\(earlier))", [state, now, intent])
      try db.execute("UPDATE attempt SET broadcast = coalesce(broadcast, ?) WHERE hash = ?", [now, attempt])
    }
    if state == .broadcast { observer?.outbox(.broadcast(attempt)) }
  }

  /// Notes that no node took an attempt: the one before it is the last. Its bytes are kept, for they may be mined.
  package func refused(_ attempt: Hash32) async {
    _ = try? await write(.relaxed) { db, file in
      try db.execute("UPDATE attempt SET refused = ? WHERE hash = ?", [file.clock(), attempt])
    }
    observer?.outbox(.refused(attempt))
  }

  /// Notes that what was mined is in no block any more: something can come of it again.
  ///
  /// A cancelled one that is being done again by another with its key stays cancelled if it can: without the key.
  ///
  /// - Returns: false if that cannot be noted, as when another that is live has its nonce now.
  package func unsettle(_ intent: Int64) async -> Bool {
    let noted: Void? = try? await write(.relaxed) { db, file in
      try db.execute(
        """
        UPDATE intent SET state = 'broadcast', block = NULL, blockHash = NULL, fee = NULL, reason = NULL,
          evidence = NULL, cost = maximum, changed = ?,
          superseded = superseded OR state = 'cancelled' AND EXISTS (
            SELECT 1 FROM intent AS other WHERE other.chain = intent.chain AND other.account = intent.account
              AND other.key = intent.key AND other.superseded = 0
              AND other.state IN (\(IntentState.list(\.isLive)), 'final'))
        WHERE id = ? AND state IN (\(IntentState.list(\.isConsumed)))
        """, [file.clock(), intent])
    }
    return noted != nil
  }

  /// Notes that something which had ended may be mined after all.
  ///
  /// - Returns: false if another has its nonce or its key now.
  package func revive(_ intent: Int64) async -> Bool {
    let noted: Bool? = try? await write(.relaxed) { db, file in
      return try db.execute(
        """
        UPDATE intent SET state = 'broadcast', block = NULL, blockHash = NULL, fee = NULL, reason = NULL,
          evidence = NULL, cost = maximum, changed = ?
        WHERE id = ? AND state IN (\(IntentState.list { $0.mayBeMined || $0 == .nonceTaken }))
        """, [file.clock(), intent]) == 1
    }
    return noted == true
  }

  /// Takes up one that no node took, with the nonce that it has: the same bytes are offered again.
  ///
  /// - Returns: nil if another has its nonce by now; of the two one at most is mined.
  package func reopen(_ intent: Int64) async throws -> Intent? {
    try await write(.synced) { db, file in
      guard let old = try Intent.fetch(db, "WHERE id = ?", [intent]).first,
        old.state.mayBeMined || old.state == .nonceTaken
      else { return nil }
      let other = try db.row(
        "SELECT 1 FROM intent \(AccountRows.liveByIndex) AND chain = ? AND account = ? AND nonce = ?",
        [old.chain, old.account, old.nonce])
      guard other == nil else { return nil }
      try db.execute(
        """
        UPDATE intent SET state = 'signed', owner = ?, block = NULL, blockHash = NULL, fee = NULL, reason = NULL,
          evidence = NULL, cost = maximum, changed = ? WHERE id = ?
        """, [file.owner.id, file.clock(), intent])
      return try Intent.fetch(db, "WHERE id = ?", [intent]).first
    }
  }

  /// Notes what a service made of the part it was handed. May be lost: the chain finds it by the sender's hash.
  package func handedOver(_ partly: Hash32, as hash: Hash32, raw: Bytes, label: String) async {
    _ = try? await write(.relaxed) { db, file in
      let now = file.clock()
      try db.execute(
        "UPDATE attempt SET hash = ?, raw = ?, handedOver = 0, broadcast = ? WHERE hash = ?", [hash, raw, now, partly])
      try db.execute(
        """
        UPDATE intent SET state = 'broadcast', changed = ? WHERE state = 'signed'
          AND id = (SELECT intent FROM attempt WHERE hash = ?)
        """, [now, hash])
    }
    observer?.outbox(.handedOver(partly, as: hash, label: label))
  }

  /// Notes the end of an intent, or the block it is in; a known fee stays where another node does not give it. May be
  /// lost, unless what was refused is to be tried again.
  package func settle(_ intent: Int64, _ outcome: IntentOutcome) async throws {
    let attempts = try await write(.relaxed) { db, file in
      try db.execute(
        """
        UPDATE intent SET state = ?, block = ?, fee = CASE WHEN blockHash = ? THEN coalesce(?, fee) ELSE ? END,
          blockHash = ?, cost = coalesce(?, cost), evidence = ?,
          reason = coalesce(?, reason), owner = CASE WHEN ? THEN owner ELSE NULL END, changed = ?
        WHERE id = ? AND (? OR state IN (\(IntentState.list(\.isLive))))
        """,
        [
          outcome.state, outcome.block, outcome.blockHash, outcome.fee, outcome.fee, outcome.blockHash, outcome.cost,
          outcome.evidence, outcome.reason, outcome.state.isLive, file.clock(), intent, !outcome.state.isLive,
        ])
      return try db.values("SELECT hash FROM attempt WHERE intent = ?", [intent], as: Hash32.self)
    }
    tell(outcome, of: attempts)
    if !outcome.state.isLive { await tidy() }
  }

  /// Informs the observer of what became of each that was signed: of several one at most is mined.
  private func tell(_ outcome: IntentOutcome, of attempts: [Hash32]) {
    switch outcome.state {
    case .unpublished: if let hash = outcome.hash { observer?.outbox(.refused(hash)) }
    case .final, .reverted, .cancelled, .nonceTaken:
      if let hash = outcome.hash {
        observer?.outbox(.settled(hash, block: outcome.block ?? 0, succeeded: outcome.state != .reverted))
      }
      let fate = outcome.state == .cancelled ? IntentState.cancelled : .nonceTaken
      for other in attempts where other != outcome.hash { observer?.outbox(.superseded(other, fate)) }
    default: break
    }
  }

  /// Keeps why something that was mined failed, as whoever can read it found out. May be lost.
  ///
  /// - Parameter hash: of the transaction.
  package func explain(_ hash: Hash32, _ reason: String) async {
    _ = try? await write(.relaxed) { db, _ in
      try db.execute(
        """
        UPDATE intent SET reason = ? WHERE state = 'reverted' AND id = (SELECT intent FROM attempt WHERE hash = ?)
        """, [reason, hash])
    }
  }

  /// Nobody works on it now: whoever comes next may take it up.
  package func release(_ intent: Int64) async {
    _ = try? await write(.relaxed) { db, file in
      try db.execute("UPDATE intent SET owner = NULL WHERE id = ? AND owner = ?", [intent, file.owner.id])
    }
  }
}
