import Orders
import Primitives

/// An order in a book with what is known of it.
public struct BookEntry: Sendable, Hashable {
  /// The order.
  public let order: BookOrder
  /// The number that the book gave it when it came; later ones are higher.
  public let arrival: UInt64
  /// The time at which it came, in milliseconds since 1970.
  public let added: UInt64
  /// The exchange's amounts and marks for it.
  public internal(set) var booking: OrderBooking
  /// Whether whoever keeps the book does not watch it any more.
  public internal(set) var isStopped: Bool
  /// Its state, and what can be filled of it.
  public internal(set) var status: OrderStatus

  /// The height of the block in which it ended, or was stopped; nil while it is watched.
  public internal(set) var endedAt: UInt64?

  /// An entry of its parts.
  public init(
    _ order: BookOrder, arrival: UInt64, added: UInt64, booking: OrderBooking, isStopped: Bool = false,
    status: OrderStatus, endedAt: UInt64? = nil
  ) {
    self.order = order
    self.arrival = arrival
    self.added = added
    self.booking = booking
    self.isStopped = isStopped
    self.status = status
    self.endedAt = endedAt
  }

  /// The order's hash.
  public var hash: Hash32 { order.hash }

  /// Its place on its side of a book; nil where an amount is zero.
  var rank: OrderRank? { OrderRank(order.order, hash: order.hash, arrival: arrival) }
}

/// A change of an order in a book.
public struct BookChange: Sendable, Hashable {
  /// The order as it is now.
  public let entry: BookEntry
  /// Its status before; nil of one that came.
  public let before: OrderStatus?
  /// The book's sequence number with the change.
  public let sequence: UInt64

  /// The word of the order book API of version 4 for the change.
  public var word: String {
    let after = entry.status.state
    guard let before = before?.state, after.isInBook else { return after.word }
    switch before {
    case .open, .partFilled, .cut: return after.word
    case .expired: return "UNEXPIRED"
    default: return "FILLABILITY_INCREASED"
    }
  }
}
