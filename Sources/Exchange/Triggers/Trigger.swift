import Orders
import Primitives

/// A conditional order: something that is done once when a pair's best price reaches a bound.
public struct Trigger: Sendable, Hashable, Identifiable {
  /// The states of a trigger.
  public enum State: String, Sendable, Hashable, CaseIterable {
    /// It waits for its condition.
    case armed
    /// Its condition held: what it does may be under way, and is not begun a second time.
    case fired
    /// What it does is done, as far as that was possible.
    case done
    /// It fired, and nothing was done; it is not repeated.
    case failed
    /// Its time was over before its condition held.
    case expired
    /// It was taken back, by a person or because the one that it excludes fired.
    case removed
  }

  /// The things that a trigger does.
  public enum Action: Sendable, Hashable {
    /// A deal at the market's price, which needs the account's key when it fires.
    case deal(DealAmount, DealBound)
    /// The posting of a limit order that was signed beforehand.
    case post(AnySignedOrder)
  }

  /// The number in the journal.
  public let id: Int64
  /// The account that trades.
  public let account: Address
  /// The pair.
  public let pair: TokenPair
  /// The condition.
  public let condition: TriggerCondition
  /// The thing that it does.
  public let action: Action
  /// When it is over, in seconds since 1970.
  public let expiry: Int64
  /// The trigger that is removed when this one fires, and the other way round; nil for none.
  public let other: Int64?
  /// How it stands.
  public let state: State
  /// The block in which its condition held for the second time; nil before that.
  public let block: UInt64?
  /// What became of it, in a sentence; nil as long as nothing did.
  public let outcome: String?
  /// When it was made, in seconds since 1970.
  public let created: Int64
  /// When it changed last, in seconds since 1970.
  public let changed: Int64

  /// The name of its deal, under which that is made once for ever.
  public var dealName: String { "trigger \(id) of \(created)" }

  /// The amount of base tokens that a price has to be good for, in their smallest unit.
  public var size: UInt256 {
    switch action {
    case .deal(.buying(let units), _), .deal(.selling(let units), _): units
    case .deal(.spending(let units), _):
      condition.price.isZero ? 0 : UInt256.mulDiv(units, condition.price.denominator, condition.price.numerator) ?? .max
    case .post(let order):
      order.order.makerToken == pair.base ? order.order.makerAmount : order.order.takerAmount
    }
  }
}

/// A trigger to be made.
public struct TriggerRequest: Sendable, Hashable {
  /// The account that trades.
  public let account: Address
  /// The pair.
  public let pair: TokenPair
  /// The condition.
  public let condition: TriggerCondition
  /// The thing that it does.
  public let action: Trigger.Action
  /// When it is over, in seconds since 1970.
  public let expiry: Int64
  /// The trigger that is removed when this one fires, and the other way round.
  public let other: Int64?

  /// A trigger of its parts.
  public init(
    _ action: Trigger.Action, when condition: TriggerCondition, of pair: TokenPair, by account: Address,
    until expiry: Int64, insteadOf other: Int64? = nil
  ) {
    (self.action, self.condition, self.pair, self.account) = (action, condition, pair, account)
    (self.expiry, self.other) = (expiry, other)
  }
}
