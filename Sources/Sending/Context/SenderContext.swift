import NodeRPC
import Outbox
import Primitives
import Transactions

/// The node, the chain and the outbox that all parts of a sender share.
struct SenderContext: Sendable {
  let node: NodeClient
  let chainID: UInt256
  /// The chain's currency, for texts.
  let unit: Amount.Unit
  let outbox: Outbox
  let identity: ChainIdentity
  /// The search for evidence of a node's answer.
  let proofs: ProofSearch

  func text(_ amount: Amount) -> String { "\(amount.formatted(in: unit)) \(unit.symbol)" }

  /// The part of a sum that a balance lacks, as in "447.0004 KLAY are missing".
  func missing(of needed: Amount, _ balance: Amount) -> String {
    "\(text((try? needed.subtracting(balance)) ?? .zero)) are missing"
  }

  /// The intent that a transaction was signed for on this chain, by its hash or that of the sender's part.
  func intent(signedAs hash: Hash32) async throws -> Intent? {
    guard let found = try await outbox.intent(hash: hash), found.chain == (try await identity.mark()) else {
      return nil
    }
    return found
  }

  /// A transaction with its signatures, its hash computed here; nil where the node does not show it so.
  func whole(_ hash: Hash32) async throws -> SignedTransaction? {
    for namespace in [node.options.namespace, .kaia] {
      guard let told = try? await node.send(.transaction(hash, namespace: namespace)) ?? nil,
        let signed = try? SignedTransaction(json: told.raw), signed.hash == hash
      else { continue }
      return signed
    }
    return nil
  }

  /// Whether any endpoint has a transaction, mined or not.
  func isKnown(_ hash: Hash32) async -> Bool {
    let request = NodeRequest.transaction(hash, namespace: node.options.namespace).map { $0 != nil }
    return await node.sendToAll(request) { $0 == .success(true) }.contains { $0.result == .success(true) }
  }

  /// Whether a second endpoint knows a transaction; where there is one only, whether that shows it.
  func isSeen(_ hash: Hash32, within patience: Duration) async -> Bool {
    let request = NodeRequest.transaction(hash, namespace: node.options.namespace).map { $0 != nil }
    let answers = await node.answers(to: request, within: patience)
    return answers.count { $0.result == .success(true) } >= min(2, node.endpoints.count)
  }
}

/// A part of a sender, which stands on the same node, chain and outbox as the others.
protocol SenderPart: Sendable {
  var context: SenderContext { get }
}

extension SenderPart {
  var node: NodeClient { context.node }
  var outbox: Outbox { context.outbox }
  var chainID: UInt256 { context.chainID }
  var proofs: ProofSearch { context.proofs }

  /// Does some work on an intent that was taken up, and leaves it to others then, whatever comes of it.
  func releasing<Value>(_ intent: Int64, _ work: () async throws -> Value) async throws -> Value {
    let value = try await releasingIfFailed(intent, work)
    await outbox.release(intent)
    return value
  }

  /// Does some work on an intent that was taken up, and leaves it to others if that fails.
  func releasingIfFailed<Value>(_ intent: Int64, _ work: () async throws -> Value) async throws -> Value {
    do {
      return try await work()
    } catch {
      await outbox.release(intent)
      throw error
    }
  }
}
