import NodeRPC
import Outbox
import Primitives
import Sending

/// The inclusion of transactions sent during a stretch of blocks: in how many blocks each would have been.
///
/// One gets into the first block whose base fee its maximum reaches and which either had gas left or took tips no higher.
struct FeeReplay: Sendable {
  private let history: FeeHistory
  /// Blocks of which base fee and fullness are known.
  private let count: Int

  /// A replay of a history's blocks.
  init(_ history: FeeHistory) {
    self.history = history
    count = min(history.gasUsedRatio.count, history.baseFeePerGas.count)
  }

  /// The waits of transactions priced by `FeeRule` from the blocks before each, by speed, the earliest first; nil is one
  /// that would be waiting still.
  ///
  /// - Complexity: O(blocks · blocks that the rule looks at).
  func waits() -> [FeeSpeed: [Int?]] {
    var waits: [FeeSpeed: [Int?]] = [:]
    guard count > InclusionTip.fewest else { return waits }
    for start in InclusionTip.fewest..<count {
      let fees = FeeRule.fees(history: history.before(start), fallbackTip: 0)
      for speed in FeeSpeed.allCases {
        guard let fees = fees?[speed] else { continue }
        waits[speed, default: []].append(wait(from: start, tip: fees.tip, maximum: fees.maximumPerGas))
      }
    }
    return waits
  }

  /// The waits of transactions with these fees, in proportion to the base fee of then.
  ///
  /// - Parameter base: The base fee that they are made for, in wei.
  /// - Complexity: O(blocks²).
  func waits(tip: UInt256, maximum: UInt256, at base: UInt256) -> [Int?] {
    guard base > 0 else { return [] }
    // The room that the ceiling leaves for the base fee, as a multiple of it.
    let headroom = max(0, (Double(maximum) - Double(tip)) / Double(base))
    return (0..<count).map { start in
      let ceiling = Double(history.baseFeePerGas[start]) * headroom + Double(tip)
      return wait(from: start, tip: tip, maximum: ceiling < 0x1p255 ? UInt256(ceiling) : .max)
    }
  }

  private func wait(from start: Int, tip: UInt256, maximum: UInt256) -> Int? {
    (start..<count).first { takes($0, tip: tip, maximum: maximum) }.map { $0 - start + 1 }
  }

  private func takes(_ block: Int, tip: UInt256, maximum: UInt256) -> Bool {
    let base = history.baseFeePerGas[block]
    guard maximum >= base else { return false }
    guard history.gasUsedRatio[block] >= InclusionTip.full, let rewards = history.reward, block < rewards.count,
      let lowest = InclusionTip.lowest(of: rewards[block])
    else { return true }
    return min(tip, maximum - base) >= lowest
  }
}

extension FeeHistory {
  /// The history as it was before one of its blocks was made: as much of it as the rule looks at.
  fileprivate func before(_ block: Int) -> FeeHistory {
    let first = max(0, block - FeeRule.blocks)
    return FeeHistory(
      oldestBlock: oldestBlock.addingSaturated(UInt64(first)), baseFeePerGas: Array(baseFeePerGas[first...block]),
      gasUsedRatio: Array(gasUsedRatio[first..<block]),
      reward: reward.map { Array($0.prefix(block).dropFirst(first)) })
  }
}
