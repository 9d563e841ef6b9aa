import Platform

/// A market for gas, played block by block: people with tips and maxima, a pool where they wait, producers who take the
/// highest tips, and a base fee by EIP-1559. A seed decides all of it.
public struct FeeSimulation: Sendable {
  /// A transaction that waits.
  private struct Bid {
    /// In wei for a unit.
    let tip: UInt64
    /// In wei for a unit, base fee included.
    let maximum: UInt64
    let gas: UInt64
    /// The last block for which it waits.
    let end: Int

    /// The part that a producer gets, in wei for a unit.
    func reward(at base: UInt64) -> UInt64 { min(tip, maximum - base) }
  }

  /// Producers leave out who pays them less, in wei for a unit.
  private static let least: UInt64 = 1_000_000
  /// The price around which people hold gas to be worth it, in wei for a unit.
  private static let usualWorth = 20e9

  private let shape: DemandShape
  private var random: SeededRandom
  private var waiting: [Bid] = []
  private var baseFee: UInt64 = 20_000_000_000
  private var height = 0
  /// The logarithm of a demand that wanders.
  private var mood = 0.0
  private var crowd = Crowd()
  /// The tip that nodes suggest, in wei for a unit: the 60th percentile of the three lowest tips of twenty blocks.
  private var suggestion: UInt64 = 1_000_000_000
  private var lowest: [[UInt64]] = []

  /// A market in which nothing has happened yet.
  public init(_ shape: DemandShape, seed: UInt64) {
    self.shape = shape
    random = SeededRandom(seed: seed)
  }

  /// The blocks of a market that has found its price.
  ///
  /// - Complexity: O(count · log of those who wait).
  public static func blocks(_ count: Int, _ shape: DemandShape, seed: UInt64) -> [SimulatedBlock] {
    var simulation = FeeSimulation(shape, seed: seed)
    for _ in 0..<300 { _ = simulation.next() }
    return (0..<count).map { _ in simulation.next() }
  }

  /// Lets people bid, and makes a block.
  public mutating func next() -> SimulatedBlock {
    bid(for: demand())
    let block = produce()
    baseFee = block.nextBaseFee
    lowest.append(block.lowestTips)
    if lowest.count > 20 { lowest.removeFirst() }
    let samples = lowest.flatMap { $0 }.sorted()
    if !samples.isEmpty { suggestion = samples[(samples.count - 1) * 60 / 100] }
    height += 1
    return block
  }

  /// The gas that people would like to use at the usual price.
  private mutating func demand() -> Double {
    mood = mood * 0.9 + random.bell() * 0.08
    if crowd.blocksLeft > 0 {
      crowd.blocksLeft -= 1
    } else {
      crowd = random.uniform() < shape.chance ? shape.crowd(&random) : Crowd()
    }
    let tide = shape.tide(sin(Double(height) * 2 * .pi / 600))
    return exp(mood) * tide * crowd.demand * (0.8 + 0.4 * random.uniform()) * Double(SimulatedBlock.gasLimit)
  }

  /// Lets people come who want so much gas; who finds it too dear goes again.
  private mutating func bid(for gas: Double) {
    var left = gas
    while left > 0 {
      let gas: UInt64 =
        random.uniform() < 0.4 ? 21_000 : 40_000 + UInt64(random.uniform() * random.uniform() * 500_000)
      left -= Double(gas)
      let isHurried = crowd.hurry > 0 && random.uniform() < 0.7
      let worth = Self.usualWorth * exp(0.7 * random.bell()) * (isHurried ? 1 + crowd.hurry / 4 : 1)
      let tip = tip() * (isHurried ? 1 + crowd.hurry * random.uniform() : 1)
      let end = height + 10 + Int(random.uniform() * 60)
      // A sender in twenty names a price and waits for it; the others look at today's price, and leave room for a rise.
      let isPatient = random.uniform() < 0.05
      let base = Double(baseFee)
      guard worth > base + (isPatient ? 0 : tip) else { continue }
      waiting.append(
        Bid(tip: UInt64(tip), maximum: UInt64(isPatient ? worth : 2 * base + tip), gas: gas, end: end))
    }
  }

  /// The tip of somebody without hurry, in wei for a unit: as nodes suggest, as wallets have it, or their own.
  private mutating func tip() -> Double {
    let kind = random.uniform()
    return switch kind {
    case ..<0.35: Double(suggestion)
    case ..<0.6: 1.5e9
    case ..<0.75: 1e9
    case ..<0.8: 0.1e9
    default: 1e9 * exp(0.8 * random.bell())
    }
  }

  /// Takes those who pay most, and of those who pay alike those who came first.
  private mutating func produce() -> SimulatedBlock {
    let base = baseFee
    waiting.removeAll { $0.end < height }
    let ready = waiting.indices.filter { waiting[$0].maximum >= base + Self.least && waiting[$0].tip >= Self.least }
    let order = ready.sorted {
      (waiting[$1].reward(at: base), $0) < (waiting[$0].reward(at: base), $1)
    }
    var used: UInt64 = 0
    var payments: [SimulatedBlock.Payment] = []
    var taken: Set<Int> = []
    for index in order where used + waiting[index].gas <= SimulatedBlock.gasLimit {
      used += waiting[index].gas
      payments.append(SimulatedBlock.Payment(tip: waiting[index].reward(at: base), gas: waiting[index].gas))
      taken.insert(index)
    }
    waiting = waiting.indices.filter { !taken.contains($0) }.map { waiting[$0] }
    return SimulatedBlock(baseFee: base, payments.reversed())
  }
}
