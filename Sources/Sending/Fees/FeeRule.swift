import NodeRPC
import Outbox
import Primitives

/// The rule that turns a chain's fee history into fees: pure arithmetic, no node.
///
/// The standard tip is the one that gets into the next block by the lowest tips of the blocks before (`InclusionTip`),
/// the slow one the lowest of all these, the fast one outbids most: the lower median of the 90th percentile, twice the
/// lowest tip of a block that turned others away. Where fewer than eight blocks tell their tips, a tip is the lower
/// median of the rewards at a percentile (slow 10, standard 50, fast 90), empty blocks left out. The ceiling is the
/// next block's base fee with a margin for it to rise, plus the tip.
public enum FeeRule {
  /// The reward percentiles to ask `eth_feeHistory` for: the lowest tip, and those of slow, standard, fast.
  public static let percentiles: [Double] = [0, 10, 50, 90]
  /// The number of recent blocks that are looked at.
  public static let blocks = 40
  /// The number of ``percentiles`` that are of speeds: a row of so many is of these alone.
  static let speedPercentiles = 3

  /// Fees for each speed.
  ///
  /// - Parameters:
  ///   - history: The answer to `eth_feeHistory` with ``percentiles``, or with 10, 50 and 90.
  ///   - fallbackTip: The tip in wei to use when every block was empty.
  /// - Returns: EIP-1559 fees with slow ≤ standard ≤ fast, or nil when the chain has no base fee.
  /// - Complexity: O(blocks · log blocks).
  public static func fees(
    history: FeeHistory, fallbackTip: UInt256
  ) -> [FeeSpeed: TransactionFees]? {
    guard let nextBase = history.baseFeePerGas.last, nextBase > 0 else { return nil }
    let inclusion = InclusionTip(history)
    var result: [FeeSpeed: TransactionFees] = [:]
    var lowestTip: UInt256 = 0
    var lowestCeiling: UInt256 = 0
    for speed in FeeSpeed.allCases {
      let usual = inclusion.map { including(speed, $0, history) } ?? medianReward(history, speed)
      let tip = max(lowestTip, usual ?? fallbackTip)
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

  private static func including(_ speed: FeeSpeed, _ inclusion: InclusionTip, _ history: FeeHistory) -> UInt256? {
    switch speed {
    case .slow: inclusion.lowest
    case .standard: inclusion.next
    case .fast:
      medianReward(history, .fast).map { max($0, inclusion.asked?.scaled(percent: 200) ?? 0) }
    }
  }

  /// Whether the history has the tips that blocks were paid; where it has none, a fallback has to be known.
  static func reportsTips(_ history: FeeHistory) -> Bool { medianReward(history, .slow) != nil }

  private static func medianReward(_ history: FeeHistory, _ speed: FeeSpeed) -> UInt256? {
    let place = FeeSpeed.allCases.firstIndex(of: speed) ?? 0
    var rewards: [UInt256] = []
    for (row, ratio) in zip(history.reward ?? [], history.gasUsedRatio) where ratio > 0 {
      let column = row.count > speedPercentiles ? place + 1 : place
      if column < row.count { rewards.append(row[column]) }
    }
    rewards.sort()
    return rewards.isEmpty ? nil : rewards[(rewards.count - 1) / 2]
  }
}
