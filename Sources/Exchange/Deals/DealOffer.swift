import Orders
import Primitives

/// A candidate that passed the first look, with its price for the taker: all fees whose worth is known are in it.
struct DealOffer: Sendable {
  /// The way in which the taker's fee counts.
  enum Fee: Sendable, Hashable {
    /// There is none.
    case none
    /// The fee adds to the taker tokens.
    case inTakerToken
    /// The fee takes from the maker tokens.
    case inMakerToken
    /// Its worth in the quote token is known, at so much for a unit.
    case worth(Fraction)
    /// Nobody knows its worth.
    case inOtherToken
  }

  let candidate: DealCandidate
  /// The order's own amounts.
  let amounts: OrderAmounts
  /// The taker's fee for the whole order.
  let takerFee: UInt256
  let fee: Fee
  let side: DealSide
  /// The price of the whole order with fees.
  let price: OrderPrice
  /// The place among offers of one price.
  private let rank: OrderRank
  /// The cost of its gas, in the token that plans are compared in.
  var gas: UInt256 = 0
  /// The number that offers share whose maker has one balance for them; nil where it is not known.
  var group: Int?

  var order: AnySignedOrder { candidate.order }
  var hash: Hash32 { rank.hash }

  /// An offer; nil where fees leave nothing, or numbers are too large to compute with.
  init?(_ candidate: DealCandidate, for request: DealRequest, _ costs: DealCosts) {
    let order = candidate.order.order
    (amounts, takerFee, side) = (order.amounts, candidate.order.takerFee, request.side)
    guard amounts.maker.high == 0, amounts.taker.high == 0, takerFee.high == 0 else { return nil }
    fee =
      switch candidate.order {
      case .v4: takerFee == 0 ? .none : .inTakerToken
      case .v1 where takerFee == 0: .none
      case .v1 where costs.feeToken == request.takerToken: .inTakerToken
      case .v1 where costs.feeToken == request.makerToken: .inMakerToken
      case .v1: costs.feeValue.map { .worth($0) } ?? .inOtherToken
      }
    let whole = Self.terms(
      of: OrderFill(takerAmount: amounts.taker, makerAmount: amounts.maker, takerFee: takerFee), fee, side)
    guard let price = OrderPrice(whole), whole.taker.high >> 2 == 0, let rank = Self.rank(of: candidate.order) else {
      return nil
    }
    (self.candidate, self.price, self.rank) = (candidate, price, rank)
  }

  /// The price of the pair: quote for base.
  var pairPrice: Fraction { side == .buy ? price.fraction : price.inverse }
  /// Whether its taker pays a fee in a token of neither side.
  var hasFeeApart: Bool {
    switch fee {
    case .none, .inTakerToken, .inMakerToken: false
    case .worth, .inOtherToken: true
    }
  }
  /// The price that a part of the order may have by rounding: a thousandth worse at most, as version 1 has it.
  var roundedPrice: Fraction {
    let exact = price.fraction
    guard let factor = Fraction(1_001, over: 1_000), let rounded = try? exact.multiplied(by: factor) else {
      return exact
    }
    return rounded
  }
  /// The price without fees; never nil, as the order has amounts.
  var plainPrice: OrderPrice { OrderPrice(amounts) ?? price }

  /// The amounts that a fill costs and brings, fees of a known worth included.
  func terms(of fill: OrderFill) -> OrderAmounts { Self.terms(of: fill, fee, side) }

  private static func terms(of fill: OrderFill, _ fee: Fee, _ side: DealSide) -> OrderAmounts {
    let (get, pay) = (fill.makerAmount, fill.takerAmount)
    func less(_ amount: UInt256) -> UInt256 { get > amount ? get - amount : 0 }
    switch fee {
    case .none, .inOtherToken: return OrderAmounts(maker: get, taker: pay)
    case .inTakerToken: return OrderAmounts(maker: get, taker: pay.addingSaturated(fill.takerFee))
    case .inMakerToken: return OrderAmounts(maker: less(fill.takerFee), taker: pay)
    case .worth(let value):
      let worth = value.times(fill.takerFee, roundedUp: true)
      return side == .buy
        ? OrderAmounts(maker: get, taker: pay.addingSaturated(worth)) : OrderAmounts(maker: less(worth), taker: pay)
    }
  }

