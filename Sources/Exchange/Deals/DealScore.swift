import Orders
import Primitives

/// The measure by which choices of orders are compared: the least is the best.
struct DealScore: Comparable {
  /// The amount that is missing, where it is not too little to chase.
  let missing: UInt256
  /// Fees and gas included, the cost in the token that is not the amount's: of a purchase what it takes, of a payment
  /// what it brings less than the best price would.
  let cost: UInt256

  static func < (left: DealScore, right: DealScore) -> Bool { (left.missing, left.cost) < (right.missing, right.cost) }
}

/// The measure of choices for one wish.
struct DealScale: Sendable {
  let wanted: UInt256
  let minimum: UInt256
  let isOfMakerToken: Bool
  /// The worst price: taker tokens for a maker token.
  let limit: Fraction
  /// The best price: taker tokens for a maker token.
  let best: Fraction

  /// The score of orders, which have to be sorted.
  ///
  /// - Parameter funds: The maker tokens that makers have, by their groups' numbers.
  func score(_ offers: [DealOffer], funds: [UInt256]) -> (score: DealScore, used: [Bool]) {
    var (missing, pay, get, gas) = (wanted, UInt256.zero, UInt256.zero, UInt256.zero)
    var funds = funds
    var used = Array(repeating: false, count: offers.count)
    for (index, offer) in offers.enumerated() where missing >= minimum {
      let fill = offer.fill(
        of: missing, isOfMakerToken: isOfMakerToken, makerFunds: offer.group.map { funds[$0] })
      guard fill.makerAmount > 0 else { continue }
      if let group = offer.group { funds[group] -= fill.makerAmount }
      let terms = offer.terms(of: fill)
      pay = pay.addingSaturated(terms.taker)
      get = get.addingSaturated(terms.maker)
      gas = gas.addingSaturated(offer.gas)
      missing -= min(missing, isOfMakerToken ? fill.makerAmount : offer.takerTokens(of: fill))
      used[index] = true
    }
    let counted = missing < minimum ? 0 : missing
    if isOfMakerToken {
      let cost = pay.addingSaturated(gas).addingSaturated(limit.times(missing, roundedUp: true))
      return (DealScore(missing: counted, cost: cost), used)
    }
    // Nothing is lost of what is not spent: it is worth at least what the worst price would bring.
    let ideal = best.inverse?.times(wanted, roundedUp: true).addingSaturated(1) ?? .max
    let brought = get.addingSaturated(limit.inverse?.times(missing, roundedUp: false) ?? 0)
    let cost = (ideal > brought ? ideal - brought : 0).addingSaturated(gas)
    return (DealScore(missing: counted, cost: cost), used)
  }

  /// The amount by which an offer is better than another that would have to give as much; nil where it is not, gas
  /// included.
  func saving(of offer: DealOffer, over other: DealOffer, funds: [UInt256]) -> UInt256? {
    let fill = offer.fill(of: wanted, isOfMakerToken: isOfMakerToken, makerFunds: offer.group.map { funds[$0] })
    let terms = offer.terms(of: fill)
    let (cost, otherCost): (UInt256, UInt256)
    if isOfMakerToken {
      cost = terms.taker.addingSaturated(offer.gas)
      otherCost = other.price.fraction.times(fill.makerAmount, roundedUp: false)
    } else {
      cost = other.price.inverse.times(terms.taker, roundedUp: true).addingSaturated(offer.gas)
      otherCost = terms.maker
    }
    return otherCost > cost ? otherCost - cost : nil
  }
}
