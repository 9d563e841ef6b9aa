import NodeRPC
import Outbox
import Primitives

/// Estimates the fees that a chain asks: from the caller's choice or source, else from the node by ``FeeRule`` and
/// ``KaiaFeeRule``.
public struct FeeEstimator: Sendable {
  let node: NodeClient

  /// The fees that the chain asks at a speed.
  ///
  /// EIP-1559 where blocks have a base fee, one gas price elsewhere.
  public func fees(speed: FeeSpeed) async throws -> TransactionFees {
    if let history = try await feeHistory(), history.baseFeePerGas.last ?? 0 > 0 {
      let tip = FeeRule.tellsTips(history) ? 0 : try await fallbackTip()
      if let fees = FeeRule.fees(history: history, fallbackTip: tip)?[speed] { return fees }
    }
    return .legacy(gasPrice: try await node.gasPrice())
  }

  /// The fee quote of now: from the caller's source, else by ``FeeRule`` and ``KaiaFeeRule``.
  func quote(_ speed: FeeSpeed, _ options: FeeOptions) async throws -> FeeQuote {
    if let advice = options.quoter { return try await advice(speed) }
    if let rule = try await node.kaiaFeeRule() {
      let fees = rule.fees(speed)
      return FeeQuote(price: fees.maximumPerGas, fees: fees, nativePrice: rule.price(speed))
    }
    let fees = try await fees(speed: speed)
    return FeeQuote(price: fees.maximumPerGas, fees: fees, nativePrice: fees.maximumPerGas)
  }

  /// The fee quote to price with: that of ``quote(_:_:)``, and for what waits the dearest that meets its price.
  func quoteToAgree(_ options: FeeOptions) async throws -> FeeQuote {
    guard let wait = options.priceWait else { return try await quote(options.speed, options) }
    return try await quote(wait.speed, options).raised(to: wait.limit)
  }

  func fees(_ options: FeeOptions) async throws -> TransactionFees {
    if let chosen = options.chosen { return chosen }
    if options.quoter != nil || options.priceWait != nil { return try await quoteToAgree(options).fees }
    return try await fees(speed: options.speed)
  }

  /// One price for Kaia's own types.
  func nativeFees(_ options: FeeOptions) async throws -> TransactionFees {
    if let chosen = options.chosen { return .legacy(gasPrice: chosen.maximumPerGas) }
    if options.quoter != nil || options.priceWait != nil {
      return .legacy(gasPrice: try await quoteToAgree(options).nativePrice)
    }
    if let rule = try await node.kaiaFeeRule() { return .legacy(gasPrice: rule.price(options.speed)) }
    return .legacy(gasPrice: try await node.gasPrice())
  }

  /// Nil where the node does not know the method: a chain before London, or a small node.
  private func feeHistory() async throws -> FeeHistory? {
    do {
      return try await node.feeHistory(
        blocks: FeeRule.blocks, newest: .latest, percentiles: FeeRule.percentiles)
    } catch let error where error.code == .rpc {
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
