import NodeRPC
import Primitives

/// A node, as far as an index asks it.
package protocol IndexNode: Sendable {
  /// Pause between two looks at the newest block.
  var headPause: Duration { get }

  /// The chain's number.
  func chainID() async throws(NodeError) -> UInt256

  /// Blocks by their tags, each nil where the node does not know it.
  func headers(_ tags: [BlockTag]) async throws(NodeError) -> [IndexedBlock?]

  /// Blocks by their tags with all that Kaia's headers are made of, which Ethereum's methods leave out.
  func kaiaHeaders(_ tags: [BlockTag]) async throws(NodeError) -> [IndexedBlock?]

  /// The logs that fit a filter, oldest first.
  func logs(_ filter: LogFilter) async throws(NodeError) -> [Log]

  /// All logs of a block, whatever contract they are of.
  func allLogs(of block: IndexedBlock) async throws(NodeError) -> [Log]

  /// The receipts of a block, by Ethereum's methods or by Kaia's own; nil from a node that does not offer them.
  func receipts(of block: IndexedBlock, isKaia: Bool) async throws(NodeError) -> [Receipt]?

  /// An account's code at a block; empty for one that is no contract.
  func code(of address: Address, at block: BlockTag) async throws(NodeError) -> Bytes
}

extension IndexNode {
  package var headPause: Duration { .seconds(1) }
}

extension NodeClient: IndexNode {
  package var headPause: Duration { endpoints.headPause }

  /// Asks for blocks in one batch.
  package func headers(_ tags: [BlockTag]) async throws(NodeError) -> [IndexedBlock?] {
    try await headers(tags, options.namespace)
  }

  /// Asks for blocks in one batch, by Kaia's own methods.
  package func kaiaHeaders(_ tags: [BlockTag]) async throws(NodeError) -> [IndexedBlock?] {
    try await headers(tags, .kaia)
  }

  /// Reads them out of the block's receipts; from a node that does not offer these, by the block's hash.
  package func allLogs(of block: IndexedBlock) async throws(NodeError) -> [Log] {
    do throws(NodeError) {
      if let receipts = try await blockReceipts(.hash(block.hash)) { return receipts.flatMap(\.logs) }
    } catch {
      guard error.code == .rpc else { throw error }
    }
    return try await logs(.all(of: block))
  }

  /// Asks for the receipts by the block's hash.
  package func receipts(of block: IndexedBlock, isKaia: Bool) async throws(NodeError) -> [Receipt]? {
    do throws(NodeError) {
      return try await send(.blockReceipts(.hash(block.hash), namespace: isKaia ? .kaia : .eth))
    } catch {
      guard error.code == .rpc else { throw error }
      return nil
    }
  }

  private func headers(
    _ tags: [BlockTag], _ namespace: RPCNamespace
  ) async throws(NodeError) -> [IndexedBlock?] {
    guard !tags.isEmpty else { return [] }
    var blocks: [IndexedBlock?] = []
    for answer in try await batch(tags.map { .block($0, full: false, namespace: namespace) }) {
      blocks.append(try answer.get().map { IndexedBlock($0) })
    }
    return blocks
  }
}

extension IndexNode {
  /// Blocks as ``headers(_:)`` gives them: of a node that is none of Kaia's.
  package func kaiaHeaders(_ tags: [BlockTag]) async throws(NodeError) -> [IndexedBlock?] { try await headers(tags) }

  /// All logs of a block, by its hash.
  package func allLogs(of block: IndexedBlock) async throws(NodeError) -> [Log] { try await logs(.all(of: block)) }

  /// Gives no receipts.
  package func receipts(of block: IndexedBlock, isKaia: Bool) async throws(NodeError) -> [Receipt]? { nil }

  /// The newest block.
  ///
  /// - Throws: `badAnswer` where the node knows none.
  package func newest() async throws -> IndexedBlock {
    guard let block = try await known([.latest]).first ?? nil else {
      throw ChainIndexError.badAnswer("The node knows no newest block.")
    }
    return block
  }

  /// Blocks by their tags, each of them the one that was asked for.
  ///
  /// - Throws: `badAnswer` for other blocks.
  package func known(_ tags: [BlockTag]) async throws -> [IndexedBlock?] {
    guard !tags.isEmpty else { return [] }
    return try Self.checked(try await headers(tags), for: tags)
  }

  /// Makes sure that blocks are those that were asked for.
  ///
  /// - Throws: `badAnswer` for other blocks.
  static func checked(_ blocks: [IndexedBlock?], for tags: [BlockTag]) throws -> [IndexedBlock?] {
    guard blocks.count == tags.count else {
      throw ChainIndexError.badAnswer("It gave \(blocks.count) blocks of \(tags.count).")
    }
    for (tag, block) in zip(tags, blocks) {
      guard let block else { continue }
      let isAsked =
        switch tag {
        case .number(let number): number == block.number
        case .hash(let hash): hash == block.hash
        default: true
        }
      guard isAsked else { throw ChainIndexError.badAnswer("It gave another block than was asked for.") }
    }
    return blocks
  }
}

extension LogFilter {
  /// All logs of a block.
  fileprivate static func all(of block: IndexedBlock) -> LogFilter {
    LogFilter(fromBlock: .hash(block.hash), toBlock: .latest, addresses: [], topics: [])
  }
}
