import Primitives

/// The bookings and funds from before a change; nil where nothing was known before.
struct BookUndo: Sendable {
  var bookings: [Hash32: OrderBooking?] = [:]
  var funds: [FundsKey: MakerFunds?] = [:]

  /// Notes a booking from before, unless an earlier one is noted.
  mutating func note(_ booking: OrderBooking?, of hash: Hash32) {
    if bookings[hash] == nil { bookings[hash] = .some(booking) }
  }

  /// Notes funds from before, unless earlier ones are noted.
  mutating func note(_ amounts: MakerFunds?, of key: FundsKey) {
    if funds[key] == nil { funds[key] = .some(amounts) }
  }
}

/// An attempt to fill or cancel that moved nothing, in a transaction that succeeded (v1).
public struct FailedAttempt: Sendable, Hashable {
  /// The order's hash.
  public let orderHash: Hash32
  /// The exchange's number of the cause: 0 expired, 1 exhausted, 2 rounding error, 3 balance or allowance.
  public let errorID: UInt8
  /// The height of its block.
  public let blockNumber: UInt64
  /// The place among all logs of the block.
  public let logIndex: UInt64
  /// The hash of the transaction that made the attempt.
  public let transaction: Hash32
}

/// A change of a book's file, whole or not at all.
struct StoreChange: Sendable {
  /// The height above which all blocks and what came with them are undone; nil for none.
  var undoneAbove: UInt64?
  /// The block that the book is as of from now on; nil where it stays.
  var head: ChainBlock?
  /// The state before the change, to undo it with the head's block.
  var undo = BookUndo()
  /// The orders that came or changed.
  var entries: [BookEntry] = []
  /// The funds as they are now.
  var funds: [FundsKey: MakerFunds] = [:]
  /// The funds that no order draws on any more, or that are not known any more.
  var forgotten: [FundsKey] = []
  var trades: [Trade] = []
  var attempts: [FailedAttempt] = []
  /// The height below which nothing has to be undone any more.
  var finalBelow: UInt64?
  /// The time before which an order has to have ended to be forgotten.
  var forgetEndedBefore: UInt64?
  /// The height of the block of the last look at all funds.
  var sweptAt: UInt64?
  var sequence: UInt64
}
