import Orders
import Primitives

/// The terms of a conditional order: on what, when, what it does, and until when.
public struct TriggerTerms: Sendable, Hashable {
  /// The things that a conditional order does once its condition holds.
  public enum Action: Sendable, Hashable {
    /// The conditional order trades at the market's price, with the account's key.
    case deal(DealBound)
    /// The conditional order posts the order of a number in the journal, which was signed beforehand.
    case post(order: Int64)
  }

  /// The account that trades, or whose order is posted.
  public let account: Address
  /// Both tokens.
  public let pair: TokenPair
  /// The condition on the price of the book that makes it fire.
  public let condition: TriggerCondition
  /// Whether the base token is bought or sold.
  public let side: DealSide
  /// The base tokens to trade, in their smallest unit: a price counts that is there for as many.
  public let amount: UInt256
  /// The thing to do.
  public let action: Action
  /// The time at which it is over, in seconds since 1970.
  public let expiry: Int64
  /// The number of another that is removed when this one fires, and removes this one when it does.
  public var other: Int64?

  /// Terms without another that one of both cancels.
  public init(
    _ side: DealSide, _ amount: UInt256, of pair: TokenPair, when condition: TriggerCondition, _ action: Action,
    until expiry: Int64, by account: Address
  ) {
    (self.side, self.amount, self.pair, self.condition) = (side, amount, pair, condition)
    (self.action, self.expiry, self.account) = (action, expiry, account)
  }

  /// Whether others are for the same trade on the same condition, whatever their end and whatever order was signed.
  public func isLike(_ other: TriggerTerms) -> Bool {
    let isSameAction =
      switch (action, other.action) {
      case (.deal(let own), .deal(let bound)): own == bound
      case (.post, .post): true
      default: false
      }
    return isSameAction && account == other.account && pair == other.pair && condition == other.condition
      && side == other.side && amount == other.amount
  }

  /// The tokens that the account gives, in their smallest unit: of the quote token as many as the worst price takes that
  /// is known beforehand.
  public var needed: UInt256 {
    guard side == .buy else { return amount }
    if case .deal(.price(let worst)) = action { return worst.times(amount, roundedUp: true) }
    return condition.limit.times(amount, roundedUp: true)
  }

  /// The worst price of a deal that fires at a price: the bound does not move with the book afterwards. Nil for a post.
  ///
  /// - Throws: `PrimitivesError` `overflow` for a price that 256 bits cannot hold.
  public func worst(at price: Fraction) throws(PrimitivesError) -> Fraction? {
    switch action {
    case .post: return nil
    case .deal(.price(let worst)): return worst
    case .deal(.slippage(let share)):
      let factor = side == .buy ? try Fraction.one.adding(share) : try Fraction.one.subtracting(share)
      return try price.multiplied(by: factor)
    }
  }
}
