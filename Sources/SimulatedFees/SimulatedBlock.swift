import NodeRPC
import Primitives

/// A block of a simulated market.
public struct SimulatedBlock: Sendable, Hashable {
  /// The tip that a transaction paid, in wei for a unit, and the gas that it used.
  struct Payment: Sendable, Hashable {
    let tip: UInt64
    let gas: UInt64
  }

  /// The most gas of a block.
  public static let gasLimit: UInt64 = 15_000_000

  /// In wei for a unit of gas.
  public let baseFee: UInt64
  /// In units.
  public let gasUsed: UInt64
  /// The lowest tip first.
  private let payments: [Payment]

  /// A block of transactions, the lowest tip first.
  init(baseFee: UInt64, _ payments: [Payment]) {
    self.baseFee = baseFee
    self.payments = payments
    gasUsed = payments.reduce(0) { $0 + $1.gas }
  }

  /// The smallest tip that was included, in wei for a unit; nil of an empty block.
  public var smallestTip: UInt64? { payments.first?.tip }

  /// The three smallest tips, of which nodes make their suggestions.
  var lowestTips: [UInt64] { payments.prefix(3).map(\.tip) }

  /// Whether one more transfer would have been in: at a base fee that its maximum reaches, with room for it, or with a
  /// tip no smaller than the smallest.
  ///
  /// - Parameters:
  ///   - tip: The most it pays beyond the base fee, in wei for a unit.
  ///   - maximum: The most it pays in all, in wei for a unit.
  public func takes(tip: UInt256, maximum: UInt256) -> Bool {
    let base = UInt256(baseFee)
    guard maximum >= base else { return false }
    return gasUsed + 21_000 <= Self.gasLimit || min(tip, maximum - base) >= UInt256(smallestTip ?? 0)
  }

  /// The tips below which so many per cent of the gas paid, as `eth_feeHistory` has them; zeros of an empty block.
  public func tips(at percentiles: [Double]) -> [UInt256] {
    var (index, sum) = (0, payments.first?.gas ?? 0)
    return percentiles.map { percentile in
      guard !payments.isEmpty else { return 0 }
      let threshold = UInt64(Double(gasUsed) * percentile / 100)
      while sum < threshold, index < payments.count - 1 {
        index += 1
        sum += payments[index].gas
      }
      return UInt256(payments[index].tip)
    }
  }

  /// The next block's base fee (EIP-1559).
  var nextBaseFee: UInt64 {
    let target = Self.gasLimit / 2
    return gasUsed > target
      ? baseFee + max(baseFee * (gasUsed - target) / target / 8, 1)
      : baseFee - baseFee * (target - gasUsed) / target / 8
  }
}

extension FeeHistory {
  /// The answer of a node whose newest blocks are these, to a question for all of them.
  ///
  /// - Parameter percentiles: In their order.
  public init(_ blocks: some Collection<SimulatedBlock>, number: UInt64, percentiles: [Double]) {
    var bases = blocks.map { UInt256($0.baseFee) }
    var last: SimulatedBlock?
    for block in blocks { last = block }
    if let last { bases.append(UInt256(last.nextBaseFee)) }
    self.init(
      oldestBlock: number, baseFeePerGas: bases,
      gasUsedRatio: blocks.map { Double($0.gasUsed) / Double(SimulatedBlock.gasLimit) },
      reward: blocks.map { $0.tips(at: percentiles) })
  }
}
