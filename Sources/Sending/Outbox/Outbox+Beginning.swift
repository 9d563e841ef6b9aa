import Foundation
import GRDB
import Primitives

extension Outbox {
  /// Writes down what is wanted and takes a nonce for it, or finds what was written down before under the same key.
  ///
  /// One change of the file, so that of two processes only one begins. The nonce is the lowest that the chain has not
  /// counted and no live intent has: one that was given back is the first to be used again.
  ///
  /// One that waits for its price takes no nonce yet; one like it that nobody waits for any more is taken up, or the one
  /// that the draft names.
  ///
  /// - Parameters:
  ///   - count: the account's pending transaction count as the node tells it.
  ///   - known: the last nonce known here as mined that this count was held against; nil for none.
  /// - Throws: `SendingError` `.sameJustSent`, `.limitExceeded`, `.outOfRange`, `.countOutdated`, `.otherWithID`,
  ///   `.underWay` if the one that the draft names waits no more, or others wait for it; what the file has against it.
  package func begin(_ draft: IntentDraft, count: UInt64, known: UInt64? = nil) async throws -> Beginning {
    try await write(.synced) { db, file in
      let lane = Lane(db: db, file: file, chain: draft.chain, account: draft.account)
      if let waiting = try lane.abandonedWait(draft) {
        if draft.key != nil { try draft.check(waiting) }
        return try lane.goOn(waiting, draft)
      }
      guard draft.waiting == nil else { throw SendingError.waitsNoMore(draft) }
      if let key = draft.key, let earlier = try lane.intent(key: key) {
        let isFree = earlier.state.isLive && file.isFree(earlier.owner)
        // Nothing of it can have left unless it was signed: then its place is free.
        if isFree, !earlier.state.mayBeSent {
          try lane.end(earlier.id, .expired)
          return try lane.insert(draft, count, known)
        }
        guard draft.again, !earlier.state.isLive else {
          try draft.check(earlier)
          if isFree { try lane.own(earlier.id) }
          return .found(earlier, isOurs: isFree)
        }
        try db.execute(sql: "UPDATE intent SET superseded = 1 WHERE id = ?", arguments: [earlier.id])
      }
      if let open = try lane.openHandOver(draft) {
        try lane.own(open.id)
        return .found(open, isOurs: true)
      }
      if draft.key == nil, !draft.again, let within = draft.equalWithin, let same = try lane.equal(draft, within) {
        throw SendingError.sameJustSent(same, now: file.clock())
      }
      return try lane.insert(draft, count, known)
    }.noted(by: observer)
  }

  /// The newest equal one that counts and was written down so many seconds ago.
  package func equal(to draft: IntentDraft, within seconds: UInt64) async throws -> Intent? {
    try await read { db, file in
      let lane = Lane(db: db, file: file, chain: draft.chain, account: draft.account)
      var same = draft
      same.equalWithin = seconds
      // That one is what goes on.
      guard try lane.abandonedWait(draft) == nil, try lane.openHandOver(same) == nil else { return nil }
      return try lane.equal(draft, seconds)
    }
  }

  /// The live or successful one with a key; nil if there is none.
  package func find(_ key: IntentKey, of account: Address, on chain: ChainMark) async throws -> Intent? {
    try await read { db, file in try Lane(db: db, file: file, chain: chain, account: account).intent(key: key) }
  }

  /// Whether there is a live or successful one whose key begins so.
  package func hasKeys(beginning text: String, of account: Address, on chain: ChainMark) async throws -> Bool {
    try await read { db, _ in
      try Row.fetchOne(
        db,
        sql: """
          SELECT 1 FROM intent WHERE chain = ? AND account = ? AND key >= ? AND key < ? AND key IS NOT NULL
            AND superseded = 0 AND state IN (\(IntentState.list(\.isLive)), 'final') LIMIT 1
          """, arguments: [chain.description, Data(account.bytes), text, text + "\u{10FFFF}"]) != nil
    }
  }

