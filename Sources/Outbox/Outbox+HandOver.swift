import Database
import Primitives

extension Outbox {
  /// Makes what a service was handed, or no node takes, ready to be signed once more, for what is wanted now: with the
  /// nonce that it has, so that of all that was signed for it one at most is mined.
  ///
  /// - Returns: nil if it has ended, or another process works on it.
  /// - Throws: `OutboxError` `.limitExceeded` if it spends more now than it may; the file's errors.
  package func goOn(_ intent: Int64, _ draft: IntentDraft) async throws -> Intent? {
    try await write(.synced) { db, file in
      guard let found = try Intent.fetch(db, "WHERE id = ?", [intent]).first, found.state.mayBeSent,
        found.owner == file.owner.id || file.isFree(found.owner)
      else { return nil }
      try AccountRows(db: db, file: file, chain: draft.chain, account: draft.account).check(
        draft, nonce: found.nonce, except: intent)
      try db.execute(
        """
        UPDATE intent SET owner = ?, run = ?, changed = ?, label = ?, receiver = ?, value = ?, data = ?, digest = ?,
          cost = ?, maximum = ? WHERE id = ?
        """,
        [
          file.owner.id, file.owner.id, file.clock(), draft.label, draft.to, draft.value, draft.data, draft.digest,
          draft.cost, max(found.maximum, draft.cost), intent,
        ])
      return try Intent.fetch(db, "WHERE id = ?", [intent]).first
    }
  }
}

extension Intent {
  /// Whether a service was handed it, and nothing is known to have come of that.
  package var isOpenHandOver: Bool { state.mayBeSent && lastAttempt?.isHandedOver == true }
}

extension AccountRows {
  /// One that is the same, with the same key or without one, too, that a service was handed and on which nobody works:
  /// however long ago that was, whoever wants it again goes on with it. Nil for what is meant twice, or is given a nonce.
  func openHandOver(_ draft: IntentDraft) throws -> Intent? {
    guard !draft.again, draft.nonce == nil, draft.equalWithin != nil else { return nil }
    return try Intent.fetch(
      db, "\(Self.liveByIndex) AND chain = ? AND account = ? AND digest = ? AND key IS ? ORDER BY id DESC",
      [
        chain, account, draft.digest,
        draft.key,
      ]
    ).first { $0.isOpenHandOver && file.isFree($0.owner) }
  }
}
