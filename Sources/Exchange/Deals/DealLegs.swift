import Orders
import Primitives

/// Divides the parts of a deal into transactions, and finds the orders that take the place of what falls out.
struct DealLegs {
  let request: DealRequest
  /// All offers within the bound, the best first.
  let offers: [DealOffer]
  /// The maker tokens that makers have, by their groups' numbers.
  let funds: [UInt256]

  private typealias Chosen = (offer: DealOffer, fill: OrderFill)

  /// The most reserves, unless more are needed for ``reserveShare``.
  private static let usualReserves = 3
  /// The part of a transaction's volume that its reserves reach for, if there are orders: one in so many.
  private static let reserveShare: UInt256 = 5

  /// The transactions, the larger first.
  func legs(of chosen: [(offer: DealOffer, fill: OrderFill)]) -> [DealLeg] {
    let homes = Dictionary(grouping: chosen) { Home(version: $0.offer.order.exchangeProtocol, $0.offer.order) }
    return homes.map { leg(at: $0.key, $0.value) }.sorted { one, other in
      (other.takerAmount, one.exchange) < (one.takerAmount, other.exchange)
    }
  }

  /// By price without fees, which decides what a contract moves.
  private static func isCheaper(_ one: DealOffer, _ other: DealOffer) -> Bool {
    one.plainPrice != other.plainPrice ? one.plainPrice < other.plainPrice : one < other
  }

  private struct Home: Hashable {
    let version: OrderVersion
    let exchange: Address

    init(version: OrderVersion, _ order: AnySignedOrder) {
      (self.version, exchange) = (version, order.exchangeAddress)
    }
  }

  private func leg(at home: Home, _ chosen: [Chosen]) -> DealLeg {
    // The contract fills them in this order until a total is reached: whoever comes later must not be cheaper.
    let sorted = chosen.sorted { Self.isCheaper($0.offer, $1.offer) }
    let method = method(of: sorted, home.version)
    return DealLeg(
      version: home.version, exchange: home.exchange, parts: sorted.map { part($0.offer, $0.fill, .first) },
      reserves: method == .upTo ? reserves(behind: sorted, at: home) : [], method: method)
  }

  private func method(of chosen: [Chosen], _ version: OrderVersion) -> FillMethod {
    if request.isExact { return chosen.count == 1 ? .singleExactly : .batchExactly }
    // An order that is gone in the block leaves a batch without a fill, and reverts a single one.
    if chosen.count == 1 { return request.retries > 0 ? .batch : .single }
    // Each order gets all that is left of the total: only the last may be filled in part, and all have to be funded for
    // everything that remains of them.
    let isUpTo =
      version == .v1 && chosen.dropLast().allSatisfy { $0.fill.takerAmount == $0.offer.candidate.remaining }
      && areFunded(chosen.map(\.offer))
    return isUpTo ? .upTo : .batch
  }

  private func reserves(behind chosen: [Chosen], at home: Home) -> [DealPart] {
    let taken = Set(chosen.map(\.offer.hash))
    guard let last = chosen.last?.offer.plainPrice else { return [] }
    let volume = chosen.reduce(UInt256.zero) { $0.addingSaturated($1.fill.takerAmount) }
    var (found, reach) = ([DealOffer](), UInt256.zero)
    let others = offers.filter {
      !taken.contains($0.hash) && $0.plainPrice >= last
        && Home(version: $0.order.exchangeProtocol, $0.order) == home
    }
    for offer in others.sorted(by: Self.isCheaper) {
      guard found.count < Self.usualReserves || reach < volume / Self.reserveShare,
        chosen.count + found.count < DealRequest.mostOrders
      else { break }
      guard areFunded(chosen.map(\.offer) + found + [offer]) else { continue }
      found.append(offer)
      reach = reach.addingSaturated(offer.candidate.remaining)
    }
    return found.map {
      part($0, $0.fill(of: .max, isOfMakerToken: false, makerFunds: nil), .reserve)
    }
  }

  /// Whether the makers have all that remains of these orders, together.
  private func areFunded(_ offers: [DealOffer]) -> Bool {
    var left = funds
    for offer in offers {
      guard offer.candidate.fillable == offer.candidate.remaining else { return false }
      guard let group = offer.group else { continue }
      let whole = UInt256.mulDiv(offer.amounts.maker, offer.candidate.remaining, offer.amounts.taker) ?? .max
      guard whole <= left[group] else { return false }
      left[group] -= whole
    }
    return true
  }

  private func part(_ offer: DealOffer, _ fill: OrderFill, _ role: DealPart.Role) -> DealPart {
    DealPart(order: offer.order, fill: fill, remaining: offer.candidate.remaining, role: role)
  }
}
