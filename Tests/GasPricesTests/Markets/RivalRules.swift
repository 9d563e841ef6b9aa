import Primitives

/// Offers of other fee estimators, by their documented behaviour.
struct RivalRules {
  /// The base fee of the newest block.
  let base: UInt256
  /// The tip that a geth node suggests (`eth_maxPriorityFeePerGas`).
  let suggestedTip: UInt256

  /// - Parameter tips: Of the last 40 blocks, the newest first, what each transaction paid beyond the base fee.
  init(base: UInt256, tips: [[UInt256]]) {
    self.base = base
    suggestedTip = Self.suggestion(tips)
  }

  /// geth's oracle: of each of the 20 newest blocks the three lowest tips of 2 wei or more; an empty block stands for the
  /// last answer, a block with one sample is followed by one block more, 40 at most; the 60th percentile, 500 gwei at most.
  private static func suggestion(_ blocks: [[UInt256]], last: UInt256 = 1_000_000_000) -> UInt256 {
    var samples: [UInt256] = []
    var wanted = 20
    for (index, tips) in blocks.prefix(40).enumerated() where index < wanted {
      let lowest = tips.filter { $0 >= 2 }.sorted().prefix(3)
      samples += lowest.isEmpty ? [last] : Array(lowest)
      if lowest.count <= 1 { wanted = min(40, wanted + 1) }
    }
    samples.sort()
    return samples.isEmpty ? last : min(samples[(samples.count - 1) * 60 / 100], 500_000_000_000)
  }

  /// viem: the latest base fee and a fifth more, and the node's tip.
  var viem: (tip: UInt256, maximum: UInt256) { (suggestedTip, base * 12 / 10 + suggestedTip) }
  /// ethers 6 (getFeeData): twice the latest base fee, and the node's tip.
  var ethers: (tip: UInt256, maximum: UInt256) { (suggestedTip, base * 2 + suggestedTip) }
  /// geth, for a transaction without fees: the same sum, of its own.
  var geth: (tip: UInt256, maximum: UInt256) { (suggestedTip, suggestedTip + 2 * base) }

  /// MetaMask's rule over five blocks until 2024, at its levels low, medium and high.
  ///
  /// - Parameter rewards: By block, at the percentiles 10, 20 and 30.
  static func metaMask(base: UInt256, rewards: [[UInt256]]) -> [(tip: UInt256, maximum: UInt256)] {
    let levels: [(base: UInt256, tip: UInt256, least: UInt256)] = [
      (110, 94, 1_000_000_000), (120, 97, 1_500_000_000), (125, 98, 2_000_000_000),
    ]
    return levels.enumerated().map { index, level in
      let sorted = rewards.compactMap { $0.count > index ? $0[index] : nil }.sorted()
      let median = sorted.isEmpty ? 0 : sorted[(sorted.count - 1) / 2]
      let tip = max(median * level.tip / 100, level.least)
      return (tip, base * level.base / 100 + tip)
    }
  }
}
