import NodeRPC
import Outbox
import Primitives
import Transactions

/// The evidence that was found for an answer of the nodes.
public struct ProofFinding: Sendable, Hashable {
  /// The level of the evidence; nil for one operator's word.
  public internal(set) var level: EvidenceLevel?
  /// The validators' sealed statement where it differs from the node's; nil where nothing contradicts that.
  public internal(set) var contradiction: String?
  /// The most that a unit of gas cost, where that is proven.
  var pricePerGas: UInt256?
}

/// Looks for evidence of an answer of the nodes, when something that was signed would be given up on its word.
struct ProofSearch: Sendable {
  let node: NodeClient
  let chainID: UInt256
  let trust: TrustPolicy
  /// The time that the endpoints are waited for.
  let patience: Duration
  /// The search in the validators' seals; nil where the user trusts no block.
  let seals: SealSearch?

  /// The evidence for the receipt of a transaction that did not do what was wanted.
  func finding(for receipt: Receipt, of hash: Hash32) async -> ProofFinding {
    if let level = await spoken(for: receipt, of: hash) { return ProofFinding(level: level) }
    return await sealed(receipt, hash, isNeeded: true)
  }

  /// The evidence for the receipt of a transaction that did what was wanted: no other endpoint is asked for that.
  func finding(forSuccess receipt: Receipt, of hash: Hash32) async -> ProofFinding {
    guard !trust.own.isSuperset(of: node.endpoints) else { return ProofFinding(level: .own) }
    return await sealed(receipt, hash, isNeeded: false)
  }

  /// The reason why nothing proves what a node says of a transaction; nil where one operator alone was asked.
  func obstacle(of hash: Hash32) async -> String? {
    if let seals { return await seals.obstacle(of: hash) }
    return await disagreement(about: hash)
  }

  /// The endpoints that contradict each other about the outcome of a transaction; nil where none do.
  private func disagreement(about hash: Hash32) async -> String? {
    guard Set(node.endpoints).count > 1 else { return nil }
    let answers = await node.answers(
      to: .transactionReceipt(hash, namespace: node.options.namespace), within: patience)
    func first(saying succeeded: Bool) -> String? {
      answers.first { answer in
        guard case .success(let receipt?) = answer.result else { return false }
        return receipt.status == succeeded
      }?.endpoint.redacted
    }
    guard let one = first(saying: true), let other = first(saying: false) else { return nil }
    return "\(one) says that it succeeded, \(other) that it failed."
  }

  private func sealed(_ receipt: Receipt, _ hash: Hash32, isNeeded: Bool) async -> ProofFinding {
    guard let seals else { return ProofFinding() }
    switch await seals.finding(for: receipt, of: hash, isNeeded: isNeeded) {
    case .proven(let price): return ProofFinding(level: .sealed, pricePerGas: price)
    case .contradicted(let why): return ProofFinding(contradiction: why)
    case .unproven: return ProofFinding()
    }
  }

  /// The endpoints' evidence for a receipt: that the transaction is in this block, and what came of it.
  ///
  /// - Returns: nil for one operator's word.
  private func spoken(for receipt: Receipt, of hash: Hash32) async -> EvidenceLevel? {
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

  /// The evidence that another transaction used a nonce: its bytes are the account's own, for this chain and nonce, and
  /// it is in a block.
  ///
  /// - Parameter whole: the transaction with its signatures, as a node shows it; nil where none does.
  /// - Returns: nil for one operator's word, or where what is shown is not the account's.
  func evidence(
    that nonce: UInt64, of account: Address, wasUsedBy whole: SignedTransaction?
  ) async -> EvidenceLevel? {
    guard let whole, isSigned(whole, by: account, with: nonce) else { return nil }
    guard let receipt = try? await node.transactionReceipt(whole.hash) else { return nil }
    return await finding(for: receipt, of: whole.hash).level
  }

  /// Whether bytes are an account's own transaction on this chain with a nonce.
  func isSigned(_ whole: SignedTransaction, by account: Address, with nonce: UInt64) -> Bool {
    let unsigned = whole.transaction
    return unsigned.nonce == nonce && unsigned.chainID ?? chainID == chainID && (try? whole.sender()) == account
  }

  /// The ones of some endpoints for which a block is so deep that it does not go away.
  ///
  /// Final on Ethereum and its test networks; ten blocks on Kaia; else twelve, and one where all nodes are on this
  /// machine.
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
