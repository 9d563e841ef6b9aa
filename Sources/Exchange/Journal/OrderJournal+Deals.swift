import Database
import Primitives

/// Deals: their parts are sent one after another, each under its own key in the outbox.
extension OrderJournal {
  /// Seconds within which a deal stands for another like it.
  public static let dealMemory: Int64 = 3600

  /// Writes a deal down with its parts, or finds the one that stands for it.
  ///
  /// - Parameters:
  ///   - parts: The parts, in the order in which they are to be carried out; not empty.
  ///   - bound: The worst price of all parts, quote for base.
  ///   - isAnother: Whether another is wanted where one is done.
  /// - Returns: The deal to go on with: of all processes that wish for it at once it is one.
  /// - Throws: `wrongStep` for a deal without parts; `duplicate` for a name that another wish has; `fileFailed`.
  public func begin(
    _ parts: [JournalDeal.Part], within bound: Fraction, key: DealKey, isAnother: Bool = false
  ) async throws(OrderJournalError) -> JournalDeal {
    guard !parts.isEmpty else { throw OrderJournalError(.wrongStep, "A trade without parts is none.") }
    let now = clock()
    return try await write("deal") { database in
      let last = try Self.last(of: key, in: database)
      try Self.check(last, key)
      if let last, Self.stands(last, for: key, at: now), last.state == .open || !isAnother { return last }
      try database.execute(
        "INSERT INTO deal (key, wish, turn, state, bound, created, changed) VALUES (?, ?, ?, 'open', ?, ?, ?)",
        [key.description, key.wish, last.map { $0.turn + 1 } ?? 0, bound.inFile, now, now])
      let id = try database.lastInsertedRow
      try Self.insert(parts, of: id, in: database)
      return try Self.deal(id, in: database)
    }
  }

  /// Writes the parts of a deal anew that is not done, for whoever alone can send the first of them.
  ///
  /// - Parameters:
  ///   - parts: The parts as they are agreed to now.
  ///   - bound: The worst price of all of them, quote for base.
  /// - Throws: `wrongStep`, `fileFailed`.
  func replan(_ id: Int64, _ parts: [JournalDeal.Part], within bound: Fraction) async throws(OrderJournalError) {
    let known = try await deal(id)
    guard known.state == .open, known.parts != parts || known.bound != bound else { return }
    let now = clock()
    try await write("replan") { database in
      try database.execute("DELETE FROM dealPart WHERE deal = ?", [id])
      try Self.insert(parts, of: id, in: database)
      try database.execute("UPDATE deal SET bound = ?, changed = ? WHERE id = ?", [bound.inFile, now, id])
    }
  }

  /// A deal as it is now.
  ///
  /// - Throws: `wrongStep` where there is none, `fileFailed`.
  func deal(_ id: Int64) async throws(OrderJournalError) -> JournalDeal {
    try await read { try Self.deal(id, in: $0) }
  }

  private static func insert(_ parts: [JournalDeal.Part], of deal: Int64, in database: Connection) throws {
    for (number, part) in parts.enumerated() {
      try database.execute(
        "INSERT INTO dealPart (deal, number, exchange, units) VALUES (?, ?, ?, ?)",
        [deal, number, part.exchange.lowercaseHex, part.units.description])
    }
  }

  /// The last deal of a key, and whether it stands for another like it by its time: an hour, and for ever under a name.
  ///
  /// - Throws: `duplicate` for a name that another wish has; `fileFailed`.
  public func last(of key: DealKey) async throws(OrderJournalError) -> (deal: JournalDeal, stands: Bool)? {
    let now = clock()
    return try await read { database in
      let last = try Self.last(of: key, in: database)
      try Self.check(last, key)
      return last.map { ($0, Self.stands($0, for: key, at: now)) }
    }
  }

  /// Makes sure that a name is not given to two wishes.
  private static func check(_ deal: JournalDeal?, _ key: DealKey) throws {
    guard let deal, key.isNamed, deal.wish != key.wish else { return }
    throw OrderJournalError(
      .duplicate, "Another trade was made under this name; nothing was sent.", reason: "It was: \(deal.wish)")
  }

  /// Writes down one more part of a deal, for what the others left missing, unless another process did.
  ///
  /// - Parameter deal: The deal as it was read.
  /// - Returns: The deal as it is now; without another part where it is done.
  /// - Throws: `wrongStep`, `fileFailed`.
  func retry(
    _ deal: JournalDeal, _ units: UInt256, at exchange: Address
  ) async throws(OrderJournalError) -> JournalDeal {
    let now = clock()
    return try await write("retry") { database in
      let found = try Self.deal(deal.id, in: database)
      guard found.state == .open, found.parts.count == deal.parts.count else { return found }
      try database.execute(
        "INSERT INTO dealPart (deal, number, exchange, units, isRetry) VALUES (?, ?, ?, ?, 1)",
        [deal.id, found.parts.count, exchange.lowercaseHex, units.description])
      try database.execute("UPDATE deal SET changed = ? WHERE id = ?", [now, deal.id])
      return try Self.deal(deal.id, in: database)
    }
  }

  /// Writes down that a part came to its end; with the last one the deal is done.
  ///
  /// - Parameter isLast: Whether nothing of the deal is left to be carried out.
  /// - Throws: `wrongStep`, `fileFailed`.
  public func advance(deal: Int64, isLast: Bool) async throws(OrderJournalError) -> JournalDeal {
    let now = clock()
    return try await write("advance") { database in
      try database.execute(
        "UPDATE deal SET changed = ?, state = CASE WHEN ? THEN 'done' ELSE state END WHERE id = ?", [now, isLast, deal])
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

  private static func last(of key: DealKey, in database: Connection) throws -> JournalDeal? {
    try database.row("SELECT * FROM deal WHERE key = ? ORDER BY turn DESC LIMIT 1", [key.description])
      .map { try JournalDeal($0, in: database) }
  }

  /// A clock that was set back makes no deal older.
  private static func stands(_ deal: JournalDeal, for key: DealKey, at now: Int64) -> Bool {
    key.isNamed || now < deal.changed &+ dealMemory
  }

  private static func deal(_ id: Int64, in database: Connection) throws -> JournalDeal {
    guard let row = try database.row("SELECT * FROM deal WHERE id = ?", [id]) else {
      throw OrderJournalError(.wrongStep, "There is no trade \(id) in the journal.")
    }
    return try JournalDeal(row, in: database)
  }
}
