import ChainIndex
import NodeRPC
import Primitives

/// The place of an index's newest block in the chain of a node.
package enum ChainStatus: Sendable, Hashable {
  /// The node has it.
  case same
  /// The node has earlier blocks of the index alone: it is behind.
  case behind
  /// The node has another block of that height, and earlier blocks of the index: its chain was reorganised.
  case reorganised
  /// The node has no block of the index: its chain is another one, though number and contract may be the same.
  case other

  /// Whether what the index has is true of the node's chain.
  package var isTrue: Bool { self == .same || self == .behind }
}

extension IndexReader {
  /// The place of the newest block in the chain of a node; nil for an index without a block.
  ///
  /// - Throws: `storeFailed`; `badAnswer` and the errors of the node.
  package func status(at node: some IndexNode) async throws -> ChainStatus? {
    guard let head = try await head() else { return nil }
    let found = try await node.known([.number(head.number)]).first ?? nil
    if found?.hash == head.hash { return .same }
    // Chains with one number differ from their first block on; one that began with the same block has others above it.
    if let genesis = try await identity()?.genesis, let first = try await node.known([.number(0)]).first ?? nil,
      first.hash != genesis
    {
      return .other
    }
    let window = try await window()
    let blocks = try await node.known(window.map { .number($0.number) })
    guard zip(window, blocks).contains(where: { $0.hash == $1?.hash }) else { return .other }
    return found == nil ? .behind : .reorganised
  }
}
