import Exchange
import FixtureSupport
import Orders
import Primitives
import Testing

/// Plans beside every choice of orders that there could be.
@Suite("Plans against all subsets")
struct SubsetTests {
  private static let unit: UInt256 = 1_000_000_000_000

  @Test("are never dearer than the best of all subsets by 0.1 % and the gas of one order", arguments: 0..<60)
  func purchases(seed: Int) throws {
    var source = Seeded(UInt64(seed))
    let (offers, gas) = try Self.offers(&source)
    let total = offers.reduce(UInt256.zero) { $0 + $1.order.order.makerAmount }
    let wanted = total * UInt256.random(in: 10...95, using: &source) / 100
    var request = Offers.wish(.buying(wanted), .price(Offers.fraction(10, 1)))
    request.maximumOrders = Int.random(in: 2...12, using: &source)
    request.minimum = Self.unit / 1000
    var costs = DealCosts()
    (costs.gasPrice, costs.gasValue) = (1, Offers.fraction(gas, 48_000))
    guard let plan = try Self.plan(request, offers, costs) else { return }
    let best = Self.bestPurchase(offers, wanted, gas, atMost: request.maximumOrders, minimum: request.dust)
    #expect(plan.isComplete == (best != nil) && plan.parts.count <= request.maximumOrders)
    guard let best else { return }
    let cost = plan.paid + UInt256(plan.parts.count) * gas
    #expect(cost <= best + best / 1000 + gas, "\(cost) instead of \(best)")
  }

  /// The plan; nil where its gas is worth more than the deal.
  private static func plan(_ request: DealRequest, _ offers: [DealCandidate], _ costs: DealCosts) throws -> DealPlan? {
    do {
      return try Offers.plan(request, offers, costs: costs)
    } catch let error as ExchangeError where error.code == .gasTooDear {
      return nil
    }
  }

  @Test("bring no less than the best of all subsets but for 0.1 % and the gas of one order", arguments: 0..<60)
  func payments(seed: Int) throws {
    var source = Seeded(UInt64(seed + 1000))
    let (offers, gas) = try Self.offers(&source)
    let total = offers.reduce(UInt256.zero) { $0 + $1.order.order.takerAmount }
    let wanted = total * UInt256.random(in: 10...95, using: &source) / 100
    var request = Offers.wish(.spending(wanted), .price(Offers.fraction(10, 1)))
    request.maximumOrders = Int.random(in: 2...12, using: &source)
    request.minimum = Self.unit / 1000
    var costs = DealCosts()
    (costs.gasPrice, costs.gasValue) = (1, Offers.fraction(gas, 48_000))
    guard let plan = try Self.plan(request, offers, costs) else { return }
    #expect(plan.paid <= wanted && plan.parts.count <= request.maximumOrders)
    // What gas is worth in base tokens at the best price; a purse of twelve orders' gas keeps numbers above zero.
    let gasInBase = plan.bestPrice.inverse.map { gas * $0.numerator / $0.denominator } ?? 0
    let best = Self.bestPayment(offers, wanted, gasInBase, atMost: request.maximumOrders, minimum: request.dust)
    #expect(plan.isComplete == (best != nil))
    guard let best else { return }
    let net = plan.received + gasInBase * UInt256(12 - plan.parts.count)
    #expect(net + best / 1000 + gasInBase >= best, "\(net) instead of \(best)")
  }

  /// Up to twelve orders of sizes and prices that make choosing hard: dear large ones and cheap crumbs.
  private static func offers(_ source: inout Seeded) throws -> ([DealCandidate], UInt256) {
    let count = Int.random(in: 2...12, using: &source)
    var offers: [DealCandidate] = []
    for salt in 0..<count {
      let size =
        unit * UInt256.random(in: 1...1000, using: &source)
        / UInt256([1, 1, 10, 100].randomElement(using: &source) ?? 1)
      let price = UInt256.random(in: 2_900...3_200, using: &source)
      offers.append(Offers.candidate(try Offers.limitAsk(size, for: size * price / 10_000, salt: UInt256(salt))))
    }
    let gas = unit * UInt256.random(in: 0...400, using: &source) / 100
    return (offers, gas)
  }

  private static func bestPurchase(
    _ offers: [DealCandidate], _ wanted: UInt256, _ gas: UInt256, atMost most: Int, minimum: UInt256
  ) -> UInt256? {
    subsets(of: offers, atMost: most).compactMap { subset -> UInt256? in
      var (missing, paid) = (wanted, UInt256.zero)
      for offer in subset where missing >= minimum {
        let order = offer.order.order
        let got = min(missing, order.makerAmount)
        paid += (got * order.takerAmount + order.makerAmount - 1) / order.makerAmount
        missing -= got
      }
      return missing < minimum ? paid + gas * UInt256(subset.count) : nil
    }
    .min()
  }

  private static func bestPayment(
    _ offers: [DealCandidate], _ wanted: UInt256, _ gas: UInt256, atMost most: Int, minimum: UInt256
  ) -> UInt256? {
    subsets(of: offers, atMost: most).compactMap { subset -> UInt256? in
      var (missing, received) = (wanted, UInt256.zero)
      for offer in subset where missing >= minimum {
        let order = offer.order.order
        let paid = min(missing, order.takerAmount)
        received += paid * order.makerAmount / order.takerAmount
        missing -= paid
      }
      return missing < minimum ? received + gas * UInt256(12 - subset.count) : nil
    }
    .max()
  }

  /// All subsets of so many orders at most, each sorted by price.
  private static func subsets(of offers: [DealCandidate], atMost most: Int) -> [[DealCandidate]] {
    let sorted = offers.sorted {
      $0.order.order.takerAmount * $1.order.order.makerAmount < $1.order.order.takerAmount * $0.order.order.makerAmount
    }
    return (1..<(1 << sorted.count)).compactMap { mask in
      guard mask.nonzeroBitCount <= most else { return nil }
      return sorted.indices.filter { mask >> $0 & 1 == 1 }.map { sorted[$0] }
    }
  }
}
