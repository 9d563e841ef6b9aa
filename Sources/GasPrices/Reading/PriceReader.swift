import NodeRPC
import Primitives
import Sending

/// Asks for the prices of gas: a node, or an oracle, for which a node stands in where it fails.
public struct PriceReader: Sendable {
  private let oracle: GasOracle?
  private let node: (@Sendable () async throws -> NodeClient)?
  /// The longest that the node is waited for, to compare its base fee with the oracle's; nil where that is not done.
  private let patience: Duration?

  /// Prices made of the answers of a chain's node, by Kaia's rule where the node knows it, whatever the chain is
  /// called.
  public init(node: NodeClient) { self.init(oracle: nil) { node } }

  /// Prices that somebody else has made.
  public init(oracle: GasOracle) { (self.oracle, node, patience) = (oracle, nil, nil) }

  /// Prices of an oracle, if there is one and as long as it gives some; else of a node.
  ///
  /// - Parameters:
  ///   - patience: The longest that the node is waited for, so that an oracle whose base fee is far from the node's is
  ///     not believed; nil believes it unasked.
  ///   - node: Gives the chain's node, connected and looked at; it is called for each reading that needs it.
  public init(
    oracle: GasOracle?, checkedWithin patience: Duration? = nil,
    standIn node: @escaping @Sendable () async throws -> NodeClient
  ) {
    (self.oracle, self.patience, self.node) = (oracle, patience, node)
  }

  /// A quote with the waits that the oracle estimates, where its prices are the oracle's; one of a node as it is.
  public func withToldWaits(_ quote: GasQuote) async -> GasQuote {
    guard let oracle, quote.source == .oracle else { return quote }
    return await oracle.withWaits(quote)
  }

  /// The prices now.
  ///
  /// - Throws: `NodeError`; `GasPricesError` of the oracle, where no node stands in for it.
  public func quote() async throws -> GasQuote {
    guard let oracle else { return try await nodeQuote() }
    do {
      let quote = try await oracle.quote()
      if let patience { try await check(quote, patience) }
      return quote
    } catch {
      try Task.checkCancellation()
      guard node != nil, var quote = try? await nodeQuote() else { throw error }
      quote.oracleProblem = Self.reason(of: error)
      return quote
    }
  }

  /// The message of a failure and its reason.
  private static func reason(of error: any Error) -> String {
    let lines: [String?] =
      switch error {
      case let error as GasPricesError: [error.message, error.reason]
      case let error as NodeError: [error.message, error.reason]
      default: [error.inOneLine]
      }
    return lines.compactMap { $0 }.joined(separator: " ")
  }

  /// Compares an oracle's base fee with that of the node: six full blocks double it, so it is not twice or half of it.
  ///
  /// - Throws: `badOracleReply`. A node that does not answer soon says nothing against the oracle.
  private func check(_ quote: GasQuote, _ patience: Duration) async throws(GasPricesError) {
    guard let told = quote.baseFee, let node else { return }
    let known = await withTaskGroup(of: UInt256?.self) { group in
      group.addTask {
        let history = try? await node().feeHistory(blocks: 1, newest: .latest, percentiles: [])
        return history?.baseFeePerGas.last
      }
      group.addTask {
        try? await Task.sleep(for: patience)
        return nil
      }
      defer { group.cancelAll() }
      return await group.next() ?? nil
    }
    guard let known, known > 0, told / 2 > known || known / 2 > told else { return }
    let text = { (fee: UInt256) in "\(PriceText.gwei(fee)) gwei" }
    throw GasPricesError(
      .badOracleReply, "The gas oracle is not believed.",
      reason: "Its base fee is \(text(told)), the node's \(text(known)).")
  }

  private func nodeQuote() async throws -> GasQuote {
    guard let node else {
      throw GasPricesError(.oracleRefused, "There is neither an oracle nor a node to ask.")
    }
    return try await Self.quote(try await node())
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
    var quote = GasQuote(
      source: .node, block: newest, baseFee: market.history?.baseFeePerGas.last,
      fullness: market.history?.gasUsedRatio ?? [], tiers: PriceRule.tiers(market),
      blockTime: await blockTime(node, from: first, to: newest))
    quote.history = market.history
    quote.isByHistory = market.isByHistory
    return quote
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
