import FixtureSupport
import Orders
import Primitives
import Testing

@Suite("Orders and their makers' funds")
struct FundsTests {
  /// The cost of a fill for the maker, by the contracts' own rounding.
  private func share(_ total: UInt256, _ fill: UInt256, _ order: some ExchangeOrder) -> UInt256 {
    UInt256.mulDiv(total, fill, order.takerAmount) ?? .max
  }

  @Test("The funded part is the largest fill that the maker can pay: random amounts of all sizes")
  func funded() throws {
    var source = Seeded(21)
    var limited = 0
    for _ in 0..<2000 {
      let order = try source.orderV1()
      guard order.takerAmount > 0 else { continue }
      let funds = source.number()
      let fill = order.funded(makerFunds: funds)
      #expect(fill <= order.takerAmount && share(order.makerAmount, fill, order) <= funds)
      if fill < order.takerAmount {
        #expect(share(order.makerAmount, fill + 1, order) > funds)
        limited += 1
      }
    }
    #expect(limited > 300)
  }

  @Test("A fee is paid from its own funds, or from those that the amount is paid from")
  func fees() throws {
    var source = Seeded(22)
    var (byFee, byBoth) = (0, 0)
    for _ in 0..<1000 {
      let order = try source.orderV1(bits: 200)
      guard order.takerAmount > 0 else { continue }
      let (funds, feeFunds) = (source.number(bits: 200), source.number(bits: 200))
      let fill = order.funded(makerFunds: funds, feeFunds: feeFunds)
      #expect(share(order.makerAmount, fill, order) <= funds && share(order.makerFee, fill, order) <= feeFunds)
      if fill < order.funded(makerFunds: funds) {
        #expect(share(order.makerFee, fill + 1, order) > feeFunds)
        byFee += 1
      }
      let shared = order.funded(makerFunds: funds, feeFunds: nil)
      #expect(share(order.makerAmount, shared, order) + share(order.makerFee, shared, order) <= funds)
      if shared < order.takerAmount {
        #expect(share(order.makerAmount, shared + 1, order) + share(order.makerFee, shared + 1, order) > funds)
        byBoth += 1
      }
    }
    #expect(byFee > 100 && byBoth > 100)
    #expect(Example.v1(1000, for: 300, fees: (10, 20)).funded(makerFunds: 1000, feeFunds: 4) == 149)
  }

  @Test("What a limit order's relevant state calls fillable is the share of the funds, rounded up")
  func fillable() throws {
    let order = try Example.v4()
    #expect(order.fillable(makerFunds: 1000, at: 0) == 300 && order.fillable(makerFunds: .max, at: 0) == 300)
    #expect(order.fillable(makerFunds: 500, at: 0) == 150 && order.fillable(makerFunds: 501, at: 0) == 151)
    #expect(order.fillable(makerFunds: 0, at: 0) == 0)
    #expect(order.fillable(in: LimitOrderState(filled: 299), makerFunds: 1000, at: 0) == 1)
    #expect(order.fillable(in: LimitOrderState(filled: 300), makerFunds: 1000, at: 0) == 0)
    #expect(order.fillable(makerFunds: 1000, at: Example.expiry) == 0)
    #expect(try Example.v4(0).fillable(makerFunds: 1000, at: 0) == 0)
  }

  @Test("Dust is what gets less than a minimum, or nothing")
  func dust() throws {
    let order = Example.v1(1, for: 1000)
    #expect(order.isDust(remaining: 999) && !order.isDust(remaining: 1000) && order.isDust(remaining: 0))
    #expect(order.isDust(remaining: 1000, minimum: 2) && !order.isDust(remaining: 1000, minimum: 0))
    #expect(Example.v1(0, for: 0).isDust(remaining: 5))
    #expect(!Example.v1(.max, for: 1).isDust(remaining: .max, minimum: .max))
  }

  @Test("Amounts at a price are never worse than the price for whom they are of")
  func amounts() throws {
    var source = Seeded(23)
    for _ in 0..<1000 {
      guard let price = Fraction(source.number(bits: 100), over: source.number(bits: 100)) else { continue }
      let base = source.number(bits: 100)
      let (sold, bought) = (try OrderAmounts.selling(base, at: price), try OrderAmounts.buying(base, at: price))
      #expect(sold.maker == base && bought.taker == base)
      #expect(sold.taker * price.denominator >= base * price.numerator)
      #expect(sold.taker == 0 || (sold.taker - 1) * price.denominator < base * price.numerator)
      #expect(bought.maker * price.denominator <= base * price.numerator)
      #expect((bought.maker + 1) * price.denominator > base * price.numerator)
    }
    let two = try #require(Fraction(2, over: 1))
    #expect(failure { () throws(OrderError) in try OrderAmounts.selling(.max, at: two) }?.code == .overflow)
    #expect(failure { () throws(OrderError) in try OrderAmounts.buying(.max, at: two) }?.code == .overflow)
  }
}