  /// Which limit a draft would exceed; nil if none.
  ///
  /// - Parameter replaced: the one in whose place it is sent.
  package func excess(of draft: IntentDraft, inPlaceOf replaced: Int64? = nil) async throws -> SendingError? {
    try await read { db, file in
      let lane = Lane(db: db, file: file, chain: draft.chain, account: draft.account)
      do {
        try lane.check(draft, except: try replaced ?? lane.abandonedWait(draft)?.id)
        return nil
      } catch let error as SendingError where error.code == .limitExceeded {
        return error
      }
    }
  }

  /// The error that an equal one is.
  func sameJustSent(_ same: Intent) async -> SendingError {
    let now = try? await read { _, file in file.clock() }
    return SendingError.sameJustSent(same, now: now ?? same.created)
  }

  /// The last nonce of an account that a mined transaction of ours had, with the block it was seen in.
  package func lastMined(of account: Address, on chain: ChainMark) async throws -> Intent? {
    try await read { db, file in try Lane(db: db, file: file, chain: chain, account: account).lastMined() }
  }

  /// Gives an intent another nonce, because somebody else used its own: nothing of it can be mined any more.
  ///
  /// - Throws: as ``begin(_:count:known:)``.
  package func renew(_ intent: Int64, count: UInt64, known: UInt64? = nil) async throws -> UInt64 {
    try await write(.synced) { db, file in
      guard let old = try Intent.fetch(db, "WHERE id = ?", [intent]).first else { throw SendingError.lostIntent }
      let lane = Lane(db: db, file: file, chain: old.chain, account: old.account)
      try db.execute(sql: "UPDATE intent SET nonce = NULL WHERE id = ?", arguments: [intent])
      let nonce = try lane.freeNonce(from: count, known)
      try db.execute(
        sql: "UPDATE intent SET nonce = ?, state = 'reserved', owner = ?, changed = ? WHERE id = ?",
        arguments: [Int64(nonce), file.owner.id, Int64(clamping: file.clock()), intent])
      return nonce
    }
  }

  /// Takes up what nobody works on.
  ///
  /// - Returns: false if somebody does.
  package func takeOver(_ intent: Int64) async throws -> Bool {
    try await write(.relaxed) { db, file in
      guard let found = try Intent.fetch(db, "WHERE id = ?", [intent]).first, found.state.isLive else { return false }
      guard found.owner == file.owner.id || file.isFree(found.owner) else { return false }
      try db.execute(sql: "UPDATE intent SET owner = ? WHERE id = ?", arguments: [file.owner.id, intent])
      return true
    }
  }

  /// Whether nobody works on it: neither a living process, nor this outbox.
  package func isAbandoned(_ intent: Intent) async throws -> Bool {
    try await read { _, file in file.isFree(intent.owner) }
  }
}

extension Beginning {
  /// Tells who watches of one that waits.
  fileprivate func noted(by observer: (any OutboxObserver)?) -> Beginning {
    if case .begun(let intent, _) = self, intent.state == .waiting {
      observer?.outbox(.waits(intent.id, label: intent.label, isPlain: intent.isPlain))
    }
    return self
  }
}

/// What one account does on one chain, within a change of the file.
struct Lane {
  let db: Database
  let file: OutboxFile
  let chain: ChainMark
  let account: Address

  private var place: [any DatabaseValueConvertible] { [chain.description, Data(account.bytes)] }
  private static let live = IntentState.list(\.isLive)
  /// What is live, by its own index, which SQLite's planner does not choose by itself: an old outbox has few of these.
  static let liveByIndex = "INDEXED BY intentLive WHERE state IN (\(live))"
  /// What waits for its price.
  fileprivate static let waiting = "\(liveByIndex) AND state = 'waiting'"

