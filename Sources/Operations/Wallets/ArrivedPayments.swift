import NodeRPC
import Primitives
import WalletBook

/// The payments that came to an address since a block, read on at each look, as a page does that stays open.
package actor ArrivedPayments {
  /// The block after which payments count.
  package nonisolated let start: UInt64

  /// The most blocks that are read for a page whose payments nobody has read yet; one that is older counts from now on.
  private static let mostBlocks: UInt64 = 3_600

  private let watch: PaymentWatch
  private var course: PaymentWatch.Course

  /// Payments of the chain's coin.
  ///
  /// - Parameter block: The block after which they count; nil, and one that is too old or not there yet, is the newest.
  /// - Throws: `NodeError` when the node does not tell its blocks.
  package init(to address: Address, after block: UInt64?, over node: NodeClient) async throws(NodeError) {
    let watch = PaymentWatch(node: node, address: address, atLeast: 0)
    let newest = try await watch.start()
    var start = newest
    if let block, block < newest.block, newest.block - block <= Self.mostBlocks,
      let found = try await node.block(.number(block))
    {
      start = BlockReach(block: found.number, hash: found.hash)
    }
    (self.watch, self.start) = (watch, start.block)
    course = await watch.course(after: start)
  }

  /// All that came until now, in the smallest unit.
  ///
  /// - Throws: `NodeError`.
  package func look() async throws(NodeError) -> UInt256 {
    // Two looks at once read the same, and the longer of both stays.
    var course = course
    try await watch.look(&course)
    self.course = course
    return course.state.total
  }
}
