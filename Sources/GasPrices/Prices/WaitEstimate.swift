import NodeRPC
import Primitives

/// How many blocks a transaction waits, by what would have happened to one like it in each of the recent blocks.
///
/// For each block of the history a transaction is assumed that had the fees of this one, in proportion to the base fee
/// of then. It gets into the first block whose base fee its maximum reaches and which either had gas left or took tips
/// no higher. Where more than one in ten would not be in yet, nothing is promised: a maximum that a rising base fee has
/// passed may wait for ever.
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

  /// A block with less of its gas used can take one more transaction.
  private static let full = 0.95

  /// The estimate for a transaction with a tip and a maximum fee per gas, in wei, for the block after the history's.
  ///
  /// - Returns: Nil without blocks or base fees, and where too many would be waiting still.
  /// - Complexity: O(blocks²).
  public init?(history: FeeHistory, tip: UInt256, maximum: UInt256) {
    guard let next = history.baseFeePerGas.last, next > 0 else { return nil }
    let bases = history.baseFeePerGas.map(Double.init)
    let tip = Double(tip)
    // The room that the ceiling leaves for the base fee, as a multiple of it.
    let headroom = max(0, (Double(maximum) - tip) / Double(next))
    let blocks = min(history.gasUsedRatio.count, bases.count - 1)
    guard blocks > 0 else { return nil }
    let rewards = history.reward ?? []
    var waits: [Int] = []
    for start in 0..<blocks {
      let ceiling = bases[start] * headroom + tip
      let included = (start..<blocks).first { block in
        let effective = min(tip, ceiling - bases[block])
        guard effective >= 0 else { return false }
        guard history.gasUsedRatio[block] >= Self.full, block < rewards.count, let lowest = rewards[block].first else {
          return true
        }
        return effective >= Double(lowest)
      }
      // Of one that would still wait nothing is known but that its end is not in sight.
      waits.append(included.map { $0 - start + 1 } ?? .max)
    }
    waits.sort()
    usual = waits[(waits.count - 1) / 2]
    // The rank that the next of them exceeds in one of ten cases: with so few of them it is one higher than theirs.
    most = waits[min(waits.count, ((waits.count + 1) * 9 + 9) / 10) - 1]
    // Nobody can promise when one gets in that would be waiting still.
    guard most < .max else { return nil }
  }
}
