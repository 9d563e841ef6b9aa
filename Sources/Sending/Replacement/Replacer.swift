import Keys
import NodeRPC
import Outbox
import Primitives
import Transactions

/// Puts another transaction in the place of one that is under way, with the same nonce: at a higher price, or one that does
/// nothing.
public struct Replacer: SenderPart {
  let context: SenderContext
  let pricer: TransactionPricer
  let statuses: StatusReader
  let broadcaster: Broadcaster
  let handOver: ServiceHandOver
  let tracker: ConfirmationTracker

  /// Signs what ``prepareSpeedUp(of:options:)`` or ``prepareCancellation(of:options:)`` priced with the intent's nonce,
  /// writes it down and offers it; what a service is to pay for, that is handed.
  ///
  /// ``SentTransaction/confirmed(_:)`` returns whichever is mined in the end.
  ///
  /// - Throws: `SendingError` `.limitExceeded`; `.notReplaced` when no node takes it, or the service does not pay: then the
  ///   first goes on; `.serviceLied`; `.outcomeUnknown`.
  public func replace(
    _ intent: Intent, with prepared: PreparedTransaction, kind: Attempt.Kind, signer: any Signer,
    options: SendOptions = SendOptions()
  ) async throws -> SentTransaction {
    let nonce = try await replaceable(intent, options).nonce
    let kind = intent.replacement(kind)
    let outgoing = try await prepared.signed(nonce: nonce, with: signer, feeDelegation: options.feeDelegation)
    try Task.checkCancellation()
    try await outbox.replace(intent.id, by: outgoing.draft(kind), as: try await context.draft(of: prepared, options))
    return try await offer(outgoing, inPlaceOf: intent, kind: kind, label: prepared.request.label, options)
  }

  /// Offers what was signed in the place of an intent's last attempt, and is written down, to the nodes or to the service
  /// that signs the rest.
  ///
  /// - Throws: The errors of ``replace(_:with:kind:signer:options:)``.
  func offer(
    _ outgoing: OutgoingTransaction, inPlaceOf intent: Intent, kind: Attempt.Kind, label: String, _ options: SendOptions
  ) async throws -> SentTransaction {
    func sent(_ transaction: SignedTransaction, label: String) -> SentTransaction {
      tracker.sent(
        transaction, of: intent.id, from: intent.account, label: label, isCancellation: kind == .cancellation)
    }
    let (hash, refusal): (Hash32, any Error)
    var isDeclined = false
    switch outgoing {
    case .whole(let transaction):
      switch await broadcaster.offer(transaction, of: intent.id, label: label) {
      case .taken: return sent(transaction, label: label)
      case .unknown(let error): throw error
      case .refused(let error): (hash, refusal) = (transaction.hash, error)
      }
    case .half(let partly, let service):
      switch try await handOver.signed(partly, of: intent.id, by: service, label: label) {
      case .success(let transaction): return sent(transaction, label: label)
      case .failure(let error):
        (hash, refusal) = (partly.senderTxHash, error)
        // A service that answered has the sender's signature; one that was not reached does not.
        if case .request = error.facts { isDeclined = true }
      }
    }
    await outbox.refused(hash, byService: isDeclined)
    // Most often because the first was mined in this moment.
    if let mined = try? await statuses.receipt(of: intent, by: ReceiptVoters(node, options.tracking, options.events)),
      let transaction = try? SignedTransaction(decoding: mined.attempt.raw)
    {
      return sent(transaction, label: intent.label)
    }
    let byService = if case .half = outgoing { true } else { false }
    let isBusy = (refusal as? SendingError)?.code == .serviceBusy
    throw SendingError(
      .notReplaced,
      isBusy
        ? "The fee delegation service is not available now for what was to take its place; the first goes on."
        : byService
          ? "The fee delegation service does not pay for what was to take its place; the first goes on."
          : "The nodes do not take another transaction in its place; the first goes on.",
      about: hash, reason: (refusal as? SendingError)?.reason ?? "\(refusal)",
      call: intent.label, facts: .intent(intent.id), cause: refusal)
  }

  /// The attempt to replace, if anything can still take its place.
  func replaceable(_ intent: Intent, _ options: SendOptions) async throws -> Attempt {
    guard intent.state.mayBeSent, let attempt = intent.lastAttempt else {
      throw Self.notReplaceable(intent, "It is \(intent.state.words).")
    }
    if let (_, receipt) = try await statuses.receipt(
      of: intent, by: ReceiptVoters(node, options.tracking, options.events))
    {
      throw Self.notReplaceable(intent, "It is mined, in block \(receipt.blockNumber ?? 0).")
    }
    return attempt
  }

  static func notReplaceable(
    _ intent: Intent, _ reason: String, facts: SendingError.Facts? = nil
  ) -> SendingError {
    SendingError(
      .notReplaceable, "Nothing can take its place; nothing was sent.", about: intent.lastAttempt?.hash, reason: reason,
      call: intent.label, facts: facts ?? .intent(intent.id))
  }
}
