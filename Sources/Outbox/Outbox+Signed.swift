import Database
import Files
import Primitives

/// Notes a nonce in the user's state folder; returns what brings it to the disk.
private typealias Marking = @Sendable () async throws -> (@Sendable () throws -> Void)?

extension Outbox {
  /// Writes down what is signed already, with its bytes, or finds it by its hash.
  ///
  /// One change of the file, so that of two processes with the same bytes only one begins.
  ///
  /// - Throws: `OutboxError` `.limitExceeded`; the file's errors.
  package func enter(_ draft: IntentDraft, _ attempt: AttemptDraft) async throws -> Beginning {
    let (beginning, marking) = try await write(.synced) { db, file -> (Beginning, Marking?) in
      let rows = AccountRows(db: db, file: file, chain: draft.chain, account: draft.account)
      if let known = try Intent.signed(as: attempt.hash, db), known.chain == draft.chain,
        known.state.isLive || known.state == .final
      {
        let isFree = known.state.isLive && file.isFree(known.owner)
        if isFree { try rows.own(known.id) }
        return (.found(known, isOurs: isFree), nil)
      }
      let beginning = try rows.insert(draft, attempt.nonce, nil)
      guard case .begun(let intent, _) = beginning else { return (beginning, nil) }
      try attempt.insert(for: intent.id, db, file)
      try rows.advance(count: nil, taking: attempt.nonce)
      // Once the nonce is written down: the mark is never ahead of the file.
      return (beginning, { try await self.write(.relaxed) { try $1.mark(intent.id, attempt.nonce, $0) } })
    }
    if let marking { try await keeping { if let sync = try await marking() { try await BlockingWork.run(sync) } } }
    if case .begun = beginning {
      observer?.outbox(.signed(attempt.hash, nonce: attempt.nonce, label: draft.label))
    }
    return beginning
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
