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
  /// The intents of an account that were mined with a nonce from this on, the last first; a thousand at most.
  package func consumed(by account: Address, on chain: ChainMark, from nonce: UInt64) async throws -> [Intent] {
    try await read { db, file in
      try AccountRows(db: db, file: file, chain: chain, account: account).consumed(from: nonce)
    }
  }

  /// The intents with a key that were signed and have ended without effect, as far as nodes said, the newest first.
  package func bound(_ key: IntentKey, of account: Address, on chain: ChainMark) async throws -> [Intent] {
    try await read { db, file in try AccountRows(db: db, file: file, chain: chain, account: account).bound(key: key) }
  }

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

extension Intent {
  /// The intents that an SQL condition chooses, with their attempts.
  static func fetch(
    _ db: Connection, _ condition: String, _ arguments: [(any Storable)?]
  ) throws -> [Intent] {
    let rows = try db.rows("SELECT * FROM intent \(condition)", arguments)
    return try rows.map { row in
      let id: Int64 = try row.value("id")
      let attempts = try db.rows("SELECT * FROM attempt WHERE intent = ? ORDER BY id", [id])
      return try Intent(row, id, attempts.map { try Attempt($0) })
    }
  }

  /// The one that a transaction was signed for, by its hash or that of the sender's part.
  static func signed(as hash: Hash32, _ db: Connection) throws -> Intent? {
    try fetch(
      db, "WHERE id = (SELECT intent FROM attempt WHERE hash = ? OR senderTxHash = ? ORDER BY id DESC LIMIT 1)",
      [hash, hash]
    ).first
  }

  fileprivate init(_ row: Row, _ id: Int64, _ attempts: [Attempt]) throws {
    try RowChecksum.verify(row)
    self.init(
      id: id, chain: try row.value("chain"), account: try row.value("account"), key: try row.optional("key"),
      label: try row.value("label"), to: try row.optional("receiver"), value: try row.value("value"),
      data: try row.value("data"), digest: try row.value("digest"), cost: try row.value("cost"),
      maximum: try row.value("maximum"), state: try row.value("state"), evidence: try row.optional("evidence"),
      nonce: try row.optional("nonce"), owner: try row.optional("owner"), run: try row.value("run"),
      created: try row.value("created"), blockTime: try row.optional("blockTime"), changed: try row.value("changed"),
      block: try row.optional("block"), blockHash: try row.optional("blockHash"), fee: try row.optional("fee"),
      reason: try row.optional("reason"), wait: try PriceWait(row), isPlain: try row.value("isPlain"),
      attempts: attempts)
  }
}

extension PriceWait {
  /// Nil for one that waits for no price.
  fileprivate init?(_ row: Row) throws {
    guard let limit: UInt256 = try row.optional("waitLimit") else { return nil }
    self.init(
      limit: limit, speed: try row.optional("waitSpeed") ?? .standard, deadline: try row.optional("deadline"))
  }
}

extension Attempt {
  fileprivate init(_ row: Row) throws {
    try RowChecksum.verify(row)
    self.init(
      hash: try row.value("hash"), senderTxHash: try row.optional("senderTxHash"), raw: try row.value("raw"),
      isHandedOver: try row.value("handedOver"), nonce: try row.value("nonce"), kind: try row.value("kind"),
      maximumPerGas: try row.value("maximumPerGas"), signed: try row.value("signed"),
      broadcast: try row.optional("broadcast"), refused: try row.optional("refused"))
  }
}

extension Connection {
  /// The rows of which a value cannot be read, with why of the first.
  ///
  /// - Complexity: O(file).
  func unreadableRows() throws -> (intents: [Int64], attempts: [Int64], reason: String?) {
    var reason: String?
    func unreadable(_ table: String, _ read: (Row, Int64) throws -> Void) throws -> [Int64] {
      var found: [Int64] = []
      try forEachRow("SELECT * FROM \(table) ORDER BY id") { row in
        let id = (try? row.value("id")) ?? 0 as Int64
        do {
          try read(row, id)
        } catch {
          found.append(id)
          reason = reason ?? "Row \(id) of \(table): \(error)"
        }
      }
      return found
    }
    let intents = try unreadable("intent") { row, id in _ = try Intent(row, id, []) }
    let attempts = try unreadable("attempt") { row, _ in _ = try Attempt(row) }
    return (intents, attempts, reason)
  }
}
