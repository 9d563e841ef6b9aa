import Exchange
import Orders
import Primitives
import Tokens

/// A limit order as a person asks for it.
public struct LimitOrderRequest: Sendable {
  /// The two tokens, of which the base token is bought or sold.
  public let pair: DirectoryPair
  /// Whether the base token is bought or sold.
  public let side: DealSide
  /// The amount of the base token, in its smallest unit.
  public let amount: UInt256
  /// The price; what results is never worse for the maker.
  public let price: PairPrice
  /// The time for which it stands, in seconds.
  public let lifetime: UInt64
  /// The time as it was given, which makes a second order like this one the same.
  public let lifetimeText: String
  /// The account that offers.
  public let maker: Address
  /// The only account that may fill it; zero for anybody.
  public var taker: Address = .zero
  /// The version of the protocol; nil for the preferred one.
  public var version: OrderVersion?
  /// Whether an order that others would fill at once is refused.
  public var isPostOnly = false
  /// Whether it is for a file, and no relay is to have it: then none is asked, but for the book where an order that would be
  /// filled at once is refused.
  public var isForFile = false
  /// The salt; nil for a random one, which in version 4 has the time in its high 64 bits.
  public var salt: UInt256?

  /// A wish for an order.
  public init(
    _ side: DealSide, _ amount: UInt256, of pair: DirectoryPair, at price: PairPrice, for lifetime: UInt64,
    _ lifetimeText: String, by maker: Address
  ) {
    (self.side, self.amount, self.pair, self.price) = (side, amount, pair, price)
    (self.lifetime, self.lifetimeText, self.maker) = (lifetime, lifetimeText, maker)
  }

  var gives: DirectoryToken { side == .sell ? pair.base : pair.quote }
  var wants: DirectoryToken { side == .sell ? pair.quote : pair.base }
}

/// A limit order that was planned and not signed: it is shown, the exchange is let move what it gives, and then it is
/// signed and posted.
public struct LimitOrderPlan: Sendable {
  /// The order as it was asked for, with the price that was wished for.
  public let request: LimitOrderRequest
  /// The order to sign, with its salt and expiry.
  public internal(set) var order: UnsignedOrder
  /// The key by which a second order like it is the same.
  public let key: OrderKey
  /// The amount that the maker gives.
  public let gives: TokenAmount
  /// The amount that the maker gets.
  public let wants: TokenAmount
  /// The fee that the maker pays; nil for none.
  public internal(set) var makerFee: TokenAmount?
  /// The fee that whoever fills all of it pays beside the price, as the relay asks for; nil for none.
  public internal(set) var takerFee: TokenAmount?
  /// The transactions that let the exchange move what open orders of the token and this one give.
  public let approval: ApprovalCalls
  /// The best price of others on the other side, if the order would be filled at once.
  public let crosses: PairPrice?
  /// The maker's own orders on the other side whose prices this one meets, the best first: nobody fills their own.
  public let crossesOwn: [Hash32]

  /// The price that the whole amounts of the order come to; that which was wished for where they have none.
  public var price: PairPrice {
    request.pair.tokens.price(of: order.order).map { PairPrice($0, of: request.pair) } ?? request.price
  }

  /// The only account whose transactions may fill it, as the relay asks for; nil for anybody's.
  public var sender: Address? {
    if case .v4(let order) = order, order.sender != .zero { order.sender } else { nil }
  }

  /// The time at which the order is over, in seconds since 1970.
  public var expiry: UInt64 { UInt64(clamping: order.order.expiry) }
}
