import Locking
import Platform

/// The connections to one database: those that nobody uses just now are kept for the next.
///
/// `@unchecked Sendable`: a connection is given to one thread at a time.
final class PostgresPool: @unchecked Sendable {
  let namespace: String
  private let address: PostgresAddress
  /// Those of this machine about the servers that it used; nil for none.
  private let notes: TimelineNotes?
  private let state = Guarded(State())

  /// The most connections that are kept open, which is the most work that waits for a server at once: twice as many are no
  /// faster with sixteen turns at once, and a server has a hundred for all stores of all instances.
  static let mostConnections = 8

  private struct State: @unchecked Sendable {
    var idle: [PostgresConnection] = []
    var isClosed = false
    /// Whether the server was waited for in vain, and did not answer since.
    var isAway = false
    /// The number that the server's files were given when they were made.
    var identifier: Int64?
    /// The newest line of history of the server that was seen.
    var timeline: UInt32 = 0
    /// The newest change that a server said it has.
    var newest: (change: Change, moment: ContinuousClock.Instant)?
  }

  /// A change by the row of its connection in the table of witnesses, and the number that it wrote there.
  struct Change: Sendable, Hashable {
    let witness: String
    let number: Int64
  }

  init(_ address: PostgresAddress, namespace: String) {
    (self.address, self.namespace) = (address, namespace)
    notes = address.stateFolder.map { TimelineNotes(folder: $0) }
  }

  /// Runs a body on a connection that nobody else has meanwhile; one that is not idle afterwards is given up, and its change
  /// with it.
  func use<Value>(until deadline: ContinuousClock.Instant, _ body: (PostgresConnection) throws -> Value) throws -> Value
  {
    let connection = try taken() ?? made(until: deadline)
    connection.begin(until: deadline)
    defer { giveBack(connection) }
    do {
      return try body(connection)
    } catch {
      if !connection.isLost, !connection.isIdle { _ = try? connection.run("ROLLBACK") }
      throw error
    }
  }

  /// Closes the connections that nobody uses; the others end with their use.
  func close() {
    state.withLock { state in
      state.isClosed = true
      state.idle = []
    }
  }

  /// Whether the server was waited for in vain, and did not answer since.
  var isAway: Bool { state.withLock { $0.isAway } }

  /// Notes that the server was waited for in vain, or answers.
  func note(isAway: Bool) { state.withLock { $0.isAway = isAway } }

  func wait(milliseconds: Int) { usleep(UInt32(milliseconds) * 1000) }

  /// A connection that nobody uses; those to a server in whose place another is by now are given up.
  private func taken() -> PostgresConnection? {
    while let connection = state.withLock({ Handed($0.idle.popLast()) }).connection {
      if !isOld(connection) { return connection }
    }
    return nil
  }

  private func giveBack(_ connection: PostgresConnection) {
    guard connection.isIdle else { return }
    let handed = Handed(connection)
    state.withLock { state in
      guard !state.isClosed, state.idle.count < Self.mostConnections, let connection = handed.connection else { return }
      state.idle.append(connection)
    }
  }

  // MARK: Servers

  private func made(until deadline: ContinuousClock.Instant) throws -> PostgresConnection {
    let connection = try PostgresConnection(address, until: deadline)
    guard connection.version >= 120_000 else {
      throw DatabaseError(.failed, "The server is older than PostgreSQL 12.")
    }
    let told = try connection.run(
      """
      SET search_path = \(namespace); SET standard_conforming_strings = on; SET lock_timeout = '30s';
      SET statement_timeout = '60s'; SET idle_in_transaction_session_timeout = '60s';
      SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') IN ('off', 'local');
      SELECT current_setting('fsync') || ' ' || current_setting('full_page_writes') || ' ' || system_identifier || ' '
        || CASE WHEN pg_is_in_recovery() THEN '0' ELSE left(pg_walfile_name(pg_current_wal_lsn()), 8) END
        FROM pg_control_system()
      """)
    let words = (told ?? "").split(separator: " ").map { String($0) }
    guard words.count == 4, words[0] == "on", words[1] == "on" else {
      throw DatabaseError(
        .unsafe, "The server may lose what it says is written.",
        reason: "Its settings fsync and full_page_writes must be on.")
    }
    guard let server = Int64(words[2]), let timeline = UInt32(words[3], radix: 16) else {
      throw DatabaseError(.failed, "The server does not say whose files it has.")
    }
    let known = state.withLock { state in
      state.identifier = state.identifier ?? server
      return state.identifier
    }
    guard known == server else {
      throw DatabaseError(
        .foreign, "Another database stands where the one was that this program began with.",
        reason: "It was made apart from that one, and does not have what was written there.")
    }
    connection.timeline = timeline
    guard !isOld(connection) else { throw Self.behind }
    try check(connection)
    state.withLock { $0.timeline = max($0.timeline, timeline) }
    return connection
  }

