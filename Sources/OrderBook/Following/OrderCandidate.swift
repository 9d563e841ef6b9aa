import Orders
import Primitives

/// An order that is to come into a book, as the chain has it, for whoever decides whether it may.
public struct OrderCandidate: Sendable {
  /// The signed terms.
  public let order: BookOrder
  /// The order at the block that the book is as of.
  public let reading: OrderReading
  /// The state that it would have.
  public let status: OrderStatus
  /// The number of the maker's orders that can be filled, those before it in line among them.
  public let openOrders: Int
  /// The maker tokens that these promise of the same token, in its smallest unit.
  public let promised: UInt256
  /// The number of all orders in the book that can be filled.
  public let openOrdersOfAll: Int
}

/// The outcome for an order that was to come into a book.
public enum AddOutcome<Refusal: Sendable>: Sendable {
  /// The order is in the file and in the book.
  case added(BookEntry)
  /// The order was there already; its state tells whether it can be filled.
  case known(BookEntry)
  /// The order was refused.
  case refused(Refusal)
  /// The order could have come, and others that came with it were refused: of those, all come or none.
  case withheld

  /// Whether the order was refused.
  var isRefused: Bool { if case .refused = self { true } else { false } }
}
