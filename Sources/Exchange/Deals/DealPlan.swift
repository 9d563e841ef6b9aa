import Orders
import Primitives

/// A part of a deal: an order, and how much of it.
public struct DealPart: Sendable, Hashable {
  /// The purpose of an order in a deal.
  public enum Role: String, Sendable, Hashable, CaseIterable {
    /// The order is meant to be filled.
    case first
    /// The order takes the place of what falls out.
    case reserve
  }

  /// The order and its signature.
  public let order: AnySignedOrder
  /// The amounts that are meant to move; of a reserve the most that could.
  public let fill: OrderFill
  /// The taker tokens that remained of the order when the deal was planned.
  public let remaining: UInt256
  /// Whether the order is meant to be filled, or stands in reserve.
  public let role: Role

  /// The hash by which the exchange knows the order.
  public var hash: Hash32 { order.hash }
  /// Whether nothing of the order is meant to remain.
  public var isWhole: Bool { fill.takerAmount == remaining }
}

/// The way in which the orders of one transaction are filled.
public enum FillMethod: String, Sendable, Hashable, CaseIterable {
  /// One order, at most the amount.
  case single
  /// One order, exactly the amount or nothing.
  case singleExactly
  /// Orders in their order until a total is reached (v1).
  case upTo
  /// Each order by its own amount.
  case batch
  /// Each order exactly by its own amount, or nothing.
  case batchExactly
}

/// The part of a deal that is one transaction: all orders of one exchange.
public struct DealLeg: Sendable, Hashable {
  /// The version of 0x that all orders of the transaction are of.
  public let version: OrderVersion
  /// The address of the exchange contract that the transaction calls.
  public let exchange: Address
  /// The parts, as the transaction has them: those of the lowest price for the taker first.
  public let parts: [DealPart]
  /// The orders that take the place of what falls out, none of them cheaper than a part.
  public let reserves: [DealPart]
  /// The way in which they are filled.
  public let method: FillMethod

  /// The taker tokens of all parts, without fees.
  public var takerAmount: UInt256 { parts.reduce(0) { $0.addingSaturated($1.fill.takerAmount) } }
  /// The maker tokens of all parts.
  public var makerAmount: UInt256 { parts.reduce(0) { $0.addingSaturated($1.fill.makerAmount) } }
  /// Parts and reserves, in their order.
  public var orders: [DealPart] { parts + reserves }
  /// The units of gas that its orders take, about; the transaction's own 21,000 are in it.
  public var gas: UInt64 {
    UInt64(parts.count) * DealCosts.gas(of: version) + (version == .v1 ? 63_000 : 58_000)
  }

  /// The tokens that it takes of the taker, in their smallest units, fees in it.
  ///
  /// - Parameter feeToken: The token that fees of version 1 are paid in.
  public func needs(feeToken: Address?) -> [Address: UInt256] {
    guard let token = parts.first?.order.order.takerToken else { return [:] }
    var needs = [token: takerAmount]
    for part in parts where part.fill.takerFee > 0 {
      let paidIn = version == .v4 ? token : feeToken ?? token
      needs[paidIn] = (needs[paidIn] ?? 0).addingSaturated(part.fill.takerFee)
    }
    return needs
  }

  /// The maker tokens that it brings the taker, fees in that token deducted.
  ///
  /// - Parameter feeToken: The token that fees of version 1 are paid in.
  public func brings(feeToken: Address?) -> UInt256 {
    guard version == .v1, let feeToken, parts.first?.order.order.makerToken == feeToken else { return makerAmount }
    return makerAmount - min(makerAmount, parts.reduce(0) { $0.addingSaturated($1.fill.takerFee) })
  }
}

/// A deal as it is to be carried out, all of it exact numbers; nothing of it is asked or sent.
public struct DealPlan: Sendable, Hashable {
  /// The amount, pair and bound that were wished for.
  public internal(set) var request: DealRequest
  /// The transactions, the larger first; the second is planned anew after the first.
  public let legs: [DealLeg]
  /// The amount that is missing of the wish; below the least amount it is dust.
  public let missing: UInt256
  /// The orders that are not taken, each with a reason; those that are merely not needed are left out.
  public let excluded: [DealExclusion]
  /// The best price among the orders that could be taken, with fees: quote for base.
  public let bestPrice: Fraction
  /// The worst price that was allowed: quote for base.
  public let bound: Fraction
  /// The costs that it was planned with.
  public let costs: DealCosts

