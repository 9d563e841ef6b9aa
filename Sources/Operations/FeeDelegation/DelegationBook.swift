import Database
import Primitives

/// The record of what the platform asked its fee payer to pay for: one transaction for each proposal, and the sums of each
/// day by account, client and lecture.
///
/// Several processes may share it, and several machines one on a server. It is written before the fee payer is asked; a few days are kept.
public struct DelegationBook: Sendable {
  private let database: any SQLDatabase

  /// The days that are kept beside the present one.
  private static let keptDays: Int64 = 7

  /// The result of an attempt to count a transaction.
  enum Reservation: Sendable, Hashable {
    /// The transaction counts from now on.
    case counted
    /// The transaction counted already, and was sent under this hash, if that is known.
    case known(Hash32?)
    /// Another transaction was signed for its proposal.
    case otherTransaction
    /// A budget has not enough left.
    case spent(DelegationBudget.Scope)
  }

  /// The record in a file of its own; nil is one in memory.
  ///
  /// - Throws: `DelegationError` `.bookFailed`.
  public init(_ path: String?) throws { try self.init(at: path.map { .file($0) } ?? .memory) }

  /// The record in a database of its own.
  ///
  /// - Throws: `DelegationError` `.bookFailed`.
  package init(at place: DatabasePlace) throws {
    database = try place.open("fees", DatabaseSchema(applicationID: 0x6c66_6565, steps: [.adding(Self.makeTables)])) {
      DelegationError(.bookFailed, "The record of what was paid for cannot be used.", cause: $0)
    }
  }

  /// The record in a database of several, whose schema has ``makeTables(in:)`` among its steps.
  package init(in database: any SQLDatabase) { self.database = database }

  /// Makes the tables.
  @Sendable package static func makeTables(in db: Database.Connection) throws {
    try db.execute(
      """
      CREATE TABLE fee_request (
        id BLOB PRIMARY KEY, proposal TEXT NOT NULL UNIQUE, day INTEGER NOT NULL, hash BLOB
      ) WITHOUT ROWID, STRICT;
      CREATE INDEX fee_request_day ON fee_request(day);
      CREATE TABLE fee_spent (
        day INTEGER NOT NULL, scope TEXT NOT NULL, name TEXT NOT NULL, wei TEXT NOT NULL,
        PRIMARY KEY (day, scope, name)
      ) WITHOUT ROWID, STRICT;
      """)
  }

  /// The transaction that was asked for, by the hash of its sender's part; nil for one that is not known.
  func reservation(_ id: Hash32) async throws -> Reservation? {
    try await database.read { try Self.known(id, in: $0) }
  }

  /// A transaction that was asked for.
  struct Request: Sendable, Hashable {
    /// The hash of its sender's part.
    let id: Hash32
    /// The hash under which it was sent; nil where that is not known.
    let hash: Hash32?
  }

  /// The transaction that was asked for on behalf of a proposal; nil for none.
  func request(for proposal: String) async throws -> Request? {
    try await database.read { db in
      guard let row = try db.row("SELECT id, hash FROM fee_request WHERE proposal = ?", [proposal]) else { return nil }
      return Request(
        id: try Hash32(try row.value("id", as: [UInt8].self)),
        hash: try row.optional("hash", as: [UInt8].self).map { try Hash32($0) })
    }
  }

  /// Counts a transaction before it is asked for, if the budgets allow it; one that is known is not counted again.
  func reserve(_ charge: DelegationCharge, within budget: DelegationBudget) async throws -> Reservation {
    try await database.write(turn: "fees") { db in
      if let known = try Self.known(charge.id, in: db) { return known }
      let others = "SELECT count(*) FROM fee_request WHERE proposal = ?"
      guard try db.value(others, [charge.proposal], as: Int.self) == 0 else { return .otherTransaction }
      if let scope = try Self.exceeded(by: charge, budget, in: db) { return .spent(scope) }
      try Self.forget(before: charge.day - Self.keptDays, in: db)
      try Self.count(charge, in: db)
      return .counted
    }
  }

  /// The first budget that has not enough left for a transaction; nil where all have. Nothing is counted.
  func exceeded(by charge: DelegationCharge, _ budget: DelegationBudget) async throws -> DelegationBudget.Scope? {
    try await database.read { try Self.exceeded(by: charge, budget, in: $0) }
  }

  /// Takes back what was counted for a transaction of which it is sure that nobody paid for it.
  func release(_ charge: DelegationCharge) async throws {
    try await database.write(turn: "fees") { db in
      guard try db.execute("DELETE FROM fee_request WHERE id = ? AND hash IS NULL", [charge.id.bytes]) > 0 else {
        return
      }
      try Self.add(charge, in: db) { $0 > $1 ? $0 - $1 : 0 }
    }
  }

  /// Notes the transaction in which it was sent. It counts then, even if it was taken back by one who was refused while
  /// another was not.
  func note(_ charge: DelegationCharge, sentIn hash: Hash32) async throws {
    try await database.write(turn: "fees") { db in
      if try Self.known(charge.id, in: db) == nil { try Self.count(charge, in: db) }
      try Self.note(charge.id, sentIn: hash, in: db)
    }
  }

