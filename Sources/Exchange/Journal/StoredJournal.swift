import Database
import Orders
import Primitives
import StrictJSON

extension JournalOrder.State: Storable {}
extension JournalOrder.Ending: Storable {}
extension JournalPosting.State: Storable {}
extension JournalDeal.State: Storable {}

/// The rows in some states, in SQL; the names of states are words of ours.
struct StateCondition: Sendable {
  let sql: String

  init<State: RawRepresentable<String>>(_ states: Set<State>) {
    sql = "WHERE state IN (\(states.map { "'\($0.rawValue)'" }.sorted().joined(separator: ", ")))"
  }
}

/// Rows as values. A file may be damaged, or written to by anybody: hashes and signers are computed again.
extension JournalOrder {
  /// Reads an order and its postings.
  init(_ row: Row, in database: Connection) throws {
    let id: Int64 = try row.value("id")
    let unsigned = try UnsignedOrder(text: row.value("terms"))
    guard try row.value("hash") == unsigned.hash.hex else { throw DatabaseError.unreadable("hash") }
    let state: State = try row.value("state")
    let ending: Ending? = try row.optional("ending")
    let signed = try row.optional("signed", as: String.self).map { text in
      let signed = try AnySignedOrder(parsing: Bytes(text.utf8))
      guard signed.hash == unsigned.hash, try signed.signer().lowercaseHex == row.value("signer") else {
        throw DatabaseError.unreadable("signed")
      }
      return signed
    }
    guard (ending != nil) == (state == .ended), state != .draft || signed == nil,
      signed != nil || [.draft, .ended].contains(state)
    else { throw DatabaseError.unreadable("state") }
    self.init(
      id: id, key: try row.value("key"), turn: try row.value("turn"), unsigned: unsigned, signed: signed, state: state,
      ending: ending, created: try row.value("created"), changed: try row.value("changed"),
      postings: try database.rows("SELECT * FROM posting WHERE limitOrder = ? ORDER BY relay", [id]).map {
        try JournalPosting($0)
      })
  }
}

extension JournalPosting {
  init(_ row: Row) throws {
    self.init(
      relay: try row.value("relay"), state: try row.value("state"), attempts: try row.count("attempts"),
      problem: try row.optional("problem"), changed: try row.value("changed"))
  }
}

extension JournalDeal {
  /// Reads a deal and its parts.
  init(_ row: Row, in database: Connection) throws {
    let id: Int64 = try row.value("id")
    guard let bound = Fraction(inFile: try row.value("bound", as: String.self)) else {
      throw DatabaseError.unreadable("bound")
    }
    self.init(
      id: id, key: try row.value("key"), wish: try row.value("wish"), turn: try row.value("turn"),
      state: try row.value("state"), bound: bound,
      created: try row.value("created"), changed: try row.value("changed"),
      parts: try database.rows("SELECT * FROM dealPart WHERE deal = ? ORDER BY number", [id]).map { try Part($0) })
  }
}

extension JournalDeal.Part {
  init(_ row: Row) throws {
    self.init(
      exchange: try Address(row.value("exchange", as: String.self)),
      units: try UInt256(parsing: row.value("units", as: String.self)),
      isRetry: try row.value("isRetry"))
  }
}

extension Fraction {
  /// Both numbers with a `/` between them.
  var inFile: String { "\(numerator)/\(denominator)" }

  /// A fraction as it stands in a file; nil for another text.
  init?(inFile text: String) {
    let numbers = text.split(separator: "/").compactMap { try? UInt256(parsing: String($0)) }
    guard numbers.count == 2 else { return nil }
    self.init(numbers[0], over: numbers[1])
  }
}

extension AnySignedOrder {
  /// The account whose key signed.
  package func signer() throws(OrderError) -> Address {
    switch self {
    case .v1(let signed): try signed.signer()
    case .v4(let signed): try signed.signer()
    }
  }

  /// Checks that the maker signed, or an account that may.
  func verify(signers: Set<Address>) throws(OrderError) {
    switch self {
    case .v1(let signed): try signed.verify(allowingHighS: false)
    case .v4(let signed): try signed.verify(signers: signers)
    }
  }
}
