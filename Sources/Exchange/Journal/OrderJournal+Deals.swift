import Database
import Primitives
import StrictJSON

/// Deals: their parts are sent one after another, each under the key that its intent has in the outbox.
extension OrderJournal {
  /// Seconds within which a deal that is done stands for another like it.
  public static let dealMemory: Int64 = 3600

  /// The most bytes of what is written down about a part's outcome.
  private static let mostOutcome = 256 << 10

  /// Writes a deal down with the plans of its parts, or finds the one of its key that is open.
  ///
  /// - Parameters:
  ///   - plans: The parts, in the order in which they are to be carried out; not empty.
  ///   - isAnother: Whether another is wanted where one is done.
  /// - Returns: The deal to go on with.
  /// - Throws: `duplicate` for one that was done within the hour, unless another is wanted; `wrongStep` for a deal without
  ///   parts; `fileFailed`.
  public func begin(
    _ plans: [JournalDeal.Plan], key: DealKey, isAnother: Bool = false
  ) async throws(OrderJournalError) -> JournalDeal {
    guard !plans.isEmpty else { throw OrderJournalError(.wrongStep, "A deal without parts is none.") }
    let now = clock()
    return try await write("deal") { database in
      let rows = try database.rows("SELECT * FROM deal WHERE key = ? ORDER BY turn DESC LIMIT 1", [key.description])
      let last = try rows.first.map { try JournalDeal($0, in: database) }
      if let last {
        if last.state == .open { return last }
        // A clock that was set back makes it no older.
        guard isAnother || last.state == .failed || now >= last.changed &+ Self.dealMemory else {
          throw OrderJournalError(
            .duplicate, "Such a deal was made already within the hour; no second one is made.",
            facts: .deal(last.id, changed: last.changed))
        }
      }
      try database.execute(
        "INSERT INTO deal (key, turn, state, created, changed) VALUES (?, ?, 'open', ?, ?)",
        [key.description, last.map { $0.turn + 1 } ?? 0, now, now])
      let id = database.lastInsertedRow
      for (number, plan) in plans.enumerated() {
        try database.execute(
          "INSERT INTO dealPart (deal, number, state, exchange, orders, takerAmount) VALUES (?, ?, 'planned', ?, ?, ?)",
          [id, number] + plan.columns)
      }
      return try Self.deal(id, in: database)
    }
  }

  /// Plans a part anew that was not sent.
  ///
  /// - Throws: `wrongStep`, `fileFailed`.
  public func plan(
    _ plan: JournalDeal.Plan, part number: Int64, of deal: Int64
  ) async throws(OrderJournalError) -> JournalDeal {
    try await change("plan", part: number, of: deal) { part, database in
      guard part.state == .planned else { throw OrderJournalError(step: "planned anew", part) }
      try database.execute(
        "UPDATE dealPart SET exchange = ?, orders = ?, takerAmount = ? WHERE deal = ? AND number = ?",
        plan.columns + [deal, number])
    }
  }

  /// Writes down that a part is about to be sent under an intent's key; once more under the same one changes nothing.
  ///
  /// - Throws: `wrongStep` for another key, and before all earlier parts are done; `fileFailed`.
  public func send(
    part number: Int64, of deal: Int64, as intentKey: String
  ) async throws(OrderJournalError) -> JournalDeal {
    try await change("send", part: number, of: deal) { part, database in
      if part.state != .planned, part.intentKey == intentKey { return }
      guard part.state == .planned else { throw OrderJournalError(step: "sent under another key", part) }
      let open = try database.value(
        "SELECT count(*) FROM dealPart WHERE deal = ? AND number < ? AND state <> 'done'", [deal, number], as: Int.self)
      guard open == 0 else { throw OrderJournalError(step: "sent before the parts ahead of it are done", part) }
      try database.execute(
        "UPDATE dealPart SET state = 'sent', intentKey = ? WHERE deal = ? AND number = ?", [intentKey, deal, number])
    }
  }

