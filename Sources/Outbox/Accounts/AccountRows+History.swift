import Database
import Primitives

/// Nonces of an account of which an outbox does not know what used them.
package struct UnexplainedNonces: Sendable, Hashable {
  /// The nonces below the chain's count.
  package var used: [UInt64] = []
  /// The nonces from the count on that were signed here, with bytes that are lost.
  package var signed: [UInt64] = []
  /// Whether rows of the outbox were lost: any of them may be one of its own.
  package var isLost = false
  /// The time from which they are, by the wall clock in seconds since 1970.
  package var since: UInt64 = 0
  /// Whether there are too many to look each up.
  package var isEndless = false

  /// Whether all are accounted for.
  package var isEmpty: Bool { used.isEmpty && signed.isEmpty && !isEndless }

  /// The most nonces that are looked up.
  package static let most: UInt64 = 4096
}

extension AccountRows {
  private var queue: AccountQueue { AccountQueue(chain: chain.description, account: account) }

  /// Nonces below a count, and lost ones above it, that nothing here accounts for.
  func unexplained(count: UInt64) throws -> UnexplainedNonces {
    let history = try db.history(of: queue)
    var open = UnexplainedNonces()
    open.since = history?.changed ?? 0
    open.isLost = try isLost()
    // A file that never lost anything accounts for what comes after it knows the account.
    guard let known = history?.known ?? (open.isLost ? 0 : nil) else { return open }
    if known < count {
      let explained = try explained(known..<count)
      guard count - known - min(UInt64(explained.count), count - known) <= UnexplainedNonces.most else {
        open.isEndless = true
        return open
      }
      open.used = (known..<count).filter { !explained.contains($0) }
    }
    if let lost = history?.lost, lost > max(known, count) {
      let range = max(known, count)..<lost
      let live = try explained(range)
      guard range.upperBound - range.lowerBound <= UnexplainedNonces.most else {
        open.isEndless = true
        return open
      }
      open.signed = range.filter { !live.contains($0) }
    }
    return open
  }

  /// The nonces of a range that transactions of which the file has the bytes use, or used.
  private func explained(_ range: Range<UInt64>) throws -> Set<UInt64> {
    let bounds: [(any Storable)?] = [
      chain, account, range.lowerBound, range.upperBound,
    ]
    let place = "chain = ? AND account = ? AND nonce >= ? AND nonce < ?"
    let consumed = try Intent.fetch(db, "WHERE \(place) AND state IN (\(IntentState.list(\.isConsumed)))", bounds)
    let live = try Intent.fetch(db, "\(Self.liveByIndex) AND \(place)", bounds).filter(\.state.mayBeSent)
    return Set((consumed + live).compactMap(\.nonce))
  }

  /// Keeps that a nonce was taken, and with a count how far the account's nonces are accounted for.
  ///
  /// - Parameters:
  ///   - count: the account's count as the sender took it; nil where nobody asked.
  ///   - accepts: whether those that nothing accounts for are to be passed over, where no rows were lost.
  ///   - most: how many nonces are looked through at most.
  func advance(
    count: UInt64?, taking nonce: UInt64?, accepting accepts: Bool = false, most: UInt64 = 4 * UnexplainedNonces.most
  ) throws {
    let old = try db.history(of: queue)
    let isRebuilt = try db.isRebuilt
    var new = old ?? AccountHistory(changed: 0)
    if let count {
      if new.known == nil {
        (new.first, new.known) = isRebuilt ? (0, 0) : (count, count)
        if isRebuilt { new.lost = max(new.lost ?? 0, 1) }
      }
      if let known = new.known, known < count, count - known <= most {
        let explained = try explained(known..<count)
        new.known = accepts && new.lost == nil ? count : (known..<count).first { !explained.contains($0) } ?? count
      }
      if let known = new.known, known >= count, known >= new.lost ?? 0 { new.lost = nil }
    }
    if let nonce, nonce < .max { new.next = max(new.next, nonce + 1) }
    guard new != old else { return }
    new.changed = store.clock()
    try db.keep(new, of: queue)
  }

  // MARK: Found on the chain

  /// The intent that was found on the chain, has no key, and does what a draft wants.
  ///
  /// - Parameter lost: whether only those count that may be the outbox's own.
  func found(like draft: IntentDraft) throws -> Intent? {
    let isSame = draft.isSame
    // By the few that were found, not by an index over all rows of the account.
    return try Intent.fetch(
      db,
      """
      NOT INDEXED WHERE id IN (SELECT id FROM found WHERE wasLost = 1 OR ? = 1) AND chain = ? AND account = ? AND key IS NULL
        AND state = 'final' ORDER BY id DESC
      """, [draft.key != nil, chain, account]
    ).first { isSame?($0) ?? $0.does(draft.to, draft.value, draft.data) }
  }

  /// Whether what a draft wants was looked up: all nonces are accounted for, and nothing that was found does the same.
  func isAccountedFor(_ draft: IntentDraft, count: UInt64) throws -> Bool {
    // A nonce that the caller chose takes the place of what has it.
    if draft.key == nil, draft.nonce != nil { return true }
    // A draft without a key is sent whatever another program sent.
    if try draft.key != nil || isLost(), try !unexplained(count: count).isEmpty { return false }
    return try found(like: draft) == nil
  }

  /// Whether rows of the outbox were lost, so that nonces that nothing accounts for may be its own.
  private func isLost() throws -> Bool {
    let history = try db.history(of: queue)
    return try history?.lost != nil || history?.known == nil && db.isRebuilt
  }

  /// Lets those that were found, and do what a draft wants, stand in the way of nothing more: it is meant once more.
  func passOver(_ draft: IntentDraft) throws {
    while let same = try found(like: draft) {
      try db.execute("DELETE FROM found WHERE id = ?", [same.id])
    }
  }
}
