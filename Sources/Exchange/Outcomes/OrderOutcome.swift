import Orders
import Primitives

/// The outcome of one order in a transaction that was included, by the exchange's own events.
public struct OrderOutcome: Sendable, Hashable {
  /// The ways in which it ends.
  public enum State: Sendable, Hashable {
    /// The order was filled, by the amounts of ``OrderOutcome/fill``.
    case filled
    /// The exchange refused it with an error of version 1, and moved nothing.
    case error(FillErrorID)
    /// Without an event of the exchange: it was not reached, or in version 4 not fillable.
    case skipped
  }

  /// The order's hash.
  public let hash: Hash32
  /// Its place in the plan.
  public let role: DealPart.Role
  /// The way in which it ended.
  public let state: State
  /// The amounts that moved.
  public let fill: OrderFill
}

/// The errors that version 1 logs in place of a fill; the numbers are the contract's.
public enum FillErrorID: UInt8, Sendable, Hashable, CaseIterable {
  /// The time of the order is over.
  case expired = 0
  /// Nothing remains of it.
  case exhausted = 1
  /// Rounding would take more than 0.1 %.
  case rounding = 2
  /// Maker or taker lack balance or allowance.
  case insufficientFunds = 3
  /// A number that no exchange of version 1 logs.
  case unknown = 255

  /// The code of the error that it means for the taker, before something is sent.
  public var code: ExchangeError.Code {
    switch self {
    case .expired: .expired
    case .exhausted: .orderGone
    case .rounding: .rounding
    case .insufficientFunds: .makerUnfunded
    case .unknown: .notFilled
    }
  }
}
