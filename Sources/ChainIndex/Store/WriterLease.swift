import Database

/// The right to write an index, as its holder has it: the token is higher than that of every holder before.
package struct WriterLease: Sendable, Hashable {
  package let token: Int64
}

/// The row by which the processes of a machine agree which of them writes.
package struct LeaseTable {
  let database: Connection

  /// The only lease of an index.
  private static let name = "writer"

  /// The milliseconds after which a holder that gave no sign counts as ended.
  package static let lifetime: UInt64 = 15_000

  /// The holder, as the row has it.
  package struct Holder: Sendable, Hashable {
    /// The words by which the holder is known.
    package let name: String
    /// The token of the holder.
    package let token: Int64
    /// Milliseconds since 1970 until which the lease is good.
    package let until: UInt64
  }

  /// The holder whose lease is good; nil if nobody has one.
  func holder(at now: UInt64) throws -> Holder? {
    guard
      let row = try database.row(
        // A lease that is good for longer than any can be is from before the clock was set back.
        "SELECT holder, token, until FROM lease WHERE name = ? AND until > ? AND until <= ?",
        [Self.name, now, now + Self.lifetime])
    else { return nil }
    return Holder(name: try row.value("holder"), token: try row.value("token"), until: try row.value("until"))
  }

  /// Takes the lease; nil while another's is good.
  func take(_ holder: String, at now: UInt64) throws -> WriterLease? {
    guard try self.holder(at: now) == nil else { return nil }
    try database.execute(
      """
      INSERT INTO lease (name, holder, token, until) VALUES (?, ?, 1, ?)
      ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, token = lease.token + 1, until = excluded.until
      """,
      [Self.name, holder, now + Self.lifetime])
    return try database.value("SELECT token FROM lease WHERE name = ?", [Self.name], as: Int64.self)
      .map { WriterLease(token: $0) }
  }

  /// Makes sure, within a change, that nobody took the lease meanwhile, and prolongs it.
  ///
  /// Changes come one after another, so a token that still stands cannot be replaced before this one is done.
  ///
  /// - Throws: `leaseLost`.
  func confirm(_ lease: WriterLease, at now: UInt64) throws {
    let changed = try database.execute(
      "UPDATE lease SET until = ? WHERE name = ? AND token = ?",
      [now + Self.lifetime, Self.name, lease.token])
    guard changed == 1 else {
      throw ChainIndexError(
        .leaseLost, "Another process writes the index by now, and nothing was written.",
        reason: "This process gave no sign for \(Self.lifetime / 1_000) seconds.")
    }
  }

  /// Gives the lease back, if it is still this one.
  func release(_ lease: WriterLease) throws {
    try database.execute("UPDATE lease SET until = 0 WHERE name = ? AND token = ?", [Self.name, lease.token])
  }
}
