import NodeRPC
import Primitives

/// The number of blocks that a transaction waits, by what would have happened to one like it in each of the recent blocks.
///
/// Where more than one in ten would not be in yet, nothing is promised: a maximum that a rising base fee has passed may
/// wait for ever.
public struct WaitEstimate: Sendable, Hashable {
  /// Half of them waited no longer; 1 is the next block.
  public let usual: Int
  /// Nine of ten waited no longer.
  public let most: Int

  /// An estimate as it is given, in blocks.
  public init(usual: Int, most: Int) {
    self.usual = usual
    self.most = most
  }

  /// The estimate for a transaction with a tip and a maximum fee per gas, in wei, for the block after the history's.
  ///
  /// For each block of the history one is assumed that had the fees of this one, in proportion to the base fee of then.
  ///
  /// - Returns: Nil without blocks or base fees, and where too many would be waiting still.
  /// - Complexity: O(blocks²).
  public init?(history: FeeHistory, tip: UInt256, maximum: UInt256) {
    guard let next = history.baseFeePerGas.last else { return nil }
    self.init(waits: FeeReplay(history.withBasesOfAll).waits(tip: tip, maximum: maximum, at: next))
  }

  /// The estimate by what others waited, in blocks; nil is one that waits still.
  init?(waits: [Int?]) {
    guard !waits.isEmpty else { return nil }
    // Of one that would still wait nothing is known but that its end is not in sight.
    let waits = waits.map { $0 ?? .max }.sorted()
    usual = waits[(waits.count - 1) / 2]
    // The rank that the next of them exceeds in one of ten cases: with so few of them it is one higher than theirs.
    most = waits[min(waits.count, ((waits.count + 1) * 9 + 9) / 10) - 1]
    // Nobody can promise when one gets in that would be waiting still.
    guard most < .max else { return nil }
  }
}

extension FeeHistory {
  /// The blocks alone, without the base fee of the next one.
  fileprivate var withBasesOfAll: FeeHistory {
    FeeHistory(
      oldestBlock: oldestBlock, baseFeePerGas: Array(baseFeePerGas.dropLast()), gasUsedRatio: gasUsedRatio,
      reward: reward)
  }
}
