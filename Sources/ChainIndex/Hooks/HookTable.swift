import Alerts
import Database
import Primitives
import StrictJSON

/// The tables of consumers and of the deliveries under way, one for each consumer at most.
///
/// A delivery is taken in the change that moves its consumer's place behind it: it can neither be lost nor be taken twice, and
/// an event that is undone afterwards is behind the place, so that it will be taken back.
package struct HookTable {
  private let database: Connection

  /// The tables in a database.
  package init(database: Connection) { self.database = database }

  private static let columns = """
    subscription.id AS id, url, secret, contract, subscription.kind AS kind, finalOnly, undone, block, place,
    subscription.seq AS seq, ended, delivery.seq AS number, delivery.event AS event, body, attempts, due, problem
    """

  /// All consumers.
  package func all() throws -> [Hook] { try hooks("subscription.id >= ?", 0) }

  /// A consumer; nil where none has the number.
  func hook(_ id: Int64) throws -> Hook? { try hooks("subscription.id = ?", id).first }

  private func hooks(_ condition: String, _ argument: Int64) throws -> [Hook] {
    let incarnation = try MetaTable(database: database).incarnation()
    return try database.rows(
      """
      SELECT \(Self.columns) FROM subscription LEFT JOIN delivery ON delivery.subscription = subscription.id
      WHERE \(condition) ORDER BY subscription.id
      """, [argument]
    ).map { try Hook($0, incarnation) }
  }

  /// All consumers, and how far each has come.
  package func progress() throws -> [HookProgress] {
    let stream = try EventStream(database: database)
    let head = try stream.head()?.number ?? 0
    return try all().map { hook in
      let page = try stream.page(
        after: hook.cursor, hook.filter, limit: HookProgress.mostCounted, isFinalOnly: hook.isFinalOnly)
      let oldest = hook.delivery == nil ? page.entries.first?.event.block : hook.cursor.block
      return HookProgress(
        hook: hook, waiting: page.entries.count + (hook.delivery == nil ? 0 : 1),
        behind: oldest.map { head > $0 ? head - $0 : 0 } ?? 0)
    }
  }

  /// Adds a consumer; its number.
  func add(_ request: HookRequest) throws -> Int64 {
    guard try all().count < Hook.most else {
      throw ChainIndexError(.invalidHook, "An index has \(Hook.most) consumers at most.")
    }
    let stream = try EventStream(database: database)
    let cursor = try request.firstBlock.map { try stream.start(at: $0) } ?? stream.end()
    let id = (try database.value("SELECT max(id) FROM subscription WHERE id >= ?", [0], as: Int64.self) ?? 0) + 1
    try database.execute(
      """
      INSERT INTO subscription (id, url, secret, contract, kind, finalOnly, undone, block, place, seq, ended)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, 0, 0)
      """,
      [
        id, request.channel.target, request.channel.secretFile, request.filter.contract?.bytes, request.filter.kind,
        request.isFinalOnly, cursor.undone, cursor.block, cursor.place,
      ])
    return id
  }

  /// Removes a consumer with what was under way; false where none has the number.
  func remove(_ id: Int64) throws -> Bool {
    try database.execute("DELETE FROM delivery WHERE subscription = ?", [id])
    return try database.execute("DELETE FROM subscription WHERE id = ?", [id]) == 1
  }

  // MARK: Deliveries

  /// The entry that a consumer gets next; nil for now.
  ///
  /// - Returns: Also the place behind it, or behind all where there is none.
  func next(_ hook: Hook) throws -> (entry: EventEntry?, cursor: EventCursor) {
    let page = try EventStream(database: database).page(
      after: hook.cursor, hook.filter, limit: 1, isFinalOnly: hook.isFinalOnly)
    return (page.entries.first, page.cursor)
  }

  /// Takes a delivery for a consumer that has none; nil if there is nothing for it.
  func take(_ id: Int64, now: UInt64) throws -> HookDelivery? {
    guard let hook = try hook(id), !hook.isEnded else { return nil }
    if let delivery = hook.delivery { return delivery.due <= now ? delivery : nil }
    guard let identity = try MetaTable(database: database).identity() else { return nil }
    let (entry, cursor) = try next(hook)
    try database.execute(
      "UPDATE subscription SET undone = ?, block = ?, place = ?, seq = ? WHERE id = ?",
      [cursor.undone, cursor.block, cursor.place, hook.sequence + (entry == nil ? 0 : 1), id])
    guard let entry else { return nil }
    let sequence = hook.sequence + 1
    let members = [("sequence", JSON.number("\(sequence)"))] + entry.members(on: identity.chainID, of: identity.sources)
    let delivery = HookDelivery(
      sequence: sequence, id: entry.id(on: identity.chainID),
      body: JSON.object(JSONObject(members)).serializedBytes(), attempts: 0, due: now, problem: nil)
    try database.execute(
      "INSERT INTO delivery (subscription, seq, event, kind, body, attempts, due) VALUES (?, ?, ?, ?, ?, 0, ?)",
      [id, sequence, delivery.id, entry.kind, delivery.body, now])
    return delivery
  }

  /// Notes that a delivery arrived.
  func settle(_ id: Int64, _ delivery: HookDelivery) throws {
    try database.execute("DELETE FROM delivery WHERE subscription = ? AND seq = ?", [id, delivery.sequence])
  }

  /// Notes that an attempt failed, and when the next one is due.
  func postpone(_ id: Int64, _ delivery: HookDelivery, until due: UInt64, _ problem: String) throws {
    try database.execute(
      "UPDATE delivery SET attempts = attempts + 1, due = ?, problem = ? WHERE subscription = ? AND seq = ?",
      [due, problem, id, delivery.sequence])
  }

  /// Notes that the receiver is gone: it gets nothing more.
  func end(_ id: Int64) throws { try database.execute("UPDATE subscription SET ended = 1 WHERE id = ?", [id]) }
}

extension Hook {
  fileprivate init(_ row: Row, _ incarnation: UInt64) throws {
    (id, url, secretFile) = (try row.value("id"), try row.value("url"), try row.optional("secret"))
    filter = EventFilter(
      contract: try row.optional("contract", as: Bytes.self).map { _ in try row.address("contract") },
      kind: try row.optional("kind"))
    (isFinalOnly, sequence, isEnded) = (try row.value("finalOnly"), try row.value("seq"), try row.value("ended"))
    cursor = EventCursor(
      incarnation: incarnation, undone: try row.value("undone"), block: try row.value("block"),
      place: try row.value("place"))
    guard let number: UInt64 = try row.optional("number") else {
      delivery = nil
      return
    }
    delivery = HookDelivery(
      sequence: number, id: try row.value("event"), body: try row.value("body"), attempts: try row.value("attempts"),
      due: try row.value("due"), problem: try row.optional("problem"))
  }
}
