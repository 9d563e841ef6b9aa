import NodeRPC
import Primitives

/// The search for the block in which a contract was deployed.
package struct DeploymentSearch<Node: IndexNode>: Sendable {
  private let node: Node

  /// A search at a node; nothing is asked yet.
  package init(_ node: Node) { self.node = node }

  /// The first block after which one of some contracts has code.
  ///
  /// - Throws: As for each of them alone.
  package func firstBlock(of contracts: [Address]) async throws -> UInt64 {
    var first: UInt64?
    for contract in contracts {
      let block = try await firstBlock(of: contract)
      first = min(first ?? block, block)
    }
    return first ?? 0
  }

  /// The first block after which the contract has code.
  ///
  /// - Throws: `noContract`; `firstBlockUnknown` where the node does not have the states of old blocks; a `NodeError`.
  /// - Complexity: A round trip for each doubling of the chain's length.
  package func firstBlock(of contract: Address) async throws -> UInt64 {
    let newest = try await node.newest()
    guard try await !node.code(of: contract, at: .number(newest.number)).isEmpty else {
      throw ChainIndexError(
        .noContract, "There is no contract at \(contract).", reason: "The address has no code on this chain.",
        facts: .contract(contract))
    }
    var low: UInt64 = 0
    var high = newest.number
    while low < high {
      let middle = low + (high - low) / 2
      if try await hasCode(contract, at: middle) { high = middle } else { low = middle + 1 }
    }
    return low
  }

  private func hasCode(_ contract: Address, at block: UInt64) async throws -> Bool {
    do throws(NodeError) {
      return try await !node.code(of: contract, at: .number(block)).isEmpty
    } catch {
      guard error.code == .rpc else { throw error }
      throw ChainIndexError(
        .firstBlockUnknown, "The node does not tell in which block the contract was deployed.",
        reason: error.inOneLine, facts: .contract(contract), cause: error)
    }
  }
}