  func intent(key: IntentKey) throws -> Intent? {
    try Intent.fetch(
      db, "WHERE chain = ? AND account = ? AND key = ? AND superseded = 0 AND state IN (\(Self.live), 'final')",
      place + [key.description]
    ).first
  }

  func lastMined() throws -> Intent? {
    try Intent.fetch(
      db,
      """
      WHERE chain = ? AND account = ? AND state IN (\(IntentState.list(\.isConsumed)))
      ORDER BY nonce DESC LIMIT 1
      """, place
    ).first
  }

  /// The same, and those before it down to a nonce, the last first; a thousand at most.
  func consumed(from nonce: UInt64) throws -> [Intent] {
    try Intent.fetch(
      db,
      """
      WHERE chain = ? AND account = ? AND nonce >= ? AND state IN (\(IntentState.list(\.isConsumed)))
      ORDER BY nonce DESC LIMIT 1000
      """, place + [Int64(clamping: nonce)])
  }

  /// A clock that was put back makes everything look new: then one more is asked about, never one less. What waits for
  /// its price is still to be sent, however long ago it was wanted.
  func equal(_ draft: IntentDraft, _ seconds: UInt64) throws -> Intent? {
    let now = file.clock()
    let recent = try Intent.fetch(
      db,
      """
      WHERE chain = ? AND account = ? AND digest = ? AND created > ?
        AND state NOT IN (\(IntentState.list { [.expired, .refused, .dropped, .cancelled].contains($0) }))
      ORDER BY id DESC LIMIT 1
      """,
      place + [Data(draft.digest), Int64(clamping: now > seconds ? now - seconds : 0)]
    ).first
    return try recent
      ?? Intent.fetch(
        db, "\(Self.waiting) AND chain = ? AND account = ? AND digest = ? ORDER BY id DESC LIMIT 1",
        place + [Data(draft.digest)]
      ).first
  }

  /// One that is the same, or is named, waits for its price, and for which nobody waits any more; nil unless this one
  /// waits, too.
  func abandonedWait(_ draft: IntentDraft) throws -> Intent? {
    guard draft.wait != nil, !draft.again || draft.waiting != nil else { return nil }
    var same = draft.key == nil ? "key IS NULL AND digest = ?" : "key = ?"
    var value: any DatabaseValueConvertible = draft.key?.description ?? Data(draft.digest)
    if let waiting = draft.waiting { (same, value) = ("id = ?", waiting) }
    return try Intent.fetch(
      db, "WHERE chain = ? AND account = ? AND state = 'waiting' AND superseded = 0 AND \(same) ORDER BY id",
      place + [value]
    ).first { file.isFree($0.owner) }
  }

  /// Goes on with one that waits, for what is wanted now.
  func goOn(_ waiting: Intent, _ draft: IntentDraft) throws -> Beginning {
    guard let wait = draft.wait else { throw SendingError.lostIntent }
    // It may be dearer than what was within them when it began.
    try check(draft, except: waiting.id)
    // What follows from the chain's state may be another by now, and a time that is over is not what is wanted.
    try db.execute(
      sql: """
        UPDATE intent SET label = ?, receiver = ?, value = ?, data = ?, digest = ?, waitLimit = ?, waitSpeed = ?,
          cost = ?, isPlain = ?, run = ?,
          deadline = coalesce(?, CASE WHEN deadline > ? THEN deadline END)
        WHERE id = ?
        """,
      arguments: [
        draft.label, draft.to.map { Data($0.bytes) }, "\(draft.value.wei)", Data(draft.data), Data(draft.digest),
        "\(wait.limit)", wait.speed.rawValue, "\(draft.cost.wei)", draft.isPlain ? 1 : 0, file.owner.id,
        wait.deadline.map { Int64(clamping: $0) }, Int64(clamping: file.clock()), waiting.id,
      ])
    try own(waiting.id)
    guard let intent = try Intent.fetch(db, "WHERE id = ?", [waiting.id]).first else { throw SendingError.lostIntent }
    return .begun(intent, stranded: [])
  }

