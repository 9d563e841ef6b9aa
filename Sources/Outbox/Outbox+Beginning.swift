import Database
import Primitives

extension Outbox {
  /// Writes down what is wanted and takes a nonce for it, or finds what was written down before under the same key.
  ///
  /// One change of the file, so that of two processes only one begins. The nonce is the lowest that the chain has not
  /// used and no live intent has: one that was given back is the first to be used again.
  ///
  /// One that waits for its price takes no nonce yet; one like it that nobody waits for any more is taken up, or the one
  /// that the draft names.
  ///
  /// - Parameters:
  ///   - count: the account's pending transaction count from the node.
  ///   - known: the last nonce known here as mined that this count was held against; nil for none.
  /// - Throws: `OutboxError` `.sameJustSent`, `.limitExceeded`, `.outOfRange`, `.countOutdated`, `.historyUnchecked`,
  ///   `.otherWithID`, `.underWay` if the named one waits no more, or others wait for it; the file's errors.
  package func begin(_ draft: IntentDraft, count: UInt64, known: UInt64? = nil) async throws -> Beginning {
    try await write(.synced) { db, file in
      let rows = AccountRows(db: db, file: file, chain: draft.chain, account: draft.account)
      if let waiting = try rows.abandonedWait(draft) {
        if draft.key != nil { try draft.check(waiting) }
        return try rows.goOn(waiting, draft)
      }
      guard draft.waiting == nil else { throw OutboxError.waitsNoMore(draft) }
      if let key = draft.key, let earlier = try rows.intent(key: key) {
        let isFree = earlier.state.isLive && file.isFree(earlier.owner)
        // Nothing of it can have left unless it was signed: then its place is free.
        if isFree, !earlier.state.mayBeSent {
          try rows.end(earlier.id, .expired)
        } else if draft.again, !earlier.state.isLive {
          try db.execute("UPDATE intent SET superseded = 1 WHERE id = ?", [earlier.id])
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
          try db.execute("UPDATE intent SET superseded = 1 WHERE id = ?", [open.id])
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
        throw OutboxError.sameJustSent(same, now: file.clock())
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

  /// The newest equal one that counts and was written down so many seconds ago.
  ///
  /// - Parameter count: the account's transaction count from the node.
  package func equal(to draft: IntentDraft, within seconds: UInt64, count: UInt64) async throws -> Intent? {
    try await read { db, file in
      let rows = AccountRows(db: db, file: file, chain: draft.chain, account: draft.account)
      var same = draft
      same.equalWithin = seconds
      // That one is what goes on.
      guard try rows.abandonedWait(draft) == nil, try rows.openHandOver(same) == nil else { return nil }
      return try rows.equal(draft, seconds, nonce: draft.nonce ?? rows.freeNonce(from: count, rows.lastMined()?.nonce))
    }
  }

  /// The live or successful one with a key; nil if there is none.
  package func find(_ key: IntentKey, of account: Address, on chain: ChainMark) async throws -> Intent? {
    try await read { db, file in try AccountRows(db: db, file: file, chain: chain, account: account).intent(key: key) }
  }

  /// One with another key of the same family that was mined, or may be; nil if there is none.
  package func sameFamily(as key: IntentKey, of account: Address, on chain: ChainMark) async throws -> Intent? {
    try await read { db, file in
      try AccountRows(db: db, file: file, chain: chain, account: account).sameFamily(as: key)
    }
  }

  /// Whether there is one whose key begins so, unless it was never signed and has ended.
  package func hasKeys(beginning text: String, of account: Address, on chain: ChainMark) async throws -> Bool {
    try await read { db, _ in
      try db.row(
        """
        SELECT 1 FROM intent WHERE chain = ? AND account = ? AND key >= ? AND key < ? AND key IS NOT NULL
          AND superseded = 0 AND state <> 'expired' LIMIT 1
        """, [chain, account, text, text + "\u{10FFFF}"]) != nil
    }
  }

  /// The limit that a draft would exceed; nil if none.
  ///
  /// - Parameters:
  ///   - replaced: the one in whose place it is sent.
  ///   - count: the account's transaction count from the node.
  package func excess(
    of draft: IntentDraft, inPlaceOf replaced: Int64? = nil, count: UInt64
  ) async throws -> OutboxError? {
    try await read { db, file in
      let rows = AccountRows(db: db, file: file, chain: draft.chain, account: draft.account)
      do {
        let nonce = try draft.nonce ?? rows.freeNonce(from: count, rows.lastMined()?.nonce)
        try rows.check(draft, nonce: nonce, except: try replaced ?? rows.abandonedWait(draft)?.id)
        return nil
      } catch let error as OutboxError where error.code == .limitExceeded {
        return error
      }
    }
  }

  /// The error that an equal one is.
  package func sameJustSent(_ same: Intent) async -> OutboxError {
    let now = try? await read { _, file in file.clock() }
    return OutboxError.sameJustSent(same, now: now ?? same.created)
  }

  /// The last nonce of an account that a mined transaction of ours had, with the block it was seen in.
  package func lastMined(of account: Address, on chain: ChainMark) async throws -> Intent? {
    try await read { db, file in try AccountRows(db: db, file: file, chain: chain, account: account).lastMined() }
  }

  /// Gives an intent another nonce, because another transaction is proven to have used its own: nothing of it can be
  /// mined any more.
  ///
  /// - Throws: `OutboxError` `.limitExceeded`; as ``begin(_:count:known:)``.
  package func renew(_ intent: Int64, as draft: IntentDraft, count: UInt64, known: UInt64? = nil) async throws -> UInt64
  {
    try await write(.synced) { db, file in
      guard let old = try Intent.fetch(db, "WHERE id = ?", [intent]).first else { throw OutboxError.lostIntent }
      let rows = AccountRows(db: db, file: file, chain: old.chain, account: old.account)
      try db.execute("UPDATE intent SET nonce = NULL WHERE id = ?", [intent])
      let nonce = try rows.freeNonce(from: count, known)
      try rows.check(draft, nonce: nonce, except: intent)
      try db.execute(
        "UPDATE intent SET nonce = ?, state = 'reserved', owner = ?, changed = ? WHERE id = ?",
        [nonce, file.owner.id, file.clock(), intent])
      try rows.advance(count: nil, taking: nonce)
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
      try db.execute("UPDATE intent SET owner = ? WHERE id = ?", [file.owner.id, intent])
      return true
    }
  }

  /// Whether nobody works on it: neither a living process, nor this outbox.
  package func isAbandoned(_ intent: Intent) async throws -> Bool {
    try await read { _, file in file.isFree(intent.owner) }
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
