import Database
import Primitives

/// An event that came, or one that was undone, in the order in which somebody gets them.
package struct EventEntry: Sendable, Hashable {
  /// The event.
  package let event: StoredEvent
  /// Whether the event's block has left the chain: who has taken it takes it back.
  package let isRetracted: Bool
  /// The number of times that its block had left the chain before, and came back.
  package let returns: UInt64
  /// The place behind it.
  package let cursor: EventCursor
}

/// A page of a stream of events.
package struct EventPage: Sendable, Hashable {
  /// The entries in the order in which they have to be taken.
  package fileprivate(set) var entries: [EventEntry] = []
  /// The place behind all of them.
  package fileprivate(set) var cursor: EventCursor
  /// Whether there is nothing more for now.
  package fileprivate(set) var isComplete = false
}

/// The events of an index as a stream that can be gone through with a cursor: each once, and each that was undone taken
/// back once, the last one first.
package struct EventStream {
  private let database: Connection
  private let incarnation: UInt64

  /// The stream of one state of an index.
  package init(database: Connection) throws {
    (self.database, incarnation) = (database, try MetaTable(database: database).incarnation())
  }

  /// The block that the stream goes to; nil before the first.
  package func head() throws -> IndexHead? { try BlockTable(database: database).head() }

  /// The place before all events of a block and those above it.
  package func start(at block: UInt64) throws -> EventCursor {
    EventCursor(
      incarnation: incarnation, undone: try UndoneTable(database: database).last(), block: block, place: 0)
  }

  /// The place behind all events that there are.
  package func end() throws -> EventCursor {
    guard let head = try head() else { return try start(at: 0) }
    return try start(at: head.number + 1)
  }

  /// The entries behind a place.
  ///
  /// - Parameter isFinalOnly: Whether blocks that could still be undone are left for later: of them no event is taken
  ///   back.
  /// - Throws: `otherCursor` for a place of another index, or of a later state.
  package func page(
    after start: EventCursor, _ filter: EventFilter, limit: Int, isFinalOnly: Bool = false
  ) throws -> EventPage {
    let undone = UndoneTable(database: database)
    guard start.incarnation == incarnation, start.undone <= (try undone.last()) else { throw Self.other(start) }
    var page = EventPage(cursor: start)
    for (number, height) in try undone.retractions(after: start.undone) {
      if page.cursor.isAbove(height) {
        try takeBack(number, limit, filter, &page)
        guard page.entries.count < limit else { return page }
        page.cursor.move(to: height + 1, 0)
      }
      page.cursor.undone = number
    }
    try goOn(limit, filter, isFinalOnly, &page)
    return page
  }

  /// Adds what a retraction took back of what is behind the place.
  private func takeBack(_ retraction: UInt64, _ limit: Int, _ filter: EventFilter, _ page: inout EventPage) throws {
    let (condition, arguments) = filter.condition(on: "event")
    let rows = try database.rows(
      """
      SELECT source.address AS address, event.block AS block, event.hash AS hash, event.time AS time,
        event.place AS place, event.kind AS kind, event.trx AS trx, event.topics AS topics, event.data AS data,
        (\(Self.returns) AND past.hash = event.hash AND past.undone < event.undone) AS returns
      FROM retracted AS event JOIN source ON source.id = event.source
      WHERE event.undone = ? AND (event.block, event.place) < (?, ?)\(condition)
      ORDER BY event.block DESC, event.place DESC LIMIT ?
      """,
      [retraction, page.cursor.block, page.cursor.place] + arguments + [limit - page.entries.count])
    for row in rows {
      let event = try StoredEvent(row)
      page.cursor.undone = retraction - 1
      page.cursor.move(to: event.block, event.place)
      page.entries.append(
        EventEntry(event: event, isRetracted: true, returns: try row.value("returns"), cursor: page.cursor))
    }
  }

  /// Adds events of the chain as it is.
  private func goOn(_ limit: Int, _ filter: EventFilter, _ isFinalOnly: Bool, _ page: inout EventPage) throws {
    let blocks = BlockTable(database: database)
    let newest = isFinalOnly ? try blocks.final() : try blocks.head()?.number
    guard let newest else { return page.isComplete = true }
    let last = min(newest, filter.lastBlock ?? newest)
    let (condition, arguments) = filter.condition(on: "event")
    let wanted = limit - page.entries.count
    let rows = try database.rows(
      """
      SELECT \(EventTable.columns), (\(Self.returns) AND past.hash = origin.hash) AS returns FROM \(EventTable.rows)
      WHERE (event.block, event.place) >= (?, ?) AND event.block <= ?\(condition)
      ORDER BY event.block, event.place LIMIT ?
      """, [page.cursor.block, page.cursor.place, last] + arguments + [wanted])
    for row in rows {
      let event = try StoredEvent(row)
      page.cursor.move(to: event.block, event.place + 1)
      page.entries.append(
        EventEntry(event: event, isRetracted: false, returns: try row.value("returns"), cursor: page.cursor))
    }
    guard rows.count < wanted else { return }
    page.isComplete = true
    if page.cursor.block <= last { page.cursor.move(to: last + 1, 0) }
  }

  /// The number of times that an event was taken back.
  private static let returns =
    "SELECT count(1) FROM retracted AS past WHERE past.block = event.block AND past.place = event.place"

  private static func other(_ cursor: EventCursor) -> ChainIndexError {
    ChainIndexError(
      .otherCursor, "The cursor is none of this index.",
      reason: "The index was made anew, or is another one: \(cursor) is unknown to it.")
  }
}
