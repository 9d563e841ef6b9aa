import Database
import Orders
import Primitives

/// Conditional orders: each fires once, written down before anything is done.
extension OrderJournal {
  /// Makes a trigger.
  ///
  /// - Throws: `noTrigger` where it excludes one that is not armed; `fileFailed`.
  public func add(_ request: TriggerRequest) async throws(OrderJournalError) -> Trigger {
    let now = clock()
    return try await write("trigger") { database in
      if let other = request.other {
        guard try Self.trigger(other, in: database)?.state == .armed else { throw OrderJournalError.noTrigger(other) }
      }
      try database.execute(
        """
        INSERT INTO conditional (account, base, quote, side, comparison, price, action, amount, bound, terms, expiry, other,
          state, created, changed) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 'armed', ?, ?)
        """,
        [
          request.account.lowercaseHex, request.pair.base.lowercaseHex, request.pair.quote.lowercaseHex,
          request.condition.side.rawValue, request.condition.comparison.rawValue, request.condition.price.inFile,
        ] + request.action.columns + [request.expiry, request.other, now, now])
      let id = database.lastInsertedRow
      // Each of both excludes the other.
      if let other = request.other {
        try database.execute("UPDATE conditional SET other = ? WHERE id = ?", [id, other])
      }
      guard let trigger = try Self.trigger(id, in: database) else { throw OrderJournalError.noTrigger(id) }
      return trigger
    }
  }

  /// The triggers in some states, the first first.
  ///
  /// - Parameter states: Those that are wanted; nil for all.
  /// - Throws: `fileFailed`.
  public func triggers(in states: Set<Trigger.State>? = nil) async throws(OrderJournalError) -> [Trigger] {
    let condition = states.map(StateCondition.init)
    return try await read { database in
      try database.rows("SELECT * FROM conditional \(condition?.sql ?? "") ORDER BY id").map { try Trigger($0) }
    }
  }

  /// Writes down that a trigger's condition held; the one that it excludes is removed in the same step.
  ///
  /// - Returns: The trigger; nil where it is not armed any more, and nothing is to be done.
  /// - Throws: `fileFailed`.
  public func fire(_ id: Int64, inBlock block: UInt64) async throws(OrderJournalError) -> Trigger? {
    let now = clock()
    return try await write("fire") { database in
      guard let trigger = try Self.trigger(id, in: database), trigger.state == .armed, now < trigger.expiry else {
        return nil
      }
      try database.execute(
        "UPDATE conditional SET state = 'fired', block = ?, changed = ? WHERE id = ?",
        [Int64(clamping: block), now, id])
      if let other = trigger.other {
        try database.execute(
          "UPDATE conditional SET state = 'removed', outcome = ?, changed = ? WHERE id = ? AND state = 'armed'",
          ["Trigger \(id) fired.", now, other])
      }
      return try Self.trigger(id, in: database)
    }
  }

  /// Writes down what became of a trigger.
  ///
  /// - Parameters:
  ///   - state: `done` or `failed` after it fired; `expired` or `removed` before.
  ///   - outcome: A sentence for people, of 1,000 characters at most.
  /// - Throws: `noTrigger` where it is not in the state before that; `fileFailed`.
  public func end(
    trigger id: Int64, _ state: Trigger.State, _ outcome: String?
  ) async throws(OrderJournalError) -> Trigger {
    let now = clock()
    let before: Trigger.State = state == .done || state == .failed ? .fired : .armed
    return try await write("end trigger") { database in
      guard try Self.trigger(id, in: database)?.state == before else { throw OrderJournalError.noTrigger(id) }
      try database.execute(
        "UPDATE conditional SET state = ?, outcome = ?, changed = ? WHERE id = ?",
        [state.rawValue, outcome.map { TerminalSafe.escape($0, limit: 1_000) }, now, id])
      guard let trigger = try Self.trigger(id, in: database) else { throw OrderJournalError.noTrigger(id) }
      return trigger
    }
  }

  private static func trigger(_ id: Int64, in database: Connection) throws -> Trigger? {
    try database.row("SELECT * FROM conditional WHERE id = ?", [id]).map { try Trigger($0) }
  }

  // MARK: Watching

  /// Seconds without a look after which nobody watched.
  static let patienceOfWatch: Int64 = 120

  /// Writes down that somebody looked at the triggers' prices.
  ///
  /// - Throws: `fileFailed`.
  public func noteWatch() async throws(OrderJournalError) {
    let now = clock()
    try await write("watch") { database in
      let last = try database.row("SELECT begun, last FROM watch ORDER BY begun DESC LIMIT 1")
      let end = try last?.value("last", as: Int64.self)
      if let last, let end, now >= end, now - end <= Self.patienceOfWatch {
        try database.execute(
          "UPDATE watch SET last = ? WHERE begun = ?", [now, try last.value("begun", as: Int64.self)])
      } else {
        try database.execute("INSERT OR REPLACE INTO watch (begun, last) VALUES (?, ?)", [now, now])
        // Older stretches tell nothing about what is armed now.
        try database.execute("DELETE FROM watch WHERE last < ?", [now - 400 * 86_400])
      }
    }
  }

  /// The stretches of time since one in which nobody looked, in seconds since 1970, the first first.
  ///
  /// - Throws: `fileFailed`.
  public func gaps(since start: Int64) async throws(OrderJournalError) -> [Range<Int64>] {
    let now = clock()
    return try await read { database in
      var (gaps, from) = ([Range<Int64>](), start)
      for row in try database.rows("SELECT begun, last FROM watch WHERE last >= ? ORDER BY begun", [start]) {
        let (begun, last): (Int64, Int64) = (try row.value("begun"), try row.value("last"))
        if begun - from > Self.patienceOfWatch { gaps.append(from..<begun) }
        from = max(from, last)
      }
      if now - from > Self.patienceOfWatch { gaps.append(from..<now) }
      return gaps
    }
  }

  /// The time of the last look, in seconds since 1970; nil before the first.
  ///
  /// - Throws: `fileFailed`.
  public func lastWatch() async throws(OrderJournalError) -> Int64? {
    try await read { try $0.value("SELECT last FROM watch ORDER BY last DESC LIMIT 1") }
  }
}

extension OrderJournalError {
  /// The error of a trigger that there is not, or that does not stand as it has to.
  static func noTrigger(_ id: Int64) -> OrderJournalError {
    OrderJournalError(.noTrigger, "There is no trigger \(id) of which that can be said.")
  }
}
