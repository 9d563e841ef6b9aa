import Database
import Orders
import Primitives

/// The next step of posting an order to a relay.
enum PostingStep: Sendable, Hashable {
  /// Post it; that is written down.
  case post
  /// The order was posted, and nobody knows what came of it: ask the relay whether it has it.
  case ask
  /// The relay has it.
  case nothing
}

/// Postings: a relay is known to have an order, or it is asked before the order is posted once more.
extension OrderJournal {
  /// Writes down that an order is about to be posted, unless it was already.
  ///
  /// - Throws: `wrongStep` for an order that is not signed, or over; `fileFailed`.
  func beginPosting(_ id: Int64, to relay: String) async throws(OrderJournalError) -> PostingStep {
    let now = clock()
    return try await write("posting") { database in
      let order = try Self.order(id, in: database)
      guard order.state != .ended else { throw OrderJournalError(over: order) }
      guard order.signed != nil else {
        throw OrderJournalError(
          .wrongStep, "The order \(order.hash) is not signed.", facts: .order(order.hash, order.state, nil))
      }
      switch order.postings.first(where: { $0.relay == relay })?.state {
      case .posted: return .nothing
      case .begun: return .ask
      case .refused, .notSent, nil:
        try Self.count(id, relay, now, in: database)
        return .post
      }
    }
  }

  /// Writes down that an order is about to be posted once more, as the relay does not have it.
  ///
  /// - Throws: `fileFailed`.
  func repeatPosting(_ id: Int64, to relay: String) async throws(OrderJournalError) {
    let now = clock()
    try await write("posting once more") { try Self.count(id, relay, now, in: $0) }
  }

  /// Writes down what came of a posting; one that is still `begun` has its problem alone.
  ///
  /// - Throws: `fileFailed`.
  func settlePosting(
    _ id: Int64, to relay: String, _ state: JournalPosting.State, problem: String? = nil
  ) async throws(OrderJournalError) {
    let now = clock()
    try await write("answer") { database in
      try database.execute(
        "UPDATE posting SET state = ?, problem = ?, changed = ? WHERE limitOrder = ? AND relay = ?",
        [state, problem, now, id, relay])
      guard state == .posted else { return }
      try Self.markPosted(id, now, in: database)
    }
  }

  /// Writes down that a signed order is about to go out as a file.
  ///
  /// - Throws: `wrongStep` for an order that is not signed, or over; `fileFailed`.
  public func handOver(_ id: Int64, as path: String) async throws(OrderJournalError) -> AnySignedOrder {
    let now = clock()
    return try await write("file") { database in
      let order = try Self.order(id, in: database)
      guard order.state != .ended else { throw OrderJournalError(over: order) }
      guard let signed = order.signed else {
        throw OrderJournalError(
          .wrongStep, "The order \(order.hash) is not signed.", facts: .order(order.hash, order.state, nil))
      }
      try Self.count(id, path, now, in: database)
      try database.execute(
        "UPDATE posting SET state = 'posted' WHERE limitOrder = ? AND relay = ?", [id, path])
      try Self.markPosted(id, now, in: database)
      return signed
    }
  }

  private static func count(_ id: Int64, _ relay: String, _ now: Int64, in database: Connection) throws {
    try database.execute(
      """
      INSERT INTO posting (limitOrder, relay, state, attempts, changed) VALUES (?1, ?2, 'begun', 1, ?3)
        ON CONFLICT DO UPDATE SET state = 'begun', attempts = attempts + 1, changed = ?3
      """, [id, relay, now])
  }

  private static func markPosted(_ id: Int64, _ now: Int64, in database: Connection) throws {
    try database.execute(
      "UPDATE limitOrder SET state = 'posted', changed = ? WHERE id = ? AND state = 'signed'", [now, id])
  }
}
