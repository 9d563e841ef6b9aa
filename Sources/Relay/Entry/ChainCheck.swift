import OrderBook
import Orders
import Primitives

/// The check of an order against the chain's state at one block.
struct ChainCheck: Sendable {
  private let limits: RelayLimits
  private let minimums: OrderMinimums

  /// A check by rules.
  init(_ rules: RelayRules) { (limits, minimums) = (rules.limits, rules.minimums) }

  /// The refusal of an order; nil where it may be taken.
  func refusal(of candidate: OrderCandidate) -> RelayRefusal? {
    let order = candidate.order
    guard candidate.reading.booking.isSigned else {
      return .fields([
        TermChecks.signatureError(of: order.signed, "is not of the maker, nor of an account that may sign for it")
      ])
    }
    let errors = code(candidate) + state(candidate)
    guard errors.isEmpty else { return .fields(errors) }
    guard candidate.openOrders < limits.openOrdersOfMaker else {
      return .throttled("the maker has \(candidate.openOrders) open orders", retryAfter: 60)
    }
    return isOvercommitted(candidate) ? .fields([FieldError(order.spelling.makerAmount, .range, "OVERCOMMITTED")]) : nil
  }

  private func code(_ candidate: OrderCandidate) -> [FieldError] {
    let (order, spelling) = (candidate.order, candidate.order.spelling)
    let unsupported: FieldError.Code = order.version == .v1 ? .unsupportedAddress : .unsupportedToken
    return [(spelling.makerToken, order.direction.makerToken), (spelling.takerToken, order.direction.takerToken)]
      .filter { candidate.reading.tokensWithoutCode.contains($0.1) }
      .map { FieldError($0.0, unsupported, "is no contract") }
  }

  private func state(_ candidate: OrderCandidate) -> [FieldError] {
    let spelling = candidate.order.spelling
    switch candidate.status.state {
    case .open, .partFilled, .cut: return []
    case .filled, .dust: return [FieldError(spelling.takerAmount, .range, "FILLED")]
    case .cancelled: return [FieldError(spelling.takerAmount, .range, "CANCELLED")]
    case .expired: return [FieldError(spelling.expiry, .range, "EXPIRED")]
    case .stopped, .unsigned: return [FieldError("maker", .invalidOrder, candidate.status.state.rawValue)]
    case .unfunded: return [lack(candidate)]
    }
  }

  /// The money that an order lacks: of the maker's balance, of what the exchange may take, of the same for the fee.
  private func lack(_ candidate: OrderCandidate) -> FieldError {
    let (order, funds) = (candidate.order, candidate.reading.funds)
    func suffices(_ maker: MakerFunds, _ fee: MakerFunds?) -> Bool {
      let status = OrderStatus(
        of: order, booking: candidate.reading.booking, funds: OrderFunds(maker: maker, fee: fee), at: 0,
        minimum: minimums[order.direction])
      return status.state != .unfunded
    }
    let plenty = MakerFunds(balance: .max, allowance: .max)
    let noFee = funds.fee.map { _ in plenty }
    if !suffices(funds.maker, noFee) {
      let byBalance = MakerFunds(balance: funds.maker.balance, allowance: .max)
      return FieldError(order.spelling.makerAmount, .range, suffices(byBalance, noFee) ? "ALLOWANCE" : "BALANCE")
    }
    let byBalance = funds.fee.map { MakerFunds(balance: $0.balance, allowance: .max) }
    return FieldError("makerFee", .range, suffices(plenty, byBalance) ? "ALLOWANCE" : "BALANCE")
  }

  private func isOvercommitted(_ candidate: OrderCandidate) -> Bool {
    let (promised, overflow) = candidate.promised.addingReportingOverflow(candidate.order.order.makerAmount)
    let (most, isEndless) = candidate.reading.funds.maker.balance.multipliedReportingOverflow(
      by: UInt256(limits.timesBalance))
    return overflow || (!isEndless && promised > most)
  }
}
