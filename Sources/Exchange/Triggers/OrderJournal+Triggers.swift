import Database
import Orders
import Primitives

/// Conditional orders: armed, fired, and what came of it.
extension OrderJournal {
  /// The most bytes of a problem that is written down.
  private static let mostProblem = 2_000

  /// The times in which books were watched.
  public var watchTimes: WatchTimes { WatchTimes(journal: self) }

  /// Writes a conditional order down; it is armed from then on.
  ///
  /// - Throws: `wrongStep` where the one that it stands beside is not armed, or stands beside another; `fileFailed`.
  public func arm(_ terms: TriggerTerms) async throws(OrderJournalError) -> JournalTrigger {
    let now = clock()
    return try await write("arm") { database in
      if let other = terms.other {
        let found = try Self.trigger(other, in: database)
        guard found.state == .armed, found.terms.other == nil, found.terms.account == terms.account else {
          throw OrderJournalError(
            .wrongStep, "The conditional order \(other) cannot stand beside another.",
            reason: found.state != .armed
              ? "It is \(found.state.rawValue)."
              : found.terms.other != nil ? "It stands beside another already." : "It is another account's.")
        }
      }
      try database.execute(
        """
        INSERT INTO conditional (account, base, quote, bookSide, comparison, priceLimit, side, amount, price, slippage,
          limitOrder, expiry, other, state, created, changed)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 'armed', ?, ?)
        """, terms.columns + [terms.other, now, now])
      let id = try database.lastInsertedRow
      if let other = terms.other {
        try database.execute("UPDATE conditional SET other = ? WHERE id = ?", [id, other])
      }
      return try Self.trigger(id, in: database)
    }
  }

  /// The signed orders that no relay has and that wait for nothing, for whoever posts them: those of conditional orders
  /// are posted when these fire, and never once they are removed or over; those in files are for whoever gets these.
  ///
  /// - Throws: `fileFailed`.
  public func unposted() async throws(OrderJournalError) -> [JournalOrder] {
    let held = Set(
      try await triggers().compactMap { trigger -> Int64? in
        if case .post(let order) = trigger.terms.action { order } else { nil }
      })
    return try await orders(in: [.signed]).filter { !held.contains($0.id) && !OrderKey.isHeld($0.key) }
  }

  /// Conditional orders, the oldest first.
  ///
  /// - Parameter states: Those that are wanted; nil for all.
  /// - Throws: `fileFailed`.
  public func triggers(in states: Set<JournalTrigger.State>? = nil) async throws(OrderJournalError) -> [JournalTrigger]
  {
    let condition = states.map(StateCondition.init)
    return try await read { database in
      try database.rows("SELECT * FROM conditional \(condition?.sql ?? "") ORDER BY id").map {
        try JournalTrigger($0, in: database)
      }
    }
  }

  /// Writes down that a condition holds, before anything is done for it; the one beside it is removed in the same change.
  ///
  /// - Returns: The conditional order as it is now; nil if it is not armed any more, so that nothing is to be done.
  /// - Throws: `wrongStep` for a number that is not there; `fileFailed`.
  public func fire(_ id: Int64, _ firing: JournalTrigger.Firing) async throws(OrderJournalError) -> JournalTrigger? {
    let now = clock()
    return try await write("fire") { database in
      let found = try Self.trigger(id, in: database)
      guard found.state == .armed, found.terms.expiry > now else { return nil }
      try database.execute(
        """
        UPDATE conditional SET state = 'fired', block = ?, blockHash = ?, firedPrice = ?, worst = ?, changed = ?
          WHERE id = ?
        """,
        ["\(firing.block)", firing.hash.hex, firing.price.storedText, firing.worst?.storedText, now, id])
      try database.execute(
        "UPDATE conditional SET state = 'removed', changed = ? WHERE other = ? AND state = 'armed'", [now, id])
      return try Self.trigger(id, in: database)
    }
  }

  /// Writes down that what a conditional order is to do may be done from now on; once more changes nothing.
  ///
  /// - Throws: `wrongStep` for one that did not fire, or is over; `fileFailed`.
  public func begin(trigger id: Int64) async throws(OrderJournalError) -> JournalTrigger {
    try await change("begin", id) { found, now, database in
      guard found.state == .fired else { return }
      let state: JournalTrigger.State = if case .post = found.terms.action { .posted } else { .sent }
      try database.execute("UPDATE conditional SET state = ?, changed = ? WHERE id = ?", [state, now, id])
    }
  }

