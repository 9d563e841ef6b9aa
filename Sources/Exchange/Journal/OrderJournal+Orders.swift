import Database
import Orders
import Primitives
import StrictJSON

/// Limit orders: draft, signed, ended.
extension OrderJournal {
  /// Writes an order down as a draft, or finds the one of its key that is to be taken up.
  ///
  /// One that is not over is taken up, whatever salt this one has: only where it is posted already, and another is
  /// wanted, this one is a second. A draft whose time is over was never signed, and gives way.
  ///
  /// - Parameters:
  ///   - order: The order to be drafted where none is taken up.
  ///   - isAnother: Whether another order is wanted where one is posted or over.
  /// - Returns: The order to go on with; its hash shows whether it is the one that was given.
  /// - Throws: `duplicate` for a key whose order is over, unless another is wanted, and for an order that is there
  ///   under another key and over; `fileFailed`.
  public func begin(
    _ order: UnsignedOrder, key: OrderKey, isAnother: Bool = false
  ) async throws(OrderJournalError) -> JournalOrder {
    let now = clock()
    return try await write("draft") { database in
      let last = try Self.last(key, in: database)
      if let last, let found = try Self.takenUp(last, isAnother: isAnother, now: now, in: database) { return found }
      if let row = try database.row("SELECT * FROM limitOrder WHERE hash = ?", [order.hash.hex]) {
        // The very order, asked for in other words.
        let found = try JournalOrder(row, in: database)
        guard found.state != .ended else { throw OrderJournalError(duplicate: found) }
        return found
      }
      try database.execute(
        """
        INSERT INTO limitOrder (key, turn, hash, terms, state, created, changed) VALUES (?, ?, ?, ?, 'draft', ?, ?)
        """, [key.description, last.map { $0.turn + 1 } ?? 0, order.hash.hex, order.text, now, now])
      return try Self.order(try database.lastInsertedRow, in: database)
    }
  }

  /// The order of a key that ``begin(_:key:isAnother:)`` takes up; nil where it makes a new one.
  ///
  /// - Throws: `duplicate`, as that does; `fileFailed`.
  public func standing(_ key: OrderKey, isAnother: Bool = false) async throws(OrderJournalError) -> JournalOrder? {
    let now = clock()
    return try await write("standing") { database in
      try Self.last(key, in: database).flatMap { try Self.takenUp($0, isAnother: isAnother, now: now, in: database) }
    }
  }

  private static func last(_ key: OrderKey, in database: Connection) throws -> JournalOrder? {
    try database.row("SELECT * FROM limitOrder WHERE key = ? ORDER BY turn DESC LIMIT 1", [key.description]).map {
      try JournalOrder($0, in: database)
    }
  }

  /// The last order of a key, if it is the one to go on with; nil where a new one is to be made.
  private static func takenUp(
    _ last: JournalOrder, isAnother: Bool, now: Int64, in database: Connection
  ) throws -> JournalOrder? {
    let isOver = last.unsigned.order.isExpired(at: UInt64(max(0, now)))
    switch last.state {
    case .draft where isOver:
      try close(last.id, .abandoned, now, in: database)
      return nil
    case .draft: return last
    case .ended where last.ending == .abandoned: return nil
    // An order in a file is with whoever got it, as one that is posted is; one that waits for a price has its own end.
    case .signed where !isOver: return isAnother && OrderKey.isHeld(last.key) ? nil : last
    case .posted where !isOver && !isAnother: return last
    case .signed, .posted, .ended:
      guard isAnother else { throw OrderJournalError(duplicate: last) }
      return nil
    }
  }

