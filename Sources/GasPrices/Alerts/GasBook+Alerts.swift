import Database
import Outbox
import Primitives
import Sending

extension GasBook {
  /// Adds an alert; one whose condition is met already crosses with the next sample.
  ///
  /// - Returns: Its number.
  /// - Throws: `invalidAlert` without a channel; `bookFailed`.
  public func add(_ rule: AlertRule, channels: [AlertChannel]) async throws -> Int64 {
    guard !channels.isEmpty else {
      throw GasPricesError(.invalidAlert, "Nobody would hear of the alert.", advice: "Name a way to tell it.")
    }
    return try await file.write { database in
      try database.execute(
        """
        INSERT INTO alert (chain, network, tier, isAbove, threshold, hold, coolDown, margin, phase, since, crossings)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, 'armed', 0, 0)
        """, [rule.chain, rule.network, rule.tier, rule.isAbove, rule.threshold, rule.hold, rule.coolDown, rule.margin])
      let id = database.lastInsertedRow
      for channel in channels {
        try database.execute(
          "INSERT INTO channel (alert, kind, target, secretFile) VALUES (?, ?, ?, ?)",
          [id, channel.kind, channel.target, channel.secretFile])
      }
      return id
    }
  }

  /// All alerts, or those of a chain.
  ///
  /// - Throws: `bookFailed`.
  public func alerts(chainID: UInt256? = nil) async throws -> [Alert] {
    let chain = chainID?.description
    return try await file.read { try Self.alerts(of: chain, in: $0) }
  }

  /// Keeps an alert silent until a time in seconds since 1970; nil wakes it.
  ///
  /// - Throws: `unknownAlert`; `bookFailed`.
  public func snooze(_ id: Int64, until time: Int64?) async throws {
    try await change(id, "UPDATE alert SET snoozedUntil = ? WHERE id = ?", [time, id])
  }

  /// Removes an alert; deliveries that are in the journal already are still made.
  ///
  /// - Throws: `unknownAlert`; `bookFailed`.
  public func remove(_ id: Int64) async throws { try await change(id, "DELETE FROM alert WHERE id = ?", [id]) }

  private func change(_ id: Int64, _ sql: String, _ arguments: [Int64?]) async throws {
    let changed = try await file.write { try $0.execute(sql, arguments) }
    guard changed > 0 else {
      throw GasPricesError(.unknownAlert, "There is no alert \(id).")
    }
  }

  /// Steps the alerts of a chain and journals what crossed.
  static func stepAlerts(
    _ sample: GasSample, _ chain: String, sampling: Int64, unit: String, in database: Connection
  ) throws -> [Delivery] {
    var ids: [String] = []
    for alert in try alerts(of: chain, in: database) {
      var state = alert.state
      let price = sample[alert.rule.tier]
      let patience = max(60, sampling &* 5)
      let fires = state.step(alert.rule, price: price, now: sample.time, patience: patience)
      try database.execute(
        """
        UPDATE alert SET phase = ?, since = ?, lastSeen = ?, lastFired = ?, snoozedUntil = ?, crossings = crossings + ?
        WHERE id = ?
        """, [state.phase, state.since, state.lastSeen, state.lastFired, state.snoozedUntil, fires, alert.id])
      if fires { ids += try journal(alert, price: price, unit: unit, time: sample.time, in: database) }
    }
    return try ids.compactMap { try delivery($0, in: database) }
  }

  static func alerts(of chain: String?, in database: Connection) throws -> [Alert] {
    let rows = try database.rows("SELECT * FROM alert WHERE ?1 IS NULL OR chain = ?1 ORDER BY id", [chain])
    return try rows.map { row in
      let id: Int64 = try row.value("id")
      var state = AlertState()
      state.phase = AlertState.Phase(rawValue: try row.value("phase")) ?? .armed
      state.since = try row.value("since")
      state.lastSeen = try row.optional("lastSeen")
      state.lastFired = try row.optional("lastFired")
      state.snoozedUntil = try row.optional("snoozedUntil")
      let channels = try database.rows(
        "SELECT * FROM channel WHERE alert = ? ORDER BY id", [id]
      ).map { try AlertChannel(row: $0) }
      return Alert(
        id: id, rule: try AlertRule(row: row), state: state, crossings: try row.count("crossings"), channels: channels)
    }
  }
}

extension AlertState.Phase: Storable {}
extension AlertChannel.Kind: Storable {}

extension AlertRule {
  /// A rule of the book, within what ``init(chainID:network:tier:isAbove:threshold:hold:coolDown:margin:)`` lets be one.
  init(row: Row) throws {
    try self.init(
      journaled: row, hold: row.count("hold", upTo: Self.longest), coolDown: row.count("coolDown", upTo: Self.longest),
      margin: row.count("margin", upTo: Self.widest))
  }

  /// Reads a rule as far as the journal keeps it.
  init(journaled row: Row, hold: Int64 = 0, coolDown: Int64 = 0, margin: Int64 = 0) throws {
    self.init(
      chain: try row.value("chain"), network: try row.value("network"),
      tier: FeeSpeed(rawValue: try row.value("tier")) ?? .standard, isAbove: try row.value("isAbove"),
      threshold: max(1, try row.value("threshold")), hold: hold, coolDown: coolDown, margin: margin)
  }
}

extension AlertChannel {
  init(row: Row) throws {
    self.init(
      Kind(rawValue: try row.value("kind")) ?? .terminal, target: try row.value("target"),
      secretFile: try row.optional("secretFile"))
  }
}
