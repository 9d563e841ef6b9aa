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
  private let outbox: Outbox
  private var known: ChainMark?

  init(node: NodeClient, chainID: UInt256, outbox: Outbox) {
    self.node = node
    self.chainID = chainID
    self.outbox = outbox
  }

  /// - Throws: a `NodeError` when the node cannot be asked, `SendingError` `.wrongChain` when it may serve any of several
  ///   chains: to guess would be to forget what was sent.
  func mark() async throws -> ChainMark {
    if let known { return known }
    let mark: ChainMark
    if ChainMark.unique.contains(chainID) {
      mark = ChainMark(chainID: chainID)
    } else {
      mark = try await outbox.known(ChainMark(chainID: chainID, genesis: try await genesis()))
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
