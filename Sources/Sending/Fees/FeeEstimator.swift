import NodeRPC
import Outbox
import Primitives

/// Estimates the fees that a chain asks: from the caller's choice or source, else from the node by ``FeeRule`` and
/// ``KaiaFeeRule``.
public struct FeeEstimator: Sendable {
  let node: NodeClient

  /// An estimator of a node's chain; nothing is asked yet.
  public init(node: NodeClient) { self.node = node }

  /// The fees that the chain asks now, at each speed, by Kaia's rule where the node knows it, whatever the chain is
  /// called.
  ///
  /// - Throws: a `NodeError`.
  public func market() async throws -> FeeMarket { try await market(asksKaia: true) }

  /// The fees that the chain asks at a speed.
  ///
  /// EIP-1559 where blocks have a base fee, one gas price elsewhere, and where the node has something else than not to
  /// know the method against being asked for its history.
  public func fees(speed: FeeSpeed) async throws -> TransactionFees {
    try await marketForSending(asksKaia: false)[speed].fees
  }

  private func marketForSending(asksKaia: Bool) async throws -> FeeMarket {
    do {
      return try await market(asksKaia: asksKaia)
    } catch let error as NodeError where error.code == .rpc {
      return FeeMarket(gasPrice: try await node.gasPrice())
    }
  }

  private func market(asksKaia: Bool) async throws -> FeeMarket {
    if let history = try await feeHistory(), history.baseFeePerGas.last ?? 0 > 0 {
      let kaia = asksKaia ? try await node.kaiaFeeRule() : nil
      let tip = kaia != nil || FeeRule.reportsTips(history) ? 0 : try await fallbackTip()
      if let market = FeeMarket(history: history, fallbackTip: tip, kaia: kaia) { return market }
    }
    return FeeMarket(gasPrice: try await node.gasPrice())
  }

  /// The fee quote of now: from the caller's source, else the chain's.
  func quote(_ speed: FeeSpeed, _ options: FeeOptions) async throws -> FeeQuote {
    if let quoter = options.quoter { return try await quoter(speed) }
    return try await marketForSending(asksKaia: true)[speed]
  }

  /// The fee quote to price with: that of ``quote(_:_:)``, and for what waits the dearest that meets its price.
  func quoteToAgree(_ options: FeeOptions) async throws -> FeeQuote {
    guard let wait = options.priceWait else { return try await quote(options.speed, options) }
    return try await quote(wait.speed, options).raised(to: wait.limit)
  }

  func fees(_ options: FeeOptions) async throws -> TransactionFees {
    if let chosen = options.chosen { return chosen }
    if options.isQuoted { return try await quoteToAgree(options).fees }
    return try await fees(speed: options.speed)
  }

  /// One price for Kaia's own types.
  func nativeFees(_ options: FeeOptions) async throws -> TransactionFees {
    if let chosen = options.chosen { return .legacy(gasPrice: chosen.maximumPerGas) }
    if options.isQuoted {
      return .legacy(gasPrice: try await quoteToAgree(options).nativePrice)
    }
    if let rule = try await node.kaiaFeeRule() { return .legacy(gasPrice: rule.price(options.speed)) }
    return .legacy(gasPrice: try await node.gasPrice())
  }

  /// Nil where the node does not know the method: a chain before London, or a small node.
  private func feeHistory() async throws -> FeeHistory? {
    do throws(NodeError) {
      return try await node.feeHistory(
        blocks: FeeRule.blocks, newest: .latest, percentiles: FeeRule.percentiles)
    } catch  where error.isMethodMissing {
      return nil
    }
  }

  private func fallbackTip() async throws -> UInt256 {
    do {
      return try await node.maxPriorityFeePerGas()
    } catch let error where error.code == .rpc {
      return Amount.gwei(1).wei
    }
  }
}
