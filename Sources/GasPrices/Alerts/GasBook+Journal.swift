import GRDB
import Outbox
import Primitives
import Sending

// The journal: a delivery stands in it from the crossing on, and how it went.
extension GasBook {
  static func journal(
    _ alert: Alert, price: Int64, unit: String, time: Int64, in database: Database
  ) throws -> [String] {
    let book = try String.fetchOne(database, sql: "SELECT value FROM fact WHERE name = 'book'") ?? ""
    let rule = alert.rule
    let crossing = alert.crossings &+ 1
    let message = rule.message(price: price, unit: unit)
    return try alert.channels.enumerated().map { index, channel in
      let id = "\(book)-\(alert.id)-\(crossing)-\(index + 1)"
      try database.execute(
        sql: """
          INSERT INTO delivery (id, alert, crossing, time, price, message, kind, target, secretFile, chain, network, tier,
            threshold, isAbove, state, attempts, due)
          VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 'waiting', 0, ?)
          """,
        arguments: [
          id, alert.id, crossing, time, price, message, channel.kind.rawValue, channel.target, channel.secretFile,
          rule.chain, rule.network, rule.tier.rawValue, rule.threshold, rule.isAbove, time,
        ])
      return id
    }
  }

  /// The newest entries, the newest first.
  ///
  /// - Throws: `bookFailed`.
  public func deliveries(limit: Int = 50) async throws -> [Delivery] {
    try await read { database in
      try Row.fetchAll(
        database, sql: "SELECT * FROM delivery ORDER BY time DESC, id DESC LIMIT ?", arguments: [limit]
      ).map { try Delivery(row: $0) }
    }
  }

  /// How many entries are in a state.
  ///
  /// - Throws: `bookFailed`.
  public func count(_ state: Delivery.State) async throws -> Int {
    try await read {
      try Int.fetchOne($0, sql: "SELECT count(*) FROM delivery WHERE state = ?", arguments: [state.rawValue]) ?? 0
    }
  }

  /// Takes up the deliveries that an ended process left unfinished; to be called by the one who watches, before any
  /// other.
  ///
  /// A webhook is called again, with the same id. Actions on this machine are not repeated: nobody can tell whether
  /// they were done, and they stay in the journal as unclear.
  ///
  /// - Parameter chainID: The chain that is watched: what is begun for another may be under way in another process.
  /// - Throws: `bookFailed`.
  public func recover(chainID: UInt256) async throws {
    let chain = chainID.description
    try await write { database in
      try database.execute(
        sql: """
          UPDATE delivery SET state = 'waiting' WHERE chain = ?1 AND state = 'begun' AND kind = 'webhook';
          UPDATE delivery SET state = 'unclear', problem = 'the watching process ended while it was told'
            WHERE chain = ?1 AND state = 'begun';
          """, arguments: [chain, chain])
    }
  }

  /// Takes the next entry of a chain that is due, and marks it as begun.
  ///
  /// - Throws: `bookFailed`.
  func takeDue(chainID: UInt256, now: Int64) async throws -> Delivery? {
    let chain = chainID.description
    return try await write { database in
      guard
        let id = try String.fetchOne(
          database,
          sql: "SELECT id FROM delivery WHERE state = 'waiting' AND chain = ? AND due <= ? ORDER BY due, id LIMIT 1",
          arguments: [chain, now])
      else { return nil }
      try database.execute(
        sql: "UPDATE delivery SET state = 'begun', attempts = attempts + 1 WHERE id = ?", arguments: [id])
      return try Self.delivery(id, in: database)
    }
  }

  /// When the next entry of a chain is due; nil if none waits. A look, and no change of the file.
  func nextDue(chainID: UInt256) async throws -> Int64? {
    let chain = chainID.description
    return try await read {
      try Int64.fetchOne(
        $0, sql: "SELECT min(due) FROM delivery WHERE state = 'waiting' AND chain = ?", arguments: [chain])
    }
  }

  /// Writes down how a delivery went, even if the task was cancelled meanwhile: it was made.
  func settle(_ id: String, _ state: Delivery.State, due: Int64, now: Int64, problem: String?) async throws {
    try await Task { try await settled(id, state, due: due, now: now, problem: problem) }.value
  }

  private func settled(
    _ id: String, _ state: Delivery.State, due: Int64, now: Int64, problem: String?
  ) async throws {
    try await write { database in
      try database.execute(
        sql: "UPDATE delivery SET state = ?, due = ?, ended = ?, problem = ? WHERE id = ?",
        arguments: [state.rawValue, due, state == .waiting ? nil : now, problem, id])
      // A journal of years is nobody's; what is open stays.
      try database.execute(
        sql: "DELETE FROM delivery WHERE time < ? AND state NOT IN ('waiting', 'begun')",
        arguments: [now &- Self.hourLife])
    }
  }

  static func delivery(_ id: String, in database: Database) throws -> Delivery? {
    try Row.fetchOne(database, sql: "SELECT * FROM delivery WHERE id = ?", arguments: [id]).map {
      try Delivery(row: $0)
    }
  }
}

extension Delivery {
  fileprivate init(row: Row) throws {
    self.init(
      id: try row.checked("id"), alert: try row.checked("alert"), crossing: try row.checked("crossing"),
      time: try row.checked("time"), price: try row.count("price"), message: try row.checked("message"),
      channel: try AlertChannel(row: row), rule: try AlertRule(journaled: row),
      state: State(rawValue: try row.checked("state")) ?? .unclear, attempts: try row.count("attempts"),
      due: try row.checked("due"), problem: try row.checkedIfAny("problem"))
  }
}

extension AlertRule {
  /// One line that says what happened.
  ///
  /// - Parameter unit: The name that the network has for a gwei.
  func message(price: Int64, unit: String) -> String {
    let gwei = { (wei: Int64) in Amount(wei: UInt256(wei)).formatted(in: .gwei) }
    return
      "Gas on \(network) (\(tier.rawValue)) is \(isAbove ? "at or above" : "below") \(gwei(threshold)) \(unit): \(gwei(max(0, price))) \(unit)"
  }
}