  /// Writes down what became of a part that was sent; with the last one the deal is done.
  ///
  /// - Parameter outcome: As whoever carried it out wants to read it again, of 256 KiB at most.
  /// - Throws: `wrongStep`, `fileFailed`.
  public func finish(
    part number: Int64, of deal: Int64, _ outcome: JSON
  ) async throws(OrderJournalError) -> JournalDeal {
    let text = outcome.serialized()
    guard text.utf8.count <= Self.mostOutcome else {
      throw OrderJournalError(.wrongStep, "The outcome of a deal's part is too long to be written down.")
    }
    let now = clock()
    return try await change("outcome", part: number, of: deal) { part, database in
      guard part.state == .sent else { throw OrderJournalError(step: "done", part) }
      try database.execute(
        "UPDATE dealPart SET state = 'done', outcome = ? WHERE deal = ? AND number = ?", [text, deal, number])
      try database.execute(
        """
        UPDATE deal SET state = 'done', changed = ?1
          WHERE id = ?2 AND NOT EXISTS (SELECT 1 FROM dealPart WHERE deal = ?2 AND state <> 'done')
        """, [now, deal])
    }
  }

  /// Gives an open deal up, unless a part of it may be on its way.
  ///
  /// - Throws: `wrongStep`, `fileFailed`.
  public func giveUp(deal: Int64) async throws(OrderJournalError) -> JournalDeal {
    let now = clock()
    return try await write("give up") { database in
      let found = try Self.deal(deal, in: database)
      guard found.state == .open, !found.parts.contains(where: { $0.state == .sent }) else {
        throw OrderJournalError(
          .wrongStep, "The deal \(deal) cannot be given up.",
          reason: found.state == .open ? "A part of it may be on its way." : "It is \(found.state.rawValue).",
          facts: .deal(deal, changed: found.changed))
      }
      try database.execute("UPDATE deal SET state = 'failed', changed = ? WHERE id = ?", [now, deal])
      return try Self.deal(deal, in: database)
    }
  }

  /// The deals, the newest first.
  ///
  /// - Parameter states: Those that are wanted; nil for all.
  /// - Throws: `fileFailed`.
  public func deals(
    in states: Set<JournalDeal.State>? = nil, limit: Int = 100
  ) async throws(OrderJournalError) -> [JournalDeal] {
    let condition = states.map(StateCondition.init)
    return try await read { database in
      try database.rows("SELECT * FROM deal \(condition?.sql ?? "") ORDER BY id DESC LIMIT ?", [limit]).map {
        try JournalDeal($0, in: database)
      }
    }
  }

  /// Changes a part of an open deal.
  private func change(
    _ name: String, part number: Int64, of deal: Int64,
    _ body: @escaping @Sendable (JournalDeal.Part, Connection) throws -> Void
  ) async throws(OrderJournalError) -> JournalDeal {
    let now = clock()
    return try await write(name) { database in
      let found = try Self.deal(deal, in: database)
      guard found.state == .open, let part = found.parts.first(where: { $0.number == number }) else {
        throw OrderJournalError(
          .wrongStep, "The deal \(deal) has no open part \(number).", facts: .deal(deal, changed: found.changed))
      }
      try body(part, database)
      try database.execute("UPDATE deal SET changed = ? WHERE id = ?", [now, deal])
      return try Self.deal(deal, in: database)
    }
  }

  private static func deal(_ id: Int64, in database: Connection) throws -> JournalDeal {
    guard let row = try database.row("SELECT * FROM deal WHERE id = ?", [id]) else {
      throw OrderJournalError(.wrongStep, "There is no deal \(id) in the journal.")
    }
    return try JournalDeal(row, in: database)
  }
}

extension JournalDeal.Plan {
  /// The columns `exchange`, `orders` and `takerAmount`.
  fileprivate var columns: [(any Storable)?] {
    [exchange.lowercaseHex, orders.map(\.hex).joined(separator: " "), takerAmount.description]
  }
}

extension OrderJournalError {
  fileprivate init(step: String, _ part: JournalDeal.Part) {
    self.init(
      .wrongStep, "The part \(part.number) of the deal cannot be \(step).", reason: "It is \(part.state.rawValue).")
  }
}
