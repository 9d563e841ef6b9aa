import Database
import Orders
import Primitives

/// A keeper's heartbeat, about once a second.
struct KeeperHeartbeat: Sendable, Hashable {
  /// A number that grows with each.
  var count: UInt64
  /// Whether its book is as of the node's newest block, and takes orders.
  var isReady: Bool
  /// The newest block that its node told of.
  var newest: ChainBlock?
}

/// Updates as a follower of a keeper reads them.
struct UpdateReading: Sendable {
  /// The news after those that the reader knows, the first first.
  var updates: [BookUpdate] = []
  /// The number of the last.
  var last: UInt64
  /// Whether some that the reader lacks are not kept any more, or what it knows was never committed here.
  var isTooFar = false
  /// The orders that came since, as they are now.
  var orders: [Hash32: BookEntry] = [:]
  /// The trades of each of the news that are still in their blocks.
  var trades: [[Trade]] = []
  var heartbeat: KeeperHeartbeat?
}

/// The table of what a keeper changed, for those who follow it.
struct UpdateTable {
  let database: Connection

  /// The number of news that are kept.
  static let depth: UInt64 = 10_000

  /// The number of the last news; 0 where there are none.
  func last() throws -> UInt64 { try database.value("SELECT max(number) FROM news", as: UInt64.self) ?? 0 }

  /// Keeps news under the number after the last.
  func keep(_ update: BookUpdate, as number: UInt64) throws {
    try database.execute("INSERT INTO news (number, content) VALUES (?, ?)", [number.inFile, update.bytes])
    guard number > Self.depth, number.isMultiple(of: 100) else { return }
    try database.execute("DELETE FROM news WHERE number <= ?", [(number - Self.depth).inFile])
  }

  /// Reads what came after a number.
  ///
  /// - Parameter arrival: The highest number of arrival that the reader knows.
  func reading(after number: UInt64, arrival: UInt64) throws -> UpdateReading {
    var reading = UpdateReading(last: try last(), heartbeat: try heartbeat())
    if reading.last == number { return reading }
    let rows = try database.rows("SELECT content FROM news WHERE number > ? ORDER BY number", [number.inFile])
    guard reading.last > number, UInt64(rows.count) == reading.last - number else {
      reading.isTooFar = true
      return reading
    }
    reading.updates = try rows.map { try BookUpdate(try $0.value("content")) }
    try OrderTable(database: database).forEach(arrivedAfter: arrival) { reading.orders[$0.hash] = $0 }
    let trades = TradeTable(database: database)
    reading.trades = try reading.updates.map { update in try update.trades.compactMap { try trades.trade(at: $0) } }
    return reading
  }

  /// The keeper's last word; nil where there never was one.
  func heartbeat() throws -> KeeperHeartbeat? {
    guard let bytes = try MetaTable(database: database).bytes("keeper") else { return nil }
    do {
      var fields = try RLPFields(RLP.decode(bytes), 3)
      return KeeperHeartbeat(
        count: try fields.next().uint64(), isReady: try fields.flag(),
        newest: try fields.optional { try ChainBlock($0) })
    } catch { throw DatabaseError.unreadable("keeper") }
  }

  /// Keeps what a keeper says of itself.
  func set(_ heartbeat: KeeperHeartbeat) throws {
    let item = RLP.Item.list([
      .uint(heartbeat.count), .flag(heartbeat.isReady), .optional(heartbeat.newest.map { .block($0) }),
    ])
    try MetaTable(database: database).set("keeper", RLP.encode(item))
  }
}
