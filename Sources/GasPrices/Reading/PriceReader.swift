import Locking
import NodeRPC
import Outbox
import Primitives
import Sending

/// Asks for the prices of gas: a node, or an oracle, for which a node stands in where it fails.
public struct PriceReader: Sendable {
  private let oracle: GasOracle?
  let node: (@Sendable () async throws -> NodeClient)?
  /// The longest that the node is waited for, to compare its base fee with the oracle's.
  private let patience: Duration
  /// The network's name of 10⁹ wei, in the reasons.
  private let unit: String
  /// The reason why the oracle was not believed the last time that the node could be compared with it.
  private let disbelief = Guarded<GasPricesError?>(nil)

  /// Prices made of the answers of a chain's node, by Kaia's rule where the node knows it, whatever the chain is
  /// called.
  public init(node: NodeClient) { self.init(oracle: nil) { node } }

  /// Prices that somebody else has made, and nobody confirms.
  public init(oracle: GasOracle) { (self.oracle, node, patience, unit) = (oracle, nil, .zero, GasUnits().gas) }

  /// Prices of an oracle, if there is one and as long as it gives some; else of a node.
  ///
  /// - Parameters:
  ///   - patience: The longest that the node is waited for: an oracle whose base fee is far from the node's is not
  ///     believed until it is near, and one whose node does not answer is not verified.
  ///   - unit: The network's name of 10⁹ wei.
  ///   - node: Gives the chain's node, connected and looked at; it is called for each reading that needs it.
  public init(
    oracle: GasOracle?, checkedWithin patience: Duration = .seconds(5), unit: String = GasUnits().gas,
    standIn node: @escaping @Sendable () async throws -> NodeClient
  ) {
    (self.oracle, self.patience, self.unit, self.node) = (oracle, patience, unit, node)
  }

  /// A quote with the waits that the oracle estimates, where its prices are the oracle's; one of a node as it is.
  ///
  /// - Parameter patience: The longest that the oracle is waited for, after which the quote is given without; nil for
  ///   as long as it takes.
  public func withReportedWaits(_ quote: GasQuote, within patience: Duration? = nil) async -> GasQuote {
    guard let oracle, quote.source == .oracle else { return quote }
    guard let patience else { return await oracle.withWaits(quote) }
    return await Self.first(within: patience) { await oracle.withWaits(quote) } ?? quote
  }

  /// The prices now.
  ///
  /// - Throws: `NodeError`; `GasPricesError` of the oracle, where no node stands in for it, with the node's reason.
  public func quote() async throws -> GasQuote {
    guard let oracle else { return try await nodeQuote() }
    do {
      var quote = try await oracle.quote()
      let word = try await confirmation(of: quote)
      (quote.isUnverified, quote.blobBaseFee) = (word == nil, word?.blobBaseFee)
      return quote
    } catch {
      try Task.checkCancellation()
      guard node != nil else { throw error }
      do {
        var quote = try await nodeQuote()
        (quote.oracleProblem, quote.oracleKinds) = (Self.reason(of: error), Self.failure(of: error).kinds)
        return quote
      } catch let nodes {
        throw Self.failure(of: error, nodes)
      }
    }
  }

  /// The failure of an oracle, and that of the node that was to stand in for it.
  private static func failure(of oracle: any Error, _ node: (any Error)? = nil) -> GasPricesError {
    let own = oracle as? GasPricesError
    let noNode = node.map { GasPricesError(.noNode, "No node stands in for it.", reason: reason(of: $0)) }
    let reasons = [own.map(\.reason) ?? reason(of: oracle), noNode.map { reason(of: $0) }].compactMap { $0 }
    return GasPricesError(
      own?.code ?? .oracleSilent, own?.message ?? "The gas oracle does not answer.",
      reason: reasons.isEmpty ? nil : reasons.joined(separator: " "), advice: own?.advice, cause: noNode)
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

  /// The node's word beside an oracle's.
  private struct NodeWord: Sendable {
    /// The fee that a quote is measured by.
    let measure: UInt256
    let blobBaseFee: UInt256?
  }

  /// The word by which the node confirms an oracle's prices; nil where it does not answer soon.
  ///
  /// - Throws: `badOracleReply` where they are far from the node's, and until these are compared again.
  private func confirmation(of quote: GasQuote) async throws(GasPricesError) -> NodeWord? {
    guard let node else { return nil }
    let word = await Self.first(within: patience) { try? await Self.word(on: quote, of: node()) }
    guard let word else {
      if let disbelief = disbelief.withLock({ $0 }) { throw disbelief }
      return nil
    }
    let error = objection(to: quote, word.measure)
    disbelief.withLock { $0 = error }
    if let error { throw error }
    return word
  }

  /// The outcome of work; nil where it takes longer than this.
  static func first<Outcome: Sendable>(
    within patience: Duration, _ work: @escaping @Sendable () async -> Outcome?
  ) async -> Outcome? {
    await withTaskGroup(of: Outcome?.self) { group in
      group.addTask { await work() }
      group.addTask {
        try? await Task.sleep(for: patience)
        return nil
      }
      defer { group.cancelAll() }
      return await group.next() ?? nil
    }
  }

  /// The node's word for what a quote is measured by, and for what stands beside it; where there is a base fee it is in
  /// one answer.
  private static func word(on quote: GasQuote, of node: NodeClient) async throws -> NodeWord? {
    guard quote.hasBaseFee else { return NodeWord(measure: try await node.gasPrice(), blobBaseFee: nil) }
    let history = try await node.feeHistory(blocks: 1, newest: .latest, percentiles: [])
    return history.baseFeePerGas.last.map { NodeWord(measure: $0, blobBaseFee: history.blobBaseFee) }
  }

  /// The reason not to believe a quote: what it is measured by is far from the node's, or its dearest price is more
  /// than ten times that, and more than ten gwei.
  private func objection(to quote: GasQuote, _ known: UInt256) -> GasPricesError? {
    let (fast, noun) = (quote[.fast]?.price ?? 0, quote.hasBaseFee ? "base fee" : "price")
    let told: (String, UInt256)
    if !quote.measured.isNear(known) {
      told = (noun, quote.measured)
    } else if fast / 10 > max(known, 1_000_000_000) {
      told = ("fast price", fast)
    } else {
      return nil
    }
    let prices = (PriceText.gwei(told.1), PriceText.gwei(known))
    return GasPricesError(
      .badOracleReply, "The gas oracle is not believed.",
      reason: "Its \(told.0) is \(prices.0) \(unit), the node's \(noun) \(prices.1) \(unit).")
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
    (quote.history, quote.blobBaseFee) = (market.history, market.history?.blobBaseFee)
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

extension FeeHistory {
  /// The next block's price of a unit of blob gas; nil where there is none, or it is 0.
  fileprivate var blobBaseFee: UInt256? { nextBlobBaseFee.flatMap { $0 > 0 ? $0 : nil } }
}

extension GasQuote {
  /// Whether there is a base fee, by which a quote is compared.
  fileprivate var hasBaseFee: Bool { baseFee ?? 0 > 0 }
  /// The base fee, or the standard price where there is none.
  fileprivate var measured: UInt256 { (hasBaseFee ? baseFee : self[.standard]?.price) ?? 0 }
}
