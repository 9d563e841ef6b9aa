import Orders
import Primitives

/// A fill, as an exchange tells it in an event.
public struct FillEvent: Sendable, Hashable {
  /// The order's hash.
  public let orderHash: Hash32
  /// The account whose order was filled.
  public let maker: Address
  /// The account that filled it.
  public let taker: Address
  /// The account that received the fees.
  public let feeRecipient: Address
  /// The tokens of the order.
  public let direction: TokenDirection
  /// The amounts that moved.
  public let fill: OrderFill

  /// A fill of its parts.
  public init(
    orderHash: Hash32, maker: Address, taker: Address, feeRecipient: Address, direction: TokenDirection,
    fill: OrderFill
  ) {
    self.orderHash = orderHash
    self.maker = maker
    self.taker = taker
    self.feeRecipient = feeRecipient
    self.direction = direction
    self.fill = fill
  }
}

/// An event of an exchange that concerns orders.
public enum ExchangeEvent: Sendable, Hashable {
  /// A fill (`LogFill`, `LimitOrderFilled`); all amounts may be zero in version 4.
  case filled(FillEvent)
  /// A cancel of a part or of all that remained, by both amounts (`LogCancel`).
  case reduced(orderHash: Hash32, maker: Address, amounts: OrderAmounts)
  /// A cancel of an order (`OrderCancelled`).
  case cancelled(orderHash: Hash32, maker: Address)
  /// A cancel of all orders of a pair with lower salts (`PairCancelledLimitOrders`).
  case pairCancelled(PairCancellation)
  /// An account that may sign a maker's orders from now on, or may not any more (`OrderSignerRegistered`).
  case signerRegistered(maker: Address, signer: Address, isAllowed: Bool)
  /// An attempt that moved nothing, in a transaction that succeeded nevertheless (`LogError`).
  case failed(orderHash: Hash32, errorID: UInt8)
}

/// An event with its place on the chain.
public struct LoggedEvent: Sendable, Hashable {
  /// The event, decoded.
  public let event: ExchangeEvent
  /// The exchange contract that logged it.
  public let exchange: Address
  /// The block's height.
  public let blockNumber: UInt64
  /// The block's hash.
  public let blockHash: Hash32
  /// The transaction in which it was logged.
  public let transaction: Hash32
  /// The place among all logs of the block.
  public let logIndex: UInt64
}
