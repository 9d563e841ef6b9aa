import Database
import Primitives

extension Outbox {
  /// Writes down what the chain shows and this outbox does not know: it was mined, so nothing is sent for it any more.
  ///
  /// - Parameters:
  ///   - draft: the intent's values; its label can only say what the chain does.
  ///   - time: of its block, in seconds since 1970.
  ///   - isLost: whether rows were lost, so that it may be one of them; nil for what is not looked up for a send.
  /// - Returns: false if it is there already, or another one has its key.
  package func restore(
    _ draft: IntentDraft, _ attempt: AttemptDraft, _ outcome: IntentOutcome, at time: UInt64?, isLost: Bool? = nil
  ) async throws -> Bool {
    try await write(.relaxed, in: .of(draft.account, on: draft.chain)) { db, store in
      guard let nonce = Int64(exactly: attempt.nonce) else { return false }
      let known = try db.row("SELECT 1 FROM attempt WHERE hash = ?", [attempt.hash])
      guard known == nil else { return false }
      let moment = time ?? store.clock()
      if let intent = try db.withoutBytes(draft, nonce) {
        try db.give(intent, attempt, outcome, at: moment)
        return true
      }
      let added = try db.insert(
        "intent",
        """
        (
          chain, account, key, label, receiver, value, data, digest, cost, maximum, state, nonce, chosen, run, created,
          changed, block, blockHash, fee)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 1, '', ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING
        """,
        [
          draft.chain, draft.account, draft.key, draft.label, draft.to, draft.value, draft.data, draft.digest,
          outcome.cost ?? draft.cost, outcome.cost ?? draft.cost, outcome.state, nonce, moment, moment, outcome.block,
          outcome.blockHash, outcome.fee,
        ])
      guard let intent = added else { return false }
      try db.add(attempt, to: intent, at: moment)
      if let isLost {
        try db.insert("found", "(id, wasLost) VALUES (?, ?)", [intent, isLost])
      }
      return true
    }
  }

  /// Gives what was found on the chain a key: it is what was sent under it.
  ///
  /// - Throws: `OutboxError` `.otherWithID` if it has another, or another has that key.
  package func name(_ intent: Intent, _ key: IntentKey) async throws {
    try await write(.synced, in: .of(intent.account, on: intent.chain)) { db, store in
      guard intent.key != key else { return }
      let rows = AccountRows(db: db, store: store, chain: intent.chain, account: intent.account)
      if let other = try rows.intent(key: key) { throw OutboxError.otherWithID(other) }
      guard intent.key == nil else { throw OutboxError.otherWithID(intent) }
      let changed = try db.update("intent", "key = ?", [key], where: "id = ? AND key IS NULL", [intent.id])
      guard changed == 1 else { throw OutboxError.lostIntent }
      try db.execute("DELETE FROM found WHERE id = ?", [intent.id])
    }
  }
}

extension Connection {
  /// The intent that was signed with a nonce, does what a draft does, and lost its bytes when the outbox was rebuilt.
  fileprivate func withoutBytes(_ draft: IntentDraft, _ nonce: Int64) throws -> Int64? {
    try Intent.fetch(
      self,
      """
      WHERE chain = ? AND account = ? AND nonce = ? AND state = 'unpublished' AND superseded = 0
        AND NOT EXISTS (SELECT 1 FROM attempt WHERE intent = intent.id)
      """, [draft.chain, draft.account, nonce]
    ).first { $0.does(draft.to, draft.value, draft.data) }?.id
  }

  /// Gives one the bytes that it had, as the chain shows them.
  fileprivate func give(
    _ intent: Int64, _ attempt: AttemptDraft, _ outcome: IntentOutcome, at moment: UInt64
  ) throws {
    try add(attempt, to: intent, at: moment)
    try update(
      "intent",
      """
      state = ?, owner = NULL, block = ?, blockHash = ?, fee = ?, cost = coalesce(?, cost), reason = NULL, changed = ?
      """, [outcome.state, outcome.block, outcome.blockHash, outcome.fee, outcome.cost, moment],
      where: "id = ?", [intent])
  }

  fileprivate func add(_ attempt: AttemptDraft, to intent: Int64, at moment: UInt64) throws {
    try insert(
      "attempt",
      """
      (intent, hash, senderTxHash, raw, nonce, kind, maximumPerGas, signed, broadcast)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
      """,
      [
        intent, attempt.hash, attempt.senderTxHash, attempt.raw, attempt.nonce, attempt.kind, attempt.maximumPerGas,
        moment, moment,
      ])
  }
}