  /// The taker tokens that leave the taker with a fill.
  func takerTokens(of fill: OrderFill) -> UInt256 {
    fee == .inTakerToken ? fill.takerAmount.addingSaturated(fill.takerFee) : fill.takerAmount
  }

  private static func rank(of order: AnySignedOrder) -> OrderRank? {
    switch order {
    case .v1(let signed): OrderRank(signed.order, hash: signed.hash)
    case .v4(let signed): OrderRank(signed.order, hash: signed.hash)
    }
  }
}

extension DealOffer: Comparable {
  static func == (left: DealOffer, right: DealOffer) -> Bool { left.hash == right.hash }

  /// Whether an offer is better than another: by price with fees, then without fees apart, then as books sort.
  static func < (left: DealOffer, right: DealOffer) -> Bool {
    if left.price != right.price { return left.price < right.price }
    if (left.fee == .inOtherToken) != (right.fee == .inOtherToken) { return right.fee == .inOtherToken }
    return left.rank < right.rank
  }
}

/// The part of an offer that an amount still to be had can take.
extension DealOffer {
  /// A fill by plain shares, without a look at rounding errors.
  ///
  /// - Parameters:
  ///   - missing: The amount still to be had: maker tokens, or taker tokens with fees in them.
  ///   - makerFunds: The maker tokens that the maker has left for it; nil for enough.
  func fill(of missing: UInt256, isOfMakerToken: Bool, makerFunds: UInt256?) -> OrderFill {
    share(of: most(of: missing, isOfMakerToken: isOfMakerToken, makerFunds: makerFunds))
  }

  /// The largest fill that the exchange does not refuse for rounding; nil where there is none.
  ///
  /// A part of an order takes no more taker tokens than its maker tokens need.
  func exactFill(of missing: UInt256, isOfMakerToken: Bool, makerFunds: UInt256?) -> OrderFill? {
    let most = most(of: missing, isOfMakerToken: isOfMakerToken, makerFunds: makerFunds)
    guard most > 0 else { return nil }
    var fill: OrderFill?
    if case .v1(let signed) = order { fill = signed.order.largestFill(upTo: most) } else { fill = share(of: most) }
    guard let fill, fill.makerAmount > 0 else { return nil }
    guard fill.takerAmount < candidate.remaining,
      let least = try? PartialAmount.ceiling(of: amounts.taker, fill.makerAmount, outOf: amounts.maker)
    else { return fill }
    return share(of: min(least, fill.takerAmount))
  }

  private func most(of missing: UInt256, isOfMakerToken: Bool, makerFunds: UInt256?) -> UInt256 {
    var most = min(candidate.fillable, amounts.taker)
    if let makerFunds { most = min(most, largest(getting: makerFunds)) }
    if isOfMakerToken { return min(most, largest(getting: missing)) }
    guard fee == .inTakerToken else { return min(most, missing) }
    return min(most, UInt256.mulDiv(missing, amounts.taker, amounts.taker + takerFee) ?? 0)
  }

  /// The largest fill that gets at most so many maker tokens; both amounts have 128 bits at most.
  private func largest(getting most: UInt256) -> UInt256 {
    most < amounts.maker ? ((most + 1) * amounts.taker - 1) / amounts.maker : amounts.taker
  }

  private func share(of amount: UInt256) -> OrderFill {
    OrderFill(
      takerAmount: amount, makerAmount: UInt256.mulDiv(amounts.maker, amount, amounts.taker) ?? 0,
      makerFee: makerFee > 0 ? UInt256.mulDiv(makerFee, amount, amounts.taker) ?? 0 : 0,
      takerFee: takerFee > 0 ? UInt256.mulDiv(takerFee, amount, amounts.taker) ?? 0 : 0)
  }

  private var makerFee: UInt256 {
    guard case .v1(let signed) = order, signed.order.feeRecipient != .zero else { return 0 }
    return signed.order.makerFee
  }
}