  /// Notes the transaction in which a known request was sent.
  func note(_ id: Hash32, sentIn hash: Hash32) async throws {
    try await database.write(turn: "fees") { try Self.note(id, sentIn: hash, in: $0) }
  }

  /// The amount that counts for a day.
  ///
  /// - Parameter day: Days since 1970 (UTC).
  func spent(on day: Int64, _ scope: DelegationBudget.Scope, _ name: String) async throws -> Amount {
    Amount(wei: try await database.read { try Self.spent(on: day, scope, name, in: $0) })
  }

  /// The transactions that count for a day, and the most that they can have cost together.
  ///
  /// - Parameter day: Days since 1970 (UTC).
  func total(on day: Int64) async throws -> DelegationTotal {
    try await database.read { db in
      let sums = try db.rows(
        "SELECT wei FROM fee_spent WHERE day = ? AND scope = ?", [day, DelegationBudget.Scope.sender.rawValue])
      var sum = UInt256.zero
      for row in sums {
        guard let wei = try? UInt256(parsing: try row.value("wei", as: String.self)) else {
          throw DatabaseError.unreadable("wei")
        }
        let (more, isTooMuch) = sum.addingReportingOverflow(wei)
        sum = isTooMuch ? .max : more
      }
      let count = try db.value("SELECT count(*) FROM fee_request WHERE day = ?", [day], as: Int.self)
      return DelegationTotal(count: count ?? 0, cost: Amount(wei: sum))
    }
  }

  // MARK: Rows

  private static func known(_ id: Hash32, in db: Database.Connection) throws -> Reservation? {
    guard let row = try db.row("SELECT hash FROM fee_request WHERE id = ?", [id.bytes]) else { return nil }
    return .known(try row.optional("hash", as: [UInt8].self).map { try Hash32($0) })
  }

  private static func note(_ id: Hash32, sentIn hash: Hash32, in db: Database.Connection) throws {
    try db.execute("UPDATE fee_request SET hash = ? WHERE id = ?", [hash.bytes, id.bytes])
  }

  private static func count(_ charge: DelegationCharge, in db: Database.Connection) throws {
    try db.execute("DELETE FROM fee_request WHERE id = ? OR proposal = ?", [charge.id.bytes, charge.proposal])
    try db.execute(
      "INSERT INTO fee_request (id, proposal, day) VALUES (?, ?, ?)", [charge.id.bytes, charge.proposal, charge.day])
    try add(charge, in: db) { sum, cost in
      let (more, isTooMuch) = sum.addingReportingOverflow(cost)
      return isTooMuch ? .max : more
    }
  }

  private static func exceeded(
    by charge: DelegationCharge, _ budget: DelegationBudget, in db: Database.Connection
  ) throws -> DelegationBudget.Scope? {
    try DelegationBudget.Scope.allCases.first { scope in
      guard charge.names[scope] != nil else { return false }
      let sum = try spent(charge, scope, in: db).addingReportingOverflow(charge.cost.wei)
      return sum.overflow || sum.partialValue > budget.limit(scope).wei
    }
  }

  private static func add(
    _ charge: DelegationCharge, in db: Database.Connection, _ sum: (UInt256, UInt256) -> UInt256
  ) throws {
    for (scope, name) in charge.names {
      let sum = sum(try spent(charge, scope, in: db), charge.cost.wei)
      try db.execute(
        """
        INSERT INTO fee_spent (day, scope, name, wei) VALUES (?, ?, ?, ?)
        ON CONFLICT (day, scope, name) DO UPDATE SET wei = excluded.wei
        """,
        [charge.day, scope.rawValue, name, sum.description])
    }
  }

  private static func spent(
    _ charge: DelegationCharge, _ scope: DelegationBudget.Scope, in db: Database.Connection
  ) throws -> UInt256 {
    try charge.names[scope].map { try spent(on: charge.day, scope, $0, in: db) } ?? 0
  }

  private static func spent(
    on day: Int64, _ scope: DelegationBudget.Scope, _ name: String, in db: Database.Connection
  ) throws -> UInt256 {
    let sums = "SELECT wei FROM fee_spent WHERE day = ? AND scope = ? AND name = ?"
    guard let text = try db.value(sums, [day, scope.rawValue, name], as: String.self) else { return 0 }
    guard let sum = try? UInt256(parsing: text) else { throw DatabaseError.unreadable("wei") }
    return sum
  }

  private static func forget(before day: Int64, in db: Database.Connection) throws {
    try db.execute("DELETE FROM fee_request WHERE day < ?", [day])
    try db.execute("DELETE FROM fee_spent WHERE day < ?", [day])
  }
}

/// The transactions that were paid for in a day.
package struct DelegationTotal: Sendable, Hashable {
  package let count: Int
  /// The most that they can have cost together.
  package let cost: Amount

  package init(count: Int, cost: Amount) { (self.count, self.cost) = (count, cost) }
}
