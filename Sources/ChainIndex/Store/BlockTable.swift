import Database
import Primitives

/// The tables of the blocks that can be undone, and of the head.
package struct BlockTable {
  private let database: Connection

  /// The table in a database.
  package init(database: Connection) { self.database = database }

  /// The number of blocks that can be undone.
  package static let window: UInt64 = 128

  /// The head; nil before the first block.
  package func head() throws -> IndexHead? {
    try database.row("SELECT number, hash, time, checked, target FROM head WHERE id = ?", [0]).map { try IndexHead($0) }
  }

  /// The highest block that nothing undoes any more; nil before the first block.
  func final() throws -> UInt64? { try database.value("SELECT min(number) FROM block WHERE number >= ?", [0]) }

  /// The blocks that are known, the highest first.
  func window() throws -> [IndexedBlock] {
    try database.rows("SELECT number, hash, parent, time FROM block ORDER BY number DESC").map { row in
      IndexedBlock(
        number: try row.value("number"), hash: try row.hash("hash"), parent: try row.hash("parent"),
        time: try row.value("time"))
    }
  }

  /// Puts blocks on top, the last of which becomes the head; those too old to be undone are forgotten.
  func add(_ blocks: [IndexedBlock], target: UInt64, checked: UInt64?) throws {
    for block in blocks {
      try database.execute(
        """
        INSERT INTO block (number, hash, parent, time) VALUES (?, ?, ?, ?)
        ON CONFLICT (number) DO UPDATE SET hash = excluded.hash, parent = excluded.parent, time = excluded.time
        """,
        [block.number, block.hash.bytes, block.parent.bytes, block.time])
    }
    guard let last = blocks.last else { return }
    try setHead(last, target: target, checked: checked)
    try database.execute("DELETE FROM block WHERE number < ?", [last.number - min(last.number, Self.window)])
  }

  /// Makes a block the head.
  func setHead(_ block: IndexedBlock, target: UInt64, checked: UInt64?) throws {
    try database.execute(
      """
      INSERT INTO head (id, number, hash, time, checked, target) VALUES (0, ?, ?, ?, ?, ?)
      ON CONFLICT (id) DO UPDATE SET number = excluded.number, hash = excluded.hash, time = excluded.time,
        checked = CASE WHEN excluded.checked > 0 THEN excluded.checked ELSE head.checked END, target = excluded.target
      """,
      [block.number, block.hash.bytes, block.time, checked ?? 0, target])
  }

  /// Notes that the node had no later block.
  func check(at now: UInt64) throws {
    try database.execute("UPDATE head SET checked = ?, target = number WHERE id = ?", [now, 0])
  }

  /// Forgets all that is above a block, which becomes the head.
  func undo(to block: IndexedBlock, target: UInt64) throws {
    try database.execute("DELETE FROM block WHERE number > ?", [block.number])
    try setHead(block, target: target, checked: nil)
  }
}

extension Row {
  /// A hash.
  package func hash(_ column: String) throws -> Hash32 {
    guard let hash = try? Hash32(try value(column, as: Bytes.self)) else { throw DatabaseError.unreadable(column) }
    return hash
  }

  /// An address.
  package func address(_ column: String) throws -> Address {
    guard let address = try? Address(try value(column, as: Bytes.self)) else {
      throw DatabaseError.unreadable(column)
    }
    return address
  }
}
