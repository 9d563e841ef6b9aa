import NodeRPC
import Outbox
import Primitives
import Transactions

/// Writes transactions that are on the chain into an outbox that does not know them, and gives them their keys.
public struct ChainRestorer: SenderPart {
  let context: SenderContext

  /// Writes a mined transaction into the outbox, if that has lost it, so that it is known as sent again.
  ///
  /// - Parameters:
  ///   - key: The idempotency key; nil if it cannot be known.
  ///   - label: The readable form, as far as the chain shows it.
  ///   - time: Of its block, in seconds since 1970.
  ///   - isLost: Whether it may be a row that the outbox lost; nil for what is not looked up for a send.
  /// - Returns: false if it is there, was not mined, or cannot be read to the byte.
  /// - Throws: The errors of the outbox and the node.
  public func restore(
    _ hash: Hash32, key: IntentKey?, label: String, at time: UInt64?, isLost: Bool? = nil
  ) async throws -> Bool {
    guard try await outbox.intent(hash: hash) == nil, let receipt = try await node.transactionReceipt(hash),
      receipt.blockNumber != nil, let signed = try await context.whole(hash)
    else { return false }
    let (unsigned, account) = (signed.transaction, try signed.sender())
    let draft = IntentDraft(
      chain: try await context.identity.mark(), account: account, key: key, label: label, to: unsigned.to,
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

  /// Gives a transaction that is on the chain, and does what is wanted, a key: it is what was sent under it.
  ///
  /// - Parameters:
  ///   - hash: the transaction's.
  ///   - isSame: whether a transaction is what is wanted.
  /// - Throws: `SendingError` `.notNamed` if it is not mined, failed, or is not the account's; `.otherWithID` if it is not
  ///   what is wanted, or has another key; the errors of the outbox and the node.
  public func name(
    _ hash: Hash32, _ key: IntentKey, of account: Address, isSame: (Intent) -> Bool
  ) async throws {
    if try await outbox.intent(hash: hash) == nil {
      if let whole = try await context.whole(hash), proofs.isSigned(whole, by: account, with: whole.transaction.nonce),
        let block = try await node.transactionReceipt(hash)?.blockNumber
      {
        let time = try await node.block(.number(block))?.timestamp
        _ = try await restore(hash, key: nil, label: "found on the chain", at: time, isLost: true)
      }
    }
    guard let found = try await context.intent(signedAs: hash), found.account == account, found.state == .final else {
      throw SendingError(
        .notNamed, "The transaction \(hash) is no payment of \(account) that is on the chain; nothing was sent.",
        about: hash, reason: "It is not known, not mined, failed, or another account's.")
    }
    guard isSame(found) else { throw OutboxError.otherWithID(found) }
    try await outbox.name(found, key)
  }
}
