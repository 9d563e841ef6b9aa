import Primitives

/// The state that the exchange has booked for a limit order of version 4 and its pair.
public struct LimitOrderState: Sendable, Hashable {
  /// The taker tokens of all fills.
  public var filled: UInt256
  /// Whether the maker cancelled this order.
  public var isCancelled: Bool
  /// The number below which the maker cancelled all salts of the pair.
  public var minimumSalt: UInt256

  /// A state as the contract has it.
  public init(filled: UInt256 = 0, isCancelled: Bool = false, minimumSalt: UInt256 = 0) {
    (self.filled, self.isCancelled, self.minimumSalt) = (filled, isCancelled, minimumSalt)
  }
}

/// The status of a limit order; the numbers are the contract's.
public enum LimitOrderStatus: UInt8, Sendable, Hashable, CaseIterable {
  /// The order cannot be; the contract says so of other kinds than limit orders only.
  case invalid = 0
  /// The order can be filled.
  case fillable = 1
  /// Nothing remains.
  case filled = 2
  /// The maker cancelled it, or all of its pair with such salts.
  case cancelled = 3
  /// Its time is over.
  case expired = 4
}

/// A cancel of all orders of a maker for a pair and direction with salts below a number (`cancelPairLimitOrders`).
public struct PairCancellation: Sendable, Hashable {
  /// The account whose orders are cancelled.
  public let maker: Address
  /// The token that these orders give.
  public let makerToken: Address
  /// The token that they ask for.
  public let takerToken: Address
  /// The lowest salt that stays valid.
  public let minimumSalt: UInt256

  /// A cancel of its parts.
  public init(maker: Address, makerToken: Address, takerToken: Address, minimumSalt: UInt256) {
    self.maker = maker
    self.makerToken = makerToken
    self.takerToken = takerToken
    self.minimumSalt = minimumSalt
  }

  /// Whether it ends an order.
  public func ends(_ order: LimitOrder) -> Bool {
    (order.maker, order.makerToken, order.takerToken) == (maker, makerToken, takerToken) && order.salt < minimumSalt
  }
}

/// Fills as `fillLimitOrder` computes them, in the contract's order of checks.
extension LimitOrder {
  /// The status in a block of a time (`getLimitOrderInfo`).
  public func status(in state: LimitOrderState = LimitOrderState(), at time: UInt64) -> LimitOrderStatus {
    if state.filled >= takerAmount { return .filled }
    if state.isCancelled { return .cancelled }
    if isExpired(at: time) { return .expired }
    return salt < state.minimumSalt ? .cancelled : .fillable
  }

  /// The taker tokens that are not filled, whatever the status.
  public func remaining(in state: LimitOrderState = LimitOrderState()) -> UInt256 {
    state.filled >= takerAmount ? 0 : takerAmount - state.filled
  }

  /// Computes a fill of at most so many taker tokens in a block of a time; one that would get nothing moves nothing.
  ///
  /// - Throws: `exhausted`, `cancelled` or `expired`, at which the contract reverts.
  public func fill(
    _ requested: UInt256, in state: LimitOrderState = LimitOrderState(), at time: UInt64
  ) throws(OrderError) -> OrderFill {
    switch status(in: state, at: time) {
    case .fillable: break
    case .expired: throw expired(at: time)
    case .cancelled: throw OrderError(.cancelled, "the order is cancelled", reason: "its maker cancelled it")
    case .filled, .invalid:
      throw OrderError(.exhausted, "nothing remains of the order", reason: "it is filled whole")
    }
    let amount = min(requested, remaining(in: state))
    let makerShare = try PartialAmount.floor(of: makerAmount, amount, outOf: takerAmount)
    guard amount > 0, makerShare > 0 else { return .nothing }
    return OrderFill(
      takerAmount: amount, makerAmount: makerShare,
      takerFee: try PartialAmount.floor(of: takerFee, amount, outOf: takerAmount))
  }

  /// The taker tokens that a fill can take, given what the maker has and lets the exchange take
  /// (`actualFillableTakerTokenAmount` of `getLimitOrderRelevantState`, which rounds up); zero unless it is fillable.
  ///
  /// - Parameter makerFunds: The lesser of the maker's balance and allowance, in maker tokens.
  public func fillable(
    in state: LimitOrderState = LimitOrderState(), makerFunds: UInt256, at time: UInt64
  ) -> UInt256 {
    guard status(in: state, at: time) == .fillable, makerAmount > 0,
      let share = try? PartialAmount.floor(of: makerAmount, remaining(in: state), outOf: takerAmount),
      let amount = try? PartialAmount.ceiling(of: takerAmount, min(share, makerFunds), outOf: makerAmount)
    else { return 0 }
    return amount
  }
}
