import NodeRPC
import Primitives

/// How many blocks a transaction waits, by what would have happened to one like it in each of the recent blocks.
///
/// For each block of the history a transaction is thought of that offered then what this one offers now, in proportion to
/// the base fee of then. It gets into the first block whose base fee its ceiling reaches and which either had room or took
/// tips no higher. One that would not be in yet counts with the blocks it has waited, and one more.
public struct WaitEstimate: Sendable, Hashable {
  /// Half of them waited no longer; 1 is the next block.
  public let usual: Int
  /// Nine of ten waited no longer.
  public let most: Int

  public init(usual: Int, most: Int) {
    self.usual = usual
    self.most = most
  }

  /// A block with less of its gas used has room for one more transaction.
  private static let full = 0.95

  /// The estimate for a transaction that offers a tip and a ceiling, in wei, for the block after the history's.
  ///
  /// - Returns: Nil without blocks or base fees.
  /// - Complexity: O(blocks²).
  public init?(history: FeeHistory, tip: UInt256, maximum: UInt256) {
    guard let next = history.baseFeePerGas.last, next > 0 else { return nil }
    let bases = history.baseFeePerGas.map(Double.init)
    let tip = Double(tip)
    // What the ceiling leaves for the base fee, as a multiple of it.
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
      waits.append((included ?? blocks) - start + 1)
    }
    waits.sort()
    usual = waits[(waits.count - 1) / 2]
    most = waits[(waits.count * 9 + 9) / 10 - 1]
  }
}