  /// Writes down what keeps a conditional order that fired from going on; it is tried again.
  ///
  /// - Throws: `wrongStep` for one that did not fire, or is over; `fileFailed`.
  public func note(trigger id: Int64, problem: String) async throws(OrderJournalError) -> JournalTrigger {
    try await change("problem", id) { found, _, database in
      let text = Self.cut(problem)
      guard found.problem != text else { return }
      try database.execute("UPDATE conditional SET problem = ? WHERE id = ?", [text, id])
    }
  }

  /// Writes down what came of a conditional order that fired: it is over, and nothing is tried again.
  ///
  /// - Parameters:
  ///   - outcome: The hash of a transaction, or of an order that was posted.
  ///   - problem: The failure, in words; nil where all of it was done.
  /// - Throws: `wrongStep` for one that did not fire, or is over; `fileFailed`.
  public func finish(
    trigger id: Int64, outcome: Hash32?, problem: String? = nil
  ) async throws(OrderJournalError) -> JournalTrigger {
    try await change("finish", id) { _, now, database in
      try database.execute(
        "UPDATE conditional SET state = ?, outcome = ?, problem = ?, changed = ? WHERE id = ?",
        [problem == nil ? JournalTrigger.State.done : .failed, outcome?.hex, problem.map(Self.cut), now, id])
    }
  }

  /// Ends the armed ones whose time is over.
  ///
  /// - Returns: Those that ended now.
  /// - Throws: `fileFailed`.
  public func expireTriggers() async throws(OrderJournalError) -> [JournalTrigger] {
    let now = clock()
    let due = try await read { database in
      try database.rows("SELECT id FROM conditional WHERE state = 'armed' AND expiry <= ? ORDER BY id", [now]).map {
        try $0.value("id", as: Int64.self)
      }
    }
    guard !due.isEmpty else { return [] }
    return try await write("expire") { database in
      try due.compactMap { id in
        let changed = try database.execute(
          "UPDATE conditional SET state = 'expired', changed = ? WHERE id = ? AND state = 'armed'", [now, id])
        return changed > 0 ? try Self.trigger(id, in: database) : nil
      }
    }
  }

  /// Removes armed conditional orders, all or none.
  ///
  /// - Throws: `wrongStep` for one that is not there, fired, or is over; `fileFailed`.
  public func removeTriggers(_ ids: [Int64]) async throws(OrderJournalError) -> [JournalTrigger] {
    let now = clock()
    return try await write("remove") { database in
      try ids.map { id in
        let found = try Self.trigger(id, in: database)
        guard found.state == .armed else {
          throw OrderJournalError(
            .wrongStep, "The conditional order \(id) cannot be removed.", reason: "It is \(found.state.rawValue).")
        }
        try database.execute("UPDATE conditional SET state = 'removed', changed = ? WHERE id = ?", [now, id])
        // The one beside it may stand beside another.
        try database.execute("UPDATE conditional SET other = NULL WHERE other = ? AND state = 'armed'", [id])
        return try Self.trigger(id, in: database)
      }
    }
  }

  /// Changes a conditional order that fired and is not over.
  private func change(
    _ name: String, _ id: Int64, _ body: @escaping @Sendable (JournalTrigger, Int64, Connection) throws -> Void
  ) async throws(OrderJournalError) -> JournalTrigger {
    let now = clock()
    return try await write(name) { database in
      let found = try Self.trigger(id, in: database)
      guard JournalTrigger.State.open.contains(found.state) else {
        throw OrderJournalError(
          .wrongStep, "The conditional order \(id) cannot go on.", reason: "It is \(found.state.rawValue).")
      }
      try body(found, now, database)
      return try Self.trigger(id, in: database)
    }
  }

  private static func cut(_ text: String) -> String { TerminalSafe.escape(text, limit: mostProblem) }

  private static func trigger(_ id: Int64, in database: Connection) throws -> JournalTrigger {
    guard let row = try database.row("SELECT * FROM conditional WHERE id = ?", [id]) else {
      throw OrderJournalError(.wrongStep, "There is no conditional order \(id) in the journal.")
    }
    return try JournalTrigger(row, in: database)
  }
}
