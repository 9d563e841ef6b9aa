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
    guard let history = try await history(node) else { return try await legacyQuote(node) }
    let kaia = try await node.kaiaFeeRule()
    var tip: UInt256?
    if kaia == nil, !history.gasUsedRatio.contains(where: { $0 > 0 }) {
      tip = try? await node.maxPriorityFeePerGas()
    }
    guard let tiers = PriceRule.tiers(history: history, fallbackTip: tip, kaia: kaia) else {
      return try await legacyQuote(node)
    }
    let count = UInt64(max(1, history.gasUsedRatio.count))
    let (sum, overflow) = history.oldestBlock.addingReportingOverflow(count - 1)
    let newest = overflow ? history.oldestBlock : sum
    let blockTime = await blockTime(node, from: history.oldestBlock, to: newest)
    return GasQuote(
      source: .node, block: newest, baseFee: history.baseFeePerGas.last, fullness: history.gasUsedRatio, tiers: tiers,
      blockTime: blockTime)
  }

  /// Nil from a node that does not know the method.
  private static func history(_ node: NodeClient) async throws -> FeeHistory? {
    do throws(NodeError) {
      return try await node.feeHistory(
        blocks: FeeRule.blocks, newest: .latest, percentiles: FeeRule.percentiles)
    } catch {
      guard error.isMethodMissing else { throw error }
      return nil
    }
  }

  /// The price of a chain without base fees.
  private static func legacyQuote(_ node: NodeClient) async throws -> GasQuote {
    let price = try await node.gasPrice()
    let head = try await node.blockNumber()
    let blockTime = await blockTime(node, from: head - min(head, UInt64(FeeRule.blocks)), to: head)
    return GasQuote(
      source: .node, block: head, baseFee: nil, fullness: [], tiers: PriceRule.tiers(gasPrice: price),
      blockTime: blockTime)
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
