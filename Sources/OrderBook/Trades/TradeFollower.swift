import NodeRPC
import Orders
import Primitives

/// The trades of a chain from look to look, those of blocks that went away among them.
///
/// ```swift
/// var follower = TradeFollower(node, exchanges: exchanges) { pair.contains($0.direction) }
/// let look = try await follower.look()
/// ```
public struct TradeFollower<Node: BookNode>: Sendable {
  /// The changes since the look before.
  public struct Changes: Sendable, Hashable {
    /// The trades whose blocks went away, the latest first.
    public let undone: [Trade]
    /// The trades that came, the earliest first.
    public let trades: [Trade]
    /// The newest block.
    public let head: ChainBlock
    /// The height of the last block that stayed, where blocks went away.
    public let fork: UInt64?
    /// The heights that nobody looked at: more blocks came than are looked at at once.
    public let missed: ClosedRange<UInt64>?
  }

  private let node: Node
  private let reader: TradeReader<Node>
  private let isWanted: @Sendable (FillEvent) -> Bool
  private let backlog: UInt64
  /// The blocks of earlier looks with the trades up to them since the one before, the latest last.
  private var seen: [(block: ChainBlock, trades: [Trade])] = []
  /// The number of looks one after the other at which the chain was shorter than before.
  private var shorterLooks = 0

  /// The most looks that are remembered: a chain that changes further back is begun anew.
  private static var mostSeen: Int { 256 }
  /// The number of looks after which a chain that is shorter than before is believed.
  private static var patience: Int { 3 }
  /// The most blocks of one look.
  private static var mostBlocks: UInt64 { 20_000 }

  /// A follower that has not looked yet.
  ///
  /// - Parameters:
  ///   - backlog: The number of blocks before the newest whose trades the first look gives.
  ///   - isWanted: Whether a fill is one of those that are wanted.
  public init(
    _ node: Node, exchanges: KnownExchanges, backlog: UInt64 = 2_000,
    where isWanted: @escaping @Sendable (FillEvent) -> Bool = { _ in true }
  ) {
    self.node = node
    reader = TradeReader(node, exchanges: exchanges)
    self.backlog = min(backlog, Self.mostBlocks)
    self.isWanted = isWanted
  }

  /// Looks at the newest block; where that fails, the next look gives what this one would have.
  ///
  /// - Throws: `nodeFailed`, `badAnswer` or `chainMoved`.
  public mutating func poll() async throws(OrderBookError) -> Changes {
    let head = try await node.newest()
    let last = seen.last?.block
    let isShorter = last.map { head.number < $0.number } ?? false
    shorterLooks = isShorter ? shorterLooks + 1 : 0
    // A node that is behind the one before it at the same address takes no block away.
    if last == head || (isShorter && shorterLooks < Self.patience) {
      return Changes(undone: [], trades: [], head: last ?? head, fork: nil, missed: nil)
    }
    let kept = try await stillThere(head)
    let undone = seen[kept...].reversed().flatMap { $0.trades.reversed() }
    let isFirst = seen.isEmpty
    let next = seen[..<kept].last.map { $0.block.number + 1 }
    let start = next ?? (head.number - min(head.number, backlog))
    let first = max(start, head.number - min(head.number, Self.mostBlocks - 1))
    let reading = try await reader.read(from: first, to: head, TradeBounds(), isWanted)
    let trades = Array(reading.trades.reversed())
    let fork = kept < seen.count ? start - min(start, 1) : nil
    seen.removeSubrange(kept...)
    seen.append((head, trades))
    if seen.count > Self.mostSeen { seen.removeFirst(seen.count - Self.mostSeen) }
    shorterLooks = 0
    let isMissing = !isFirst && reading.first > start
    // A trade whose block is still there neither went nor came.
    let (gone, here) = (Set(undone), Set(trades))
    return Changes(
      undone: undone.filter { !here.contains($0) }, trades: trades.filter { !gone.contains($0) }, head: head,
      fork: fork, missed: isMissing ? start...(reading.first - 1) : nil)
  }

  /// The number of looks whose blocks the node still has.
  private func stillThere(_ head: ChainBlock) async throws(OrderBookError) -> Int {
    var (low, high) = (0, seen.count)
    while low < high {
      let middle = (low + high) / 2
      let block = seen[middle].block
      let isThere: Bool =
        block.number <= head.number
        ? try await node.known([.number(block.number)]).first.flatMap { $0 } == block : false
      if isThere { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
