import JSONFields
import NodeRPC
import Primitives
import StrictJSON

/// Looks at a chain through one node: blocks, what waits, accounts, and the traces of transactions.
///
/// An answer is that of one node alone; lists and trees are bounded.
package struct ChainExplorer: Sendable {
  private let node: NodeClient

  /// The most blocks of a list.
  package static let mostBlocks = 25

  /// An explorer over a node.
  package init(_ node: NodeClient) { self.node = node }

  /// The newest blocks up to a height, the newest first; those that the node does not give are left out.
  ///
  /// - Parameter height: The highest of them; nil for the newest.
  /// - Returns: The chain's height, and the blocks.
  /// - Throws: `NodeError`.
  package func blocks(upTo height: UInt64?) async throws(NodeError) -> (height: UInt64, blocks: [Block]) {
    let newest = try await node.blockNumber()
    let top = min(height ?? newest, newest)
    let numbers = (0..<min(UInt64(Self.mostBlocks), top == .max ? .max : top + 1)).map { top - $0 }
    let answers = try await node.batch(numbers.map { NodeRequest.block(.number($0)) })
    let blocks = zip(numbers, answers).compactMap { number, answer -> Block? in
      guard let block = try? answer.get(), block.number == number, !block.isPending else { return nil }
      return block
    }
    return (newest, blocks)
  }

  /// A block with its transactions; nil if the node does not know it.
  ///
  /// - Throws: `NodeError`; `.badReply` for another block than the one that was asked for.
  package func block(_ tag: BlockTag) async throws(NodeError) -> Block? {
    guard let block = try await node.block(tag, full: true) else { return nil }
    switch tag {
    case .number(let number) where block.number != number:
      throw NodeError(.badReply, kind: .badField, method: "eth_getBlockByNumber", field: "number")
    case .hash(let hash) where block.hash != hash:
      throw NodeError(.badReply, kind: .badField, method: "eth_getBlockByHash", field: "hash")
    default: return block
    }
  }

  /// The transactions that the node would put into its next block; nil where it does not tell.
  package func waiting() async -> [RPCTransaction]? {
    guard let block = try? await node.block(.pending, full: true), block.isPending else { return nil }
    return block.transactions ?? (block.transactionHashes.isEmpty ? [] : nil)
  }

  /// An account as the chain has it.
  package struct Account: Sendable, Hashable {
    /// The balance.
    package let balance: Amount
    /// The number of its next transaction.
    package let nonce: UInt64
    /// The size of its code in bytes; 0 for an account that has none.
    package let codeSize: Int
    /// The hash of its code; nil for an account that has none.
    package let codeHash: Hash32?
  }

  /// An account at the newest block.
  ///
  /// - Throws: `NodeError`.
  package func account(_ address: Address) async throws(NodeError) -> Account {
    let (balance, nonce, code) = try await node.send(
      together: .balance(of: address), .transactionCount(of: address), .code(of: address))
    return Account(
      balance: balance, nonce: nonce, codeSize: code.count, codeHash: code.isEmpty ? nil : Keccak256.hash(code))
  }

  // MARK: Traces

  /// The calls of a transaction.
  ///
  /// - Throws: `NodeError`; `.rpc` of a node that does not trace.
  package func calls(of hash: Hash32) async throws(NodeError) -> CallTree {
    try await node.send(
      NodeRequest("debug_traceTransaction", [.string(hash.hex), ["tracer": "callTracer"]]) { try CallTree($0) })
  }

  /// The balances and words of storage that a transaction changed.
  ///
  /// - Throws: `NodeError`; `.rpc` of a node that does not trace.
  package func changes(by hash: Hash32) async throws(NodeError) -> [StateChange] {
    try await node.send(
      NodeRequest(
        "debug_traceTransaction",
        [.string(hash.hex), ["tracer": "prestateTracer", "tracerConfig": ["diffMode": true]]]
      ) { try StateChange.all(in: $0) })
  }
}