  func own(_ id: Int64) throws {
    try db.execute(
      sql: "UPDATE intent SET owner = ?, changed = ? WHERE id = ?",
      arguments: [file.owner.id, Int64(clamping: file.clock()), id])
  }

  func end(_ id: Int64, _ state: IntentState, reason: String? = nil) throws {
    try db.execute(
      sql: "UPDATE intent SET state = ?, owner = NULL, cost = '0', reason = ?, changed = ? WHERE id = ?",
      arguments: [state.rawValue, reason, Int64(clamping: file.clock()), id])
  }

  /// Makes sure that a draft stays within its limits.
  ///
  /// - Parameter one: what goes on as this draft, and counts as it does.
  func check(_ draft: IntentDraft, except one: Int64? = nil) throws {
    try LimitCheck(db: db, file: file, draft: draft, excepted: one).run()
  }

  func insert(_ draft: IntentDraft, _ count: UInt64, _ known: UInt64?) throws -> Beginning {
    // First, for what is struck out spends nothing.
    let abandoned = try sweep()
    try check(draft)
    var nonce: UInt64?
    if let chosen = draft.nonce {
      nonce = chosen
    } else if draft.wait == nil {
      nonce = try freeNonce(from: count, known)
    }
    if let nonce, Int64(exactly: nonce) == nil { throw SendingError.absurdCount(account, nonce) }
    let now = Int64(clamping: file.clock())
    try db.execute(
      sql: """
        INSERT INTO intent (
          chain, account, key, label, receiver, value, data, digest, cost, state, nonce, chosen, owner, run, created,
          changed, waitLimit, waitSpeed, deadline, isPlain)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """,
      arguments: [
        chain.description, Data(account.bytes), draft.key?.description, draft.label, draft.to.map { Data($0.bytes) },
        "\(draft.value.wei)", Data(draft.data), Data(draft.digest), "\(draft.cost.wei)",
        (draft.wait == nil ? IntentState.reserved : .waiting).rawValue, nonce.map { Int64($0) },
        draft.nonce == nil ? 0 : 1, file.owner.id, file.owner.id, now, now, draft.wait.map { "\($0.limit)" },
        draft.wait?.speed.rawValue, draft.wait?.deadline.map { Int64(clamping: $0) }, draft.isPlain ? 1 : 0,
      ])
    return try begun(db.lastInsertedRowID, nonce, abandoned)
  }

  /// One that was written down; with the nonce that it has, those below it that nobody works on are ours, too.
  func begun(_ id: Int64, _ nonce: UInt64?, _ abandoned: [Intent]) throws -> Beginning {
    guard let intent = try Intent.fetch(db, "WHERE id = ?", [id]).first else { throw SendingError.lostIntent }
    let stranded = abandoned.filter { ($0.nonce ?? .max) < nonce ?? 0 }
    for one in stranded { try own(one.id) }
    return .begun(intent, stranded: stranded)
  }

  /// Ends what nobody works on and was never signed, unless it waits for its price and has time left; tells what nobody
  /// works on and was signed.
  func sweep() throws -> [Intent] {
    let live = try Intent.fetch(
      db, "\(Self.liveByIndex) AND chain = ? AND account = ? AND owner IS NOT ?", place + [file.owner.id])
    var isFree: [String: Bool] = [:]
    var abandoned: [Intent] = []
    for intent in live {
      let owner = intent.owner ?? ""
      let free = isFree[owner] ?? file.isFree(intent.owner)
      isFree[owner] = free
      guard free else { continue }
      if intent.state.mayBeSent {
        abandoned.append(intent)
      } else if intent.state != .waiting {
        try end(intent.id, .expired)
      } else if let wait = intent.wait, let deadline = wait.deadline, deadline <= file.clock() {
        try end(intent.id, .expired, reason: IntentOutcome.overdue(wait).reason)
      }
    }
    return abandoned.filter { $0.state != .mined }
  }