  /// The parts of all transactions.
  public var parts: [DealPart] { legs.flatMap(\.parts) }
  /// The taker tokens that leave the taker, fees in that token included.
  public var paid: UInt256 { parts.reduce(0) { $0.addingSaturated(paid(for: $1)) } }
  /// The maker tokens that the taker gets, fees in that token deducted.
  public var received: UInt256 {
    let gross = parts.reduce(UInt256.zero) { $0.addingSaturated($1.fill.makerAmount) }
    return gross - min(gross, feesOut)
  }
  /// The fees that are in what the taker pays.
  public var feesWithin: UInt256 { parts.reduce(0) { $0.addingSaturated(fee(of: $1, in: request.takerToken)) } }
  /// The fees that are taken of what the taker gets.
  public var feesOut: UInt256 { parts.reduce(0) { $0.addingSaturated(fee(of: $1, in: request.makerToken)) } }
  /// The taker's fees, by the tokens that they are paid in.
  public var fees: [Address: UInt256] {
    var fees = [request.takerToken: feesWithin, request.makerToken: feesOut]
    if let feeToken = costs.feeToken, feesApart > 0 { fees[feeToken] = feesApart }
    return fees.filter { $0.value > 0 }
  }
  /// The fee tokens that the taker pays beside, where they are neither of both tokens.
  public var feesApart: UInt256 {
    parts.reduce(0) { $0.addingSaturated($1.order.exchangeProtocol == .v1 && isApart ? $1.fill.takerFee : 0) }
  }
  /// Whether nothing is missing that could be had.
  public var isComplete: Bool { missing < request.dust }
  /// The average price with fees in both tokens: quote for base; nil where nothing moves.
  public var averagePrice: Fraction? { price(paid: paid, received: received) }
  /// The worst price of a part, with fees in both tokens: quote for base.
  public var worstPrice: Fraction? {
    parts.compactMap { OrderPrice(OrderAmounts(maker: received(of: $0), taker: paid(for: $0))) }.max()
      .map { request.side == .buy ? $0.fraction : $0.inverse }
  }
  /// The units of gas of all transactions, about.
  public var gas: UInt64 { legs.reduce(0) { $0 + $1.gas } }
  /// The worth of the gas in the quote token; nil where it is not known.
  public var gasWorth: UInt256? { costs.worth(ofGas: gas) }

  /// The price of two amounts, in the pair's quote token.
  func price(paid: UInt256, received: UInt256) -> Fraction? {
    guard paid > 0, received > 0 else { return nil }
    return request.side == .buy ? Fraction(paid, over: received) : Fraction(received, over: paid)
  }

  private func paid(for part: DealPart) -> UInt256 {
    part.fill.takerAmount.addingSaturated(fee(of: part, in: request.takerToken))
  }

  private func received(of part: DealPart) -> UInt256 {
    part.fill.makerAmount - min(part.fill.makerAmount, fee(of: part, in: request.makerToken))
  }

  private var isApart: Bool { costs.feeToken != request.takerToken && costs.feeToken != request.makerToken }

  private func fee(of part: DealPart, in token: Address) -> UInt256 {
    switch part.order.exchangeProtocol {
    case .v1: costs.feeToken == token ? part.fill.takerFee : 0
    case .v4: token == request.takerToken ? part.fill.takerFee : 0
    }
  }
}

extension DealLeg {
  /// A transaction that fills one order.
  ///
  /// - Parameters:
  ///   - takerAmount: The taker tokens to pay at most, in their smallest unit.
  ///   - isExact: Whether less is worth nothing.
  public init(of order: AnySignedOrder, takerAmount: UInt256, isExact: Bool = false) {
    let terms = order.order
    func share(_ total: UInt256) -> UInt256 { UInt256.mulDiv(total, takerAmount, terms.takerAmount) ?? 0 }
    var fees: (maker: UInt256, taker: UInt256) = (0, order.takerFee)
    if case .v1(let signed) = order, signed.order.feeRecipient != .zero { fees.maker = signed.order.makerFee }
    let fill = OrderFill(
      takerAmount: takerAmount, makerAmount: share(terms.makerAmount), makerFee: share(fees.maker),
      takerFee: share(fees.taker))
    self.init(
      version: order.exchangeProtocol, exchange: order.exchangeAddress,
      parts: [DealPart(order: order, fill: fill, remaining: terms.takerAmount, role: .first)], reserves: [],
      method: isExact ? .singleExactly : .single)
  }
}
