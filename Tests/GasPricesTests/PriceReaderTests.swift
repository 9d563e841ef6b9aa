import NodeDoubles
import NodeRPC
import Primitives
import Sending
import StrictJSON
import Testing

@testable import GasPrices

@Suite struct PriceReaderTests {
  private let ston = 1_000_000_000 as UInt64

  /// A node with a base fee of 30 gwei (ston) and full blocks that paid a tip of 1.
  private func node(_ change: (inout StubNode.Chain) -> Void = { _ in }) throws -> StubNode {
    let ston = ston
    return try StubNode { chain in
      chain.chainID = 31337
      chain.answers["eth_feeHistory"] = { _, _ in
        .result([
          "oldestBlock": "0x7", "baseFeePerGas": [.string((30 * ston).quantity), .string((30 * ston).quantity)],
          "gasUsedRatio": [.number("0.5")],
          "reward": [[.string(ston.quantity), .string(ston.quantity), .string(ston.quantity)]],
        ])
      }
      chain.answers["eth_maxPriorityFeePerGas"] = { _, _ in .result(.string((2 * ston).quantity)) }
      change(&chain)
    }
  }

  private func quote(_ node: StubNode) async throws -> GasQuote {
    try await PriceReader(node: try NodeClient(endpoints: [Endpoint(node.url)], options: .patient)).quote()
  }

  @Test func aNodeThatKnowsKaiasRuleIsAskedForItWhateverTheChainIsCalled() async throws {
    let quote = try await quote(
      node { chain in
        chain.answers["kaia_lowerBoundGasPrice"] = { _, _ in .result(.string((25 * ston).quantity)) }
        chain.answers["kaia_upperBoundGasPrice"] = { _, _ in .result(.string((750 * ston).quantity)) }
      })
    let rule = KaiaFeeRule(
      baseFee: UInt256(30 * ston), lowerBound: UInt256(25 * ston), upperBound: UInt256(750 * ston),
      suggestedTip: UInt256(2 * ston))
    #expect(quote.tiers.map(\.gasPrice) == FeeSpeed.allCases.map { rule.price($0) })
    #expect(quote.tiers.map(\.tip) == [1, 2, 4].map { UInt256($0 * ston) })
  }

  @Test func aNodeThatDoesNotIsOfEthereumsKind() async throws {
    let quote = try await quote(node())
    #expect(quote.tiers.map(\.tip) == [1, 1, 1].map { UInt256($0 * ston) })
    // 110, 125 and 200 per cent of 30, and the tip.
    #expect(quote.tiers.map(\.gasPrice) == [340, 385, 610].map { UInt256($0 * ston / 10) })
  }
}
