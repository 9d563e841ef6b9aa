import NodeRPC
import Outbox
import Primitives

/// Finds out once which chain it is that a node serves, beyond its id.
actor ChainIdentity {
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
    if let instance = try await fork() {
      mark = ChainMark(chainID: chainID, genesis: instance, isFork: true)
    } else if ChainMark.unique.contains(chainID) {
      mark = ChainMark(chainID: chainID)
    } else {
      mark = try await outbox.known(ChainMark(chainID: chainID, genesis: try await genesis()))
    }
    known = mark
    return mark
  }

  /// The instance, if the node is a devnet that goes on from another chain under that one's id; nil for the chain itself.
  ///
  /// Of several endpoints all must be of that fork: one that serves the chain itself could mine what is sent. And it is
  /// believed of this machine's own nodes only: whoever says so of the chain itself could have the same paid twice, once
  /// by way of his node and once by another.
  private func fork() async throws -> Hash32? {
    guard node.endpoints.allSatisfy(\.isLoopback) else { return nil }
    let answers = await node.sendToAll(.forkInstance()) { Self.isTheChainItself($0) }
    guard !answers.contains(where: { Self.isTheChainItself($0.result) }) else { return nil }
    let instances = Set(try answers.map { try $0.result.get() })
    return instances.count == 1 ? instances.first.flatMap { $0 } : nil
  }

  /// Whether it is the answer of a node that is no fork: most have never heard of the method, and some gateways turn
  /// away what they don't know.
  private static func isTheChainItself(_ answer: Result<Hash32?, NodeError>) -> Bool {
    switch answer {
    case .success(let instance): instance == nil
    case .failure(let error):
      error.code == .rpc || error.code == .httpStatus && !error.leavesOutcomeOpen
    }
  }

  private func genesis() async throws(NodeError) -> Hash32? {
    do throws(NodeError) {
      return try await node.block(.number(0))?.hash
    } catch {
      // A node that is out of order does not say that it has no first block.
      guard error.code == .rpc, NodeRefusal(error) != .unknown else { throw error }
      return nil
    }
  }
}
