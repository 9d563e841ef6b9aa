import Database

/// The alerts of a book, where they stand, and the journal of their deliveries; the book's owner opens its file.
///
/// Several processes may read it, and add alerts, while one watches (``MonitorLock``). Errors of the file are the
/// owner's.
public struct AlertBook<Subject: AlertSubject>: Sendable {
  let file: any SQLDatabase

  /// - Parameter file: A file or a server; it has gone through ``makeTables(in:)`` and ``extendTables(in:)``.
  package init(_ file: any SQLDatabase) { self.file = file }

  /// Adds an alert; one whose condition is met already crosses with the next reading.
  ///
  /// - Returns: Its number.
  /// - Throws: `invalidAlert` without a channel; the errors of the book's file.
  public func add(_ rule: AlertRule<Subject>, channels: [AlertChannel]) async throws -> Int64 {
    guard !channels.isEmpty else {
      throw AlertsError(
        .invalidAlert, "Nobody would hear of the alert.", about: Subject.topic, advice: "Name a way to tell it.",
        facts: .noChannel)
    }
    return try await file.write { database in
      try database.execute(
        """
        INSERT INTO alert (scope, subject, condition, threshold, within, hold, coolDown, margin, note, isOnce, phase,
          since, crossings)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 'armed', 0, 0)
        """,
        [
          rule.subject.scope, rule.subject.stored, rule.condition.name, rule.condition.number, rule.condition.window,
          rule.hold, rule.coolDown, rule.margin, rule.note, rule.isOnce ? 1 : 0,
        ])
      let id = try database.lastInsertedRow
      for channel in channels {
        try database.execute(
          "INSERT INTO channel (alert, kind, target, secretFile, format) VALUES (?, ?, ?, ?, ?)",
          [id, channel.kind, channel.target, channel.secretFile, channel.format.stored])
      }
      return id
    }
  }

  /// All alerts, or those of a scope.
  ///
  /// - Throws: The errors of the book's file.
  public func all(in scope: String? = nil) async throws -> [Alert<Subject>] {
    try await file.read { try Self.alerts(in: scope, of: $0) }
  }

  /// The channels of all alerts, or of those of a scope, each once.
  ///
  /// - Throws: The errors of the book's file.
  public func channels(in scope: String? = nil) async throws -> [AlertChannel] {
    var channels: [AlertChannel] = []
    for channel in try await all(in: scope).flatMap(\.channels) where !channels.contains(channel) {
      channels.append(channel)
    }
    return channels
  }

  /// Keeps an alert silent until a time in seconds since 1970; nil wakes it.
  ///
  /// - Throws: `unknownAlert`; the errors of the book's file.
  public func snooze(_ id: Int64, until time: Int64?) async throws {
    try await change(id, "UPDATE alert SET snoozedUntil = ? WHERE id = ?", [time, id])
  }

  /// Removes an alert; deliveries that are in the journal already are still made.
  ///
  /// - Throws: `unknownAlert`; the errors of the book's file.
  public func remove(_ id: Int64) async throws { try await change(id, "DELETE FROM alert WHERE id = ?", [id]) }

  private func change(_ id: Int64, _ sql: String, _ arguments: [Int64?]) async throws {
    let changed = try await file.write { try $0.execute(sql, arguments) }
    guard changed > 0 else {
      throw AlertsError(.unknownAlert, "There is no alert \(id).", about: Subject.topic, facts: .alert(id))
    }
  }

  /// Steps the alerts of a scope and journals what crossed; to be called within the change that keeps what was read.
  ///
  /// - Parameters:
  ///   - reading: The value of an alert's subject now; nil leaves the alert as it is.
  ///   - message: One line that says what happened: the alert before it fires, and the value that crossed.
  /// - Returns: The deliveries to be made.
  package static func step(
    _ scope: String, in database: Connection, reading: (Alert<Subject>) throws -> AlertReading?,
    message: (Alert<Subject>, AlertReading) -> String
  ) throws -> [Delivery<Subject>] {
    var ids: [String] = []
    for alert in try alerts(in: scope, of: database) {
      guard let reading = try reading(alert) else { continue }
      var (alert, state) = (alert, alert.state)
      let fires = state.step(alert.rule, reading)
      alert.state.reference = alert.state.origin(of: alert.rule, at: reading)
      try database.execute(
        """
        UPDATE alert SET phase = ?, since = ?, lastSeen = ?, lastFired = ?, snoozedUntil = ?, reference = ?, recent = ?,
          crossings = ? WHERE id = ?
        """,
        [
          state.phase, state.since, state.lastSeen, state.lastFired, state.snoozedUntil, state.reference,
          alert.rule.condition.window == nil ? nil : state.recent.stored, alert.crossings &+ (fires ? 1 : 0), alert.id,
        ])
      guard fires else { continue }
      let note = alert.rule.note.map { " (\($0))" } ?? ""
      ids += try journal(alert, reading, message(alert, reading) + note, in: database)
      // In one change with its entries: it never fires again, and is never gone untold.
      if alert.rule.isOnce { try database.execute("DELETE FROM alert WHERE id = ?", [alert.id]) }
    }
    return try ids.compactMap { try delivery($0, in: database) }
  }

  private static func alerts(in scope: String?, of database: Connection) throws -> [Alert<Subject>] {
    let rows = try database.rows("SELECT * FROM alert WHERE (scope = ?1 OR ?1 IS NULL) ORDER BY id", [scope])
    return try rows.map { row in
      let channels = try database.rows(
        "SELECT * FROM channel WHERE alert = ? ORDER BY id", [try row.value("id", as: Int64.self)]
      ).map { try AlertChannel(row: $0) }
      return try Alert(row: row, channels: channels)
    }
  }
}
