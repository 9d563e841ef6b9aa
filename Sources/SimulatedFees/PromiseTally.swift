import Primitives

/// The ends of the offers that a strategy made before each of many blocks.
public struct PromiseTally: Sendable, Hashable {
  /// The offer of a strategy for the next block, in wei for a unit of gas, and within how many blocks it promises to be in.
  public struct Offer: Sendable, Hashable {
    let tip: UInt256
    let maximum: UInt256
    let blocks: Int?

    /// An offer; nil blocks promise nothing.
    public init(tip: UInt256, maximum: UInt256, blocks: Int?) {
      (self.tip, self.maximum, self.blocks) = (tip, maximum, blocks)
    }
  }

  /// The number of offers.
  public private(set) var offers = 0
  /// The offers that promised a number of blocks.
  public private(set) var promised = 0
  /// The offers among those that were in within it.
  public private(set) var kept = 0
  /// The sum of the blocks that were promised.
  public private(set) var blocks = 0
  private var multiples: [Double] = []

  /// No offers yet.
  public init() {}

  /// Counts an offer; one whose promised blocks are not all known is left out.
  ///
  /// - Parameter next: The blocks that came after it.
  public mutating func count(_ offer: Offer, next: ArraySlice<SimulatedBlock>) {
    let within = offer.blocks ?? 1
    guard within <= next.count else { return }
    offers += 1
    let blocks = next.prefix(within)
    let smallest = blocks.compactMap(\.smallestTip).min()
    multiples.append(smallest.map { Double(offer.tip) / Double(max(1, $0)) } ?? 1)
    guard offer.blocks != nil else { return }
    promised += 1
    self.blocks += within
    if blocks.contains(where: { $0.takes(tip: offer.tip, maximum: offer.maximum) }) { kept += 1 }
  }

  /// The share of all offers that promised something and kept it.
  public var keptShare: Double { offers == 0 ? 0 : Double(kept) / Double(offers) }

  /// The tip as a multiple of the smallest that was included in the promised blocks, below which this share of the offers
  /// was; of offers without a promise that of the next block.
  public func multiple(_ share: Double) -> Double {
    let sorted = multiples.sorted()
    return sorted.isEmpty ? 0 : sorted[min(sorted.count - 1, Int(Double(sorted.count) * share))]
  }
}
