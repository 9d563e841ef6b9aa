import NodeRPC
import Primitives
import Transactions

/// Looks for what vouches for an answer of the nodes, when something that was signed would be given up on its word.
struct ProofSearch: Sendable {
  let node: NodeClient
  let chainID: UInt256
  let trust: TrustPolicy
  /// How long the endpoints are waited for.
  let patience: Duration

  /// What vouches for a receipt: that the transaction is in this block, and what came of it.
  ///
  /// - Returns: nil where nothing but one operator's word does.
  func evidence(for receipt: Receipt, of hash: Hash32) async -> EvidenceLevel? {
    guard let block = receipt.blockNumber, receipt.blockHash != nil else { return nil }
    let operators = trust.groups(of: node.endpoints)
    guard !trust.own.isDisjoint(with: node.endpoints) || operators.count > 1 else { return nil }
    let answers = await node.answers(
      to: .transactionReceipt(hash, namespace: node.options.namespace), within: patience)
    let agreeing = Set(
      answers.filter { answer in
        guard case .success(let other?) = answer.result else { return false }
        return other.blockHash == receipt.blockHash && other.status == receipt.status && other.blockNumber == block
      }.map(\.endpoint))
    if !trust.own.isDisjoint(with: agreeing) { return .own }
    let deep = await deepEnough(block, agreeing)
    return operators.count { !$0.isDisjoint(with: deep) } >= TrustPolicy.quorum(of: operators.count) ? .agreed : nil
  }

  /// What vouches for another transaction having used a nonce: its bytes are the account's own, for this chain and nonce,
  /// and it is in a block.
  ///
  /// - Parameter whole: the transaction with its signatures, as a node tells it; nil where none does.
  /// - Returns: nil where nothing but one operator's word does, or what is shown is not the account's.
  func evidence(
    that nonce: UInt64, of account: Address, wasUsedBy whole: SignedTransaction?
  ) async -> EvidenceLevel? {
    guard let whole, isSigned(whole, by: account, with: nonce) else { return nil }
    guard let receipt = try? await node.transactionReceipt(whole.hash) else { return nil }
    return await evidence(for: receipt, of: whole.hash)
  }

  /// Whether bytes are an account's own transaction on this chain with a nonce.
  func isSigned(_ whole: SignedTransaction, by account: Address, with nonce: UInt64) -> Bool {
    let unsigned = whole.transaction
    return unsigned.nonce == nonce && unsigned.chainID ?? chainID == chainID && (try? whole.sender()) == account
  }

  /// Those of some endpoints for which a block is so deep that it does not go away.
  ///
  /// Final on Ethereum and its test networks; ten blocks on Kaia; else twelve, and one where all nodes are on this machine.
  private func deepEnough(_ block: UInt64, _ endpoints: Set<Endpoint>) async -> Set<Endpoint> {
    let namespace = node.options.namespace
    if Self.chainsWithFinality.contains(chainID) {
      let answers = await node.answers(to: .block(.finalized, full: false, namespace: namespace), within: patience)
      return endpoints.intersection(
        answers.filter { (((try? $0.result.get()) ?? nil)?.number ?? 0) >= block }.map(\.endpoint))
    }
    let depth: UInt64 = ChainMark.kaia.contains(chainID) ? 10 : node.endpoints.allSatisfy(\.isLoopback) ? 1 : 12
    guard depth > 1 else { return endpoints }
    let heads = await node.answers(to: .blockNumber(namespace: namespace), within: patience)
    return endpoints.intersection(
      heads.filter { answer in
        guard let head = try? answer.result.get(), head >= block else { return false }
        return head - block >= depth - 1
      }.map(\.endpoint))
  }

  private static let chainsWithFinality: Set<UInt256> = [1, 11_155_111, 560_048, 17_000]
}
