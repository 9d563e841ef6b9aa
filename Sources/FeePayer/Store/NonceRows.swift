import Database
import Primitives

/// The rows of what counts of one sender's nonce, by day, and of what the sender spent of each day.
///
/// They are changed in the turn of their sender.
struct NonceRows {
  let db: Database.Connection
  let sender: Address
  let nonce: UInt64

  /// A part of what counts, by the day it counts for.
  private struct Share {
    let day: Int64
    let cost: UInt256
  }

  /// The amount by which a transaction of this cost raises what counts.
  func increase(by cost: UInt256) throws -> UInt256 {
    if try isSettled() { return 0 }
    return cost.subtractingDownToNone(try shares().reduce(0) { $0.addingUpToMost($1.cost) })
  }

  /// Counts an increase for a day.
  func add(_ cost: UInt256, on day: Int64) throws {
    try db.execute(
      "INSERT INTO slot (sender, nonce) VALUES (?, ?) ON CONFLICT (sender, nonce) DO NOTHING", [sender.bytes, nonce])
    guard cost > 0 else { return }
    let counted = try shares().first { $0.day == day }?.cost ?? 0
    try write(Share(day: day, cost: counted + cost))
    try SenderRows(db: db, sender: sender).add(cost, on: day)
  }

  /// Ends what counts with what it did cost.
  ///
  /// - Returns: what is given back, by day.
  func settle(_ cost: UInt256) throws -> [Int64: UInt256] {
    guard try !isSettled() else { return [:] }
    try db.execute("UPDATE slot SET is_settled = 1 WHERE sender = ? AND nonce = ?", [sender.bytes, nonce])
    let shares = try shares()
    var surplus = shares.reduce(UInt256(0)) { $0.addingUpToMost($1.cost) }.subtractingDownToNone(cost)
    var refunds: [Int64: UInt256] = [:]
    // The latest day first.
    for share in shares.reversed() where surplus > 0 && share.cost > 0 {
      let back = min(surplus, share.cost)
      surplus -= back
      refunds[share.day] = back
      try write(Share(day: share.day, cost: share.cost - back))
      try SenderRows(db: db, sender: sender).subtract(back, on: share.day)
    }
    return refunds
  }

  /// Whether it is said that one of its transactions was mined, or another.
  func isSettled() throws -> Bool {
    let found = "SELECT is_settled FROM slot WHERE sender = ? AND nonce = ?"
    return try db.value(found, [sender.bytes, nonce], as: Bool.self) ?? false
  }

  private func shares() throws -> [Share] {
    try db.rows("SELECT day, cost FROM share WHERE sender = ? AND nonce = ? ORDER BY day", [sender.bytes, nonce])
      .map { Share(day: try $0.value("day"), cost: try $0.peb("cost")) }
  }

  private func write(_ share: Share) throws {
    try db.execute(
      """
      INSERT INTO share (sender, nonce, day, cost) VALUES (?, ?, ?, ?)
      ON CONFLICT (sender, nonce, day) DO UPDATE SET cost = excluded.cost
      """, [sender.bytes, nonce, share.day, PebColumn(share.cost)])
  }
}

/// The rows of what one sender spent of each day.
struct SenderRows {
  let db: Database.Connection
  let sender: Address

  func spent(on day: Int64) throws -> UInt256 {
    let found = "SELECT spent FROM sender_day WHERE day = ? AND sender = ?"
    return try db.value(found, [day, sender.bytes], as: PebColumn.self)?.number ?? 0
  }

  func add(_ cost: UInt256, on day: Int64) throws { try write(try spent(on: day).addingUpToMost(cost), day) }

  func subtract(_ cost: UInt256, on day: Int64) throws {
    try write(try spent(on: day).subtractingDownToNone(cost), day)
  }

  private func write(_ spent: UInt256, _ day: Int64) throws {
    try db.execute(
      """
      INSERT INTO sender_day (day, sender, spent) VALUES (?, ?, ?)
      ON CONFLICT (day, sender) DO UPDATE SET spent = excluded.spent
      """, [day, sender.bytes, PebColumn(spent)])
  }
}
