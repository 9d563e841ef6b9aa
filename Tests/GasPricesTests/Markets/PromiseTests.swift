import NodeRPC
import Primitives
import Sending
import SimulatedFees
import Testing

@testable import GasPrices

/// Whether the standard speed keeps what it promises, and how much it pays for that: a sample of what the benchmarks measure.
@Suite struct PromiseTests {
  /// The tallies of the standard speed, and of a strategy that offers the median tip and promises the next block.
  private struct Tallies {
    var standard = PromiseTally()
    var median = PromiseTally()

    mutating func play(_ shape: DemandShape, seed: UInt64) throws {
      let blocks = FeeSimulation.blocks(1_000, shape, seed: seed)
      for next in stride(from: FeeRule.blocks, to: blocks.count - 30, by: 3) {
        let history = FeeHistory(
          blocks[next - FeeRule.blocks..<next], number: UInt64(next - FeeRule.blocks),
          percentiles: FeeRule.percentiles)
        let tier = PriceRule.tiers(try #require(FeeMarket(history: history)))[1]
        let after = blocks[next...]
        standard.count(
          PromiseTally.Offer(tip: tier.tip, maximum: tier.maximum, blocks: tier.wait?.most), next: after)
        let tips = (history.reward ?? []).map { $0[2] }.sorted()
        let tip = tips[(tips.count - 1) / 2]
        let maximum = 2 * UInt256(blocks[next].baseFee) + tip
        median.count(PromiseTally.Offer(tip: tip, maximum: maximum, blocks: 1), next: after)
      }
    }
  }

  @Test(arguments: DemandShape.allCases)
  func standardKeepsItsPromisesAndPaysLittleMoreThanTheSmallestTipThatWasIncluded(shape: DemandShape) throws {
    var tallies = Tallies()
    for seed in [1, 2, 4] as [UInt64] { try tallies.play(shape, seed: seed) }
    let (standard, median) = (tallies.standard, tallies.median)
    #expect(standard.offers == 930)
    #expect(standard.keptShare >= 0.95, "\(standard.kept) of \(standard.offers), \(standard.promised) of them promised")
    #expect(standard.multiple(0.5) <= 1.1)
    #expect(standard.multiple(0.95) <= 1.5)
    #expect(median.multiple(0.5) > 2, "a median tip is far above, or the market says nothing")
  }

  @Test func aSeedDecidesTheWholeMarket() {
    #expect(FeeSimulation.blocks(50, .storms, seed: 7) == FeeSimulation.blocks(50, .storms, seed: 7))
    #expect(FeeSimulation.blocks(50, .storms, seed: 7) != FeeSimulation.blocks(50, .storms, seed: 8))
  }
}
