import NodeRPC
import Outbox
import Primitives
import Sending
import Testing

@testable import GasPrices

/// Wei of gwei.
func gwei(_ text: String) throws -> UInt256 { try Amount(parsing: text, unit: .gwei).wei }

func history(
  bases: [String], fullness: [Double], rewards: [[String]]?
) throws -> FeeHistory {
  FeeHistory(
    oldestBlock: 100, baseFeePerGas: try bases.map(gwei), gasUsedRatio: fullness,
    reward: try rewards?.map { try $0.map(gwei) })
}

@Suite struct PriceRuleTests {
  private func priced(
    _ history: FeeHistory, fallbackTip: UInt256 = 1_000_000_000, kaia: KaiaFeeRule? = nil
  ) -> [GasTier]? {
    FeeMarket(history: history, fallbackTip: fallbackTip, kaia: kaia).map { PriceRule.tiers($0) }
  }

  @Test func theWorkedExampleOfTheSpecification() throws {
    let history = try history(bases: ["20", "20"], fullness: [0.5], rewards: [["0.1", "1", "3"]])
    let tiers = try #require(priced(history))
    #expect(tiers.map(\.speed) == [.slow, .standard, .fast])
    #expect(try tiers.map(\.maximum) == [gwei("22.1"), gwei("26"), gwei("43")])
    #expect(try tiers.map(\.price) == [gwei("20.1"), gwei("21"), gwei("23")])
    #expect(try tiers.map(\.gasPrice) == [gwei("22.1"), gwei("26"), gwei("43")])
  }

  @Test func emptyBlocksSayNothingAboutTips() throws {
    let history = try history(
      bases: ["10", "10", "10", "10"], fullness: [0, 0.5, 0],
      rewards: [["0", "0", "0"], ["1", "2", "3"], ["0", "0", "0"]])
    #expect(try priced(history)?.map(\.tip) == [gwei("1"), gwei("2"), gwei("3")])
  }

  @Test func aChainOfEmptyBlocksTakesTheFallback() throws {
    let history = try history(bases: ["10", "10"], fullness: [0], rewards: [["0", "0", "0"]])
    #expect(try priced(history)?.map(\.tip) == [gwei("1"), gwei("1"), gwei("1")])
    #expect(priced(history, fallbackTip: 7)?.map(\.tip) == [7, 7, 7])
  }

  @Test func noTierCostsLessThanTheOneBefore() throws {
    let history = try history(bases: ["10", "10"], fullness: [0.5], rewards: [["9", "5", "1"]])
    let tiers = try #require(priced(history))
    #expect(tiers[0].price <= tiers[1].price && tiers[1].price <= tiers[2].price)
    #expect(tiers[0].maximum <= tiers[1].maximum && tiers[1].maximum <= tiers[2].maximum)
  }

  private func kaia(_ base: String) throws -> KaiaFeeRule {
    try KaiaFeeRule(baseFee: gwei(base), lowerBound: gwei("25"), upperBound: gwei("750"), suggestedTip: gwei("4"))
  }

  @Test func kaiaWantsNoTipAtTheLowerBound() throws {
    let history = try history(bases: ["25", "25"], fullness: [0.5], rewards: [["5", "6", "7"]])
    let tiers = try #require(priced(history, kaia: try kaia("25")))
    #expect(tiers.map(\.tip) == [0, 0, 0])
    #expect(try tiers.map(\.price) == [gwei("25"), gwei("25"), gwei("25")])
    #expect(try tiers.map(\.maximum) == [gwei("27.5"), gwei("31.25"), gwei("50")])
  }

  @Test func kaiasTiersAreWhatASendOffers() throws {
    let history = try history(bases: ["26", "30"], fullness: [0.9], rewards: [["5", "6", "7"]])
    let rule = try kaia("30")
    let tiers = try #require(priced(history, kaia: rule))
    #expect(try tiers.map(\.tip) == [gwei("2"), gwei("4"), gwei("8")])
    #expect(tiers.map(\.gasPrice) == FeeSpeed.allCases.map { rule.price($0) })
    #expect(
      tiers.map { .dynamic(maxPriorityFeePerGas: $0.tip, maxFeePerGas: $0.maximum) }
        == FeeSpeed.allCases.map { rule.fees($0) })
  }

  @Test func aChainWithoutBaseFeesHasNoSuchTiers() throws {
    #expect(priced(try history(bases: ["0", "0"], fullness: [0], rewards: nil)) == nil)
    #expect(priced(try history(bases: [], fullness: [], rewards: nil)) == nil)
    #expect(PriceRule.tiers(FeeMarket(gasPrice: 5)).map(\.price) == [5, 5, 5])
  }

  @Test func noPriceThatIsToldIsBelowTheBaseFee() {
    let tiers = PriceRule.tiers(prices: [5, 30, 20], baseFee: 10)
    #expect(tiers.map(\.price) == [10, 30, 30])
    #expect(tiers.allSatisfy { $0.maximum >= $0.price && $0.gasPrice >= 10 })
  }

  @Test func numbersAtTheEndOfTheirRangeDoNotTrap() throws {
    let history = FeeHistory(
      oldestBlock: .max, baseFeePerGas: [.max, .max], gasUsedRatio: [1, 1, 1], reward: [[.max], []])
    let tiers = try #require(priced(history))
    #expect(tiers.allSatisfy { $0.maximum == .max })
    #expect(UsualAction.transfer.cost(at: .max) == nil)
  }
}

@Suite struct WaitEstimateTests {
  @Test func aBlockWithRoomTakesAnybody() throws {
    let history = try history(
      bases: ["10", "10", "10"], fullness: [0.5, 0.5], rewards: [["9", "9", "9"], ["9", "9", "9"]])
    #expect(WaitEstimate(history: history, tip: 1, maximum: try gwei("11")) == WaitEstimate(usual: 1, most: 1))
  }

  @Test func aFullBlockTakesWhoPaysAsMuchAsItsLowest() throws {
    let history = try history(
      bases: ["10", "10", "10"], fullness: [1, 1], rewards: [["2", "3", "4"], ["2", "3", "4"]])
    #expect(WaitEstimate(history: history, tip: try gwei("2"), maximum: try gwei("20"))?.most == 1)
    #expect(
      WaitEstimate(history: history, tip: try gwei("1"), maximum: try gwei("20")) == nil,
      "it would have waited through both and be waiting still: nothing is promised")
  }

  @Test func aCeilingBelowARisingBaseFeeWaits() throws {
    let history = try history(
      bases: ["10", "20", "40", "10"], fullness: [0.5, 0.5, 0.5],
      rewards: [["1", "1", "1"], ["1", "1", "1"], ["1", "1", "1"]])
    // In proportion: a tenth above the base fee of its time; each is in at once, in its own block.
    #expect(WaitEstimate(history: history, tip: 0, maximum: try gwei("11"))?.most == 1)
    // Below the base fee of its time: in when that has fallen again, and it does not within the history.
    #expect(WaitEstimate(history: history, tip: 0, maximum: try gwei("9")) == nil)
  }

  @Test func nothingIsSaidWithoutBlocks() throws {
    #expect(WaitEstimate(history: try history(bases: ["10"], fullness: [], rewards: nil), tip: 1, maximum: 2) == nil)
  }
}
