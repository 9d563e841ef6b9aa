import NodeRPC
import Primitives

/// Finds the block in which a balance changed, on a node that still knows what was held in it.
///
/// A dozen requests at most, however long the chain is: each asks for the time and the balance at fifteen heights between
/// two, as one batch. It looks for a change and not for all: of several between two samples it finds one.
public struct ChangeSearch: Sendable {
  /// A block that changed a balance.
  public struct Finding: Sendable, Hashable {
    /// The block's number.
    public let block: UInt64
    /// The balances before the block and after it; their times are those of the block.
    public let change: BalanceHistory.Change
    /// The block's transactions that the address sent or was sent; none where a contract paid.
    public let transactions: [RPCTransaction]
  }

  /// The most heights that are asked about at once.
  private static let points: UInt64 = 15
  /// The most rounds: enough for 16^8 blocks.
  private static let rounds = 8
  /// The number of blocks to each side that are looked at last: clocks differ, and several blocks may be of one second.
  private static let margin: UInt64 = 16

  private let node: NodeClient
  private let address: Address

  /// A search for one address on a node's chain; nothing is asked yet.
  public init(node: NodeClient, address: Address) {
    self.node = node
    self.address = address
  }

  /// A block that changed what was held at the first of two samples.
  ///
  /// - Returns: Nil if the node does not show one: it has forgotten what was held, or never had the sample's balance.
  /// - Throws: `NodeError`.
  public func block(of change: BalanceHistory.Change) async throws -> Finding? {
    let head = try await node.blockNumber()
    let edge = try await lastBlock(before: change.before, head)
    let first = edge - min(edge, Self.margin)
    let heights = Array(first...(head - edge > Self.margin ? edge + Self.margin + 1 : head))
    let held = try await states(at: heights).map(\.amount)
    // The pair of neighbours that is nearest to where the search came to.
    let pairs = heights.indices.dropLast().filter { index in
      guard let (low, high) = held[index].flatMap({ low in held[index + 1].map { (low, $0) } }) else { return false }
      return low == change.before.amount && high != low
    }
    let nearest = pairs.min { distance(heights[$0], edge) < distance(heights[$1], edge) }
    guard let index = nearest, let before = held[index], let after = held[index + 1],
      let block = try await node.block(.number(heights[index + 1]), full: true)
    else { return nil }
    let time = Int64(clamping: block.timestamp)
    return Finding(
      block: heights[index + 1],
      change: BalanceHistory.Change(
        before: BalanceSample(time: time, amount: before), after: BalanceSample(time: time, amount: after)),
      transactions: (block.transactions ?? []).filter { $0.from == address || $0.to == address })
  }

  private func distance(_ left: UInt64, _ right: UInt64) -> UInt64 { left < right ? right - left : left - right }

  /// The last block that is not known to be later than a sample and to hold something else.
  private func lastBlock(before sample: BalanceSample, _ head: UInt64) async throws -> UInt64 {
    var (low, high) = (0 as UInt64, head)
    for _ in 0..<Self.rounds where high > low && high - low > 1 {
      let count = min(Self.points, high - low - 1)
      let (step, rest) = (high - low).quotientAndRemainder(dividingBy: count + 1)
      let heights = (1...count).map { low + step * $0 + min($0, rest) }
      for (height, state) in zip(heights, try await states(at: heights)) {
        if let time = state.time, let amount = state.amount, time > sample.time, amount != sample.amount {
          high = height
          break
        }
        low = height
      }
    }
    return low
  }

  /// The time and the balance at a height; nil where the node gives none.
  private struct State {
    var time: Int64?
    var amount: Amount?
  }

  private func states(at heights: [UInt64]) async throws -> [State] {
    let requests = heights.flatMap { height -> [NodeRequest<State>] in
      let block = NodeRequest<Block?>.block(.number(height))
      let balance = NodeRequest<Amount>.balance(of: address, at: .number(height))
      return [
        block.map { State(time: $0.map { Int64(clamping: $0.timestamp) }) }, balance.map { State(amount: $0) },
      ]
    }
    let answers = try await node.batch(requests).map { try? $0.get() }
    return heights.indices.map { State(time: answers[2 * $0]?.time, amount: answers[2 * $0 + 1]?.amount) }
  }
}