  // MARK: Heads

  /// Whether another server has taken the place of a connection's, as far as this process and this machine know.
  private func isOld(_ connection: PostgresConnection) -> Bool {
    let (server, seen) = state.withLock { ($0.identifier, $0.timeline) }
    let noted = server.flatMap { notes?.newest(of: $0) } ?? 0
    return connection.timeline > 0 && connection.timeline < max(seen, noted)
  }

  /// Makes sure, before a change is ended, that no other server has taken the place of its own; from then on this machine
  /// makes none at one that was there before.
  ///
  /// - Throws: `DatabaseError` `.behind`, `.failed` where that cannot be noted.
  func fence(_ connection: PostgresConnection) throws {
    guard !isOld(connection) else { throw Self.behind }
    guard let notes, let server = state.withLock({ $0.identifier }) else { return }
    do { try notes.raise(server, to: connection.timeline) } catch {
      throw DatabaseError(.failed, "Which server was used cannot be noted.", reason: "\(notes.folder): \(error)")
    }
  }

  private static var behind: DatabaseError {
    DatabaseError(
      .behind, "The server is an old one: another took its place, and changes were made there since.",
      reason: "It came back as it was, and does not have what was written at the other.")
  }

  /// Makes sure that a server has the newest change that one said it has: another that took its place may not.
  private func check(_ connection: PostgresConnection) throws {
    // A row that is older may have been taken away, see ``opening(_:)``.
    guard let newest = state.withLock({ $0.newest }), newest.moment.duration(to: .now) < .seconds(86_400) else {
      return
    }
    let row = try connection.run("SELECT number FROM witness WHERE name = '\(newest.change.witness)'")
    guard let number = row.flatMap({ Int64($0) }), number >= newest.change.number else {
      throw DatabaseError(
        .behind, "The server does not have a change that it had said was written.",
        reason: "It came back without it, or another took its place: what was written last is missing.")
    }
  }

  // MARK: Witnesses

  /// The statements that make the table of witnesses: a row for each connection with the number of its newest change, so
  /// that a change whose commit was not answered can be asked for.
  var witnessTable: String {
    "CREATE TABLE witness (name text PRIMARY KEY, number bigint NOT NULL, written timestamptz NOT NULL)"
  }

  /// The statements by which a change writes down its number, and learns the version that the tables have.
  func opening(_ change: Change) -> String {
    let forgotten = change.number == 1 ? "DELETE FROM witness WHERE written < now() - interval '30 days'; " : ""
    return forgotten
      + """
      INSERT INTO witness (name, number, written) VALUES ('\(change.witness)', \(change.number), now())
        ON CONFLICT (name) DO UPDATE SET number = excluded.number, written = excluded.written
        RETURNING (SELECT version FROM version)
      """
  }

  /// Notes that a server said that it has a change for good.
  func note(_ change: Change) { state.withLock { $0.newest = (change, .now) } }

  /// Finds out whether a change was made whose commit was not answered.
  ///
  /// - Throws: `DatabaseError` `.unreachable` if it was not, so that it may be tried again; `.uncertain` if that cannot be
  ///   found out.
  func judge(_ change: Change, until deadline: ContinuousClock.Instant) throws {
    while ContinuousClock.now < deadline {
      // The insertion waits for a change that is still being ended: whoever writes the row has it until then.
      let number = try? made(until: deadline).run(
        """
        INSERT INTO witness AS known (name, number, written) VALUES ('\(change.witness)', 0, now())
          ON CONFLICT (name) DO UPDATE SET written = now() RETURNING known.number
        """)
      switch number.flatMap({ $0 }).flatMap({ Int64($0) }) {
      case change.number: return
      case .some: throw DatabaseError(.unreachable, "The connection was lost, and the change was not made.")
      case nil: wait(milliseconds: 50)
      }
    }
    throw DatabaseError(
      .uncertain, "It is not known whether a change was written.",
      reason: "The connection to the database was lost while it was being ended.")
  }

  /// A connection on its way from one thread to another.
  private struct Handed: @unchecked Sendable {
    let connection: PostgresConnection?

    init(_ connection: PostgresConnection?) { self.connection = connection }
  }
}
