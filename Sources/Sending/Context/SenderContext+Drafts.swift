import NodeRPC
import Outbox
import Primitives
import Transactions

extension SenderContext {
  /// The draft of a priced transaction, for the outbox.
  func draft(of prepared: PreparedTransaction, _ options: SendOptions) async throws -> IntentDraft {
    let request = prepared.request
    var draft = IntentDraft(
      chain: try await identity.mark(), account: request.from, key: options.intent.key, label: request.label,
      to: request.to,
      value: request.value, data: request.data, operation: request.operationText,
      cost: prepared.maximumCost)
    draft.nonce = options.intent.nonce
    draft.isSame = options.intent.isSame
    draft.again = options.intent.again
    draft.equalWithin = options.intent.equalWithin
    draft.limits = options.intent.limits
    draft.blockTime = await blockTime(on: draft.chain, for: options.intent.limits)
    draft.wait = options.fees.priceWait
    draft.waiting = options.intent.waiting
    draft.isPlain = request.operation == nil && options.feeDelegation == nil
    draft.unit = unit
    return draft
  }

  /// The draft of a transaction that is signed already; it may cost what its bytes allow.
  func draft(of transaction: SignedTransaction, label: String) async throws -> IntentDraft {
    let unsigned = transaction.transaction
    var draft = IntentDraft(
      chain: try await identity.mark(), account: try transaction.sender(), label: label, to: unsigned.to,
      value: Amount(wei: unsigned.value), data: unsigned.data,
      cost: (try? unsigned.maximumCost) ?? Amount(wei: .max))
    draft.nonce = unsigned.nonce
    draft.unit = unit
    return draft
  }

  /// The time of the chain's newest block, for limits that count days; nil where there are none, or no node gives it.
  ///
  /// A devnet on this machine has this machine's clock, and makes blocks when something is sent: its time adds nothing.
  func blockTime(on chain: ChainMark, for limits: SpendingLimits?) async -> UInt64? {
    guard let limits, limits.perDay != nil || limits.perContract != nil else { return nil }
    guard chain.genesis == nil || !node.endpoints.allSatisfy(\.isLoopback) else { return nil }
    return try? await node.block(.latest)?.timestamp
  }
}
