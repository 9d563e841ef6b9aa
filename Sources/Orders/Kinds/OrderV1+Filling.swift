import Primitives

/// The amounts that the exchange has booked for an order of version 1, in taker tokens.
public struct OrderProgress: Sendable, Hashable {
  /// The sum of all fills (`filled`).
  public var filled: UInt256
  /// The sum of all cancels (`cancelled`).
  public var cancelled: UInt256

  /// Amounts as the contract has them.
  public init(filled: UInt256 = 0, cancelled: UInt256 = 0) { (self.filled, self.cancelled) = (filled, cancelled) }
}

/// Fills and cancels as `fillOrder` and `cancelOrder` compute them, in the contract's order of checks.
extension OrderV1 {
  /// The taker tokens that are neither filled nor cancelled.
  public func remaining(after progress: OrderProgress = OrderProgress()) -> UInt256 {
    let (unavailable, overflow) = progress.filled.addingReportingOverflow(progress.cancelled)
    return overflow || unavailable >= takerAmount ? 0 : takerAmount - unavailable
  }

  /// Computes a fill of at most so many taker tokens in a block of a time.
  ///
  /// - Throws: `zeroAmount` or `overflow`, at which the contract reverts; `expired`, `exhausted` or `roundingError`, for
  ///   which it logs an error and moves nothing.
  public func fill(
    _ requested: UInt256, after progress: OrderProgress = OrderProgress(), at time: UInt64
  ) throws(OrderError) -> OrderFill {
    let amount = try available(requested, after: progress, at: time)
    let fill = try fill(exactly: amount)
    guard try !PartialAmount.hasRoundingError(of: makerAmount, amount, outOf: takerAmount) else {
      throw OrderError(
        .roundingError, "the fill is refused",
        reason: "rounding would take more than 0.1 % of it: \(amount) would get \(fill.makerAmount)",
        facts: .fill(takerAmount: amount, makerAmount: fill.makerAmount))
    }
    return fill
  }

  /// Computes a cancel of at most so many taker tokens in a block of a time: both amounts that go.
  ///
  /// - Throws: `zeroAmount` or `overflow`, at which the contract reverts; `expired` or `exhausted`, for which it logs an
  ///   error.
  public func cancel(
    _ requested: UInt256, after progress: OrderProgress = OrderProgress(), at time: UInt64
  ) throws(OrderError) -> OrderAmounts {
    let amount = try available(requested, after: progress, at: time)
    return OrderAmounts(
      maker: try PartialAmount.floor(of: makerAmount, amount, outOf: takerAmount), taker: amount)
  }

  /// The largest amount, not above a given one, that is filled without a rounding error and gets at least one maker
  /// token's smallest unit.
  ///
  /// - Parameter steps: The number of amounts to try, downwards from the given one.
  /// - Returns: The fill; nil where none of these amounts will do.
  public func largestFill(upTo amount: UInt256, steps: Int = 1000) -> OrderFill? {
    var candidate = min(amount, takerAmount)
    for _ in 0..<max(0, steps) where candidate > 0 {
      if (try? PartialAmount.hasRoundingError(of: makerAmount, candidate, outOf: takerAmount)) == false,
        let fill = try? fill(exactly: candidate), fill.makerAmount > 0
      {
        return fill
      }
      candidate -= 1
    }
    return nil
  }

  private func available(
    _ requested: UInt256, after progress: OrderProgress, at time: UInt64
  ) throws(OrderError) -> UInt256 {
    guard makerAmount > 0, takerAmount > 0, requested > 0 else {
      throw OrderError(.zeroAmount, "an amount of zero cannot be filled or cancelled")
    }
    guard !isExpired(at: time) else { throw expired(at: time) }
    let amount = min(requested, remaining(after: progress))
    guard amount > 0 else {
      throw OrderError(.exhausted, "nothing remains of the order", reason: "it is filled or cancelled whole")
    }
    return amount
  }

  private func fill(exactly amount: UInt256) throws(OrderError) -> OrderFill {
    let hasFees = feeRecipient != .zero
    return OrderFill(
      takerAmount: amount,
      makerAmount: try PartialAmount.floor(of: makerAmount, amount, outOf: takerAmount),
      makerFee: hasFees ? try PartialAmount.floor(of: makerFee, amount, outOf: takerAmount) : 0,
      takerFee: hasFees ? try PartialAmount.floor(of: takerFee, amount, outOf: takerAmount) : 0)
  }
}
