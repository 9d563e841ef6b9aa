import NodeRPC
import Primitives

/// The tip that gets a transaction into the next block, by the lowest tips of the blocks before it.
///
/// A block with room takes everybody, so it says how little is offered, not how much is needed: there the tip follows
/// the lowest ones. A full block has turned away who offered less than its lowest tip; after one the tip has to reach
/// that, and while full blocks go on, it follows the price as it rises or falls.
package struct InclusionTip: Sendable, Hashable {
  /// With fewer blocks nothing is said.
  package static let fewest = 8
  /// A block that used such a share of its gas turns transactions away.
  package static let full = 0.95
  /// A tip below this is no price: whoever includes such a transaction is paid in another way.
  static let least: UInt256 = 2

  /// The lowest tip of all, in wei.
  let lowest: UInt256
  /// The tip for the next block, in wei; never below ``lowest``.
  let next: UInt256
  /// The tip that the newest block asked for, in wei; nil where it had room.
  package let asked: UInt256?

  /// The tip after a history.
  ///
  /// - Returns: Nil where fewer than ``fewest`` blocks tell their tips.
  /// - Complexity: O(blocks · log blocks).
  package init?(_ history: FeeHistory) {
    var blocks: [(tip: UInt256, isFull: Bool)] = []
    for (row, ratio) in zip(history.reward ?? [], history.gasUsedRatio) where ratio > 0 {
      if let tip = Self.lowest(of: row) { blocks.append((tip, ratio >= Self.full)) }
    }
    guard blocks.count >= Self.fewest, let last = blocks.last else { return nil }
    let tips = blocks.map(\.tip).sorted()
    lowest = tips[0]
    // A block in forty may have taken somebody for next to nothing.
    let usual = min(tips[(tips.count - 1) / 2].scaled(percent: 108), lowest.scaled(percent: 130))
    guard last.isFull else {
      (next, asked) = (max(lowest, usual), nil)
      return
    }
    let before = blocks[blocks.count - 2]
    let price =
      // A sender who comes when a crowd comes has to outbid it: nobody knows yet how much it will pay.
      !before.isFull
      ? last.tip.scaled(percent: 130) : Self.following(before.tip, last.tip).scaled(percent: 120)
    (next, asked) = (max(lowest, usual, price), last.tip)
  }

  /// The value after two others, if half of the change from the first to the second goes on; at least half of the second,
  /// and at most twice.
  private static func following(_ first: UInt256, _ second: UInt256) -> UInt256 {
    second < first
      ? second - min(second / 2, (first - second) / 2) : second.addingSaturated(min(second, (second - first) / 2))
  }

  /// The lowest tip of a block that is a price; nil of a block that tells none.
  ///
  /// - Parameter row: Its tips at ``FeeRule/percentiles``, or at 10, 50 and 90.
  package static func lowest(of row: [UInt256]) -> UInt256? {
    guard row.count > FeeRule.speedPercentiles, row[0] < least else { return row.first }
    return row[1]
  }
}