  /// The lowest nonce from the chain's count on that no live intent has.
  ///
  /// Between the node's answer and this another process may have seen one mined, whose nonce is no longer taken: then the
  /// count is asked for again.
  ///
  /// - Parameter known: the last nonce known here as mined that the count was held against.
  func freeNonce(from count: UInt64, _ known: UInt64?) throws -> UInt64 {
    if let mined = try lastMined()?.nonce, mined >= count, mined != known { throw SendingError.outdatedCount }
    guard let start = Int64(exactly: count), start < .max else { throw SendingError.absurdCount(account, count) }
    let taken = try Row.fetchCursor(
      db,
      sql: """
        SELECT DISTINCT nonce FROM intent \(Self.liveByIndex)
          AND chain = ? AND account = ? AND nonce >= ? ORDER BY nonce
        """,
      arguments: StatementArguments(place + [start]))
    var nonce = start
    while let row = try taken.next(), let next = Int64.fromDatabaseValue(row["nonce"]), next == nonce {
      guard nonce < .max - 1 else { throw SendingError.absurdCount(account, count) }
      nonce += 1
    }
    return UInt64(nonce)
  }
}

/// Whether a draft stays within its limits, computed in the change that writes it down: two processes cannot both slip
/// under one.
private struct LimitCheck {
  private static let day: UInt64 = 86_400

  let db: Database
  let file: OutboxFile
  let draft: IntentDraft
  /// What is not counted: the draft is what becomes of it.
  let excepted: Int64?

  func run() throws {
    guard let limits = draft.limits, !limits.isEmpty else { return }
    let now = file.clock()
    let since = Int64(clamping: now > Self.day ? now - Self.day : 0)
    // Three questions that an index answers each: an old outbox does not slow a new send. What waits for its price is
    // spent when that is met, whenever it was wanted.
    let (columns, chain) = ("id, cost, run, receiver, created, state", draft.chain.description)
    let rows = try Row.fetchCursor(
      db,
      sql: """
        SELECT \(columns) FROM intent WHERE chain = ? AND created > ?
        UNION SELECT \(columns) FROM intent \(Lane.waiting) AND chain = ?
        UNION SELECT \(columns) FROM intent WHERE run = ? AND chain = ?
        """, arguments: [chain, since, chain, file.owner.id, chain])
    var (command, contract, day) = (draft.cost, draft.cost, draft.cost)
    let receiver = draft.to.map { Data($0.bytes) }
    while let row = try rows.next() {
      if let excepted, Int64.fromDatabaseValue(row["id"]) == excepted { continue }
      let text = String.fromDatabaseValue(row["cost"]) ?? ""
      guard let wei = try? UInt256(parsing: text) else {
        throw SendingError.damagedOutbox(at: file.path ?? "in memory", reason: "An amount in it is '\(text)'.")
      }
      let cost = Amount(wei: wei)
      if String.fromDatabaseValue(row["run"]) == file.owner.id { command = add(command, cost) }
      let isWaiting = String.fromDatabaseValue(row["state"]) == IntentState.waiting.rawValue
      guard isWaiting || Int64.fromDatabaseValue(row["created"]) ?? .min > since else { continue }
      day = add(day, cost)
      if let receiver, Data.fromDatabaseValue(row["receiver"]) == receiver { contract = add(contract, cost) }
    }
    try check(command, limits.perCommand, "in one command")
    try check(day, limits.perDay, "in a day")
    if receiver != nil { try check(contract, limits.perContract, "to one receiver in a day") }
  }

  private func add(_ left: Amount, _ right: Amount) -> Amount { (try? left.adding(right)) ?? Amount(wei: .max) }

  private func check(_ sum: Amount, _ limit: Amount?, _ what: String) throws {
    guard let limit, sum > limit else { return }
    throw SendingError.limitExceeded(sum: sum, limit: limit, what: what, draft: draft)
  }
}
