import Database
import Orders
import Primitives

/// The table of orders.
struct OrderTable {
  let database: Connection

  private static let columns =
    "hash, version, fields, signature, signer, arrival, added, filled, cancelled, isCancelled, isSigned, isStopped, "
    + "endedAt, state, remaining, funded"

  private static let keeping = """
    INSERT INTO orders (\(columns), endedTime, maker)
    VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18)
    ON CONFLICT (hash) DO UPDATE SET filled = ?8, cancelled = ?9, isCancelled = ?10, isSigned = ?11, isStopped = ?12,
      endedAt = ?13, state = ?14, remaining = ?15, funded = ?16,
      endedTime = CASE WHEN ?13 IS NULL THEN NULL ELSE coalesce(orders.endedTime, ?17) END
    """

  /// Keeps an order as it is now.
  ///
  /// - Parameter time: That of the head, in seconds since 1970: an order that ended ended then, unless it had before.
  func keep(_ entry: BookEntry, at time: UInt64) throws {
    let (order, booking, status) = (entry.order, entry.booking, entry.status)
    try database.execute(
      Self.keeping,
      [
        order.hash.bytes, order.version.rawValue, StoredFields.bytes(of: order), StoredFields.signature(of: order),
        order.signer?.bytes, entry.arrival.inFile, entry.added.inFile, booking.filled.bigEndianBytes,
        booking.cancelled.bigEndianBytes, booking.isCancelled, booking.isSigned, entry.isStopped,
        entry.endedAt?.inFile, status.state.rawValue, status.remaining.bigEndianBytes,
        status.funded.bigEndianBytes, entry.endedAt == nil ? nil : time.inFile, order.maker.bytes,
      ])
  }

  /// An order by its hash; nil where there is none.
  func order(_ hash: Hash32) throws -> BookEntry? {
    try database.row("SELECT \(Self.columns) FROM orders WHERE hash = ?", [hash.bytes]).map(Self.entry)
  }

  /// Goes through the orders that are watched, and those that ended at a height or above it.
  func forEach(endedFrom height: UInt64, _ body: (BookEntry) throws -> Void) throws {
    try database.forEachRow(
      "SELECT \(Self.columns) FROM orders WHERE endedAt IS NULL OR endedAt >= ? ORDER BY arrival", [height.inFile]
    ) { try body(Self.entry($0)) }
  }

  /// Goes through the orders that came after a number of arrival.
  func forEach(arrivedAfter arrival: UInt64, _ body: (BookEntry) throws -> Void) throws {
    try database.forEachRow(
      "SELECT \(Self.columns) FROM orders WHERE arrival > ? ORDER BY arrival", [arrival.inFile]
    ) { try body(Self.entry($0)) }
  }

  /// The orders that ended below a height and whose time is not over.
  func ended(below height: UInt64) throws -> [BookEntry] {
    try database.rows("SELECT \(Self.columns) FROM orders WHERE endedAt < ?", [height.inFile]).map(Self.entry)
  }

  /// Orders of a maker that ended, the latest first.
  func ended(of maker: Address, most: Int) throws -> [BookEntry] {
    try database.rows(
      "SELECT \(Self.columns) FROM orders WHERE maker = ? AND endedAt IS NOT NULL ORDER BY arrival DESC LIMIT ?",
      [maker.bytes, most]
    ).map(Self.entry)
  }

  /// Forgets the orders that ended before a time.
  func forget(endedBefore time: UInt64) throws {
    try database.execute("DELETE FROM orders WHERE endedTime < ?", [time.inFile])
  }

  /// The highest number of arrival; 0 where there are no orders.
  func lastArrival() throws -> UInt64 { try database.value("SELECT max(arrival) FROM orders", as: UInt64.self) ?? 0 }

  private static func entry(_ row: Row) throws -> BookEntry {
    var row = StoredRow(row)
    let hash = try row.hash()
    guard let version = OrderVersion(rawValue: try row.text()),
      let signed = StoredFields.order(version, try row.bytes(), signature: try row.bytes()), signed.hash == hash
    else { throw DatabaseError(.damaged, "The order \(hash) is not the one that was written.") }
    let order = BookOrder(signed, signer: try row.addressIfAny())
    let (arrival, added) = (try row.number(), try row.number())
    let booking = OrderBooking(
      filled: try row.word(), cancelled: try row.word(), isCancelled: try row.bool(), isSigned: try row.bool())
    let (isStopped, endedAt) = (try row.bool(), try row.numberIfAny())
    guard let state = OrderState(rawValue: try row.text()) else { throw DatabaseError.unreadable("state") }
    return BookEntry(
      order, arrival: arrival, added: added, booking: booking, isStopped: isStopped,
      status: OrderStatus(state: state, remaining: try row.word(), funded: try row.word()), endedAt: endedAt)
  }
}
