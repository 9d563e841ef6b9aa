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
}
