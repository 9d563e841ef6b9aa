import Orders
import Primitives

/// Something that an account does once, and the amounts of it, in smallest units.
struct Trade: Codable, Sendable {
  enum Kind: String, Codable, CaseIterable, Sendable {
    /// A part of an order of version 1.
    case fillV1
    /// A part of an order of version 4.
    case fillV4
    /// Base tokens bought from three orders in one transaction.
    case deal
    /// Base tokens bought from three orders of both versions, in two transactions.
    case dealOverBoth
    /// The same after a run that wrote it down as one transaction, and sent nothing: its transactions are written anew
    /// before the first is signed.
    case dealPlannedAnew
    /// A part of the account's own order of version 1.
    case cancelV1
    /// The account's own order of version 4.
    case cancelV4
    /// The exchange may move tokens.
    case approval
    /// The exchange may move more tokens than before, which the token allows by way of none only.
    case reset
    case wrap
    case unwrap
    /// An order that is signed and posted to a relay.
    case order
  }

  var kind: Kind
  /// The signed orders that are filled or cancelled, as JSON.
  var orders: [String] = []
  /// The token that the exchange may move.
  var token = ""

  func signed() throws -> [AnySignedOrder] { try orders.map { try AnySignedOrder(parsing: Bytes($0.utf8)) } }

  /// Of 500 taker tokens.
  static let fill: UInt256 = 200
  /// The amount bought by ``fill``.
  static let filled: UInt256 = 400
  static let cut: UInt256 = 140
  static let allowance: UInt256 = 70_000
  static let wrapped: UInt256 = 5_000

  /// The prices of the orders of a deal, each for 10,000 base tokens.
  static let prices: [UInt256] = [10_000, 15_000, 20_000]
  /// The amount that a deal with a number below 5,000 buys: two whole orders and a part of the third.
  static func bought(_ number: Int) -> UInt256 { 25_000 + UInt256(number) }
  /// What it pays for each of them.
  static func paid(_ number: Int) -> [UInt256] { [10_000, 15_000, 10_000 + UInt256(2 * number)] }
  /// The amount that a posted order with a number gives.
  static func offered(_ number: Int) -> UInt256 { 1_000 + UInt256(number) }
}
