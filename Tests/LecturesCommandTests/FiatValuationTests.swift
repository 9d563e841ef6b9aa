import GasPrices
import Operations
import Primitives
import Rates
import Testing

@Suite("The worth of amounts by a rate written by hand") struct FiatValuationTests {
  private func valuation(_ text: String) throws -> FiatValuation {
    FiatValuation(rate: try Rate(manual: text, of: .eth, at: 0), source: "fiat-rate")
  }

  @Test(
    "The costs of actions are worth as much as people compute by hand",
    arguments: [
      (21_000, ["2.06", "2.06", "2.25"]), (65_000, ["6.39", "6.39", "6.97"]), (200_000, ["19.66", "19.66", "21.44"]),
      (175_000, ["17.20", "17.20", "18.76"]),
    ] as [(UInt64, [String])])
  func costs(gas: UInt64, expected: [String]) throws {
    let rate = try valuation("2233.56 USD")
    let action = UsualAction("action", gas: gas, .common)
    let costs = try ["44", "44", "48"].map { price in
      rate.text(try #require(action.cost(at: try Amount(parsing: price, unit: .gwei).wei)))
    }
    #expect(costs == expected.map { "\($0) USD" })
  }

  @Test("Less than a cent is not nothing, and half goes to even")
  func little() throws {
    let rate = try valuation("0.15 usd")
    #expect(rate.text(Amount(wei: 21_000 * 25_000_000_000)) == "0.000079 USD")
    #expect(rate.text(.zero) == "0.00 USD")
    #expect(try rate.text(Amount(parsing: "1 klay")) == "0.15 USD")
    #expect(rate.text(Amount(wei: .max)) == nil)
    #expect(try valuation("0.125 USD").text(.ether(1)) == "0.12 USD")
    #expect(try valuation("148.5 KRW").text(.ether(1)) == "148 KRW")
    #expect(try valuation("2233.56 USD").price == "2233.56 USD")
  }

  @Test(
    "What is no rate is refused",
    arguments: ["", "USD", "1", "1 U", "-1 USD", "0 USD", "1 US1", "1,5 EUR", "1e5 USD", "1 ETH"])
  func refused(text: String) {
    #expect(throws: RatesError(.badRate, "")) { try Rate(manual: text, of: .eth, at: 0) }
  }
}
