import Orders
import Primitives

/// Chooses the orders of a deal and their parts, from candidates that were all read at one block.
///
/// Nothing is asked of anybody, and all numbers are exact. Of the choices within the bound it takes one that costs least
/// with fees and gas; see ``DealSearch``.
///
/// ```swift
/// let request = DealRequest(.buying(1200), of: pair, within: .slippage(onePerCent), by: key.address)
/// let plan = try DealPlanner(request, at: block.time).plan(candidates)
/// print(plan.received, plan.paid)
/// ```
public struct DealPlanner: Sendable {
  /// The amount, pair and bound that are wished for.
  public let request: DealRequest
  /// The time of the block at which the candidates were read, in seconds since 1970.
  public let time: UInt64
  /// The costs beside the orders' own.
  public let costs: DealCosts
  /// Orders that are not to be taken, with the reasons, such as those that a trial has shown.
  public let known: [Hash32: DealExclusion.Reason]

  /// The time for which an order has to last beyond the block that it is read at, in seconds.
  public static let expiryMargin: UInt64 = 60

  /// A planner for one wish at one block.
  public init(
    _ request: DealRequest, at time: UInt64, costs: DealCosts = DealCosts(),
    excluding known: [Hash32: DealExclusion.Reason] = [:]
  ) {
    (self.request, self.time, self.costs, self.known) = (request, time, costs, known)
  }

  /// Plans the deal.
  ///
  /// - Throws: `invalidDeal` for a wish that makes none; `slippage` where orders are there and none within the bound;
  ///   `takerFee` where all that are there ask for a fee that is not taken; `orderGone` where there is none; `slippage` or
  ///   `orderGone`, too, where the whole amount is wanted and not to be had; `gasTooDear` where its gas is worth more than
  ///   what moves; `notTaker` where the only order is for another account. But for `takerFee` and `notTaker` all with
  ///   ``ExchangeErrors/Facts/depth(_:wanted:excluded:)``.
  public func plan(_ candidates: [DealCandidate]) throws(ExchangeError) -> DealPlan {
    try check()
    var excluded: [DealExclusion] = []
    var offers = admitted(candidates, &excluded)
    offers.sort()
    let refused = request.takesFees ? [] : offers.filter(\.hasFeeApart)
    if !request.takesFees { offers.removeAll(where: \.hasFeeApart) }
    guard let best = offers.first?.pairPrice else {
      if let error = reserved(excluded, candidates) { throw error }
      if let error = try refused.first.flatMap(asking) { throw error }
      // Where the best of those with a fee is beyond the bound, all are.
      throw nothing(excluded + refused.map { DealExclusion($0.hash, .beyondBound) })
    }
    excluded += refused.map { DealExclusion($0.hash, .fee) }
    let bound = try bound(from: best)
    excluded += offers.filter { !isWithin(bound, $0) }.map { DealExclusion($0.hash, .beyondBound) }
    offers = offers.filter { isWithin(bound, $0) }
    let scale = try scale(bound, best)
    let funds = grouped(&offers)
    price(&offers, best)
    let search = DealSearch(scale: scale, offers: offers, funds: funds, maximumOrders: request.maximumOrders)
    var filling = DealFilling(scale: scale, funds: funds)
    let chosen = filling.fill(offers, first: search.chosen(), atMost: request.maximumOrders)
    excluded += filling.refused.map { DealExclusion($0, .rounding) }
    excluded += passedOver(offers, filling)
    guard !chosen.isEmpty else { throw nothing(excluded) }
    let legs = DealLegs(request: request, offers: offers, funds: funds).legs(of: chosen)
    let plan = DealPlan(
      request: request, legs: legs, missing: filling.missing, excluded: excluded, bestPrice: best, bound: bound,
      costs: costs)
    guard !request.isExact || plan.isComplete else { throw incomplete(plan) }
    try checkGas(of: plan)
    return plan
  }

  private func check() throws(ExchangeError) {
    guard request.amount.units > 0 else { throw ExchangeError.invalidDeal("its amount is zero") }
    guard request.amount.units.high == 0 else { throw ExchangeError.invalidDeal("its amount has more than 128 bits") }
    guard request.pair.base != request.pair.quote else { throw ExchangeError.invalidDeal("both tokens are the same") }
    guard (1...DealRequest.mostOrders).contains(request.maximumOrders) else {
      throw ExchangeError.invalidDeal(
        "it is to take \(request.maximumOrders) orders, and a transaction has 1 to \(DealRequest.mostOrders)")
    }
  }

