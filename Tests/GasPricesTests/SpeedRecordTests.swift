import DatabaseSupport
import NodeRPC
import Outbox
import Primitives
import Sending
import SimulatedFees
import Testing

@testable import GasPrices

@Suite(.overEachEngine) struct SpeedRecordTests {
  private func quote(_ blocks: ArraySlice<SimulatedBlock>) throws -> GasQuote {
    let history = FeeHistory(blocks, number: UInt64(blocks.startIndex), percentiles: FeeRule.percentiles)
    let market = try #require(FeeMarket(history: history))
    var quote = GasQuote(
      source: .node, block: UInt64(blocks.endIndex - 1), baseFee: history.baseFeePerGas.last,
      fullness: history.gasUsedRatio, tiers: PriceRule.tiers(market), blockTime: 12)
    quote.history = history
    quote.isByHistory = market.isByHistory
    return quote
  }

  @Test func keptBlocksTellHowOftenASpeedWasEnough() async throws {
    let folder = try Folder()
    let book = try folder.open()
    let blocks = FeeSimulation.blocks(1_000, .tides, seed: 3)
    // Looked at once in thirty blocks: the forty that are told each time overlap.
    for end in stride(from: 40, through: 1_000, by: 30) {
      let quote = try quote(blocks[(end - 40)..<end])
      try await book.record(GasSample(quote, time: Int64(end * 12)), chainID: 1, blocks: quote.history)
    }
    let kept = try await book.blocks(chainID: 1)
    #expect(kept.count == 1_000 && kept.map(\.number) == Array(0..<1_000))
    let records = try quote(blocks[960...]).records(over: kept)
    #expect(records.map(\.speed) == [.slow, .standard, .fast])
    let standard = try #require(records.first { $0.speed == .standard })
    #expect(standard.blocks == 992 - (standard.within - 1))
    // Counted by hand: the rule before each block, and whether that block took it.
    var taken = 0
    for next in 8..<1_000 {
      let history = FeeHistory(
        blocks[max(0, next - FeeRule.blocks)..<next], number: 0, percentiles: FeeRule.percentiles)
      let fees = try #require(FeeRule.fees(history: history, fallbackTip: 0)?[.standard])
      if blocks[next].takes(tip: fees.tip, maximum: fees.maximumPerGas) { taken += 1 }
    }
    // A block that used 95 per cent of its gas counts as full here.
    #expect(standard.within > 1 || (taken - 20...taken).contains(standard.enough), "\(standard.enough) of \(taken)")
    #expect(records[2].percent >= standard.percent && standard.percent >= 90)
    #expect(try await book.blocks(chainID: 2).isEmpty, "each chain has its own")
  }

  @Test func aBookKeepsTheNewestBlocksAndForgetsThoseThatWereLeftBehind() async throws {
    let folder = try Folder()
    let book = try folder.open()
    func told(_ first: UInt64, _ count: Int) -> FeeHistory {
      FeeHistory(
        oldestBlock: first, baseFeePerGas: Array(repeating: 7, count: count + 1),
        gasUsedRatio: Array(repeating: 0.5, count: count), reward: Array(repeating: [1, 2, 3, 4], count: count))
    }
    try await book.record(GasSample(1, 7), chainID: 1, blocks: told(100, 40))
    try await book.record(GasSample(2, 7), chainID: 1, blocks: told(2_090, 40))
    #expect(try await book.blocks(chainID: 1).map(\.number) == Array(130..<140) + Array(2_090..<2_130))
    // The chain begins anew, as a devnet does.
    try await book.record(GasSample(3, 7), chainID: 1, blocks: told(1, 3))
    #expect(try await book.blocks(chainID: 1).map(\.number) == [1, 2, 3])
  }

  @Test func absurdBlocksAreKeptWithoutATrap() async throws {
    let folder = try Folder()
    let book = try folder.open()
    let lie = FeeHistory(
      oldestBlock: .max, baseFeePerGas: [.max, .max, 1], gasUsedRatio: [.infinity, -5],
      reward: [[.max, .max, .max, .max], [.max, 0, .max, 0]])
    try await book.record(GasSample(1, 7), chainID: 1, blocks: lie)
    let kept = try await book.blocks(chainID: 1)
    #expect(kept.count <= 1 && MinedFees.stretches(kept).count == kept.count)
    let short = FeeHistory(oldestBlock: 5, baseFeePerGas: [1, 1], gasUsedRatio: [0.5], reward: [[1, 2, 3]])
    #expect(MinedFees.blocks(of: short).isEmpty, "three tips are those of no known percentiles")
  }

  @Test func feesThatDoNotFollowFromBlocksAreMeasuredInProportion() throws {
    let blocks = (0..<20).map { MinedFees(number: $0, baseFee: 100, fullness: $0 == 9 ? 1 : 0.5, tips: [5, 5, 5, 5]) }
    let fees = TransactionFees.dynamic(maxPriorityFeePerGas: 1, maxFeePerGas: 251)
    let tier = GasTier(
      .standard, FeeQuote(price: 201, fees: fees, nativePrice: 251), wait: WaitEstimate(usual: 1, most: 1))
    let quote = GasQuote(
      source: .oracle, block: 20, baseFee: 200, fullness: [], tiers: [tier], blockTime: nil)
    let record = try #require(quote.records(over: blocks).first)
    #expect((record.blocks, record.enough, record.percent) == (20, 19, 95), "the full block asked for a tip of 5")
    #expect(quote.records(over: []).isEmpty, "nothing is known")
  }
}
