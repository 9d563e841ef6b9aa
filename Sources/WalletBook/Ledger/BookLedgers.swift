import Database
import Primitives

/// The ledgers of accounts in a wallet book.
public struct BookLedgers: Sendable {
  private let file: DatabaseFile

  /// The ledgers that are in a book's file.
  public init(of book: Book) { file = book.file }

  /// The ledger of an account; nil if none was begun.
  ///
  /// - Throws: `bookFailed`.
  public func ledger(of place: BalancePlace) async throws -> AccountLedger? {
    try await file.read { database in
      let arguments: [(any Storable)?] = [place.network, place.address.lowercaseHex]
      guard let row = try database.row("SELECT * FROM ledger WHERE network = ? AND address = ?", arguments),
        let opening = try? UInt256(parsing: row.value("opening", as: String.self)),
        let hash = try? Hash32(row.value("hash", as: String.self))
      else { return nil }
      let closing: String? = try row.optional("closing")
      let payments = try database.rows(
        "SELECT * FROM payment WHERE network = ? AND address = ? ORDER BY block, place", arguments)
      return AccountLedger(
        start: try row.value("start"), opening: opening,
        reach: BlockReach(block: try row.value("block"), hash: hash),
        closing: closing.flatMap { try? UInt256(parsing: $0) }, payments: try payments.compactMap(Self.payment))
    }
  }

  /// Begins the ledger of an account anew at the end of a block.
  ///
  /// - Throws: `bookFailed`.
  public func begin(_ ledger: BlockReach, opening: UInt256, of place: BalancePlace) async throws {
    try await file.note { database in
      let key: [(any Storable)?] = [place.network, place.address.lowercaseHex]
      try database.execute("DELETE FROM payment WHERE network = ? AND address = ?", key)
      try database.put(
        [
          "network": place.network, "address": place.address.lowercaseHex, "start": ledger.block,
          "opening": opening.description, "block": ledger.block, "hash": ledger.hash.hex, "closing": nil,
        ], into: "ledger", keys: 2)
    }
  }

  /// Adds payments to the ledger of an account, which is known up to a block then.
  ///
  /// - Parameters:
  ///   - closing: The balance at the end of that block; nil while there are further ones to be read.
  ///   - start: The block after which payments were looked for.
  /// - Throws: `bookFailed`.
  public func extend(
    _ place: BalancePlace, with payments: [LedgerPayment], after start: UInt64, upTo reach: BlockReach,
    closing: UInt256?
  ) async throws {
    try await file.note { database in
      let key: [(any Storable)?] = [place.network, place.address.lowercaseHex]
      // Another process may have read the same blocks meanwhile.
      guard
        let known: UInt64 = try database.value(
          "SELECT block FROM ledger WHERE network = ? AND address = ?", key), known == start || payments.isEmpty
      else { return }
      try Self.insert(payments, key, in: database)
      try database.execute(
        "UPDATE ledger SET block = ?3, hash = ?4, closing = ?5 WHERE network = ?1 AND address = ?2",
        key + [reach.block, reach.hash.hex, closing?.description])
    }
  }

  /// Adds payments of the last blocks of a stretch that nobody had read.
  ///
  /// - Parameter rest: The stretch that is still to be read; nil for none.
  /// - Throws: `bookFailed`.
  func fill(
    _ gap: LedgerPayment, of place: BalancePlace, with payments: [LedgerPayment], leaving rest: LedgerPayment?
  ) async throws {
    try await file.note { database in
      let key: [(any Storable)?] = [place.network, place.address.lowercaseHex]
      let row = "FROM payment WHERE network = ? AND address = ? AND block = ? AND kind = ? AND start = ?"
      let gap = key + [gap.block, LedgerPayment.Kind.unread.rawValue, gap.start]
      // Another process may have read the same blocks meanwhile.
      guard let known: Int64 = try database.value("SELECT count(*) \(row)", gap), known > 0 else { return }
      try database.execute("DELETE \(row)", gap)
      try Self.insert(payments + (rest.map { [$0] } ?? []), key, in: database)
    }
  }

  /// Adds payments of the blocks before those that were read.
  ///
  /// - Parameters:
  ///   - end: The block up to which the payments were looked for, where the ledger begins now.
  ///   - start: The block before the first of them.
  ///   - opening: The balance at the end of that block.
  /// - Throws: `bookFailed`.
  func extend(
    _ place: BalancePlace, with payments: [LedgerPayment], before end: UInt64, from start: UInt64, opening: UInt256
  ) async throws {
    try await file.note { database in
      let key: [(any Storable)?] = [place.network, place.address.lowercaseHex]
      // Another process may have read the same blocks meanwhile.
      guard
        let known: UInt64 = try database.value(
          "SELECT start FROM ledger WHERE network = ? AND address = ?", key), known == end
      else { return }
      try Self.insert(payments, key, in: database)
      try database.execute(
        "UPDATE ledger SET start = ?3, opening = ?4 WHERE network = ?1 AND address = ?2",
        key + [start, opening.description])
    }
  }

  /// Adds payments of blocks that are read already.
  ///
  /// - Throws: `bookFailed`.
  public func add(_ payments: [LedgerPayment], to place: BalancePlace) async throws {
    try await file.note { try Self.insert(payments, [place.network, place.address.lowercaseHex], in: $0) }
  }

  private static func insert(
    _ payments: [LedgerPayment], _ key: [(any Storable)?], in database: Connection
  ) throws {
    for payment in payments {
      let last: Int64? = try database.value(
        "SELECT max(place) FROM payment WHERE network = ? AND address = ? AND block = ?", key + [payment.block])
      try database.execute(
        """
        INSERT INTO payment (network, address, block, place, time, kind, isGain, units, token, other, hash,
          start)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """,
        key + [
          payment.block, (last ?? -1) + 1, payment.time, payment.kind.rawValue, payment.isGain,
          payment.units.description, payment.token?.lowercaseHex, payment.other?.lowercaseHex,
          payment.transaction?.hex, payment.start,
        ])
    }
  }

  private static func payment(_ row: Row) throws -> LedgerPayment? {
    func text(_ column: String) throws -> String? { try row.optional(column) }
    guard let kind = LedgerPayment.Kind(rawValue: try row.value("kind")),
      let units = try text("units").flatMap({ try? UInt256(parsing: $0) })
    else { return nil }
    return LedgerPayment(
      block: try row.value("block"), time: max(0, try row.value("time")), kind: kind,
      isGain: try row.value("isGain"), units: units, token: try text("token").flatMap { try? Address($0) },
      other: try text("other").flatMap { try? Address($0) },
      transaction: try text("hash").flatMap { try? Hash32($0) }, start: try row.optional("start"))
  }
}
