/// The right to do something alone, as its holder has it: for as long as the holder gives signs of life.
///
/// Each holder's token is higher than those of all before. A change that begins with ``fence(in:)`` is made only while the
/// lease is good, and who takes the lease waits for the changes that are under way under it: so one who was paused, and
/// believes to be the holder still, changes nothing. Times are compared by the database's clock alone.
package struct Lease: Sendable, Hashable {
  /// The name of what the right is to.
  package let name: String
  /// Higher than that of every holder before.
  package let token: Int64

  /// The milliseconds for which a lease is good without a sign of life.
  package static let lifetime: Int64 = 15_000

  /// The holder of a lease that is good.
  package struct Holder: Sendable, Hashable {
    /// The words by which the holder is known.
    package let name: String
    package let token: Int64
  }

  /// Makes the table, as a step of a store's schema.
  @Sendable package static func makeTable(in db: Connection) throws {
    try db.execute(
      """
      CREATE TABLE lease (
        name TEXT PRIMARY KEY, holder TEXT NOT NULL, token INTEGER NOT NULL, until INTEGER NOT NULL
      ) WITHOUT ROWID, STRICT
      """)
  }

  /// Takes a lease that nobody holds, or that the holder had before, whose earlier token is void then.
  ///
  /// - Parameter holder: The taker, by words that no other process has.
  /// - Returns: nil while another's is good.
  package static func take(_ name: String, as holder: String, in db: Connection) throws -> Lease? {
    let clock = db.words.clock
    // A row that was given up and taken away begins above its old tokens.
    try db.execute(
      """
      INSERT INTO lease (name, holder, token, until) VALUES (?, '', \(clock), 0) ON CONFLICT (name) DO NOTHING
      """, [name])
    let free = "SELECT token FROM lease WHERE name = ? AND (holder = ? OR NOT \(isGood(clock)))\(db.words.forUpdate)"
    guard try db.row(free, [name, holder]) != nil else { return nil }
    let taken = """
      UPDATE lease SET holder = ?, token = token + 1, until = \(clock) + \(lifetime) WHERE name = ? RETURNING token
      """
    return try db.value(taken, [holder, name], as: Int64.self).map { Lease(name: name, token: $0) }
  }

  /// Gives a sign of life: the lease is good for its whole lifetime again.
  ///
  /// - Throws: `DatabaseError` `.leaseLost` if another has it, or its time is over.
  package func prolong(in db: Connection) throws {
    let clock = db.words.clock
    let changed = try db.execute(
      "UPDATE lease SET until = \(clock) + \(Self.lifetime) WHERE name = ? AND token = ? AND \(Self.isGood(clock))",
      [name, token])
    guard changed == 1 else { throw Self.lost }
  }

  /// Makes sure, at the beginning of a change, that the lease is good; nobody takes it until the change is done.
  ///
  /// - Returns: the database's time, in milliseconds since 1970.
  /// - Throws: `DatabaseError` `.leaseLost`.
  @discardableResult
  package func fence(in db: Connection) throws -> Int64 {
    let clock = db.words.clock
    let good = """
      SELECT \(clock) AS time FROM lease WHERE name = ? AND token = ? AND \(Self.isGood(clock))\(db.words.forKeyShare)
      """
    guard let time = try db.value(good, [name, token], as: Int64.self) else { throw Self.lost }
    return time
  }

  /// Gives the lease back, if it is still this one.
  package func release(in db: Connection) throws {
    try db.execute("UPDATE lease SET until = 0 WHERE name = ? AND token = ?", [name, token])
  }

  /// The holder of a lease; nil where nobody's is good.
  package static func holder(of name: String, in db: Connection) throws -> Holder? {
    try db.row("SELECT holder, token FROM lease WHERE name = ? AND \(isGood(db.words.clock))", [name])
      .map { Holder(name: try $0.value("holder"), token: try $0.value("token")) }
  }

  // MARK: Those that ended

  /// The leases that nobody holds any more, of names that begin in one way.
  package static func ended(_ beginning: String, in db: Connection) throws -> [String] {
    try names(beginning, where: "NOT \(isGood(db.words.clock))", in: db)
  }

  /// The leases that somebody holds, of names that begin in one way.
  package static func held(_ beginning: String, in db: Connection) throws -> [String] {
    try names(beginning, where: isGood(db.words.clock), in: db)
  }

  private static func names(_ beginning: String, where condition: String, in db: Connection) throws -> [String] {
    try db.values("SELECT name FROM lease WHERE \(condition) ORDER BY name").filter { $0.hasPrefix(beginning) }
  }

  /// Takes away a lease that nobody holds any more, so that its last holder's token is void for ever.
  ///
  /// - Returns: false if somebody holds it, if it is away, or if a row that begins by the clock now would not begin above
  ///   its token.
  package static func remove(_ name: String, in db: Connection) throws -> Bool {
    let clock = db.words.clock
    return try db.execute("DELETE FROM lease WHERE name = ? AND NOT \(isGood(clock)) AND token < \(clock)", [name]) == 1
  }

  /// The condition of a lease that is good; one that would be good for longer than any is from before a clock was set back.
  private static func isGood(_ clock: String) -> String { "(until > \(clock) AND until <= \(clock) + \(lifetime))" }

  private static var lost: DatabaseError {
    DatabaseError(
      .leaseLost, "Another holds the lease by now, or its time is over; nothing was changed.",
      reason: "A holder that gives no sign for \(lifetime / 1000) seconds has lost it.")
  }
}