  private func admitted(_ candidates: [DealCandidate], _ excluded: inout [DealExclusion]) -> [DealOffer] {
    var offers: [DealOffer] = []
    var seen: Set<Hash32> = []
    for candidate in candidates {
      let hash = candidate.order.hash
      if !seen.insert(hash).inserted {
        excluded.append(DealExclusion(hash, .duplicate))
      } else if let reason = known[hash] ?? obstacle(to: candidate) {
        excluded.append(DealExclusion(hash, reason))
      } else if let offer = DealOffer(candidate, for: request, costs) {
        if isDust(offer) { excluded.append(DealExclusion(hash, .dust)) } else { offers.append(offer) }
      } else {
        excluded.append(DealExclusion(hash, .outOfRange))
      }
    }
    return offers
  }

  private func obstacle(to candidate: DealCandidate) -> DealExclusion.Reason? {
    let order = candidate.order.order
    guard request.pair.side(of: order) == request.side.orders else { return .otherTokens }
    guard order.maker != request.taker else { return .own }
    guard order.admits(request.taker) else { return .notTaker }
    guard order.expiry > UInt256(time) + UInt256(Self.expiryMargin) else { return .expiring }
    guard candidate.remaining > 0 else { return .gone }
    guard candidate.fillable > 0 else { return .makerUnfunded }
    guard order.makerAmount > 0, order.takerAmount > 0, candidate.remaining <= order.takerAmount else {
      return .outOfRange
    }
    return nil
  }

  /// Whether less than the least amount can be had of an offer, or nothing at all.
  private func isDust(_ offer: DealOffer) -> Bool {
    let fill = offer.fill(of: .max, isOfMakerToken: false, makerFunds: offer.candidate.makerFunds)
    let amount = request.amount.isOfMakerToken ? fill.makerAmount : offer.takerTokens(of: fill)
    return fill.makerAmount == 0 || amount < min(request.minimum, request.amount.units)
  }

  private func scale(_ bound: Fraction, _ best: Fraction) throws(ExchangeError) -> DealScale {
    let isBuying = request.side == .buy
    guard let limit = isBuying ? bound : bound.inverse, let lowest = isBuying ? best : best.inverse else {
      throw ExchangeError.invalidDeal("its worst price is zero")
    }
    return DealScale(
      wanted: request.amount.units, minimum: request.dust, isOfMakerToken: request.amount.isOfMakerToken,
      limit: limit, best: lowest)
  }

  /// Gives a number to each maker with one balance for its offers, and the balances by these numbers.
  private func grouped(_ offers: inout [DealOffer]) -> [UInt256] {
    var numbers: [MakerAccount: Int] = [:]
    var funds: [UInt256] = []
    for index in offers.indices {
      guard let amount = offers[index].candidate.makerFunds else { continue }
      let account = MakerAccount(maker: offers[index].order.order.maker, exchange: offers[index].order.exchangeAddress)
      if let number = numbers[account] {
        funds[number] = min(funds[number], amount)
        offers[index].group = number
      } else {
        numbers[account] = funds.count
        offers[index].group = funds.count
        funds.append(amount)
      }
    }
    return funds
  }

  private struct MakerAccount: Hashable {
    let maker: Address
    let exchange: Address
  }

  /// Gives each offer the cost of its gas, in the token that plans are compared in.
  private func price(_ offers: inout [DealOffer], _ best: Fraction) {
    for index in offers.indices {
      let units = DealCosts.gas(of: offers[index].order.exchangeProtocol)
      guard let worth = costs.worth(ofGas: units) else { continue }
      // Of a payment the brought base tokens are compared, of all else quote tokens.
      if case .spending = request.amount {
        offers[index].gas = best.inverse?.times(worth, roundedUp: true) ?? .max
      } else {
        offers[index].gas = worth
      }
    }
  }

  /// The offers that are better than the worst that is taken, and yet not taken: their gas costs more than they save.
  private func passedOver(_ offers: [DealOffer], _ filling: DealFilling) -> [DealExclusion] {
    guard let last = filling.taken.max() else { return [] }
    let refused = Set(filling.refused)
    return offers.indices.prefix(last).filter { !filling.taken.contains($0) && !refused.contains(offers[$0].hash) }
      .map { DealExclusion(offers[$0].hash, .gas) }
  }
}