  /// Writes the signature of a draft down; where one is there already, that one stays.
  ///
  /// - Parameter signers: Accounts that may sign for the maker beside the maker (v4).
  /// - Returns: The order with the signature to use, the first that was written down.
  /// - Throws: `wrongSignature`; `wrongStep` for an order that is not there, or over; `fileFailed`.
  public func keep(
    _ signed: AnySignedOrder, of id: Int64, signers: Set<Address> = []
  ) async throws(OrderJournalError) -> JournalOrder {
    let signer: Address
    do throws(OrderError) {
      try signed.verify(signers: signers)
      signer = try signed.signer()
    } catch {
      throw OrderJournalError(
        .wrongSignature, "The signature is not used.", reason: error.inOneLine, cause: error)
    }
    let now = clock()
    return try await write("signature") { database in
      let order = try Self.order(id, in: database)
      guard order.hash == signed.hash else {
        throw OrderJournalError(
          .wrongSignature, "The signature is not used.",
          reason: "It is of the order \(signed.hash), and \(order.hash) is written down.")
      }
      guard order.state != .ended else { throw OrderJournalError(over: order) }
      guard order.signed == nil else { return order }
      try database.execute(
        "UPDATE limitOrder SET signed = ?, signer = ?, state = 'signed', changed = ? WHERE id = ?",
        [signed.json.serialized(), signer.lowercaseHex, now, id])
      return try Self.order(id, in: database)
    }
  }

  /// Writes down that an order is over; one that is already stays as it is.
  ///
  /// - Throws: `wrongStep` for an order that is not there, one that was signed and is to be abandoned, and one that was
  ///   not and is to be filled or cancelled; `fileFailed`.
  public func end(_ id: Int64, _ ending: JournalOrder.Ending) async throws(OrderJournalError) -> JournalOrder {
    let now = clock()
    return try await write("end") { database in
      let order = try Self.order(id, in: database)
      guard order.state != .ended else { return order }
      guard (order.signed == nil) == (ending == .abandoned) else {
        throw OrderJournalError(
          .wrongStep, "The order \(order.hash) cannot end like that.",
          reason: "It is \(order.signed == nil ? "not signed" : "signed") and cannot be \(ending.rawValue).",
          facts: .order(order.hash, order.state, order.ending))
      }
      try Self.close(id, ending, now, in: database)
      return try Self.order(id, in: database)
    }
  }

  private static func close(_ id: Int64, _ ending: JournalOrder.Ending, _ now: Int64, in database: Connection) throws {
    try database.execute(
      "UPDATE limitOrder SET state = 'ended', ending = ?, changed = ? WHERE id = ?", [ending, now, id])
  }

  // MARK: Reading

  /// The orders, the newest first.
  ///
  /// - Parameter states: Those that are wanted; nil for all.
  /// - Throws: `fileFailed`.
  public func orders(
    in states: Set<JournalOrder.State>? = nil, limit: Int = 1_000
  ) async throws(OrderJournalError) -> [JournalOrder] {
    let condition = states.map(StateCondition.init)
    return try await read { database in
      try database.rows(
        "SELECT * FROM limitOrder \(condition?.sql ?? "") ORDER BY id DESC LIMIT ?", [limit]
      ).map { try JournalOrder($0, in: database) }
    }
  }

  /// The order of a hash; nil where there is none.
  ///
  /// - Throws: `fileFailed`.
  public func order(_ hash: Hash32) async throws(OrderJournalError) -> JournalOrder? {
    try await read { database in
      try database.row("SELECT * FROM limitOrder WHERE hash = ?", [hash.hex]).map {
        try JournalOrder($0, in: database)
      }
    }
  }

  /// The order of a number, which has to be there.
  static func order(_ id: Int64, in database: Connection) throws -> JournalOrder {
    guard let row = try database.row("SELECT * FROM limitOrder WHERE id = ?", [id]) else {
      throw OrderJournalError(.wrongStep, "There is no order \(id) in the journal.")
    }
    return try JournalOrder(row, in: database)
  }
}

extension OrderJournalError {
  /// The error of an order that was made already.
  ///
  /// - Parameter isStanding: Whether it can still be filled.
  package init(duplicate order: JournalOrder, isStanding: Bool = false) {
    let end =
      order.ending.map { " It is \($0.rawValue)." } ?? (isStanding ? " It can still be filled." : " Its time is over.")
    self.init(
      .duplicate, "Such an order was made already; no second one is made.",
      reason: "It is the order \(order.hash).\(end)", facts: .order(order.hash, order.state, order.ending))
  }

  /// The error of a step with an order that is over.
  init(over order: JournalOrder) {
    self.init(
      .wrongStep, "The order \(order.hash) is over.", facts: .order(order.hash, order.state, order.ending))
  }
}
