import Orders
import Primitives

/// The amounts and marks that an exchange has booked for an order.
public struct OrderBooking: Sendable, Hashable {
  /// The taker tokens of all fills.
  public var filled: UInt256
  /// The taker tokens of all cancels (v1; zero in v4).
  public var cancelled: UInt256
  /// Whether the maker cancelled the order whole, or all of its pair with such salts (v4).
  public var isCancelled: Bool
  /// Whether the account that signed may still sign for the maker.
  public var isSigned: Bool

  /// A booking of its parts; that of a new order by default.
  public init(filled: UInt256 = 0, cancelled: UInt256 = 0, isCancelled: Bool = false, isSigned: Bool = true) {
    self.filled = filled
    self.cancelled = cancelled
    self.isCancelled = isCancelled
    self.isSigned = isSigned
  }

  /// The taker tokens of an order that are neither filled nor cancelled.
  public func remaining(of order: BookOrder) -> UInt256 {
    let (unavailable, overflow) = filled.addingReportingOverflow(cancelled)
    let total = order.order.takerAmount
    return overflow || unavailable >= total ? 0 : total - unavailable
  }
}

/// An order as a chain has it at one block.
public struct OrderReading: Sendable, Hashable {
  /// The block at which it was read.
  public let block: ChainBlock
  /// The exchange's booking.
  public let booking: OrderBooking
  /// The maker's money.
  public let funds: OrderFunds
  /// The tokens of the order at whose addresses there is no code.
  public let tokensWithoutCode: [Address]

  /// A reading of its parts.
  public init(block: ChainBlock, booking: OrderBooking, funds: OrderFunds, tokensWithoutCode: [Address] = []) {
    self.block = block
    self.booking = booking
    self.funds = funds
    self.tokensWithoutCode = tokensWithoutCode
  }
}
