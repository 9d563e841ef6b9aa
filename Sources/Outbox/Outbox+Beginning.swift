import Database
import Files
import Primitives

/// Notes a nonce in the user's state folder; returns what brings it to the disk.
private typealias Marking = @Sendable () async throws -> (@Sendable () throws -> Void)?

extension Outbox {
  /// Writes down what is wanted and takes a nonce for it, or finds what was written down before under the same key.
  ///
  /// One change of the file, so that of two processes only one begins. The nonce is the lowest that the chain has not
  /// used and no live intent has: one that was given back is the first to be used again.
  ///
  /// One that waits for its price takes no nonce yet; one like it that nobody waits for any more is taken up, or the
  /// one that the draft names.
  ///
  /// - Parameters:
  ///   - count: the account's pending transaction count from the node.
  ///   - known: the last nonce known here as mined that this count was held against; nil for none.
  /// - Throws: `OutboxError` `.sameJustSent`, `.limitExceeded`, `.outOfRange`, `.pendingNonceOutdated`,
  ///   `.historyUnchecked`, `.otherWithID`, `.underWay` if the named one waits no more, or others wait for it; the
  ///   file's errors.
  package func begin(_ draft: IntentDraft, count: UInt64, known: UInt64? = nil) async throws -> Beginning {
    try await write(.synced, in: .of(draft.account, on: draft.chain)) { db, store in
      let rows = AccountRows(db: db, store: store, chain: draft.chain, account: draft.account)
      if let waiting = try rows.abandonedWait(draft) {
        if draft.key != nil { try draft.check(waiting) }
        return try rows.goOn(waiting, draft)
      }
      guard draft.waiting == nil else { throw OutboxError.waitsNoMore(draft) }
      if let key = draft.key, let earlier = try rows.intent(key: key) {
        let isFree = try earlier.state.isLive && store.isFree(earlier.owner, db)
        // Nothing of it can have left unless it was signed: then its place is free.
        if isFree, !earlier.state.mayBeSent {
          try rows.end(earlier.id, .expired)
        } else if draft.again, !earlier.state.isLive {
          try db.update("intent", "superseded = 1", [], where: "id = ?", [earlier.id])
        } else {
          try draft.check(earlier)
          if isFree { try rows.own(earlier.id) }
          return .found(earlier, isOurs: isFree)
        }
      }
      if let key = draft.key {
        for open in try rows.bound(key: key) where !draft.cleared.contains(open.id) {
          guard draft.again else {
            try draft.check(open)
            return .bound(open)
          }
          try db.update("intent", "superseded = 1", [], where: "id = ?", [open.id])
        }
        if !draft.again {
          if let same = try rows.sameElsewhere(key: key) { throw OutboxError.sameElsewhere(same) }
          if let same = try rows.sameFamily(as: key) { throw OutboxError.sameFamily(same) }
        }
      }
      if let open = try rows.openHandOver(draft) {
        try rows.own(open.id)
        return .found(open, isOurs: true)
      }
      if draft.key == nil, !draft.again, let within = draft.equalWithin,
        let same = try rows.equal(draft, within, nonce: draft.nonce ?? rows.freeNonce(from: count, known))
      {
        throw OutboxError.sameJustSent(same, now: store.clock())
      }
      if draft.again {
        try rows.passOver(draft)
      } else if draft.isUnchecked, try !rows.isAccountedFor(draft, count: count) {
        throw OutboxError.historyUnchecked
      }
      let beginning = try rows.insert(draft, count, known)
      if case .begun(let intent, _) = beginning {
        // A draft without a key is not kept waiting for what other programs sent.
        try rows.advance(
          count: count, taking: intent.nonce, accepting: draft.again && draft.key != nil,
          most: draft.key == nil ? 64 : 4 * UnexplainedNonces.most)
      }
      return beginning
    }.noted(by: observer)
  }

  /// Gives an intent another nonce, because another transaction is proven to have used its own: nothing of it can be
  /// mined any more.
  ///
  /// - Throws: `OutboxError` `.limitExceeded`; as ``begin(_:count:known:)``.
  package func renew(_ intent: Int64, as draft: IntentDraft, count: UInt64, known: UInt64? = nil) async throws -> UInt64
  {
    try await write(.synced, in: .of(draft.account, on: draft.chain)) { db, store in
      guard let old = try Intent.fetch(db, "WHERE id = ?", [intent]).first else { throw OutboxError.lostIntent }
      let rows = AccountRows(db: db, store: store, chain: old.chain, account: old.account)
      try db.update("intent", "nonce = NULL", [], where: "id = ?", [intent])
      let nonce = try rows.freeNonce(from: count, known)
      try rows.check(draft, nonce: nonce, except: intent)
      try db.update(
        "intent", "nonce = ?, state = 'reserved', owner = ?, changed = ?", [nonce, store.ownerID, store.clock()],
        where: "id = ?", [intent])
      try rows.advance(count: nil, taking: nonce)
      return nonce
    }
  }

