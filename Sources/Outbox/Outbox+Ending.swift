import Database
import Primitives

extension Outbox {
  /// Notes the end of an intent, or the block it is in; a known fee stays where another node does not give it, and the
  /// time of the first look at a block where it is seen there again. May be lost, unless what was refused is to be tried
  /// again.
  package func settle(_ intent: Int64, _ outcome: IntentOutcome) async throws {
    let attempts = try await write(.relaxed, in: .intent(intent)) { db, store in
      let isLive = outcome.state.isLive
      var (condition, arguments) = ("id = ?", [intent] as [(any Storable)?])
      if isLive { condition += " AND state IN (\(IntentState.list(\.isLive)))" }
      if outcome.state == .expired, store.isFenced {
        // An owner that was taken for dead meanwhile does not end what another goes on with.
        condition += " AND (owner IS NULL OR owner = ?)"
        arguments.append(store.ownerID)
      }
      try db.update(
        "intent",
        """
        state = ?, block = ?, fee = CASE WHEN blockHash = ? THEN coalesce(?, fee) ELSE ? END, blockHash = ?,
          cost = coalesce(?, cost), evidence = ?, reason = coalesce(?, reason),
          changed = CASE WHEN blockHash = ? OR state = ? AND block = ? THEN changed ELSE ? END\(isLive ? "" : ", owner = NULL")
        """,
        [
          outcome.state, outcome.block, outcome.blockHash, outcome.fee, outcome.fee, outcome.blockHash, outcome.cost,
          outcome.evidence, outcome.reason, outcome.blockHash, outcome.state, outcome.block, store.clock(),
        ], where: condition, arguments)
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
      let state = outcome.state == .cancelled ? IntentState.cancelled : .nonceTaken
      for other in attempts where other != outcome.hash { observer?.outbox(.superseded(other, state)) }
    default: break
    }
  }

  /// Notes that what was mined is in no block any more: something can come of it again.
  ///
  /// A cancelled one that is being done again by another with its key stays cancelled if it can: without the key.
  ///
  /// - Returns: false if that cannot be noted, as when another that is live has its nonce now.
  package func unsettle(_ intent: Int64) async -> Bool {
    let noted: Void? = try? await write(.relaxed, in: .intent(intent)) { db, store in
      try db.update(
        "intent",
        """
        state = 'broadcast', block = NULL, blockHash = NULL, fee = NULL, reason = NULL, evidence = NULL, cost = maximum,
          changed = ?,
          superseded = CASE WHEN superseded = 1 OR state = 'cancelled' AND EXISTS (
            SELECT 1 FROM intent AS other WHERE other.chain = intent.chain AND other.account = intent.account
              AND other.key = intent.key AND other.superseded = 0
              AND other.state IN (\(IntentState.list(\.isLive)), 'final')) THEN 1 ELSE 0 END
        """, [store.clock()], where: "id = ? AND state IN (\(IntentState.list(\.isConsumed)))", [intent])
    }
    return noted != nil
  }

  /// Notes that something which had ended may be mined after all.
  ///
  /// - Returns: false if another has its nonce or its key now.
  package func revive(_ intent: Int64) async -> Bool {
    let noted: Bool? = try? await write(.relaxed, in: .intent(intent)) { db, store in
      try db.update(
        "intent",
        """
        state = 'broadcast', block = NULL, blockHash = NULL, fee = NULL, reason = NULL, evidence = NULL, cost = maximum,
          changed = ?
        """, [store.clock()],
        where: "id = ? AND state IN (\(IntentState.list { $0.mayBeMined || $0 == .nonceTaken }))", [intent]) == 1
    }
    return noted == true
  }

  /// Takes up one that no node took, with the nonce that it has: the same bytes are offered again.
  ///
  /// - Returns: nil if another has its nonce by now; of the two one at most is mined.
  package func reopen(_ intent: Int64) async throws -> Intent? {
    try await write(.synced, in: .intent(intent)) { db, store in
      guard let old = try Intent.fetch(db, "WHERE id = ?", [intent]).first,
        old.state.mayBeMined || old.state == .nonceTaken
      else { return nil }
      let other = try db.row(
        "SELECT 1 FROM intent \(AccountRows.liveByIndex) AND chain = ? AND account = ? AND nonce = ?",
        [old.chain, old.account, old.nonce])
      guard other == nil else { return nil }
      try db.update(
        "intent",
        """
        state = 'signed', owner = ?, block = NULL, blockHash = NULL, fee = NULL, reason = NULL, evidence = NULL,
          cost = maximum, changed = ?
        """, [store.ownerID, store.clock()], where: "id = ?", [intent])
      return try Intent.fetch(db, "WHERE id = ?", [intent]).first
    }
  }

  /// Keeps why something that was mined failed, as whoever can read it found out. May be lost.
  ///
  /// - Parameter hash: of the transaction.
  package func explain(_ hash: Hash32, _ reason: String) async { await keep(reason, of: hash, in: "'reverted'") }

  /// Keeps what a mined transaction did, where that is less than it was to do, as whoever can read it found out. May be
  /// lost.
  ///
  /// - Parameter hash: of the transaction.
  package func remark(_ hash: Hash32, _ words: String) async {
    await keep(words, of: hash, in: "'mined', 'final'")
  }

  private func keep(_ reason: String, of hash: Hash32, in states: String) async {
    _ = try? await write(.relaxed, in: .attempt(hash)) { db, _ in
      try db.update(
        "intent", "reason = ?", [reason],
        where: "state IN (\(states)) AND id = (SELECT intent FROM attempt WHERE hash = ?)", [hash])
    }
  }

  /// Nobody works on it now: whoever comes next may take it up.
  package func release(_ intent: Int64) async {
    _ = try? await write(.relaxed, in: .intent(intent)) { db, store in
      try db.update("intent", "owner = NULL", [], where: "id = ? AND owner = ?", [intent, store.ownerID])
    }
  }

  /// Ends one that was never signed.
  ///
  /// - Returns: false if it was, or has ended.
  package func giveUp(_ intent: Int64) async throws -> Bool {
    try await write(.synced, in: .intent(intent)) { db, store in
      let changed = try db.update(
        "intent",
        "state = 'cancelled', owner = NULL, cost = '0', reason = 'Given up before it was signed.', changed = ?",
        [store.clock()], where: "id = ? AND state IN ('planned', 'waiting')", [intent])
      return changed == 1
    }
  }
}
