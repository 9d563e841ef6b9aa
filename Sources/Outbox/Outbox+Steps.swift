import Database
import Failures
import Files
import Primitives

extension Outbox {
  /// Keeps signed bytes; when this returns they are on the disk and may leave.
  ///
  /// Equal bytes may be kept again: a transaction that was refused can be signed anew with the same nonce.
  package func record(_ draft: AttemptDraft, of intent: Int64, label: String) async throws {
    let marked = try await write(.synced, in: .intent(intent)) { db, store in
      try draft.insert(for: intent, db, store)
      // Both go to the disk at the same time. The nonce was taken before: so the mark is never ahead of the file.
      return try store.mark(intent, draft.nonce, db).map { sync in
        Task.detached { try await BlockingWork.run { try sync() } }
      }
    }
    try await keeping { try await marked?.value }
    observer?.outbox(.signed(draft.hash, nonce: draft.nonce, label: label))
  }

  /// Notes that a node took an attempt, or that a second one knows it. May be lost.
  package func observe(_ intent: Int64, _ state: IntentState, attempt: Hash32) async {
    _ = try? await write(.relaxed, in: .intent(intent)) { db, store in
      let now = store.clock()
      let earlier = state == .seen ? "'signed', 'broadcast'" : "'signed'"
      try db.update(
        "intent", "state = ?, changed = ?", [state, now], where: "id = ? AND state IN (\(earlier))", [intent])
      try db.update("attempt", "broadcast = coalesce(broadcast, ?)", [now], where: "hash = ?", [attempt])
    }
    if state == .broadcast { observer?.outbox(.broadcast(attempt)) }
  }

  /// Notes that no node took an attempt, or that the service does not pay for it: the one before it is the last. Its
  /// bytes are kept, for they may be mined.
  package func refused(_ attempt: Hash32, byService: Bool = false) async {
    _ = try? await write(.relaxed, in: .attempt(attempt)) { db, store in
      try db.update("attempt", "refused = ?", [store.clock()], where: "hash = ?", [attempt])
    }
    observer?.outbox(byService ? .declined(attempt) : .refused(attempt))
  }

  /// The name by which a service is asked about an intent: that of the request it was written down for, else one that its
  /// row keeps from now on.
  package func request(for intent: Int64) async -> RequestID {
    let fresh = RequestID.current ?? .random()
    let kept = try? await write(.relaxed, in: .intent(intent)) { db, _ in
      try db.update("intent", "request = coalesce(request, ?)", [fresh.description], where: "id = ?", [intent])
      return try db.value("SELECT request FROM intent WHERE id = ?", [intent], as: String.self)
    }
    return kept.flatMap { $0 }.flatMap { RequestID($0) } ?? fresh
  }

  /// Notes what a service made of the part it was handed. May be lost: the chain finds it by the sender's hash.
  package func handedOver(_ partly: Hash32, as hash: Hash32, raw: Bytes, label: String) async {
    _ = try? await write(.relaxed, in: .attempt(partly)) { db, store in
      let now = store.clock()
      try db.update(
        "attempt", "hash = ?, raw = ?, handedOver = 0, broadcast = ?", [hash, raw, now], where: "hash = ?", [partly])
      try db.update(
        "intent", "state = 'broadcast', changed = ?", [now],
        where: "state = 'signed' AND id = (SELECT intent FROM attempt WHERE hash = ?)", [hash])
    }
    observer?.outbox(.handedOver(partly, as: hash, label: label))
  }

  /// Keeps what was signed in the place of an intent's last attempt: one of them at most is mined, so the dearest is what
  /// it can cost.
  ///
  /// - Throws: `OutboxError` `.limitExceeded`; the file's errors.
  package func replace(_ intent: Int64, by attempt: AttemptDraft, as draft: IntentDraft) async throws {
    try await write(.synced, in: .of(draft.account, on: draft.chain)) { db, store in
      let rows = AccountRows(db: db, store: store, chain: draft.chain, account: draft.account)
      guard let old = try Intent.fetch(db, "WHERE id = ?", [intent]).first else { throw OutboxError.lostIntent }
      try rows.check(draft, nonce: attempt.nonce, except: intent)
      try attempt.insert(for: intent, db, store)
      try db.update(
        "intent", "cost = ?, maximum = ?", [max(old.cost, draft.cost), max(old.maximum, draft.cost)],
        where: "id = ?", [intent])
    }
    observer?.outbox(.signed(attempt.hash, nonce: attempt.nonce, label: draft.label))
  }
}

extension AttemptDraft {
  /// Writes it down for an intent that something can still come of.
  func insert(for intent: Int64, _ db: Connection, _ store: any OutboxStore) throws {
    guard let nonce = Int64(exactly: nonce) else { throw OutboxError.lostIntent }
    let now = store.clock()
    try keepOffTheChainItself(intent, db)
    // A first signing makes the intent one that may be sent; a further attempt changes nothing about where it stands.
    let unsigned = "'planned', 'waiting', 'reserved'"
    var condition = "id = ? AND state IN (\(IntentState.list(\.isLive)))"
    var values: [(any Storable)?] = [intent]
    if store.isFenced {
      // An owner that was taken for dead meanwhile signs nothing for what it had begun.
      condition += " AND (owner = ? OR state NOT IN (\(unsigned)))"
      values.append(store.ownerID)
    }
    let changed = try db.update(
      "intent", "state = CASE WHEN state IN (\(unsigned)) THEN 'signed' ELSE state END, changed = ?", [now],
      where: condition, values)
    guard changed == 1 else { throw store.isFenced ? OutboxError.takenForDead : OutboxError.lostIntent }
    try db.insert(
      "attempt",
      """
      (intent, hash, senderTxHash, raw, handedOver, nonce, kind, maximumPerGas, signed)
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
