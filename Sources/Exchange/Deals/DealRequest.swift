import Orders
import Primitives

/// The side of a deal, as its taker sees it.
public enum DealSide: String, Sendable, Hashable, CaseIterable {
  /// The base token is bought with the quote token.
  case buy
  /// The base token is sold for the quote token.
  case sell

  /// The side of the book whose orders are taken.
  public var orders: OrderSide { self == .buy ? .ask : .bid }
}

/// The amount of a deal, in smallest units, by the token that it is given in.
public enum DealAmount: Sendable, Hashable {
  /// The base tokens to get.
  case buying(UInt256)
  /// The quote tokens to pay at most for base tokens, fees in the quote token included.
  case spending(UInt256)
  /// The base tokens to give at most, fees in the base token included.
  case selling(UInt256)

  /// The side that it makes a deal of.
  public var side: DealSide { if case .selling = self { .sell } else { .buy } }

  /// The word for what is done.
  var word: String {
    switch self {
    case .buying: "buy"
    case .spending: "spend"
    case .selling: "sell"
    }
  }

  /// The number of smallest units.
  public var units: UInt256 {
    switch self {
    case .buying(let units), .spending(let units), .selling(let units): units
    }
  }

  /// Whether it is given in the token that the taker gets.
  public var isOfMakerToken: Bool { if case .buying = self { true } else { false } }
}

/// The worst price that a deal may have, fees included.
public enum DealBound: Sendable, Hashable {
  /// A price, in smallest units of the quote token for one of the base token.
  case price(Fraction)
  /// A share of the best price by which the price may be worse.
  case slippage(Fraction)
}

/// A wish to trade one token for another at once, against orders that others have signed.
public struct DealRequest: Sendable, Hashable {
  /// Both tokens.
  public let pair: TokenPair
  /// The amount, and the side.
  public let amount: DealAmount
  /// The worst price.
  public let bound: DealBound
  /// The account that fills.
  public let taker: Address
  /// Whether less than the whole amount is worth nothing.
  public var isExact = false
  /// The most orders that the plan takes, at most ``mostOrders``; reserves are beside them.
  public var maximumOrders = 12
  /// The most further transactions for what is missing because orders were gone in the block, within the first one's
  /// price; ``mostRetries`` at most.
  public var retries = 0
  /// The amount below which nothing that is missing is chased, and no order is taken, in the token of the amount.
  public var minimum: UInt256 = 1
  /// Whether orders are taken whose taker pays a fee in a token of neither side: no price bounds it, so that it takes
  /// somebody's word.
  public var takesFees = false
  /// The name that a person gave to it, under which it is made once for ever; nil makes a wish like it of a later hour
  /// another deal.
  public var name: String?
  /// The one order that is to be filled; nil for whichever are best.
  public internal(set) var single: SingleOrder?

  /// An order that a person chose.
  public struct SingleOrder: Sendable, Hashable {
    /// The order's hash.
    public let hash: Hash32
    /// The taker tokens that were wanted, in their smallest unit; nil for all that can be filled.
    public let wanted: UInt256?
  }

  /// The wish that this is a further part of, and the number of the part; nil for a wish of its own.
  var origin: Origin?

  /// The place of a part in a deal, and that of the deal among those of its key.
  struct Origin: Sendable, Hashable {
    let amount: DealAmount
    let bound: DealBound
    var part: Int
    var turn: Int64 = 0
    /// When the deal was begun, in seconds since 1970: what was sent for it counts however long ago that was.
    var begun: UInt64?
  }

  /// The most orders that an exchange takes in one transaction.
  public static let mostOrders = 50
  /// The most further transactions that can be asked for.
  public static let mostRetries = 10

  /// A wish for a part of the amount too, from twelve orders at most.
  public init(_ amount: DealAmount, of pair: TokenPair, within bound: DealBound, by taker: Address) {
    self.pair = pair
    self.amount = amount
    self.bound = bound
    self.taker = taker
  }

  /// The side that the taker is on: a buyer or a seller of base tokens.
  public var side: DealSide { amount.side }
  /// The amount below which nothing that is missing is chased: the least amount, and at least a ten-thousandth of what
  /// is wanted, as orders are filled in steps.
  public var dust: UInt256 { max(1, minimum, amount.units / Self.finestShare) }

  private static let finestShare: UInt256 = 10_000

  /// The token that the orders give.
  public var makerToken: Address { side == .buy ? pair.base : pair.quote }
  /// The token that the orders ask for.
  public var takerToken: Address { side == .buy ? pair.quote : pair.base }
}

extension DealRequest {
  /// A wish to fill one order, at its own price.
  ///
  /// - Parameters:
  ///   - wanted: The most that is paid, in the taker token's smallest unit; nil for all that can be filled.
  ///   - fillable: The taker tokens that can be filled of it now.
  ///   - pair: The order's tokens; nil gives prices in the token that the order asks for.
  public init(
    filling order: AnySignedOrder, with wanted: UInt256?, fillable: UInt256, of pair: TokenPair? = nil,
    by taker: Address
  ) {
    let terms = order.order
    let pair = pair ?? TokenPair(base: terms.makerToken, quote: terms.takerToken)
    // Of what cannot be filled any more the plan says so.
    let units = max(1, wanted ?? fillable)
    self.init(
      terms.makerToken == pair.base ? .spending(units) : .selling(units), of: pair,
      within: .slippage(Fraction(0, over: 1) ?? .one), by: taker)
    single = SingleOrder(hash: order.hash, wanted: wanted)
  }
}
