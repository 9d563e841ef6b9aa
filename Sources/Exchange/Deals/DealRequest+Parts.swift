import Orders
import Primitives

extension DealRequest {
  /// The text by which a second wish like this one is the same deal, on one exchange.
  func key(at exchange: Address) -> String {
    let (amount, bound, part) = (origin?.amount ?? amount, origin?.bound ?? bound, origin?.part ?? 1)
    if let name { return part == 1 ? name : "\(name) part \(part)" }
    let kind =
      switch amount {
      case .buying: "buy"
      case .spending: "spend"
      case .selling: "sell"
      }
    let limit =
      switch bound {
      case .price(let price): "price \(price)"
      case .slippage(let share): "slippage \(share)"
      }
    let tokens = "\(pair.base.lowercaseHex)/\(pair.quote.lowercaseHex)"
    let ending = (isExact ? "exact " : "") + "part \(part)"
    return "deal \(exchange.lowercaseHex) \(kind) \(tokens) \(amount.units) \(limit) \(ending)"
  }

  /// This wish with a worst price that does not move with the book any more; it stays the same deal.
  ///
  /// - Parameter price: Quote for base.
  func fixed(at price: Fraction) -> DealRequest {
    var fixed = DealRequest(amount, of: pair, within: .price(price), by: taker)
    (fixed.isExact, fixed.maximumOrders, fixed.minimum, fixed.name) = (isExact, maximumOrders, minimum, name)
    fixed.origin = origin ?? Origin(amount: amount, bound: bound, part: 1)
    return fixed
  }

  /// The wish for a further transaction of a deal: what it was planned to move, within the bound of the first plan.
  ///
  /// - Parameter bound: The worst price of the first plan, quote for base.
  public func next(_ leg: DealLeg, within bound: Fraction) -> DealRequest {
    let fees = leg.version == .v4 ? leg.parts.reduce(UInt256.zero) { $0.addingSaturated($1.fill.takerFee) } : 0
    let units = amount.isOfMakerToken ? leg.makerAmount : leg.takerAmount.addingSaturated(fees)
    let own: DealAmount =
      switch amount {
      case .buying: .buying(units)
      case .spending: .spending(units)
      case .selling: .selling(units)
      }
    var next = DealRequest(own, of: pair, within: .price(bound), by: taker)
    next.isExact = isExact
    next.maximumOrders = maximumOrders
    next.minimum = minimum
    next.name = name
    next.origin = Origin(
      amount: origin?.amount ?? amount, bound: origin?.bound ?? self.bound, part: (origin?.part ?? 1) + 1)
    return next
  }
}
