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

  /// Keeps what was signed in the place of an intent's last attempt: one of them at most is mined, so the dearest is what
  /// it can cost.
  ///
  /// - Throws: `OutboxError` `.limitExceeded`; the file's errors.
  package func replace(_ intent: Int64, by attempt: AttemptDraft, as draft: IntentDraft) async throws {
    try await write(.synced) { db, file in
      let rows = AccountRows(db: db, file: file, chain: draft.chain, account: draft.account)
      guard let old = try Intent.fetch(db, "WHERE id = ?", [intent]).first else { throw OutboxError.lostIntent }
      try rows.check(draft, nonce: attempt.nonce, except: intent)
      try attempt.insert(for: intent, db, file)
      try db.execute(
        "UPDATE intent SET cost = ?, maximum = ? WHERE id = ?",
        [max(old.cost, draft.cost), max(old.maximum, draft.cost), intent])
    }
    observer?.outbox(.signed(attempt.hash, nonce: attempt.nonce, label: draft.label))
  }
}

extension AttemptDraft {
  /// Writes it down for an intent that something can still come of.
  func insert(for intent: Int64, _ db: Connection, _ file: OutboxFile) throws {
    guard let nonce = Int64(exactly: nonce) else { throw OutboxError.lostIntent }
    let now = file.clock()
    try keepOffTheChainItself(intent, db)
    // A first signing makes the intent one that may be sent; a further attempt changes nothing about where it stands.
    let changed = try db.execute(
      """
      UPDATE intent SET state = CASE WHEN state IN ('planned', 'waiting', 'reserved') THEN 'signed' ELSE state END,
        changed = ? WHERE id = ? AND state IN (\(IntentState.list(\.isLive)))
      """, [now, intent])
    guard changed == 1 else { throw OutboxError.lostIntent }
    try db.execute(
      """
      INSERT INTO attempt (intent, hash, senderTxHash, raw, handedOver, nonce, kind, maximumPerGas, signed)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT (hash) DO UPDATE SET intent = excluded.intent, kind = excluded.kind, signed = excluded.signed,
        refused = NULL
      """, [intent, hash, senderTxHash, raw, isHandedOver, nonce, kind, maximumPerGas, now])
  }

  /// Equal bytes are one attempt, whichever chain they are for; a fork never takes it from the chain that it goes on
  /// from, where it is money.
  private func keepOffTheChainItself(_ intent: Int64, _ db: Connection) throws {
    guard let holder = try Intent.signed(as: hash, db), !holder.chain.isFork,
      try Intent.fetch(db, "WHERE id = ?", [intent]).first?.chain.isFork == true
    else { return }
    throw OutboxError.signedForTheChainItself(holder.id, hash)
  }
}
