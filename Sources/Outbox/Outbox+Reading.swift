import Database
import Primitives

extension Outbox {
  /// Intents, the newest first.
  public func intents(_ filter: IntentFilter = IntentFilter()) async throws -> [Intent] {
    try await read { db, _ in
      var conditions: [String] = []
      var values: [(any Storable)?] = []
      if let chain = filter.chain {
        conditions.append("chain = ?")
        values.append(chain)
      }
      if let account = filter.account {
        conditions.append("account = ?")
        values.append(account)
      }
      if filter.isLive == false { conditions.append("state NOT IN (\(IntentState.list(\.isLive)))") }
      let condition =
        filter.isLive == true
        ? ([AccountRows.liveByIndex] + conditions).joined(separator: " AND ")
        : conditions.isEmpty ? "" : "WHERE \(conditions.joined(separator: " AND "))"
      return try Intent.fetch(db, "\(condition) ORDER BY id DESC LIMIT ?", values + [max(0, filter.limit)])
    }
  }

  /// An intent by its number.
  public func intent(_ id: Int64) async throws -> Intent? {
    try await read { db, _ in try Intent.fetch(db, "WHERE id = ?", [id]).first }
  }

  /// The intent that a transaction was signed for, by its hash or that of the sender's part.
  public func intent(hash: Hash32) async throws -> Intent? {
    try await read { db, _ in try Intent.signed(as: hash, db) }
  }
}

extension Outbox {
  /// Whether nobody works on it: neither a living process, nor this outbox.
  package func isAbandoned(_ intent: Intent) async throws -> Bool {
    try await read { db, store in try store.isFree(intent.owner, db) }
  }

  /// The wall clock, in seconds since 1970.
  package func now() async throws -> UInt64 { try await read { _, store in store.clock() } }

  /// The newest of those that were refused when they were offered, and of which nothing is proven.
  package func refused(on chain: ChainMark) async throws -> [Intent] {
    try await read { db, _ in
      try Intent.fetch(
        db, "WHERE chain = ? AND state = 'unpublished' AND superseded = 0 ORDER BY id DESC LIMIT 100",
        [chain]
      ).filter { $0.isOpen && $0.lastAttempt?.isHandedOver == false }
    }
  }

  /// The accounts whose transactions were mined on a chain.
  package func senders(on chain: ChainMark) async throws -> [Address] {
    try await read { db, _ in
      try db.values(
        "SELECT DISTINCT account FROM intent WHERE chain = ? AND state IN (\(IntentState.list(\.isConsumed)))", [chain])
    }
  }
}

extension Outbox {
  /// A chain as the outbox has it already. A node that keeps no old blocks does not give the first one: then the id
  /// decides, since what was sent by way of another node must be found.
  ///
  /// - Throws: `OutboxError` `.wrongChain` if the outbox has several chains that it may be.
  package func known(_ mark: ChainMark) async throws -> ChainMark {
    let unnamed = ChainMark(chainID: mark.chainID)
    return try await read { db, _ in
      func has(_ mark: ChainMark) throws -> Bool {
        try db.value("SELECT EXISTS (SELECT 1 FROM intent WHERE chain = ?)", [mark]) ?? false
      }
      if try has(mark) { return mark }
      if try has(unnamed) { return unnamed }
      guard mark == unnamed else { return mark }
      // All texts that begin with the id and a space.
      let named: [String] = try db.values(
        "SELECT DISTINCT chain FROM intent WHERE chain > ? AND chain < ?", ["\(mark) ", "\(mark)!"])
      let chains = named.compactMap { ChainMark(text: $0) }.filter { !$0.isFork }
      guard chains.count <= 1 else { throw OutboxError.severalChains(mark.chainID, chains.count) }
      return chains.first ?? mark
    }
  }
}
