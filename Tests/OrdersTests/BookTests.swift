import FixtureSupport
import Orders
import Primitives
import Testing

@Suite("The order of a book")
struct BookTests {
  private func price(_ taker: UInt256, _ maker: UInt256) throws -> OrderPrice {
    try #require(OrderPrice(OrderAmounts(maker: maker, taker: taker)))
  }

  @Test("Prices compare as exact fractions, the largest and the closest too")
  func prices() throws {
    var source = Seeded(31)
    for _ in 0..<3000 {
      let numbers = (0..<4).map { _ in source.number() }
      guard !numbers.contains(0) else { continue }
      let (left, right) = (try price(numbers[0], numbers[1]), try price(numbers[2], numbers[3]))
      #expect((left < right) == (left.fraction < right.fraction))
      #expect((left == right) == (left.fraction == right.fraction))
    }
    // They differ by less than one in 2^511.
    let (one, two) = (try price(.max - 1, .max), try price(.max - 2, .max - 1))
    #expect(two < one && !(one < two) && one != two)
    #expect(try price(2, 4) == price(1, 2) && price(.max, .max) == price(1, 1))
    #expect(OrderPrice(OrderAmounts(maker: 0, taker: 1)) == nil && OrderPrice(OrderAmounts(maker: 1, taker: 0)) == nil)
  }

  @Test("Ranks are a strict total order: random small, huge and equal orders")
  func totalOrder() throws {
    var source = Seeded(32)
    var ranks: [OrderRank] = []
    for index in 0..<20 {
      // Few different numbers, so that each rule decides somewhere.
      func small() -> UInt256 { UInt256.random(in: 1...3, using: &source) << UInt256(index % 3 == 0 ? 250 : 0) }
      let order = Example.v1(
        small(), for: small(), fees: (small(), small()), expiry: .random(in: 0...2, using: &source),
        salt: UInt256(index))
      ranks.append(try #require(OrderRank(order, arrival: .random(in: 0...2, using: &source))))
      ranks.append(try #require(OrderRank(source.limitOrder(), arrival: 1) ?? OrderRank(order, arrival: 3)))
    }
    var faults = 0
    for one in ranks {
      for two in ranks {
        if [one < two, two < one, one == two].count(where: { $0 }) != 1 { faults += 1 }
        guard one < two else { continue }
        faults += ranks.count { two < $0 && !(one < $0) }
      }
    }
    #expect(faults == 0)
    let sorted = ranks.sorted()
    #expect(ranks.shuffled(using: &source).sorted() == sorted)
  }

  @Test("Price goes before fee, fee before expiry, expiry before arrival, arrival before hash")
  func rules() throws {
    func rank(_ order: OrderV1, _ arrival: UInt64 = 0) throws -> OrderRank {
      try #require(OrderRank(order, arrival: arrival))
    }
    let plain = try rank(Example.v1(), 5)
    #expect(try rank(Example.v1(1001, fees: (99, 99), expiry: 9_999_999_999), 9) < plain)
    #expect(try rank(Example.v1(fees: (10, 19), expiry: 9_999_999_999), 9) < plain)
    // Twice the amounts and the fees are the same price and the same fee.
    #expect(try rank(Example.v1(2000, for: 600, fees: (60, 0), expiry: 1), 9) < plain)
    #expect(try rank(Example.v1(2000, for: 600, fees: (61, 0), expiry: 1), 0) > plain)
    #expect(try rank(Example.v1(expiry: 1), 9) < plain && rank(Example.v1(salt: 1), 4) < plain)
    let (one, two) = (Example.v1(salt: 1), Example.v1(salt: 2))
    #expect(try (rank(one) < rank(two)) == (one.hash < two.hash))
    // The sum of both fees has 257 bits.
    let (large, larger) = (Example.v1(fees: (.max - 1, .max)), Example.v1(fees: (.max, .max)))
    #expect(try rank(large) < rank(larger))
    #expect(try rank(Example.v1(fees: (.max, 0))) < rank(large))
  }

  @Test("Both versions stand in one book, with their fees for each taker token")
  func bothVersions() throws {
    let cheap = try #require(OrderRank(Example.v4(fee: 29)))
    let dear = try #require(OrderRank(Example.v4(fee: 31)))
    let old = try #require(OrderRank(Example.v1(fees: (10, 20))))
    #expect(cheap < old && old < dear)
  }

  @Test("Asks give the base and bids the quote; prices are quote for base on both sides")
  func sides() throws {
    let order = Example.v1()
    let asks = TokenPair(base: order.makerToken, quote: order.takerToken)
    let bids = TokenPair(base: order.takerToken, quote: order.makerToken)
    #expect(asks.side(of: order) == .ask && bids.side(of: order) == .bid)
    #expect(asks.price(of: order) == Fraction(3, over: 10) && bids.price(of: order) == Fraction(10, over: 3))
    let other = TokenPair(base: order.makerToken, quote: order.maker)
    #expect(other.side(of: order) == nil && other.price(of: order) == nil)
    #expect(asks.price(of: Example.v1(0)) == nil && OrderRank(Example.v1(0)) == nil)
  }

  @Test("The best bid is the one with the highest price, the best ask the one with the lowest")
  func best() throws {
    // One quote token buys base tokens: a bid that asks fewer of them has the higher price.
    let pair = TokenPair(base: Example.v1().takerToken, quote: Example.v1().makerToken)
    let bids = [Example.v1(100, for: 52), Example.v1(100, for: 50), Example.v1(100, for: 51)]
    let sorted = try bids.sorted { try #require(OrderRank($0)) < #require(OrderRank($1)) }
    let prices = sorted.compactMap { pair.price(of: $0) }
    #expect(prices.count == 3 && prices[0] > prices[1] && prices[1] > prices[2])
  }
}
