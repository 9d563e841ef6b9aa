import Database
import Primitives

/// An event of the contract as the index keeps it.
package struct KeptEvent: Sendable, Hashable {
  /// The number of its block.
  package let block: UInt64
  /// The place among all logs of the block.
  package let place: UInt64
  /// The event's name, as in `PurchasingLecture`.
  package let kind: String
  /// The transaction that logged it.
  package let transaction: Hash32
  /// The topics in a row.
  package let topics: Bytes
  /// The parameters without index, encoded.
  package let data: Bytes

  init(_ row: Row) throws {
    (block, place, kind) = (try row.value("block"), try row.value("place"), try row.value("kind"))
    (transaction, topics, data) = (try row.hash("trx"), try row.value("topics"), try row.value("data"))
  }
}

/// The table of all events.
package struct EventTable {
  private let database: Connection

  /// The table in a database.
  package init(database: Connection) { self.database = database }

  private static let columns = "block, place, kind, trx, topics, data"

  /// The newest ones, the newest first.
  package func newest(_ limit: Int) throws -> [KeptEvent] {
    try database.rows("SELECT \(Self.columns) FROM event ORDER BY block DESC, place DESC LIMIT ?", [limit])
      .map { try KeptEvent($0) }
  }

  /// Those from one block to another, in the order of the chain.
  package func events(in blocks: ClosedRange<UInt64>) throws -> [KeptEvent] {
    try database.rows(
      "SELECT \(Self.columns) FROM event WHERE block BETWEEN ? AND ? ORDER BY block, place",
      [blocks.lowerBound, blocks.upperBound]
    ).map { try KeptEvent($0) }
  }

  /// Those of a kind, in the order of the chain; slow, but for kinds that have an index of their own.
  package func events(of kind: StaticString) throws -> [KeptEvent] {
    // The name stands in the statement, or no index of a part of the rows fits it.
    try database.rows(
      "SELECT \(Self.columns) FROM event WHERE kind = '\(kind)' AND block >= ? ORDER BY block, place", [0]
    ).map { try KeptEvent($0) }
  }

  /// The number of events.
  package func count() throws -> Int {
    try database.value("SELECT count(1) FROM event WHERE ? = 0", [0], as: Int.self) ?? 0
  }

  /// Keeps events.
  func add(_ events: [IndexedEvent], kinds: [Hash32: String]) throws {
    for event in events {
      guard let kind = event.topics.first.flatMap({ kinds[$0] }) else { continue }
      try database.execute(
        "INSERT INTO event (block, place, kind, trx, topics, data) VALUES (?, ?, ?, ?, ?, ?)",
        [event.block, event.place, kind, event.transaction.bytes, event.topics.flatMap(\.bytes), event.data])
    }
  }

  /// Forgets those above a height.
  func undo(above height: UInt64) throws { try database.execute("DELETE FROM event WHERE block > ?", [height]) }
}
