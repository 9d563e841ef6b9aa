import Database
import Primitives

/// The queue of one account on one chain, within a change of the file.
struct AccountRows {
  let db: Connection
  let store: any OutboxStore
  let chain: ChainMark
  let account: Address

  private var place: [(any Storable)?] { [chain, account] }
  private static let live = IntentState.list(\.isLive)
  /// The live rows, by their own index, which SQLite's planner does not choose itself: an old outbox has few of these.
  static let liveByIndex = "INDEXED BY intentLive WHERE state IN (\(live))"
  /// The rows that wait for their price.
  static let waiting = "\(liveByIndex) AND state = 'waiting'"

  func intent(key: IntentKey) throws -> Intent? {
    let counts = "state IN (\(Self.live), 'final')"
    let found = try Intent.fetch(
      db, "INDEXED BY intentKey WHERE chain = ? AND account = ? AND key = ? AND superseded = 0 AND \(counts)",
      place + [key]
    ).first
    // A damaged index finds nothing, and what was sent would be sent again.
    guard try found?.id == named(key, counts).first(where: { $0.chain == chain })?.id else {
      throw DatabaseError.unreadable("key")
    }
    return found
  }

  /// The intents with a key that were signed and have ended without effect, as far as nodes said, the newest first: one
  /// that was proven so may have left its block since.
  func bound(key: IntentKey) throws -> [Intent] {
    try named(key, "state IN (\(IntentState.list { $0.mayBeMined || $0 == .nonceTaken }))")
      .filter { $0.chain == chain && !$0.attempts.isEmpty }
  }

  /// The intent with a key that counts on another chain with the same id: a node that gives a false first block, or
  /// calls itself a fork, must not have the same paid twice.
  func sameElsewhere(key: IntentKey) throws -> Intent? {
    try named(key, "chain <> '\(chain)'").first {
      $0.chain.chainID == chain.chainID && ($0.isOpen || $0.state == .final)
    }
  }

  /// The intent with another key of the same family that was mined, or may be: a node that gives another opening of a
  /// lecture must not have it paid twice.
  func sameFamily(as key: IntentKey) throws -> Intent? {
    guard let family = key.family else { return nil }
    return try Intent.fetch(
      db,
      """
      INDEXED BY intentAnyChain WHERE account = ? AND key >= ? AND key < ? AND key <> ? AND superseded = 0
      ORDER BY id DESC
      """, [account, family, family + "\u{10FFFF}", key]
    ).first { $0.chain.chainID == chain.chainID && ($0.isOpen || $0.state == .final) }
  }

  /// By an index of its own: of two indexes one at most is damaged by a bit.
  private func named(_ key: IntentKey, _ condition: String) throws -> [Intent] {
    try Intent.fetch(
      db,
      """
      INDEXED BY intentAnyChain WHERE account = ? AND key = ? AND key IS NOT NULL AND superseded = 0 AND \(condition)
      ORDER BY id DESC
      """, [account, key])
  }

  func lastMined() throws -> Intent? {
    try Intent.fetch(
      db,
      """
      WHERE chain = ? AND account = ? AND state IN (\(IntentState.list(\.isConsumed))) AND nonce IS NOT NULL
      ORDER BY nonce DESC LIMIT 1
      """, place
    ).first
  }

  /// The mined intents from the last down to a nonce; a thousand at most.
  func consumed(from nonce: UInt64) throws -> [Intent] {
    try Intent.fetch(
      db,
      """
      WHERE chain = ? AND account = ? AND nonce >= ? AND state IN (\(IntentState.list(\.isConsumed)))
      ORDER BY nonce DESC LIMIT 1000
      """, place + [nonce])
  }

  /// A clock that was put back makes everything look new: then one more is asked about, never one less. One that waits
  /// for its price is still to be sent, however long ago it was wanted.
  ///
  /// - Parameter nonce: the one that the draft would get: of what no node took with that nonce, and of the draft, one
  ///   at most is mined.
  func equal(_ draft: IntentDraft, _ seconds: UInt64, nonce: UInt64?) throws -> Intent? {
    let now = store.clock()
    let recent = try Intent.fetch(
      db,
      """
      WHERE chain = ? AND account = ? AND digest = ? AND created > ?
        AND state NOT IN (\(IntentState.list { [.expired, .cancelled].contains($0) }))
      ORDER BY id DESC
      """,
      place + [draft.digest, now > seconds ? now - seconds : 0]
    ).first { $0.state != .unpublished || $0.nonce != nonce }
    return try recent
      ?? Intent.fetch(
        db, "\(Self.waiting) AND chain = ? AND account = ? AND digest = ? ORDER BY id DESC LIMIT 1",
        place + [draft.digest]
      ).first
  }

