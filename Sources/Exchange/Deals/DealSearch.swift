import Orders
import Primitives

/// The search for the orders of a deal: which of them together cost least, gas included.
///
/// With a cost for each order the cheapest orders are not always the best. Of the best choice all orders but one are
/// filled whole, so for each order that could be the one in part those are taken that save more than their gas over it;
/// then single orders are dropped, added and exchanged as long as that helps.
struct DealSearch: Sendable {
  let scale: DealScale
  /// The offers, the best first.
  let offers: [DealOffer]
  /// The maker tokens that makers have, by their groups' numbers.
  let funds: [UInt256]
  let maximumOrders: Int

  /// Orders beyond these are looked at only if those before them do not suffice.
  private static let widest = 128
  /// The number of orders that are tried in the place of others: the best, and as many of the largest.
  private static let exchanged = 24
  /// The most times that all exchanges are tried.
  private static let rounds = 8

  private struct Choice {
    /// Places in ``offers``, rising.
    var places: [Int]
    var score: DealScore
  }

  /// The places of the offers to take, the best first.
  func chosen() -> [Int] {
    var best = greedy()
    for absorber in offers.indices.prefix(Self.widest) {
      let choice = around(absorber)
      if choice.score < best.score { best = choice }
    }
    return improved(best).places
  }

  /// By price alone, as long as something is missing.
  private func greedy() -> Choice {
    var places: [Int] = []
    var (missing, left) = (scale.wanted, funds)
    for (place, offer) in offers.enumerated() where missing >= scale.minimum && places.count < maximumOrders {
      let fill = offer.fill(
        of: missing, isOfMakerToken: scale.isOfMakerToken, makerFunds: offer.group.map { left[$0] })
      guard fill.makerAmount > 0 else { continue }
      if let group = offer.group { left[group] -= fill.makerAmount }
      missing -= min(missing, scale.isOfMakerToken ? fill.makerAmount : offer.takerTokens(of: fill))
      places.append(place)
    }
    return choice(places)
  }

  /// The orders that save most over one order, and that order for the rest.
  private func around(_ absorber: Int) -> Choice {
    let other = offers[absorber]
    var savings: [(place: Int, saving: UInt256)] = []
    for place in 0..<absorber {
      if let saving = scale.saving(of: offers[place], over: other, funds: funds) { savings.append((place, saving)) }
    }
    if savings.count >= maximumOrders {
      savings.sort { ($1.saving, $0.place) < ($0.saving, $1.place) }
      savings.removeLast(savings.count - maximumOrders + 1)
    }
    return choice(savings.map(\.place).sorted() + [absorber])
  }

  private func improved(_ choice: Choice) -> Choice {
    var best = choice
    let others = exchangeable()
    for _ in 0..<Self.rounds {
      var next = best
      func consider(_ places: [Int]) {
        let other = self.choice(places)
        if other.score < next.score { next = other }
      }
      for dropped in best.places.indices {
        var rest = best.places
        rest.remove(at: dropped)
        consider(rest)
        for other in others where !best.places.contains(other) { consider((rest + [other]).sorted()) }
      }
      if best.places.count < maximumOrders {
        for other in others where !best.places.contains(other) { consider((best.places + [other]).sorted()) }
      }
      guard next.score < best.score else { return best }
      best = next
    }
    return best
  }

  private func exchangeable() -> [Int] {
    let near = offers.indices.prefix(Self.widest)
    let largest = near.sorted { one, other in
      (offers[other].candidate.fillable, one) < (offers[one].candidate.fillable, other)
    }
    return Set(near.prefix(Self.exchanged)).union(largest.prefix(Self.exchanged)).sorted()
  }

  /// A choice with its score, without the orders that come too late to be needed.
  private func choice(_ places: [Int]) -> Choice {
    let (score, used) = scale.score(places.map { offers[$0] }, funds: funds)
    return Choice(places: zip(places, used).filter(\.1).map(\.0), score: score)
  }
}
