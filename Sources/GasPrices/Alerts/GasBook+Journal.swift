import Database
import Outbox
import Primitives
import Sending

// The journal: a delivery stands in it from the crossing on, and how it went.
extension GasBook {
  static func journal(
    _ alert: Alert, price: Int64, unit: String, time: Int64, in database: Connection
  ) throws -> [String] {
    let book = try database.value("SELECT value FROM fact WHERE name = 'book'") ?? ""
    let rule = alert.rule
    let crossing = alert.crossings &+ 1
    let message = rule.message(price: price, unit: unit)
    return try alert.channels.enumerated().map { index, channel in
      let id = "\(book)-\(alert.id)-\(crossing)-\(index + 1)"
      try database.execute(
        """
        INSERT INTO delivery (id, alert, crossing, time, price, message, kind, target, secretFile, chain, network, tier,
          threshold, isAbove, state, attempts, due)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 'waiting', 0, ?)
        """,
        [
          id, alert.id, crossing, time, price, message, channel.kind, channel.target, channel.secretFile, rule.chain,
          rule.network, rule.tier, rule.threshold, rule.isAbove, time,
        ])
      return id
    }
  }

  /// The newest entries, the newest first.
  ///
  /// - Throws: `bookFailed`.
  public func deliveries(limit: Int = 50) async throws -> [Delivery] {
    try await file.read { database in
      try database.rows(
        "SELECT * FROM delivery ORDER BY time DESC, id DESC LIMIT ?", [limit]
      ).map { try Delivery(row: $0) }
    }
  }

  /// How many entries are in a state.
  ///
  /// - Throws: `bookFailed`.
  public func count(_ state: Delivery.State) async throws -> Int {
    try await file.read {
      try $0.value("SELECT count(*) FROM delivery WHERE state = ?", [state.rawValue], as: Int.self) ?? 0
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
    try await file.write { database in
      try database.execute(
        "UPDATE delivery SET state = 'waiting' WHERE chain = ? AND state = 'begun' AND kind = 'webhook'", [chain])
      try database.execute(
        """
        UPDATE delivery SET state = 'unclear', problem = 'the watching process ended while it was told'
          WHERE chain = ? AND state = 'begun'
        """, [chain])
    }
  }

  /// Takes the next entry of a chain that is due, and marks it as begun.
  ///
  /// - Throws: `bookFailed`.
  func takeDue(chainID: UInt256, now: Int64) async throws -> Delivery? {
    let chain = chainID.description
    return try await file.write { database in
      guard
        let id = try database.value(
          "SELECT id FROM delivery WHERE state = 'waiting' AND chain = ? AND due <= ? ORDER BY due, id LIMIT 1",
          [chain, now], as: String.self)
      else { return nil }
      try database.execute("UPDATE delivery SET state = 'begun', attempts = attempts + 1 WHERE id = ?", [id])
      return try Self.delivery(id, in: database)
    }
  }

  /// When the next entry of a chain is due; nil if none waits. A look, and no change of the file.
  func nextDue(chainID: UInt256) async throws -> Int64? {
    let chain = chainID.description
    return try await file.read {
      try $0.value("SELECT min(due) FROM delivery WHERE state = 'waiting' AND chain = ?", [chain])
    }
  }

  /// Writes down how a delivery went, even if the task was cancelled meanwhile: it was made.
  func settle(_ id: String, _ state: Delivery.State, due: Int64, now: Int64, problem: String?) async throws {
    try await file.write { database in
      try database.execute(
        "UPDATE delivery SET state = ?, due = ?, ended = ?, problem = ? WHERE id = ?",
        [state.rawValue, due, state == .waiting ? nil : now, problem, id])
      // A journal of years is nobody's; what is open stays.
      try database.execute(
        "DELETE FROM delivery WHERE time < ? AND state NOT IN ('waiting', 'begun')", [now &- Self.hourLife])
    }
  }

  static func delivery(_ id: String, in database: Connection) throws -> Delivery? {
    try database.row("SELECT * FROM delivery WHERE id = ?", [id]).map {
      try Delivery(row: $0)
    }
  }
}

extension Delivery {
  fileprivate init(row: Row) throws {
    self.init(
      id: try row.value("id"), alert: try row.value("alert"), crossing: try row.value("crossing"),
      time: try row.value("time"), price: try row.count("price"), message: try row.value("message"),
      channel: try AlertChannel(row: row), rule: try AlertRule(journaled: row),
      state: State(rawValue: try row.value("state")) ?? .unclear, attempts: try row.count("attempts"),
      due: try row.value("due"), problem: try row.optional("problem"))
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
