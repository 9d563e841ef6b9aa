import Orders
import Primitives

/// The amounts of chosen orders to the last unit, with the exchanges' own rounding.
struct DealFilling {
  let scale: DealScale
  /// The maker tokens that makers have left, by their groups' numbers.
  private(set) var funds: [UInt256]
  /// The amount that is still missing.
  private(set) var missing: UInt256
  /// The places of the offers that are taken.
  private(set) var taken: Set<Int> = []
  /// The orders that no amount would do for.
  private(set) var refused: [Hash32] = []

  init(scale: DealScale, funds: [UInt256]) {
    (self.scale, self.funds, missing) = (scale, funds, scale.wanted)
  }

  /// Fills the chosen offers, and more of them in the order of their price where rounding left something to be had.
  mutating func fill(_ offers: [DealOffer], first: [Int], atMost most: Int) -> [(offer: DealOffer, fill: OrderFill)] {
    var parts: [(place: Int, fill: OrderFill)] = []
    let chosen = Set(first)
    for place in first + offers.indices.filter({ !chosen.contains($0) })
    where missing >= scale.minimum && parts.count < most {
      guard let fill = fill(offers[place]) else { continue }
      parts.append((place, fill))
      taken.insert(place)
    }
    return parts.sorted { $0.place < $1.place }.map { (offers[$0.place], $0.fill) }
  }

  private mutating func fill(_ offer: DealOffer) -> OrderFill? {
    let left = offer.group.map { funds[$0] }
    let plain = offer.fill(of: missing, isOfMakerToken: scale.isOfMakerToken, makerFunds: left)
    guard plain.makerAmount > 0 else { return nil }
    guard let fill = offer.exactFill(of: missing, isOfMakerToken: scale.isOfMakerToken, makerFunds: left),
      let price = OrderPrice(offer.terms(of: fill)), price.fraction <= offer.roundedPrice
    else {
      refused.append(offer.hash)
      return nil
    }
    if let group = offer.group { funds[group] -= fill.makerAmount }
    missing -= min(missing, scale.isOfMakerToken ? fill.makerAmount : offer.takerTokens(of: fill))
    return fill
  }
}
