import NodeRPC
import Primitives
import Sending

/// From what a chain tells of its recent blocks to prices: pure arithmetic, no node.
///
/// Tips and ceilings are `FeeRule`'s; on Ethereum's chains what is shown is what a transaction sent now would offer.
public enum PriceRule {
  /// What there is to know about Kaia: its base fee stays between bounds (KIP-71), and at the lower one nobody needs a tip.
  public struct Kaia: Sendable, Hashable {
    /// In peb; nil where the node does not tell.
    public let lowerBound: UInt256?

    public init(lowerBound: UInt256?) { self.lowerBound = lowerBound }
  }

  /// The tiers of a chain with a base fee.
  ///
  /// - Parameters:
  ///   - history: The answer to `eth_feeHistory` for `FeeRule.blocks` blocks and `FeeRule.percentiles`.
  ///   - fallbackTip: In wei, for when every block was empty; nil takes 1 gwei, on Kaia 0.
  ///   - kaia: Kaia's rules instead of Ethereum's.
  /// - Returns: Nil if the chain has no base fee.
  /// - Complexity: O(blocks²).
  public static func tiers(history: FeeHistory, fallbackTip: UInt256? = nil, kaia: Kaia? = nil) -> [GasTier]? {
    guard let base = history.baseFeePerGas.last, base > 0 else { return nil }
    let isRelaxed = kaia?.lowerBound.map { base <= $0 } ?? false
    // Without rewards the rule takes the tip it is given.
    let told =
      isRelaxed
      ? FeeHistory(
        oldestBlock: history.oldestBlock, baseFeePerGas: history.baseFeePerGas, gasUsedRatio: history.gasUsedRatio,
        reward: nil) : history
    let tip: UInt256 = isRelaxed ? 0 : fallbackTip ?? (kaia == nil ? 1_000_000_000 : 0)
    guard let fees = FeeRule.fees(history: told, fallbackTip: tip) else { return nil }
    return FeeSpeed.allCases.compactMap { speed in
      guard case .dynamic(let tip, let maximum)? = fees[speed] else { return nil }
      let price = min(saturatingSum(base, tip), maximum)
      return GasTier(
        speed: speed, price: price, tip: tip, maximum: maximum,
        // Kaia's native types pay all that they offer: the slow ones offer no more than is due.
        gasPrice: kaia != nil && speed == .slow ? price : maximum,
        wait: WaitEstimate(history: history, tip: tip, maximum: maximum))
    }
  }

  /// The tiers of a chain without a base fee: one price for all.
  public static func tiers(gasPrice: UInt256) -> [GasTier] {
    FeeSpeed.allCases.map {
      GasTier(speed: $0, price: gasPrice, tip: gasPrice, maximum: gasPrice, gasPrice: gasPrice)
    }
  }

  /// The tiers of somebody who tells whole prices, base fee included.
  ///
  /// - Parameter prices: In wei: slow, standard, fast.
  public static func tiers(prices: [UInt256], baseFee: UInt256) -> [GasTier] {
    let tips = prices.map { $0 > baseFee ? $0 - baseFee : 0 }
    let history = FeeHistory(oldestBlock: 0, baseFeePerGas: [baseFee], gasUsedRatio: [1], reward: [tips])
    let fees = FeeRule.fees(history: history, fallbackTip: 0)
    var lowest: UInt256 = 0
    return zip(FeeSpeed.allCases, prices).map { speed, told in
      lowest = max(lowest, told)
      guard case .dynamic(let tip, let maximum)? = fees?[speed] else {
        return GasTier(speed: speed, price: lowest, tip: 0, maximum: lowest, gasPrice: lowest)
      }
      let ceiling = max(maximum, lowest)
      return GasTier(speed: speed, price: lowest, tip: tip, maximum: ceiling, gasPrice: ceiling)
    }
  }

  static func saturatingSum(_ left: UInt256, _ right: UInt256) -> UInt256 {
    let (sum, overflow) = left.addingReportingOverflow(right)
    return overflow ? .max : sum
  }
}
