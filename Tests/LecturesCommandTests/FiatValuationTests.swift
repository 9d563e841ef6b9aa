import GasPrices
import Localization
import Operations
import Primitives
import Rates
import StrictJSON
import Terminal
import Testing
import WalletBook

@testable import LecturesCommand

@Suite("The worth of amounts by a rate written by hand") struct FiatValuationTests {
  @Test("Tokens count by the rate of the coin that a trusted list knows them as; nothing else makes money of one")
  func tokens() throws {
    let rate = try Rate(manual: "1400 KRW", of: .usdt, at: 0)
    let kaia = try #require(Network.builtIn("kaia"))
    let money = Money(
      network: kaia, language: .english, valuation: nil, tokens: [.usdt: FiatValuation(rate: rate, source: "test")])
    func holding(
      _ label: String, decimals: Int? = 6, isVouched: Bool = true, units: UInt256 = 2_500_000, at number: UInt64 = 1
    ) -> Holding {
      Holding(
        token: Address(truncating: Hash32(UInt256(number))), label: label, decimals: decimals, isVouched: isVouched,
        isCoin: false, units: units, time: 0)
    }
    #expect(holding("USDT").worth(in: money) == "3,500 KRW")
    #expect(holding("USDT", decimals: 0, units: 3).worth(in: money) == "4,200 KRW")
    // The contract's own word, a symbol of several, a state's money, no decimals, and a coin without a rate.
    #expect(holding("USDT?", isVouched: false).traded == nil && holding("USDT#4432").traded == nil)
    #expect(holding("USD").traded == nil && holding("USDT", decimals: nil).traded == nil)
    #expect(holding("USDC").traded != nil && holding("USDC").worth(in: money) == nil)
    var total = FiatTotal()
    total.add(
      [holding("USDT"), holding("USDT", at: 2), holding("USDT"), holding("USDC", at: 3)], of: Address(truncating: 7),
      in: money)
    #expect(
      total.json == "7000 KRW"
        && total.line(in: .english).map(\.plain) == ["About 7,000 KRW in all, without 1 of no known value."])
    #expect(money.rateLine.map(\.plain) == ["1 USDT = 1400 KRW"], "\(money.rateLine)")
  }

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
