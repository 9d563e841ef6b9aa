import NodeRPC
import Outbox
import Primitives
import Transactions

extension TransactionSender {
  /// Writes a mined transaction into the outbox, if that has lost it, so that it is known as sent again.
  ///
  /// - Parameters:
  ///   - key: The idempotency key; nil if it cannot be known.
  ///   - label: The readable form, as far as the chain shows it.
  ///   - time: Of its block, in seconds since 1970.
  /// - Returns: false if it is there, was not mined, or cannot be read to the byte.
  /// - Throws: The errors of the outbox and the node.
  public func restore(_ hash: Hash32, key: IntentKey?, label: String, at time: UInt64?) async throws -> Bool {
    try await restore(hash, key: key, label: label, at: time, isLost: nil)
  }

  /// Restores it, knowing whether it may be a row that the outbox lost; nil for what is not looked up for a send.
  func restore(
    _ hash: Hash32, key: IntentKey?, label: String, at time: UInt64?, isLost: Bool?
  ) async throws -> Bool {
    guard try await outbox.intent(hash: hash) == nil, let receipt = try await node.transactionReceipt(hash),
      receipt.blockNumber != nil, let signed = try await whole(hash)
    else { return false }
    let (unsigned, account) = (signed.transaction, try signed.sender())
    let draft = IntentDraft(
      chain: try await origin.mark(), account: account, key: key, label: label, to: unsigned.to,
      value: Amount(wei: unsigned.value), data: unsigned.data, cost: .zero)
    let outgoing = OutgoingTransaction.whole(signed).draft(.first)
    let succeeded = receipt.status ?? true
    let fee = receipt.fee(of: unsigned)
    // Without a price it counts with the most that its bytes allow.
    let own = signed.part(of: try fee ?? unsigned.maximumGasCost, paidBy: account)
    let outcome = IntentOutcome(
      succeeded ? .final : .reverted, block: receipt.blockNumber, blockHash: receipt.blockHash, fee: fee,
      cost: try own.adding(succeeded ? draft.value : .zero))
    return try await outbox.restore(draft, outgoing, outcome, at: time, isLost: isLost)
  }
}
