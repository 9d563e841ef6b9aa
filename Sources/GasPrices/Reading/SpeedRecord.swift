import NodeRPC
import Outbox
import Primitives

/// The record of a speed: whether it was enough for transactions as they would have been sent before each of many blocks.
public struct SpeedRecord: Sendable, Hashable {
  /// The speed whose promise is measured.
  public let speed: FeeSpeed
  /// Within so many blocks they had to be in: as many as nine of ten wait at most now, the next block where that is not
  /// known.
  public let within: Int
  /// The number of blocks before which one was sent.
  public let blocks: Int
  /// The number of those that were in.
  public let enough: Int

  /// Whole per cent that were in, rounded down: 100 is all of them.
  public var percent: Int { blocks > 0 ? enough * 100 / blocks : 0 }
}

extension GasQuote {
  /// The blocks that came with it, the newest last; none where fees do not follow from blocks.
  public var blocks: [MinedFees] { history.map(MinedFees.blocks) ?? [] }

  /// The records of its speeds over its own blocks and kept ones.
  ///
  /// Where fees follow from blocks alone, they are those of then; elsewhere the fees of now, in proportion to the base
  /// fee of then.
  ///
  /// - Returns: One for each speed of which something is known.
  /// - Complexity: O(blocks · blocks that the rule looks at).
  public func records(over kept: [MinedFees]) -> [SpeedRecord] {
    let stretches = MinedFees.stretches(kept + blocks).map(FeeReplay.init)
    let byRule = isByHistory ? stretches.map { $0.waits() } : []
    return tiers.compactMap { tier in
      let waits =
        isByHistory
        ? byRule.map { $0[tier.speed] ?? [] }
        : baseFee.map { base in stretches.map { $0.waits(tip: tier.tip, maximum: tier.maximum, at: base) } } ?? []
      let within = tier.wait?.most ?? 1
      // Of the last ones of a stretch nobody knows whether they were in by then.
      let known = waits.flatMap { $0.dropLast(within - 1) }
      guard !known.isEmpty else { return nil }
      let enough = known.count { $0.map { $0 <= within } ?? false }
      return SpeedRecord(speed: tier.speed, within: within, blocks: known.count, enough: enough)
    }
  }
}
