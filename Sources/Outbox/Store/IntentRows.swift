import Database
import Primitives

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
      request: try row.optional("request"), attempts: attempts)
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