  /// The intent that is the same, or is named, waits for its price, and for which nobody waits any more; nil unless
  /// this one waits, too.
  func abandonedWait(_ draft: IntentDraft) throws -> Intent? {
    guard draft.wait != nil, !draft.again || draft.waiting != nil else { return nil }
    var same = draft.key == nil ? "key IS NULL AND digest = ?" : "key = ?"
    var value: any Storable = draft.key.map { $0 as any Storable } ?? draft.digest
    if let waiting = draft.waiting { (same, value) = ("id = ?", waiting) }
    return try Intent.fetch(
      db, "WHERE chain = ? AND account = ? AND state = 'waiting' AND superseded = 0 AND \(same) ORDER BY id",
      place + [value]
    ).first { try store.isFree($0.owner, db) }
  }

  /// Goes on with one that waits, for what is wanted now.
  func goOn(_ waiting: Intent, _ draft: IntentDraft) throws -> Beginning {
    guard let wait = draft.wait else { throw OutboxError.lostIntent }
    // The draft may be dearer than the one that was within the limits when the waiting began.
    try check(draft, except: waiting.id)
    // Values that follow from the chain's state may differ by now, and a deadline that is over is not what is wanted.
    try db.update(
      "intent",
      """
      label = ?, receiver = ?, value = ?, data = ?, digest = ?, waitLimit = ?, waitSpeed = ?, cost = ?, maximum = ?,
        isPlain = ?, run = ?, deadline = coalesce(?, CASE WHEN deadline > ? THEN deadline END)
      """,
      [
        draft.label, draft.to, draft.value, draft.data, draft.digest, wait.limit, wait.speed, draft.cost, draft.cost,
        draft.isPlain, store.run, wait.deadline, store.clock(),
      ], where: "id = ?", [waiting.id])
    try own(waiting.id)
    guard let intent = try Intent.fetch(db, "WHERE id = ?", [waiting.id]).first else { throw OutboxError.lostIntent }
    return .begun(intent, stranded: [])
  }

  /// The intent that is the same, with the same key or without one, too, that a service was handed and on which nobody
  /// works: however long ago that was, whoever wants it again goes on with it. Nil for what is meant twice, or is given
  /// a nonce.
  func openHandOver(_ draft: IntentDraft) throws -> Intent? {
    guard !draft.again, draft.nonce == nil, draft.equalWithin != nil else { return nil }
    let (same, key) = draft.key.map { ("key = ?", [$0]) } ?? ("key IS NULL", [])
    return try Intent.fetch(
      db, "\(Self.liveByIndex) AND chain = ? AND account = ? AND digest = ? AND \(same) ORDER BY id DESC",
      place + [draft.digest] + key
    ).first { try $0.isOpenHandOver && store.isFree($0.owner, db) }
  }

  func own(_ id: Int64) throws {
    try db.update("intent", "owner = ?, changed = ?", [store.ownerID, store.clock()], where: "id = ?", [id])
  }

  func end(_ id: Int64, _ state: IntentState, reason: String? = nil) throws {
    try db.update(
      "intent", "state = ?, owner = NULL, cost = '0', reason = ?, changed = ?", [state, reason, store.clock()],
      where: "id = ?", [id])
  }

  /// Makes sure, in the change that writes a draft down, that it stays within its limits.
  ///
  /// - Parameters:
  ///   - nonce: the one that it gets; nil where that is not known.
  ///   - one: what goes on as this draft, and counts as it does.
  func check(_ draft: IntentDraft, nonce: UInt64? = nil, except one: Int64? = nil) throws {
    guard let limits = draft.limits, !limits.isEmpty else { return }
    // Limits are of all accounts together: after the turn of the account, always, so that no two wait for each other.
    try db.acquireLock("limits of \(draft.chain.chainID)")
    try look(draft, nonce: nonce, except: one)
  }

  /// Compares a draft with its limits.
  func look(_ draft: IntentDraft, nonce: UInt64?, except one: Int64?) throws {
    try LimitCheck(db: db, store: store, draft: draft, nonce: nonce, excepted: one).run()
  }

