import Orders
import Primitives

extension DealPlanner {
  /// The worst price that is allowed: quote for base.
  func bound(from best: Fraction) throws(ExchangeError) -> Fraction {
    switch request.bound {
    case .price(let price):
      guard !price.isZero else { throw ExchangeError.invalidDeal("its worst price is zero") }
      return price
    case .slippage(let share):
      let one = share.denominator
      let (above, isTooLarge) = one.addingReportingOverflow(share.numerator)
      guard !isTooLarge, request.side == .buy || share < .one,
        let factor = Fraction(request.side == .buy ? above : one - share.numerator, over: one)
      else { throw ExchangeError.invalidDeal("prices cannot be worse by a share of \(share)") }
      do {
        return try best.multiplied(by: factor)
      } catch {
        throw ExchangeError.invalidDeal("the worst price cannot be computed exactly", cause: error)
      }
    }
  }

  /// Whether the price of an offer is no worse than a bound.
  func isWithin(_ bound: Fraction, _ offer: DealOffer) -> Bool {
    request.side == .buy ? offer.pairPrice <= bound : offer.pairPrice >= bound
  }

  /// The error where the best offer asks its taker for a fee that nobody agreed to; nil where its price is beyond the
  /// bound anyway.
  func asking(_ offer: DealOffer) throws(ExchangeError) -> ExchangeError? {
    guard isWithin(try bound(from: offer.pairPrice), offer) else { return nil }
    let fill = offer.fill(
      of: request.amount.units, isOfMakerToken: request.amount.isOfMakerToken, makerFunds: offer.candidate.makerFunds)
    let facts = costs.feeToken.map { ExchangeErrors.Facts.takerFee(fill.takerFee, token: $0, order: offer.hash) }
    return ExchangeError(
      .takerFee, "What can be filled costs a fee that nobody agreed to; nothing was sent.",
      reason: "The order \(offer.hash) asks for \(fill.takerFee) smallest units of another token beside its price.",
      facts: facts ?? .order(offer.hash))
  }

  /// Makes sure that gas does not cost more than what moves is worth.
  func checkGas(of plan: DealPlan) throws(ExchangeError) {
    guard let gas = plan.gasWorth else { return }
    let worth = request.side == .buy ? plan.paid : plan.received
    guard gas >= worth else { return }
    throw ExchangeError(
      .gasTooDear, "The gas of this trade costs more than the trade is worth; nothing was sent.",
      reason: "\(plan.gas) units of gas are worth \(gas) smallest units of the quote token, and \(worth) would move.",
      facts: .gas(worth: gas, moved: worth))
  }

  /// The error where the only order is for another account; nil anywhere else.
  func reserved(_ excluded: [DealExclusion], _ candidates: [DealCandidate]) -> ExchangeError? {
    guard let only = excluded.ofSide.first, excluded.ofSide.count == 1, only.reason == .notTaker,
      let taker = candidates.first(where: { $0.order.hash == only.hash })?.order.order.onlyTaker
    else { return nil }
    return ExchangeError(
      .notTaker, "There is no order to take; nothing was sent.",
      reason: "The only one, \(only.hash), may be filled by \(taker) alone.", facts: .reserved(only.hash, for: taker))
  }

  /// The error where no order can be taken.
  func nothing(_ excluded: [DealExclusion]) -> ExchangeError {
    let isBeyond = excluded.contains { $0.reason == .beyondBound }
    let facts = ExchangeErrors.Facts.depth(0, wanted: request.amount.units, excluded: excluded)
    guard !isBeyond else {
      return ExchangeError(
        .slippage, "No order keeps the worst price that was allowed; nothing was sent.",
        reason: "The prices of all orders, fees included, are worse.", facts: facts)
    }
    guard !excluded.contains(where: { $0.reason == .rounding }) else {
      return ExchangeError(
        .rounding, "No order can be filled for this amount; nothing was sent.",
        reason: "Rounding would take more than 0.1 % of it.", facts: facts)
    }
    let (own, others) = (excluded.ofSide.filter { $0.reason == .own }, excluded.ofSide.filter { $0.reason != .own })
    let (code, reason) =
      others.isEmpty && !own.isEmpty ? (.orderGone, Self.words(ofOwn: own)) : Self.common(Set(others.map(\.reason)))
    return ExchangeError(
      code, "There is no order to take; nothing was sent.",
      reason: reason ?? "None of the \(others.count) orders of others can be taken.", facts: facts)
  }

  /// The reason where all orders are the taker's own.
  private static func words(ofOwn own: [DealExclusion]) -> String {
    own.count == 1
      ? "Your own order \(own[0].hash) is the only one, and nobody fills their own."
      : "All \(own.count) orders are your own, and nobody fills their own."
  }

  /// The code and the reason that all orders that cannot be taken have in common.
  private static func common(_ reasons: Set<DealExclusion.Reason>) -> (ExchangeError.Code, String?) {
    guard let first = reasons.first else { return (.orderGone, "The book has none on this side.") }
    guard reasons.count == 1 else { return (.orderGone, nil) }
    switch first {
    case .expiring: return (.expired, "The time of the order is over, or will be before it can be filled.")
    case .notTaker: return (.notTaker, "Only another account may fill it.")
    case .makerUnfunded: return (.makerUnfunded, "Its maker lacks the balance or the allowance.")
    case .gone: return (.orderGone, "It is filled or cancelled.")
    case .feeOnTransfer: return (.feeOnTransfer, "One of its tokens does not arrive whole.")
    default: return (.orderGone, nil)
    }
  }

  /// The error where the whole amount is wanted and not to be had.
  func incomplete(_ plan: DealPlan) -> ExchangeError {
    let wanted = request.amount.units
    let isBeyond = plan.excluded.contains { $0.reason == .beyondBound }
    return ExchangeError(
      isBeyond ? .slippage : .orderGone, "The whole amount cannot be had within the bound; nothing was sent.",
      reason: "\(wanted - min(wanted, plan.missing)) of \(wanted) smallest units can be had.",
      facts: .depth(wanted - min(wanted, plan.missing), wanted: wanted, excluded: plan.excluded))
  }
}
