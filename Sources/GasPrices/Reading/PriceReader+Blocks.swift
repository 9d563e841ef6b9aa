import NodeRPC
import Primitives
import Sending

extension PriceReader {
  /// The number of the newest blocks that speeds are measured over at least: as many as nodes give in one answer.
  static let measuredBlocks: UInt64 = 1_024

  /// The blocks that the speeds of a quote can be measured over: kept ones, and what the node has of those that are
  /// missing among the newest 1,024.
  ///
  /// One request asks for all that is missing, and none is made where nothing is. A node that refuses so many is asked
  /// for a quarter of it, and so on; one that is not done in time adds none.
  ///
  /// - Parameters:
  ///   - kept: Blocks of the chain that are known; those after the quote are of a chain that was there before.
  ///   - patience: The longest that the node is waited for.
  public func blocks(
    for quote: GasQuote, besides kept: [MinedFees], within patience: Duration = .seconds(3)
  ) async -> [MinedFees] {
    let kept = kept.filter { $0.number <= quote.block }
    // Without a base fee nothing can be measured, and no node answers where it confirmed nothing.
    guard let node, quote.baseFee ?? 0 > 0, !quote.isUnverified else { return kept }
    let known = Set((kept + quote.blocks).map(\.number))
    let first = quote.block - min(quote.block, Self.measuredBlocks - 1)
    let missing = (first...quote.block).first { !known.contains(Int64(clamping: $0)) }
    guard let missing else { return kept }
    let count = max(Int(quote.block - missing) + 1, FeeRule.blocks + 1)
    let told = await Self.first(within: patience) { try? await Self.history(of: count, from: node()) }
    return kept + (told.map(MinedFees.blocks) ?? [])
  }

  /// The newest blocks: as many as these, or as the node does not refuse.
  private static func history(of count: Int, from node: NodeClient) async throws(NodeError) -> FeeHistory? {
    guard count > FeeRule.blocks else { return nil }
    do {
      return try await node.feeHistory(blocks: count, newest: .latest, percentiles: FeeRule.percentiles)
    } catch {
      guard error.code == .rpc else { throw error }
    }
    return try await history(of: count / 4, from: node)
  }
}
