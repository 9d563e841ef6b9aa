import Primitives
import Sending
import Testing

@testable import GasPrices

@Suite struct PriceTableTests {
  /// The known screen: a coin at 2233.56 USD, tiers of 44, 44 and 48 gwei.
  @Test(
    arguments: [
      (21_000, ["2.06", "2.06", "2.25"]), (65_000, ["6.39", "6.39", "6.97"]), (200_000, ["19.66", "19.66", "21.44"]),
      (175_000, ["17.20", "17.20", "18.76"]),
    ] as [(UInt64, [String])])
  func theKnownScreen(gas: UInt64, expected: [String]) throws {
    let rate = try FiatRate(parsing: "2233.56 USD")
    let action = UsualAction("action", gas: gas, .common)
    let costs = try ["44", "44", "48"].map { price in
      let cost = try #require(action.cost(at: gwei(price)))
      return rate.text(cost)
    }
    #expect(costs == expected.map { "\($0) USD" })
  }

  @Test func whatIsLessThanACentIsNotNothing() throws {
    let rate = try FiatRate(parsing: "0.15 usd")
    #expect(rate.text(Amount(wei: 21_000 * 25_000_000_000)) == "0.000079 USD")
    #expect(rate.text(.zero) == "0.00 USD")
    #expect(try rate.text(Amount(parsing: "1 klay")) == "0.15 USD")
    #expect(rate.text(Amount(wei: .max)) == nil)
  }

  @Test(arguments: ["", "USD", "1", "1 U", "-1 USD", "0 USD", "1.123456789 USD", "1 US1", "1,5 EUR", "1e5 USD"])
  func aRateThatIsNone(text: String) {
    #expect(throws: GasPricesError(.badRate, "")) { try FiatRate(parsing: text) }
  }

  @Test(arguments: [
    ("0", "0"), ("0.0000001", "0.0000001"), ("0.496839934", "0.49684"), ("1.25", "1.25"), ("44", "44"),
    ("25.123456", "25.1235"), ("1203.9", "1,203.9"),
  ])
  func pricesForPeople(price: String, shown: String) throws {
    #expect(PriceText.gwei(try gwei(price)) == shown)
  }
}
