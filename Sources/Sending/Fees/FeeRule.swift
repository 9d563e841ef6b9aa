import NodeRPC
import Outbox
import Primitives

/// The rule that turns a chain's fee history into fees: pure arithmetic, no node.
///
/// The tip is the lower median of the rewards that the blocks paid at a percentile (slow 10, standard 50, fast 90),
/// empty blocks left out; the ceiling is the next block's base fee with a margin for it to rise, plus the tip.
public enum FeeRule {
  /// The reward percentiles to ask `eth_feeHistory` for: slow, standard, fast.
  public static let percentiles: [Double] = [10, 50, 90]
  /// The number of recent blocks that are looked at.
  public static let blocks = 20

  /// Fees for each speed.
  ///
  /// - Parameters:
  ///   - history: The answer to `eth_feeHistory` with ``percentiles``.
  ///   - fallbackTip: The tip in wei to use when every block was empty.
  /// - Returns: EIP-1559 fees with slow ≤ standard ≤ fast, or nil when the chain has no base fee.
  /// - Complexity: O(blocks · log blocks).
  public static func fees(
    history: FeeHistory, fallbackTip: UInt256
  ) -> [FeeSpeed: TransactionFees]? {
    guard let nextBase = history.baseFeePerGas.last, nextBase > 0 else { return nil }
    var result: [FeeSpeed: TransactionFees] = [:]
    var lowestTip: UInt256 = 0
    var lowestCeiling: UInt256 = 0
    for (index, speed) in FeeSpeed.allCases.enumerated() {
      let tip = max(lowestTip, medianReward(history, index) ?? fallbackTip)
      let ceiling = max(lowestCeiling, nextBase.scaled(percent: headroom(speed)).addingSaturated(tip))
      result[speed] = .dynamic(maxPriorityFeePerGas: min(tip, ceiling), maxFeePerGas: ceiling)
      (lowestTip, lowestCeiling) = (tip, ceiling)
    }
    return result
  }

  /// The base fee a ceiling must survive, in per cent of the next block's.
  private static func headroom(_ speed: FeeSpeed) -> UInt256 {
    switch speed {
    case .slow: 110
    case .standard: 125
    case .fast: 200
    }
  }

  /// Whether the history has the tips that blocks were paid; where it has none, a fallback has to be known.
  static func tellsTips(_ history: FeeHistory) -> Bool { medianReward(history, 0) != nil }

  private static func medianReward(_ history: FeeHistory, _ percentile: Int) -> UInt256? {
    var rewards: [UInt256] = []
    for (row, ratio) in zip(history.reward ?? [], history.gasUsedRatio) where ratio > 0 && percentile < row.count {
      rewards.append(row[percentile])
    }
    rewards.sort()
    return rewards.isEmpty ? nil : rewards[(rewards.count - 1) / 2]
  }
}
