import NodeRPC
import Outbox
import Primitives
import Sending
import Testing

@Suite("Fees from a chain's history")
struct FeeRuleTests {
  private func history(
    base: [UInt256], ratios: [Double], rewards: [[UInt256]]? = nil
  ) -> FeeHistory {
    FeeHistory(oldestBlock: 1, baseFeePerGas: base, gasUsedRatio: ratios, reward: rewards)
  }

  private func gwei(_ text: String) throws -> UInt256 { try Amount(parsing: text, unit: .gwei).wei }

  @Test("follow the worked example: next base fee 20 gwei, median tips 0.1, 1 and 3 gwei")
  func workedExample() throws {
    let rows = [["0.1", "1", "3"], ["0.05", "0.5", "2"], ["0.2", "2", "5"]]
    let fees = try #require(
      FeeRule.fees(
        history: history(
          base: [gwei("19"), gwei("19"), gwei("19"), gwei("20")], ratios: [0.5, 0.4, 0.9],
          rewards: rows.map { try $0.map(gwei) }), fallbackTip: 0))
    #expect(fees[.slow] == .dynamic(maxPriorityFeePerGas: try gwei("0.1"), maxFeePerGas: try gwei("22.1")))
    #expect(fees[.standard] == .dynamic(maxPriorityFeePerGas: try gwei("1"), maxFeePerGas: try gwei("26")))
    #expect(fees[.fast] == .dynamic(maxPriorityFeePerGas: try gwei("3"), maxFeePerGas: try gwei("43")))
  }

  @Test("leave empty blocks out of the median")
  func emptyBlocks() throws {
    let rows: [[UInt256]] = [[0, 0, 0], [7, 8, 9], [0, 0, 0]]
    let fees = try #require(
      FeeRule.fees(history: history(base: [100, 100, 100, 100], ratios: [0, 0.5, 0], rewards: rows), fallbackTip: 55))
    #expect(fees[.slow] == .dynamic(maxPriorityFeePerGas: 7, maxFeePerGas: 117))
  }

  @Test("take the fallback tip when every block was empty or no rewards were told")
  func fallback() throws {
    for rewards: [[UInt256]]? in [nil, [[0, 0, 0]], [[]]] {
      let fees = try #require(
        FeeRule.fees(history: history(base: [100, 100], ratios: [0], rewards: rewards), fallbackTip: 3))
      #expect(fees[.standard] == .dynamic(maxPriorityFeePerGas: 3, maxFeePerGas: 128))
    }
  }

  @Test("are never cheaper at a higher speed, whatever the node says of its percentiles")
  func order() throws {
    let fees = try #require(
      FeeRule.fees(history: history(base: [100, 100], ratios: [1], rewards: [[50, 20, 10]]), fallbackTip: 0))
    let ceilings = FeeSpeed.allCases.compactMap { fees[$0]?.maximumPerGas }
    #expect(ceilings == ceilings.sorted())
    #expect(fees[.fast] == .dynamic(maxPriorityFeePerGas: 50, maxFeePerGas: 250))
  }

  @Test("are none on a chain without a base fee")
  func noBaseFee() {
    #expect(FeeRule.fees(history: history(base: [], ratios: []), fallbackTip: 1) == nil)
    #expect(FeeRule.fees(history: history(base: [0, 0], ratios: [1], rewards: [[1, 1, 1]]), fallbackTip: 1) == nil)
  }

  @Test("stay within 256 bits when a node lies")
  func absurdBaseFee() throws {
    let fees = try #require(
      FeeRule.fees(history: history(base: [.max, .max], ratios: [1], rewards: [[.max, .max, .max]]), fallbackTip: 0))
    #expect(fees[.fast]?.maximumPerGas == .max)
    #expect(fees[.fast]?.maximumCost(gasLimit: 21_000) == nil)
  }
}
