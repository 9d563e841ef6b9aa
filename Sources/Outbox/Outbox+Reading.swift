import Foundation
import GRDB
import Primitives

extension Outbox {
  /// Intents, the newest first.
  public func intents(_ filter: IntentFilter = IntentFilter()) async throws -> [Intent] {
    try await read { db, _ in
      var conditions: [String] = []
      var values: [any DatabaseValueConvertible] = []
      if let chain = filter.chain {
        conditions.append("chain = ?")
        values.append(chain.description)
      }
      if let account = filter.account {
        conditions.append("account = ?")
        values.append(Data(account.bytes))
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
        [chain.description]
      ).filter { $0.isOpen && $0.lastAttempt?.isHandedOver == false }
    }
  }

  /// The accounts whose transactions were mined on a chain.
  package func senders(on chain: ChainMark) async throws -> [Address] {
    try await read { db, _ in
      try Data.fetchAll(
        db,
        sql: "SELECT DISTINCT account FROM intent WHERE chain = ? AND state IN (\(IntentState.list(\.isConsumed)))",
        arguments: [chain.description]
      ).map { try Address(Bytes($0)) }
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
        try Bool.fetchOne(
          db, sql: "SELECT EXISTS (SELECT 1 FROM intent WHERE chain = ?)", arguments: [mark.description]) ?? false
      }
      if try has(mark) { return mark }
      if try has(unnamed) { return unnamed }
      guard mark == unnamed else { return mark }
      // All texts that begin with the id and a space.
      let named = try String.fetchAll(
        db, sql: "SELECT DISTINCT chain FROM intent WHERE chain > ? AND chain < ?",
        arguments: ["\(mark) ", "\(mark)!"])
      let chains = named.compactMap { ChainMark(text: $0) }.filter { !$0.isFork }
      guard chains.count <= 1 else { throw OutboxError.severalChains(mark.chainID, chains.count) }
      return chains.first ?? mark
    }
  }
}

extension Intent {
  /// The intents that an SQL condition chooses, with their attempts.
  static func fetch(
    _ db: Database, _ condition: String, _ arguments: [any DatabaseValueConvertible]
  ) throws -> [Intent] {
    let rows = try Row.fetchAll(
      db, sql: "SELECT * FROM intent \(condition)", arguments: StatementArguments(arguments))
    return try rows.map { row in
      let id: Int64 = try row.value("id")
      let attempts = try Row.fetchAll(db, sql: "SELECT * FROM attempt WHERE intent = ? ORDER BY id", arguments: [id])
      return try Intent(row, id, attempts.map { try Attempt($0) })
    }
  }

  /// The one that a transaction was signed for, by its hash or that of the sender's part.
  static func signed(as hash: Hash32, _ db: Database) throws -> Intent? {
    try fetch(
      db, "WHERE id = (SELECT intent FROM attempt WHERE hash = ? OR senderTxHash = ? ORDER BY id DESC LIMIT 1)",
      [Data(hash.bytes), Data(hash.bytes)]
    ).first
  }

  fileprivate init(_ row: Row, _ id: Int64, _ attempts: [Attempt]) throws {
    try RowChecksum.verify(row)
    guard let chain = ChainMark(text: try row.value("chain")), let state = IntentState(rawValue: try row.value("state"))
    else { throw row.flaw("chain or state") }
    self.init(
      id: id, chain: chain, account: try Address(try row.bytes("account")),
      key: try row.optional("key").map { IntentKey($0) }, label: try row.value("label"),
      to: try row.optionalBytes("receiver").map { try Address($0) }, value: try row.amount("value"),
      data: try row.bytes("data"), digest: try row.bytes("digest"), cost: try row.amount("cost"),
      maximum: try row.amount("maximum"), state: state,
      evidence: try row.optional("evidence").map { try row.evidence($0) },
      nonce: try row.optional("nonce").map { (number: Int64) in UInt64(clamping: number) },
      owner: try row.optional("owner"), run: try row.value("run"),
      created: UInt64(clamping: try row.value("created") as Int64),
      blockTime: try row.optional("blockTime").map { (number: Int64) in UInt64(clamping: number) },
      changed: UInt64(clamping: try row.value("changed") as Int64),
      block: try row.optional("block").map { (number: Int64) in UInt64(clamping: number) },
      blockHash: try row.optionalBytes("blockHash").map { try Hash32($0) },
      fee: try row.optional("fee").map { Amount(wei: try UInt256(parsing: $0)) }, reason: try row.optional("reason"),
      wait: try row.wait(), isPlain: try row.value("isPlain") as Int64 != 0, attempts: attempts)
  }
}

