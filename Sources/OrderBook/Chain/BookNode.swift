import NodeRPC
import Primitives

/// A question about a chain's state at a block.
public enum StateQuestion: Sendable, Hashable {
  /// The data that a call of a contract returns.
  case call(Address, Bytes)
  /// An account's code.
  case code(Address)
}

/// A node, as far as a book of orders asks it.
public protocol BookNode: Sendable {
  /// The chain's number.
  func chainID() async throws(NodeError) -> UInt256

  /// Blocks by their tags, each nil where the node does not know it.
  func blocks(_ tags: [BlockTag]) async throws(NodeError) -> [ChainBlock?]

  /// The logs that fit a filter, oldest first.
  func logs(_ filter: LogFilter) async throws(NodeError) -> [Log]

  /// The answers to questions about the state at a block, which is known by its hash, in the order of the questions.
  func answers(
    to questions: [StateQuestion], at block: Hash32
  ) async throws(NodeError) -> [Result<Bytes, NodeError>]
}

extension BookNode {
  /// A block by its tag; nil where the node does not know it.
  func block(_ tag: BlockTag) async throws(NodeError) -> ChainBlock? { try await blocks([tag]).first ?? nil }
}

extension NodeClient: BookNode {
  /// Asks for blocks in one batch.
  public func blocks(_ tags: [BlockTag]) async throws(NodeError) -> [ChainBlock?] {
    let requests = tags.map { NodeRequest<Block?>.block($0, namespace: options.namespace) }
    var blocks: [ChainBlock?] = []
    for answer in try await batch(requests) { blocks.append(try answer.get().map { ChainBlock($0) }) }
    return blocks
  }

  /// Asks all questions in as few batches as the node allows.
  public func answers(
    to questions: [StateQuestion], at block: Hash32
  ) async throws(NodeError) -> [Result<Bytes, NodeError>] {
    guard !questions.isEmpty else { return [] }
    return try await batch(
      questions.map { question -> NodeRequest<Bytes> in
        switch question {
        case .call(let contract, let data):
          // A contract that burns all gas it gets costs the node no more than this.
          .call(
            CallRequest(to: contract, gas: Self.mostGas, data: data), at: .hash(block), namespace: options.namespace)
        case .code(let account): .code(of: account, at: .hash(block), namespace: options.namespace)
        }
      })
  }

  private static let mostGas: UInt64 = 1_000_000
}
