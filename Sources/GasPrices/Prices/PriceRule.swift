import NodeRPC
import Outbox
import Primitives
import Sending

/// The computation of prices from the fee history of a chain's recent blocks: pure arithmetic, no node.
///
/// Tips and ceilings are `FeeRule`'s, on Kaia `KaiaFeeRule`'s: the fees shown are those of a transaction sent now.
public enum PriceRule {
  /// The tiers of a chain with a base fee.
  ///
  /// - Parameters:
  ///   - history: The answer to `eth_feeHistory` for `FeeRule.blocks` blocks and `FeeRule.percentiles`.
  ///   - fallbackTip: In wei, for when every block was empty; nil takes 1 gwei.
  ///   - kaia: Kaia's rule instead of Ethereum's.
  /// - Returns: Nil if the chain has no base fee.
  /// - Complexity: O(blocks²).
  public static func tiers(history: FeeHistory, fallbackTip: UInt256? = nil, kaia: KaiaFeeRule? = nil) -> [GasTier]? {
    guard let base = history.baseFeePerGas.last, base > 0,
      let fees = FeeRule.fees(history: history, fallbackTip: fallbackTip ?? 1_000_000_000)
    else { return nil }
    return FeeSpeed.allCases.compactMap { speed in
      guard case .dynamic(let tip, let maximum)? = kaia?.fees(speed) ?? fees[speed] else { return nil }
      return GasTier(
        speed: speed, price: min(saturatingSum(base, tip), maximum), tip: tip, maximum: maximum,
        gasPrice: kaia?.price(speed) ?? maximum, wait: WaitEstimate(history: history, tip: tip, maximum: maximum))
    }
  }

  /// The tiers of a chain without a base fee: one price for all.
  public static func tiers(gasPrice: UInt256) -> [GasTier] {
    FeeSpeed.allCases.map {
      GasTier(speed: $0, price: gasPrice, tip: gasPrice, maximum: gasPrice, gasPrice: gasPrice)
    }
  }

  /// The tiers of a source that gives whole prices, base fee included.
  ///
  /// - Parameter prices: In wei: slow, standard, fast.
  public static func tiers(prices: [UInt256], baseFee: UInt256) -> [GasTier] {
    let tips = prices.map { $0 > baseFee ? $0 - baseFee : 0 }
    let history = FeeHistory(oldestBlock: 0, baseFeePerGas: [baseFee], gasUsedRatio: [1], reward: [tips])
    let fees = FeeRule.fees(history: history, fallbackTip: 0)
    var lowest: UInt256 = 0
    return zip(FeeSpeed.allCases, prices).map { speed, told in
      // No block takes less than its base fee, whatever the prices say.
      lowest = max(lowest, told, baseFee)
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
