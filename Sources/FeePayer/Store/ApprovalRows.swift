import Database
import Primitives

/// The rows of orders, and what counts of a sender's nonce: of all transactions with it the chain takes one at most, so
/// together they count as the dearest of them, see ``Spending``.
///
/// They are changed in the turn of their sender.
struct ApprovalRows {
  let db: Database.Connection

  private static let columns = """
    id, time, sender, nonce, cost, receiver, what, api_key, hash, block, succeeded, paid, is_superseded,
    request
    """

  // MARK: Orders

  func item(_ id: Hash32) throws -> Spending.Item? {
    try db.row("SELECT \(Self.columns) FROM approval WHERE id = ?", [id.bytes]).map(Self.item)
  }

  /// The orders that can still be mined.
  func unsettled() throws -> [Spending.Item] {
    try db.rows("SELECT \(Self.columns) FROM approval WHERE block IS NULL AND is_superseded = 0 ORDER BY time")
      .map(Self.item)
  }

  func countOfUnsettled() throws -> Int {
    try db.value("SELECT count(*) FROM approval WHERE block IS NULL AND is_superseded = 0") ?? 0
  }

  func latest(_ most: Int) throws -> [Spending.Item] {
    try db.rows("SELECT \(Self.columns) FROM approval ORDER BY time DESC, id DESC LIMIT ?", [most]).map(Self.item)
  }

  func count() throws -> UInt64 { try db.value("SELECT count(*) FROM approval") ?? 0 }

  /// The transaction as its sender signed it.
  func raw(_ id: Hash32) throws -> Bytes? { try db.value("SELECT raw FROM approval WHERE id = ?", [id.bytes]) }

  func has(_ payment: FeePayment) throws -> Bool {
    if let id = payment.id, try db.row("SELECT time FROM approval WHERE id = ?", [id.bytes]) != nil { return true }
    if try db.row("SELECT time FROM approval WHERE hash = ?", [payment.hash.bytes]) != nil { return true }
    return try db.row("SELECT time FROM elsewhere WHERE hash = ?", [payment.hash.bytes]) != nil
  }

  func insert(_ approval: JournalEntry.Approval, at time: UInt64) throws {
    try db.execute(
      """
      INSERT INTO approval (id, time, sender, nonce, cost, receiver, what, api_key, request, raw)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """,
      [
        approval.id.bytes, time, approval.sender.bytes, approval.nonce, PebColumn(approval.cost), approval.to?.bytes,
        approval.what, approval.key, approval.request, approval.raw,
      ])
  }

  func note(_ id: Hash32, signedIn hash: Hash32) throws {
    try db.execute("UPDATE approval SET hash = ? WHERE id = ?", [hash.bytes, id.bytes])
  }

  func note(_ id: Hash32, _ settlement: JournalEntry.Settlement) throws {
    try db.execute(
      "UPDATE approval SET hash = ?, block = ?, succeeded = ?, paid = ? WHERE id = ?",
      [settlement.hash.bytes, settlement.block, settlement.succeeded, PebColumn(settlement.cost), id.bytes])
  }

  func noteSuperseded(_ id: Hash32) throws {
    try db.execute("UPDATE approval SET is_superseded = 1 WHERE id = ?", [id.bytes])
  }

  /// Whether all transactions with a nonce were superseded.
  func areAllSuperseded(_ approval: JournalEntry.Approval) throws -> Bool {
    let open = "SELECT count(*) FROM approval WHERE sender = ? AND nonce = ? AND is_superseded = 0"
    return try db.value(open, [approval.sender.bytes, approval.nonce], as: Int.self) == 0
  }

  private static func item(_ row: Row) throws -> Spending.Item {
    var approval = JournalEntry.Approval(
      id: try hash(row, "id"), sender: try address(row, "sender"), nonce: try row.value("nonce"),
      cost: try row.peb("cost"), to: nil, what: try row.value("what"), key: try row.optional("api_key"),
      request: try row.optional("request"), raw: [])
    if try row.optional("receiver", as: Bytes.self) != nil { approval.to = try address(row, "receiver") }
    var item = Spending.Item(approval: approval, time: try row.value("time"), place: 0)
    if try row.optional("hash", as: Bytes.self) != nil { item.hash = try hash(row, "hash") }
    item.isSuperseded = try row.value("is_superseded")
    if let block = try row.optional("block", as: UInt64.self), let hash = item.hash {
      item.settlement = JournalEntry.Settlement(
        hash: hash, block: block, succeeded: try row.value("succeeded"), cost: try row.peb("paid"))
    }
    return item
  }

  private static func hash(_ row: Row, _ column: String) throws -> Hash32 {
    guard let hash = try? Hash32(try row.value(column, as: Bytes.self)) else { throw DatabaseError.unreadable(column) }
    return hash
  }

  private static func address(_ row: Row, _ column: String) throws -> Address {
    guard let address = try? Address(try row.value(column, as: Bytes.self)) else {
      throw DatabaseError.unreadable(column)
    }
    return address
  }
}
