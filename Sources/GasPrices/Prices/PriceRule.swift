import NodeRPC
import Outbox
import Primitives
import Sending

/// The tiers of a chain: the fees of a transaction sent now, as sending estimates them, with how long it would wait.
public enum PriceRule {
  /// The tiers of a node's chain.
  ///
  /// The wait of a transaction is seen by what the rule would have offered before each of the newest blocks, and what
  /// became of it; of fees that do not follow from the blocks alone, by what would have become of such ones then.
  ///
  /// - Complexity: O(blocks²).
  public static func tiers(_ market: FeeMarket) -> [GasTier] {
    let replayed = market.isByHistory ? market.history.map { FeeReplay($0).waits() } : nil
    return FeeSpeed.allCases.map { speed in
      let fees = market[speed].fees
      return GasTier(speed, market[speed], wait: market.history.flatMap { wait($0, fees, replayed?[speed] ?? []) })
    }
  }

  private static func wait(_ history: FeeHistory, _ fees: TransactionFees, _ replayed: [Int?]) -> WaitEstimate? {
    // A handful of blocks shows less of the rule than of the fees.
    guard replayed.count >= InclusionTip.fewest else {
      return WaitEstimate(history: history, tip: fees.tip, maximum: fees.maximumPerGas)
    }
    // Nobody knows how long a crowd stays that outbids it.
    guard InclusionTip(history)?.asked ?? 0 <= fees.tip else { return nil }
    return WaitEstimate(waits: replayed)
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
        return GasTier(speed, FeeQuote(gasPrice: lowest))
      }
      let ceiling = max(maximum, lowest)
      return GasTier(
        speed,
        FeeQuote(
          price: lowest, fees: .dynamic(maxPriorityFeePerGas: tip, maxFeePerGas: ceiling), nativePrice: ceiling))
    }
  }
}