  func insert(_ draft: IntentDraft, _ count: UInt64, _ known: UInt64?) throws -> Beginning {
    // First, for what is struck out spends nothing.
    let abandoned = try sweep()
    var nonce: UInt64?
    if let chosen = draft.nonce {
      if let mined = try lastMined()?.nonce, chosen <= mined {
        throw OutboxError.nonceUsed(account, chosen, next: mined + 1)
      }
      nonce = chosen
    } else if draft.wait == nil {
      nonce = try freeNonce(from: count, known)
    }
    if let nonce, Int64(exactly: nonce) == nil { throw OutboxError.absurdCount(account, nonce) }
    try check(draft, nonce: nonce)
    let now = store.clock()
    let id = try db.insert(
      "intent",
      """
      (
        chain, account, key, label, receiver, value, data, digest, cost, maximum, state, nonce, chosen, owner, run,
        created, blockTime, changed, waitLimit, waitSpeed, deadline, isPlain, request)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """,
      [
        chain, account, draft.key, draft.label, draft.to,
        draft.value, draft.data, draft.digest, draft.cost,
        draft.cost, draft.wait == nil ? IntentState.reserved : .waiting, nonce,
        draft.nonce == nil ? 0 : 1, store.ownerID, store.run, now, try blockTime(draft), now,
        draft.wait.map { "\($0.limit)" },
        draft.wait?.speed, draft.wait?.deadline, draft.isPlain, draft.request,
      ])
    guard let id else { throw OutboxError.lostIntent }
    return try begun(id, nonce, abandoned)
  }

  /// The latest block time noted here: it does not go back.
  private func blockTime(_ draft: IntentDraft) throws -> UInt64? {
    guard let told = draft.blockTime else { return nil }
    let known: UInt64? = try db.value(
      "SELECT max(blockTime) FROM intent WHERE chain = ? AND blockTime IS NOT NULL", [chain])
    return max(known ?? 0, told)
  }

  /// The beginning of an intent that was written down; with the nonce that it has, those below it that nobody works on
  /// are ours, too.
  func begun(_ id: Int64, _ nonce: UInt64?, _ abandoned: [Intent]) throws -> Beginning {
    guard let intent = try Intent.fetch(db, "WHERE id = ?", [id]).first else { throw OutboxError.lostIntent }
    let stranded = abandoned.filter { ($0.nonce ?? .max) < nonce ?? 0 }
    for one in stranded { try own(one.id) }
    return .begun(intent, stranded: stranded)
  }

  /// Ends what nobody works on and was never signed, unless it waits for its price and has time left; returns what
  /// nobody works on and was signed.
  func sweep() throws -> [Intent] {
    let live = try Intent.fetch(
      db, "\(Self.liveByIndex) AND chain = ? AND account = ? AND (owner IS NULL OR owner <> ?)",
      place + [store.ownerID])
    var isFree: [String: Bool] = [:]
    var abandoned: [Intent] = []
    for intent in live {
      let owner = intent.owner ?? ""
      let free = try isFree[owner] ?? store.isFree(intent.owner, db)
      isFree[owner] = free
      guard free else { continue }
      if intent.state.mayBeSent {
        abandoned.append(intent)
      } else if intent.state != .waiting {
        try end(intent.id, .expired)
      } else if let wait = intent.wait, let deadline = wait.deadline, deadline <= store.clock() {
        try end(intent.id, .expired, reason: IntentOutcome.overdue(wait).reason)
      }
    }
    return abandoned.filter { $0.state != .mined }
  }

  /// The lowest nonce from the chain's count on that no live intent has.
  ///
  /// Between the node's answer and this another process may have seen one mined, whose nonce is no longer taken: then
  /// the count is asked for again.
  ///
  /// - Parameter known: the last nonce known here as mined that the count was held against.
  func freeNonce(from count: UInt64, _ known: UInt64?) throws -> UInt64 {
    if let mined = try lastMined()?.nonce, mined >= count, mined != known { throw OutboxError.outdatedPendingNonce }
    guard let start = Int64(exactly: count), start < .max else { throw OutboxError.absurdCount(account, count) }
    let taken: [Int64] = try db.values(
      """
      SELECT DISTINCT nonce FROM intent \(Self.liveByIndex)
        AND chain = ? AND account = ? AND nonce >= ? ORDER BY nonce
      """, place + [start])
    var nonce = start
    for next in taken where next == nonce {
      guard nonce < .max - 1 else { throw OutboxError.absurdCount(account, count) }
      nonce += 1
    }
    return UInt64(nonce)
  }
}
