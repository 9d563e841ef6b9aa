import NodeRPC
import Primitives
import Sending

/// The fees that a block was paid, as they are kept: whole wei, at most 2⁶³ − 1.
public struct MinedFees: Sendable, Hashable {
  /// The block's number.
  public let number: Int64
  /// In wei for a unit of gas.
  public let baseFee: Int64
  /// Its fullness; 1 is full.
  public let fullness: Double
  /// The tips at `FeeRule.percentiles`, in wei.
  public let tips: [Int64]

  /// Fees as they are given; nothing is checked.
  public init(number: Int64, baseFee: Int64, fullness: Double, tips: [Int64]) {
    (self.number, self.baseFee, self.fullness, self.tips) = (number, baseFee, fullness, tips)
  }

  /// The blocks of a history that tell all of these.
  ///
  /// - Complexity: O(blocks).
  static func blocks(of history: FeeHistory) -> [MinedFees] {
    let rewards = history.reward ?? []
    return zip(zip(history.baseFeePerGas, history.gasUsedRatio), rewards).enumerated().compactMap { index, block in
      let ((base, ratio), tips) = block
      guard tips.count == FeeRule.percentiles.count, ratio.isFinite else { return nil }
      return MinedFees(
        number: Int64(clamping: history.oldestBlock.addingSaturated(UInt64(index))), baseFee: Int64(clamping: base),
        fullness: min(1, max(0, ratio)), tips: tips.map { Int64(clamping: $0) })
    }
  }

  /// The stretches of blocks that follow one another, the earliest first; of two of one number the later one counts.
  ///
  /// - Complexity: O(blocks · log blocks).
  static func stretches(_ blocks: [MinedFees]) -> [FeeHistory] {
    let known = Dictionary(blocks.map { ($0.number, $0) }) { $1 }.values.sorted { $0.number < $1.number }
    var runs: [[MinedFees]] = []
    for block in known {
      if let last = runs.last?.last, last.number.addingSaturated(1) == block.number {
        runs[runs.count - 1].append(block)
      } else {
        runs.append([block])
      }
    }
    return runs.map { run in
      FeeHistory(
        oldestBlock: UInt64(clamping: run.first?.number ?? 0),
        baseFeePerGas: run.map { UInt256(UInt64(clamping: $0.baseFee)) }, gasUsedRatio: run.map(\.fullness),
        reward: run.map { $0.tips.map { UInt256(UInt64(clamping: $0)) } })
    }
  }
}
