import Orders
import Primitives

extension DealRequest {
  /// The key under which the outbox sends a part: a wish that is planned anew is the same deal, at whichever exchange.
  func partKey(at contracts: ExchangeContracts) -> String {
    let turn = origin.map { $0.turn > 0 ? " turn \($0.turn)" : "" } ?? ""
    return "\(key(at: contracts)) part \(origin?.part ?? 1)\(turn)"
  }

  /// The key of the whole wish.
  package func key(at contracts: ExchangeContracts) -> DealKey { DealKey(of: whole, at: contracts) }

  /// The wish that this is a part of, or has been made of.
  var whole: DealRequest {
    guard let origin else { return self }
    var whole = with(origin.amount, within: origin.bound)
    whole.origin = nil
    return whole
  }

  /// This wish with a worst price that does not move with the book any more; it stays the same deal.
  ///
  /// - Parameter price: Quote for base.
  func fixed(at price: Fraction) -> DealRequest {
    var fixed = with(amount, within: .price(price))
    fixed.origin = origin ?? Origin(amount: amount, bound: bound, part: 1)
    return fixed
  }

  /// This wish as a deal of its key.
  ///
  /// - Parameters:
  ///   - turn: The number of deals of the key before it.
  ///   - begun: When it was begun, in seconds since 1970; nil where it was not.
  func inTurn(_ turn: Int64, begun: Int64? = nil) -> DealRequest {
    var own = self
    own.origin = origin ?? Origin(amount: amount, bound: bound, part: 1)
    own.origin?.turn = turn
    own.origin?.begun = begun.map { UInt64(clamping: $0) }
    return own
  }

  /// Whether it is of a deal that the journal has.
  var isWrittenDown: Bool { origin?.begun != nil }

  /// The wish for a further transaction of a deal.
  ///
  /// - Parameters:
  ///   - part: The number of the part, from 1.
  ///   - units: The amount that it is to move, by the token of the wish.
  ///   - bound: The worst price of the first plan, quote for base.
  func part(_ part: Int, of units: UInt256, within bound: Fraction) -> DealRequest {
    let own: DealAmount =
      switch amount {
      case .buying: .buying(units)
      case .spending: .spending(units)
      case .selling: .selling(units)
      }
    var next = with(own, within: .price(bound))
    next.origin = origin ?? Origin(amount: amount, bound: self.bound, part: part)
    next.origin?.part = part
    return next
  }

  /// The amount that a transaction is to move, by the token of the wish.
  ///
  /// - Parameter feeToken: The token that fees of version 1 are paid in.
  func units(of leg: DealLeg, feeToken: Address?) -> UInt256 {
    amount.isOfMakerToken ? leg.makerAmount : leg.needs(feeToken: feeToken)[takerToken] ?? leg.takerAmount
  }

  /// The amount of the whole wish, by its token.
  var wholeUnits: UInt256 { (origin?.amount ?? amount).units }

  private func with(_ amount: DealAmount, within bound: DealBound) -> DealRequest {
    var other = DealRequest(amount, of: pair, within: bound, by: taker)
    (other.isExact, other.maximumOrders, other.minimum) = (isExact, maximumOrders, minimum)
    (other.retries, other.takesFees) = (retries, takesFees)
    (other.single, other.name, other.origin) = (single, name, origin)
    return other
  }
}
