import NodeRPC
import Primitives
import Sending

/// Asks for the prices of gas: a node, or an oracle for the prices and a node for nothing.
public struct PriceReader: Sendable {
  private enum Source: Sendable {
    case node(NodeClient)
    case oracle(GasOracle)
  }

  private let source: Source

  /// Prices made of the answers of a chain's node, by Kaia's rule where the node knows it, whatever the chain is
  /// called.
  public init(node: NodeClient) { source = .node(node) }

  /// Prices that somebody else has made.
  public init(oracle: GasOracle) { source = .oracle(oracle) }

  /// The prices now.
  ///
  /// - Throws: `NodeError`; `GasPricesError` of the oracle.
  public func quote() async throws -> GasQuote {
    switch source {
    case .oracle(let oracle): return try await oracle.quote()
    case .node(let node): return try await Self.quote(node)
    }
  }

  private static func quote(_ node: NodeClient) async throws -> GasQuote {
    let market = try await FeeEstimator(node: node).market()
    let (first, newest): (UInt64, UInt64)
    if let history = market.history {
      first = history.oldestBlock
      newest = first.addingSaturated(UInt64(max(1, history.gasUsedRatio.count)) - 1)
    } else {
      newest = try await node.blockNumber()
      first = newest - min(newest, UInt64(FeeRule.blocks))
    }
    return GasQuote(
      source: .node, block: newest, baseFee: market.history?.baseFeePerGas.last,
      fullness: market.history?.gasUsedRatio ?? [], tiers: PriceRule.tiers(market),
      blockTime: await blockTime(node, from: first, to: newest))
  }

  /// Seconds from block to block, on the average.
  private static func blockTime(_ node: NodeClient, from first: UInt64, to last: UInt64) async -> Double? {
    // The genesis has a time of its own choosing.
    let first = max(first, 1)
    guard first < last, let answers = try? await node.batch([.block(.number(first)), .block(.number(last))]),
      let old = try? answers[0].get()?.timestamp, let new = try? answers[1].get()?.timestamp, new >= old
    else { return nil }
    return Double(new - old) / Double(last - first)
  }
}
