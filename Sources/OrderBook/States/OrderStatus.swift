import Orders
import Primitives

/// The state of an order with what can be filled of it, as it follows from a chain's state and a time alone.
public struct OrderStatus: Sendable, Hashable {
  /// The state, which tells whether it is in the book.
  public let state: OrderState
  /// The taker tokens that are neither filled nor cancelled; in version 4 those that are not filled, cancelled or not.
  public let remaining: UInt256
  /// The largest fill, in taker tokens, that the maker's money reaches for.
  public let funded: UInt256

  /// A status of its parts.
  public init(state: OrderState, remaining: UInt256, funded: UInt256) {
    (self.state, self.remaining, self.funded) = (state, remaining, funded)
  }

  /// The taker tokens that can be filled: zero for an order that is not in the book.
  public var fillable: UInt256 { state.isInBook ? min(remaining, funded) : 0 }

  /// The status of an order.
  ///
  /// - Parameters:
  ///   - booking: The exchange's amounts and marks for it.
  ///   - funds: The maker's money.
  ///   - time: That of the newest block, in seconds since 1970: one in which the order is over ends it.
  ///   - minimum: The least that may be filled, in maker tokens' smallest unit; at least one.
  ///   - isStopped: Whether whoever keeps the book does not watch it any more.
  public init(
    of order: BookOrder, booking: OrderBooking, funds: OrderFunds, at time: UInt64, minimum: UInt256 = 1,
    isStopped: Bool = false
  ) {
    let remaining = booking.remaining(of: order)
    let terms = order.order
    let funded = Self.funded(order, funds)
    self.remaining = remaining
    self.funded = funded
    let isCancelled = booking.isCancelled || booking.cancelled > 0
    if remaining == 0 {
      state = isCancelled ? .cancelled : .filled
    } else if booking.isCancelled {
      state = .cancelled
    } else if terms.isExpired(at: time) {
      state = .expired
    } else if isStopped {
      state = .stopped
    } else if !booking.isSigned {
      state = .unsigned
    } else if terms.isDust(remaining: remaining, minimum: minimum) {
      state = .dust
    } else if terms.isDust(remaining: min(remaining, funded), minimum: minimum) {
      state = .unfunded
    } else if booking.filled > 0 {
      state = .partFilled
    } else {
      state = booking.cancelled > 0 ? .cut : .open
    }
  }

  /// The largest fill, in taker tokens, that a maker's money reaches for.
  static func funded(_ order: BookOrder, _ funds: OrderFunds) -> UInt256 {
    switch order.signed {
    case .v1(let signed): signed.order.funded(makerFunds: funds.maker.available, feeFunds: funds.fee?.available)
    case .v4(let signed): signed.order.funded(makerFunds: funds.maker.available)
    }
  }
}
