import Database
import Primitives

/// An event of a contract as the index keeps it.
package struct StoredEvent: Sendable, Hashable {
  /// The contract.
  package let contract: Address
  /// The number of its block.
  package let block: UInt64
  /// The hash of its block.
  package let hash: Hash32
  /// The time of its block, in seconds since 1970.
  package let time: UInt64
  /// The place among all logs of the block.
  package let place: UInt64
  /// The event's name, as in `PurchasingLecture`; empty where the interface has none for it.
  package let kind: String
  /// The transaction that logged it.
  package let transaction: Hash32
  /// The topics in a row.
  package let topics: Bytes
  /// The parameters without index, encoded.
  package let data: Bytes

  init(_ row: Row) throws {
    (contract, block, hash, time) = (
      try row.address("address"), try row.value("block"), try row.hash("hash"), try row.value("time")
    )
    (place, kind) = (try row.value("place"), try row.value("kind"))
    (transaction, topics, data) = (try row.hash("trx"), try row.value("topics"), try row.value("data"))
  }

  /// The topics one by one.
  package func words() throws -> [Hash32] {
    try stride(from: 0, to: topics.count, by: 32).map { start in
      guard start + 32 <= topics.count, let word = try? Hash32(Bytes(topics[start..<start + 32])) else {
        throw DatabaseError.unreadable("topics")
      }
      return word
    }
  }
}

/// The table of all events.
package struct EventTable {
  private let database: Connection

  /// The table in a database.
  package init(database: Connection) { self.database = database }

  /// The columns of ``StoredEvent``, out of ``rows``.
  static let columns = """
    source.address AS address, event.block AS block, origin.hash AS hash, origin.time AS time, event.place AS place, \
    event.kind AS kind, event.trx AS trx, event.topics AS topics, event.data AS data
    """

  /// The table with those that it stands beside.
  static let rows = "event JOIN origin ON origin.block = event.block JOIN source ON source.id = event.source"

  /// The events from one block to another, in the order of the chain.
  package func events(in blocks: ClosedRange<UInt64>) throws -> [StoredEvent] {
    try events(
      "event.block BETWEEN ? AND ? ORDER BY event.block, event.place", [blocks.lowerBound, blocks.upperBound])
  }

  /// The events of a kind, in the order of the chain; slow, but for kinds that have an index of their own.
  package func events(of kind: StaticString) throws -> [StoredEvent] {
    // The name stands in the statement, or no index of a part of the rows fits it.
    try events("event.kind = '\(kind)' AND event.block >= ? ORDER BY event.block, event.place", [0])
  }

  private func events(_ condition: String, _ arguments: [(any Storable)?]) throws -> [StoredEvent] {
    try database.rows("SELECT \(Self.columns) FROM \(Self.rows) WHERE \(condition)", arguments)
      .map { try StoredEvent($0) }
  }

  /// The number of events.
  package func count() throws -> Int {
    try database.value("SELECT count(1) FROM event WHERE block >= ?", [0], as: Int.self) ?? 0
  }

  /// Keeps events, in the order of the chain.
  func add(_ events: [IndexedEvent], of sources: [EventSource]) throws {
    let numbers = try SourceTable(database: database).numbers()
    var block: UInt64?
    var (origins, rows): ([[StoredValue]], [[StoredValue]]) = ([], [])
    rows.reserveCapacity(events.count)
    for event in events {
      guard let number = numbers[event.contract], let kind = sources.source(at: event.contract)?.kind(of: event.topics)
      else { continue }
      if block != event.block {
        origins.append([event.block.stored, event.hash.bytes.stored, event.time.stored])
        block = event.block
      }
      rows.append([
        event.block.stored, event.place.stored, number.stored, kind.stored, event.transaction.bytes.stored,
        event.topics.joinedBytes.stored, event.data.stored,
      ])
    }
    try database.add(stored: origins, to: "origin", ["block", "hash", "time"])
    try database.add(stored: rows, to: "event", ["block", "place", "source", "kind", "trx", "topics", "data"])
  }
}

extension [Hash32] {
  /// The bytes of all in a row.
  fileprivate var joinedBytes: Bytes {
    var bytes = Bytes()
    bytes.reserveCapacity(32 * count)
    for hash in self { hash.withUnsafeBytes { bytes.append(contentsOf: $0) } }
    return bytes
  }
}
