import NodeRPC
import Primitives

extension TransactionSender {
  /// Which chain it is that the node serves, beyond its id.
  public func chain() async throws -> ChainMark { try await origin.mark() }
}

/// Finds out once which chain it is that a node serves, beyond its id.
actor ChainOrigin {
  private let node: NodeClient
  private let chainID: UInt256
  private var known: ChainMark?

  init(node: NodeClient, chainID: UInt256) {
    self.node = node
    self.chainID = chainID
  }

  /// - Throws: a `NodeError` when the node cannot be asked: to guess would be to forget what was sent.
  func mark() async throws -> ChainMark {
    if let known { return known }
    let mark: ChainMark
    if ChainMark.unique.contains(chainID) {
      mark = ChainMark(chainID: chainID)
    } else {
      mark = ChainMark(chainID: chainID, genesis: try await genesis())
    }
    known = mark
    return mark
  }

  private func genesis() async throws(NodeError) -> Hash32? {
    do throws(NodeError) {
      return try await node.block(.number(0))?.hash
    } catch {
      // One that is out of order does not say that it has no first block.
      guard error.code == .rpc, NodeRefusal(error) != .unknown else { throw error }
      return nil
    }
  }
}