extension Attempt {
  fileprivate init(_ row: Row) throws {
    try RowChecksum.verify(row)
    guard let kind = Kind(rawValue: try row.value("kind")) else { throw row.flaw("kind") }
    self.init(
      hash: try Hash32(try row.bytes("hash")),
      senderTxHash: try row.optionalBytes("senderTxHash").map { try Hash32($0) },
      raw: try row.bytes("raw"), isHandedOver: try row.value("handedOver") as Int64 != 0,
      nonce: UInt64(clamping: try row.value("nonce") as Int64), kind: kind,
      maximumPerGas: try row.amount("maximumPerGas").wei, signed: UInt64(clamping: try row.value("signed") as Int64),
      broadcast: try row.optional("broadcast").map { (number: Int64) in UInt64(clamping: number) },
      refused: try row.optional("refused").map { (number: Int64) in UInt64(clamping: number) })
  }
}

extension Row {
  /// A value that has to be there: a file may be damaged, and GRDB's own subscript ends the program then.
  fileprivate func value<Value: DatabaseValueConvertible>(_ column: String) throws -> Value {
    guard let value: Value = try optional(column) else { throw flaw(column) }
    return value
  }

  fileprivate func optional<Value: DatabaseValueConvertible>(_ column: String) throws -> Value? {
    guard let stored = self[column] as DatabaseValue? ?? nil, !stored.isNull else { return nil }
    guard let value = Value.fromDatabaseValue(stored) else { throw flaw(column) }
    return value
  }

  fileprivate func bytes(_ column: String) throws -> Bytes { Bytes(try value(column) as Data) }

  fileprivate func optionalBytes(_ column: String) throws -> Bytes? {
    try optional(column).map { (data: Data) in Bytes(data) }
  }

  fileprivate func amount(_ column: String) throws -> Amount { Amount(wei: try UInt256(parsing: value(column))) }

  fileprivate func wait() throws -> PriceWait? {
    guard let text: String = try optional("waitLimit") else { return nil }
    guard let limit = try? UInt256(parsing: text),
      let speed = FeeSpeed(rawValue: try optional("waitSpeed") ?? FeeSpeed.standard.rawValue)
    else { throw flaw("waitLimit or waitSpeed") }
    return PriceWait(
      limit: limit, speed: speed,
      deadline: try optional("deadline").map { (number: Int64) in UInt64(clamping: number) })
  }

  fileprivate func evidence(_ text: String) throws -> EvidenceLevel {
    guard let level = EvidenceLevel(rawValue: text) else { throw flaw("evidence") }
    return level
  }

  fileprivate func flaw(_ column: String) -> UnreadableRow { UnreadableRow(column: column) }
}

/// A row with a value that is none of ours.
struct UnreadableRow: Error, CustomStringConvertible {
  let column: String
  var description: String {
    column == "checksum"
      ? "A row does not fit its check sum: something else changed it."
      : "The value of \(column) in a row cannot be read."
  }
}

extension Database {
  /// The rows of which a value cannot be read, with why of the first.
  ///
  /// - Complexity: O(file).
  func unreadableRows() throws -> (intents: [Int64], attempts: [Int64], reason: String?) {
    var reason: String?
    func unreadable(_ table: String, _ read: (Row, Int64) throws -> Void) throws -> [Int64] {
      let rows = try Row.fetchCursor(self, sql: "SELECT * FROM \(table) ORDER BY id")
      var found: [Int64] = []
      while let row = try rows.next() {
        let id = Int64.fromDatabaseValue(row["id"]) ?? 0
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
