import Database

// The journal: a delivery stands in it from the crossing on, and how it went.
extension AlertBook {
  /// Seconds for which the journal keeps what is over.
  static var journalLife: Int64 { 400 * 86_400 }

  static func journal(
    _ alert: Alert<Subject>, _ reading: AlertReading, _ message: String, in database: Connection
  ) throws -> [String] {
    let book = try database.value("SELECT value FROM fact WHERE name = 'book'") ?? ""
    let (subject, condition) = (alert.rule.subject, alert.rule.condition)
    let crossing = alert.crossings &+ 1
    return try alert.channels.enumerated().map { index, channel in
      let id = "\(book)-\(alert.id)-\(crossing)-\(index + 1)"
      try database.execute(
        """
        INSERT INTO delivery (id, alert, crossing, time, scope, subject, condition, threshold, within, reference,
          value, message, note, kind, target, secretFile, format, state, attempts, due)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 'waiting', 0, ?)
        """,
        [
          id, alert.id, crossing, reading.time, subject.scope, subject.stored, condition.name, condition.number,
          condition.window, alert.state.reference, reading.value, message, alert.rule.note, channel.kind,
          channel.target, channel.secretFile, channel.format.stored, reading.time,
        ])
      return id
    }
  }

  /// The newest entries, the newest first.
  ///
  /// - Throws: The errors of the book's file.
  public func deliveries(limit: Int = 50) async throws -> [Delivery<Subject>] {
    try await file.read { database in
      try database.rows(
        "SELECT * FROM delivery ORDER BY time DESC, id DESC LIMIT ?", [limit]
      ).map { try Delivery(row: $0) }
    }
  }

  /// The number of entries that are in a state, of all scopes or of one.
  ///
  /// - Throws: The errors of the book's file.
  public func deliveryCount(_ state: DeliveryState, in scope: String? = nil) async throws -> Int {
    try await file.read {
      try $0.value(
        "SELECT count(*) FROM delivery WHERE state = ?1 AND (scope = ?2 OR ?2 IS NULL)", [state, scope], as: Int.self)
        ?? 0
    }
  }

  /// Takes up the deliveries that an ended process left unfinished; to be called by the one who watches, before any
  /// other.
  ///
  /// A webhook is called again, with the same id. Actions on this machine are not repeated: nobody can tell whether
  /// they were done, and they stay in the journal as unclear.
  ///
  /// - Parameter scope: The one that is watched: what is begun for another may be under way in another process.
  /// - Throws: The errors of the book's file.
  public func recover(_ scope: String) async throws {
    try await file.write { database in
      try database.execute(
        "UPDATE delivery SET state = 'waiting' WHERE scope = ? AND state = 'begun' AND kind = 'webhook'", [scope])
      try database.execute(
        """
        UPDATE delivery SET state = 'unclear', problem = 'the watching process ended while it was told'
          WHERE scope = ? AND state = 'begun'
        """, [scope])
    }
  }

  /// Takes the next entry of a scope that is due, and marks it as begun.
  func takeDue(_ scope: String, now: Int64) async throws -> Delivery<Subject>? {
    try await file.write { database in
      guard
        let id = try database.value(
          "SELECT id FROM delivery WHERE state = 'waiting' AND scope = ? AND due <= ? ORDER BY due, id LIMIT 1",
          [scope, now], as: String.self)
      else { return nil }
      try database.execute("UPDATE delivery SET state = 'begun', attempts = attempts + 1 WHERE id = ?", [id])
      return try Self.delivery(id, in: database)
    }
  }

  /// When the next entry of a scope is due; nil if none waits. A look, and no change of the file.
  func nextDue(_ scope: String) async throws -> Int64? {
    try await file.read {
      try $0.value("SELECT min(due) FROM delivery WHERE state = 'waiting' AND scope = ?", [scope])
    }
  }

  /// Writes down how a delivery went, even if the task was cancelled meanwhile: it was made.
  func settle(_ id: String, _ state: DeliveryState, due: Int64, now: Int64, problem: String?) async throws {
    try await file.write { database in
      try database.execute(
        "UPDATE delivery SET state = ?, due = ?, ended = ?, problem = ? WHERE id = ?",
        [state, due, state == .waiting ? nil : now, problem, id])
      // A journal of years is nobody's; what is open stays.
      try database.execute(
        "DELETE FROM delivery WHERE time < ? AND state NOT IN ('waiting', 'begun')", [now &- Self.journalLife])
    }
  }

  static func delivery(_ id: String, in database: Connection) throws -> Delivery<Subject>? {
    try database.row("SELECT * FROM delivery WHERE id = ?", [id]).map { try Delivery(row: $0) }
  }
}
