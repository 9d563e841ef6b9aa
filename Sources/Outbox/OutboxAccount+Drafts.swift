import Database
import Primitives

extension OutboxAccount {
  /// The nonces of an account that are to be looked up before a draft may be signed; nil if none are, or something with
  /// its key is written down already.
  package func unexplained(for draft: IntentDraft, count: UInt64) async throws -> UnexplainedNonces? {
    try await outbox.read { db, store in
      let rows = rows(db, store)
      if let key = draft.key, try rows.intent(key: key) != nil { return nil }
      return try rows.isAccountedFor(draft, count: count) ? nil : rows.unexplained(count: count)
    }
  }

  /// The intent that was found on the chain, has no key, and does what a draft wants; nil if there is none, or something with the
  /// draft's key is written down already.
  package func found(like draft: IntentDraft) async throws -> Intent? {
    try await outbox.read { db, store in
      let rows = rows(db, store)
      if let key = draft.key, try rows.intent(key: key) != nil { return nil }
      return try rows.found(like: draft)
    }
  }

  /// The newest equal one that counts and was written down so many seconds ago.
  ///
  /// - Parameter count: the account's transaction count from the node.
  package func equal(to draft: IntentDraft, within seconds: UInt64, count: UInt64) async throws -> Intent? {
    try await outbox.read { db, store in
      let rows = rows(db, store)
      var same = draft
      same.equalWithin = seconds
      // An abandoned wait, or an open hand-over, is what goes on.
      guard try rows.abandonedWait(draft) == nil, try rows.openHandOver(same) == nil else { return nil }
      return try rows.equal(draft, seconds, nonce: draft.nonce ?? rows.freeNonce(from: count, rows.lastMined()?.nonce))
    }
  }

  /// The error that an equal one is.
  package func sameJustSent(_ same: Intent) async -> OutboxError {
    let now = try? await outbox.read { _, store in store.clock() }
    return OutboxError.sameJustSent(same, now: now ?? same.created)
  }

  /// The limit that a draft would exceed; nil if none.
  ///
  /// - Parameters:
  ///   - replaced: the one in whose place it is sent.
  ///   - count: the account's transaction count from the node.
  package func excess(
    of draft: IntentDraft, inPlaceOf replaced: Int64? = nil, count: UInt64
  ) async throws -> OutboxError? {
    try await outbox.read { db, store in
      let rows = rows(db, store)
      do {
        let nonce = try draft.nonce ?? rows.freeNonce(from: count, rows.lastMined()?.nonce)
        try rows.look(draft, nonce: nonce, except: try replaced ?? rows.abandonedWait(draft)?.id)
        return nil
      } catch let error as OutboxError where error.code == .limitExceeded {
        return error
      }
    }
  }
}