  /// Writes down what is signed already, with its bytes, or finds it by its hash.
  ///
  /// One change of the file, so that of two processes with the same bytes only one begins.
  ///
  /// - Throws: `OutboxError` `.limitExceeded`; the file's errors.
  package func enter(_ draft: IntentDraft, _ attempt: AttemptDraft) async throws -> Beginning {
    let turn = AccountLockKey.of(draft.account, on: draft.chain)
    let (beginning, marking) = try await write(.synced, in: turn) { db, store -> (Beginning, Marking?) in
      let rows = AccountRows(db: db, store: store, chain: draft.chain, account: draft.account)
      if let known = try Intent.signed(as: attempt.hash, db), known.chain == draft.chain,
        known.state.isLive || known.state == .final
      {
        let isFree = try known.state.isLive && store.isFree(known.owner, db)
        if isFree { try rows.own(known.id) }
        return (.found(known, isOurs: isFree), nil)
      }
      let beginning = try rows.insert(draft, attempt.nonce, nil)
      guard case .begun(let intent, _) = beginning else { return (beginning, nil) }
      try attempt.insert(for: intent.id, db, store)
      try rows.advance(count: nil, taking: attempt.nonce)
      // Once the nonce is written down: the mark is never ahead of the file.
      return (beginning, { try await self.write(.relaxed, in: turn) { try $1.mark(intent.id, attempt.nonce, $0) } })
    }
    if let marking { try await keeping { if let sync = try await marking() { try await BlockingWork.run(sync) } } }
    if case .begun = beginning {
      observer?.outbox(.signed(attempt.hash, nonce: attempt.nonce, label: draft.label))
    }
    return beginning
  }

  /// Gives one that waited for its price a nonce, as ``begin(_:count:known:)`` does.
  ///
  /// - Returns: nil if it does not wait any more: somebody gave it up.
  /// - Throws: `OutboxError` `.outOfRange`, `.pendingNonceOutdated`; the file's errors.
  package func reserve(_ intent: Int64, count: UInt64, known: UInt64? = nil) async throws -> Beginning? {
    let begun = try await write(.synced, in: .intent(intent)) { db, store -> Beginning? in
      guard let old = try Intent.fetch(db, "WHERE id = ?", [intent]).first, old.state == .waiting,
        store.wasOwner(old.owner)
      else { return nil }
      let rows = AccountRows(db: db, store: store, chain: old.chain, account: old.account)
      let abandoned = try rows.sweep()
      let nonce = try rows.freeNonce(from: count, known)
      let now = store.clock()
      // The money is spent now and not when it was wanted: so it counts for a day, and is known as just sent.
      try db.update(
        "intent", "nonce = ?, state = 'reserved', owner = ?, created = ?, changed = ?",
        [nonce, store.ownerID, now, now], where: "id = ?", [intent])
      try rows.advance(count: count, taking: nonce)
      return try rows.begun(intent, nonce, abandoned)
    }
    if begun != nil { observer?.outbox(.waitsNoMore(intent)) }
    return begun
  }

  /// Makes what a service was handed, or no node takes, ready to be signed once more, for what is wanted now: with the
  /// nonce that it has, so that of all that was signed for it one at most is mined.
  ///
  /// - Returns: nil if it has ended, or another process works on it.
  /// - Throws: `OutboxError` `.limitExceeded` if it spends more now than it may; the file's errors.
  package func goOn(_ intent: Int64, _ draft: IntentDraft) async throws -> Intent? {
    try await write(.synced, in: .of(draft.account, on: draft.chain)) { db, store in
      guard let found = try Intent.fetch(db, "WHERE id = ?", [intent]).first, found.state.mayBeSent,
        try found.owner == store.ownerID || store.isFree(found.owner, db)
      else { return nil }
      try AccountRows(db: db, store: store, chain: draft.chain, account: draft.account).check(
        draft, nonce: found.nonce, except: intent)
      try db.update(
        "intent",
        """
        owner = ?, run = ?, changed = ?, label = ?, receiver = ?, value = ?, data = ?, digest = ?, cost = ?, maximum = ?
        """,
        [
          store.ownerID, store.run, store.clock(), draft.label, draft.to, draft.value, draft.data, draft.digest,
          draft.cost, max(found.maximum, draft.cost),
        ], where: "id = ?", [intent])
      return try Intent.fetch(db, "WHERE id = ?", [intent]).first
    }
  }

  /// Takes up what nobody works on.
  ///
  /// - Returns: false if somebody does.
  package func takeOver(_ intent: Int64) async throws -> Bool {
    try await write(.relaxed, in: .intent(intent)) { db, store in
      guard let found = try Intent.fetch(db, "WHERE id = ?", [intent]).first, found.state.isLive else { return false }
      guard try found.owner == store.ownerID || store.isFree(found.owner, db) else { return false }
      try db.update("intent", "owner = ?", [store.ownerID], where: "id = ?", [intent])
      return true
    }
  }
}

extension Beginning {
  /// Informs the observer of one that waits.
  fileprivate func noted(by observer: (any OutboxObserver)?) -> Beginning {
    if case .begun(let intent, _) = self, intent.state == .waiting {
      observer?.outbox(.waits(intent.id, label: intent.label, isPlain: intent.isPlain))
    }
    return self
  }
}
