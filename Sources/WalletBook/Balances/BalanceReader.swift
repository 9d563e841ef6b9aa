import NodeRPC
import Primitives

/// Asks a node what many wallets hold, in as few requests as its batches take.
public struct BalanceReader: Sendable {
  private let node: NodeClient

  /// A reader over a client of one chain; nothing is asked yet.
  public init(node: NodeClient) { self.node = node }

  /// Reads the balance of each address in the newest block; the node's chain is asked for along with it.
  ///
  /// - Returns: The chain, the balances that the node gave, and why it did not give the first of the others.
  /// - Throws: `NodeError` when the node fails as a whole, or does not give its chain.
  /// - Complexity: One request for as many addresses as a batch takes (1,000 by default).
  public func balances(
    of addresses: Set<Address>
  ) async throws -> (chainID: UInt256, amounts: [Address: Amount], problem: NodeError?) {
    let addresses = addresses.sorted()
    let balances = addresses.map { NodeRequest<Amount>.balance(of: $0, at: .latest).map(\.wei) }
    var replies = try await node.batch([.chainID()] + balances)
    if case .failure(let error) = replies[0], error.isMethodMissing {
      // Asked alone, the client finds out by which names an old node of Klaytn goes.
      _ = try await node.chainID()
      replies = try await node.batch([.chainID()] + balances)
    }
    let chainID = try replies[0].get()
    var amounts: [Address: Amount] = [:]
    var problem: NodeError?
    for (address, reply) in zip(addresses, replies.dropFirst()) {
      switch reply {
      case .success(let wei): amounts[address] = Amount(wei: wei)
      case .failure(let error): problem = problem ?? error
      }
    }
    return (chainID, amounts, problem)
  }
}
