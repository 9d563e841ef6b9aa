import NodeDoubles
import NodeRPC
import Outbox
import Primitives
import Sending
import StrictJSON
import Testing

@testable import GasPrices

@Suite struct PriceReaderTests {
  private static let ston: UInt256 = 1_000_000_000
  private static func told(_ price: UInt256) -> JSON { .string((price * ston).quantity) }

  /// A node with a base fee of 30 gwei (ston) and half full blocks that paid a tip of 1.
  private func node(_ change: (inout StubNode.Chain) -> Void = { _ in }) throws -> StubNode {
    try StubNode { chain in
      chain.chainID = 31337
      chain.answers["eth_feeHistory"] = { _, _ in
        .result([
          "oldestBlock": "0x7", "baseFeePerGas": [Self.told(30), Self.told(30)], "gasUsedRatio": [.number("0.5")],
          "reward": [[Self.told(1), Self.told(1), Self.told(1)]],
        ])
      }
      chain.answers["eth_maxPriorityFeePerGas"] = { _, _ in .result(Self.told(2)) }
      change(&chain)
    }
  }

  private func quote(_ node: StubNode) async throws -> GasQuote {
    try await PriceReader(node: try NodeClient(endpoints: [Endpoint(node.url)], options: .patient)).quote()
  }

  @Test func aNodeThatKnowsKaiasRuleIsAskedForItWhateverTheChainIsCalled() async throws {
    let node = try node { chain in
      chain.answers["kaia_lowerBoundGasPrice"] = { _, _ in .result(Self.told(25)) }
      chain.answers["kaia_upperBoundGasPrice"] = { _, _ in .result(Self.told(750)) }
    }
    let quote = try await quote(node)
    let rule = KaiaFeeRule(
      baseFee: 30 * Self.ston, lowerBound: 25 * Self.ston, upperBound: 750 * Self.ston, suggestedTip: 2 * Self.ston)
    #expect(quote.tiers.map(\.gasPrice) == FeeSpeed.allCases.map { rule.price($0) })
    #expect(quote.tiers.map(\.tip) == [1 * Self.ston, 2 * Self.ston, 4 * Self.ston])
  }

  @Test func aNodeThatDoesNotIsOfEthereumsKind() async throws {
    let node = try node()
    let quote = try await quote(node)
    #expect(quote.tiers.map(\.tip) == [Self.ston, Self.ston, Self.ston])
    // 110, 125 and 200 per cent of 30, and the tip.
    let hundredths: [UInt256] = [3400, 3850, 6100]
    #expect(quote.tiers.map(\.gasPrice) == hundredths.map { $0 * Self.ston / 100 })
  }

  @Test func whereANodeTellsNoTipsTheOneThatItSuggestsIsShownAsASendOffersIt() async throws {
    let node = try node { chain in
      chain.answers["eth_feeHistory"] = { _, _ in
        .result([
          "oldestBlock": "0x7", "baseFeePerGas": [Self.told(30), Self.told(30)], "gasUsedRatio": [.number("0.5")],
        ])
      }
    }
    #expect(try await quote(node).tiers.map(\.tip) == [2 * Self.ston, 2 * Self.ston, 2 * Self.ston])
    let estimator = FeeEstimator(node: try NodeClient(endpoints: [Endpoint(node.url)], options: .patient))
    #expect(try await estimator.fees(speed: .slow) == quote(node)[.slow]?.quote.fees)
  }

  /// A node with so many blocks that gives no more than some of them in one answer.
  private func node(blocks: Int, most: Int) throws -> StubNode {
    try StubNode { chain in
      chain.block = blocks - 1
      chain.answers["eth_feeHistory"] = { call, _ in
        let asked = (call.params.first?.string).flatMap { Int($0.dropFirst(2), radix: 16) } ?? 0
        guard asked <= most else { return .error("too many blocks") }
        let count = min(asked, blocks)
        return .result([
          "oldestBlock": .string(UInt256(UInt64(blocks - count)).quantity),
          "baseFeePerGas": .array((0...count).map { _ in Self.told(30) }),
          "gasUsedRatio": .array((0..<count).map { _ in .number("0.5") }),
          "reward": .array((0..<count).map { _ in .array((0..<4).map { _ in Self.told(1) }) }),
        ])
      }
    }
  }

  /// The numbers of blocks that a node was asked for with the tips in them: the base fee of blobs needs one without.
  private func asks(to node: StubNode) -> [String] {
    node.calls(of: "eth_feeHistory").compactMap { $0.params.first?.string }.filter { $0 != "0x1" }
  }

  @Test(
    "Speeds are measured over as many blocks as a node gives in one answer, and over what is kept besides",
    arguments: [
      (1_024, ["0x28", "0x400"], 1_024),
      (300, ["0x28", "0x400", "0x100"], 256),
      (40, ["0x28", "0x400", "0x100", "0x40"], 40),
    ] as [(Int, [String], Int)])
  func measuredBlocks(most: Int, asked: [String], measured: Int) async throws {
    let node = try node(blocks: 1_300, most: most)
    let reader = PriceReader(node: try NodeClient(endpoints: [Endpoint(node.url)], options: .patient))
    let quote = try await reader.quote()
    let blocks = await reader.blocks(for: quote, besides: [], within: .seconds(300))
    #expect(asks(to: node) == asked)
    let records = quote.records(over: blocks)
    // The rule looks at eight blocks before the first that it is tried on.
    #expect(records.map(\.blocks) == Array(repeating: measured - InclusionTip.fewest, count: 3), "\(records)")
  }

  @Test("A node is asked for blocks that are missing alone, and those of a chain of before are left out")
  func missingBlocks() async throws {
    let node = try node(blocks: 1_300, most: 1_024)
    let reader = PriceReader(node: try NodeClient(endpoints: [Endpoint(node.url)], options: .patient))
    let quote = try await reader.quote()
    func kept(_ numbers: Range<Int64>) -> [MinedFees] {
      numbers.map { MinedFees(number: $0, baseFee: 30, fullness: 0.5, tips: [1, 1, 1, 1]) }
    }
    let all = await reader.blocks(for: quote, besides: kept(100..<1_300), within: .seconds(300))
    #expect(all.count == 1_200 && asks(to: node) == ["0x28"])
    let some = await reader.blocks(for: quote, besides: kept(100..<1_200) + kept(5_000..<5_009), within: .seconds(300))
    #expect(asks(to: node) == ["0x28", "0x64"])
    #expect(some.map(\.number) == Array(100..<1_300))
  }

  @Test("Of an oracle's quote, which tells no blocks, the few newest ones that are not kept are asked for, too")
  func fewMissingBlocks() async throws {
    let node = try node(blocks: 1_300, most: 1_024)
    let reader = PriceReader(node: try NodeClient(endpoints: [Endpoint(node.url)], options: .patient))
    let quote = GasQuote(
      source: .oracle, block: 1_299, baseFee: 30 * Self.ston, fullness: [], tiers: [], blockTime: nil)
    let numbers: Range<Int64> = 0..<1_290
    let kept = numbers.map { MinedFees(number: $0, baseFee: 30, fullness: 0.5, tips: [1, 1, 1, 1]) }
    let blocks = await reader.blocks(for: quote, besides: kept, within: .seconds(300))
    // A node is asked for no fewer than a rule of speeds looks at, and one more.
    #expect(asks(to: node) == ["0x29"])
    #expect(Set(blocks.map(\.number)) == Set<Int64>(0..<1_300))
  }
}
