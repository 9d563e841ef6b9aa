import NodeRPC
import Primitives
import WalletBook

/// The payments that came to an address since a block, read on at each look, as a page does that stays open.
package actor ArrivedPayments {
  /// The block after which payments count.
  package nonisolated let start: UInt64

  /// The most blocks that are read for a page whose payments nobody has read yet.
  private static let mostBlocks: UInt64 = 3_600

  private let watch: PaymentWatch
  private var course: PaymentWatch.Course
  /// The look that is under way.
  private var running: Task<Result<UInt256, NodeError>, Never>?

  /// Payments of the chain's coin; nil after a block that is too old to read on from, or not there.
  ///
  /// - Parameter block: The block after which they count; nil is the newest.
  /// - Throws: `NodeError` when the node does not tell its blocks.
  package init?(to address: Address, after block: UInt64?, over node: NodeClient) async throws(NodeError) {
    let watch = PaymentWatch(node: node, address: address, atLeast: 0)
    var start = try await watch.start()
    if let block, block != start.block {
      guard block < start.block, start.block - block <= Self.mostBlocks,
        let found = try await node.block(.number(block))
      else { return nil }
      start = BlockReach(block: found.number, hash: found.hash)
    }
    (self.watch, self.start) = (watch, start.block)
    course = await watch.course(after: start)
  }

  /// All that came until now, in the smallest unit.
  ///
  /// Looks at a time share one; the next reads on from where it ended.
  ///
  /// - Throws: `NodeError`.
  package func look() async throws(NodeError) -> UInt256 {
    if let running { return try await running.value.get() }
    let look = Task { () async -> Result<UInt256, NodeError> in
      defer { self.running = nil }
      return await self.read()
    }
    running = look
    return try await look.value.get()
  }

  private func read() async -> Result<UInt256, NodeError> {
    var course = course
    // The part that was read before a failure is kept.
    defer { self.course = course }
    do throws(NodeError) {
      try await watch.look(&course)
      return .success(course.state.total)
    } catch {
      return .failure(error)
    }
  }
}
