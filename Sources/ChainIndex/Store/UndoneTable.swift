import Database

/// The tables of retractions, by their numbers, and of the events that each took back.
struct UndoneTable {
  let database: Connection

  /// The number of the last retraction; 0 where there was none.
  func last() throws -> UInt64 { try database.value("SELECT max(id) FROM undone WHERE id >= ?", [0]) ?? 0 }

  /// Retractions after one, the first of them first, each with the height that was left.
  func retractions(after number: UInt64) throws -> [(number: UInt64, height: UInt64)] {
    try database.rows("SELECT id, height FROM undone WHERE id > ? ORDER BY id", [number])
      .map { (try $0.value("id"), try $0.value("height")) }
  }

  /// Takes the events above a height out of the index, and keeps them apart for those who have them already.
  func undo(above height: UInt64) throws {
    let number = try last() + 1
    try database.execute("INSERT INTO undone (id, height) VALUES (?, ?)", [number, height])
    try database.execute(
      """
      INSERT INTO retracted (undone, block, place, hash, time, source, kind, trx, topics, data)
      SELECT undone.id, event.block, event.place, origin.hash, origin.time, event.source, event.kind, event.trx,
        event.topics, event.data
      FROM event JOIN origin ON origin.block = event.block JOIN undone ON undone.id = ?
      WHERE event.block > ?
      """, [number, height])
    try database.execute("DELETE FROM event WHERE block > ?", [height])
    try database.execute("DELETE FROM origin WHERE block > ?", [height])
  }
}
