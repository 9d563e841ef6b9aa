import Outbox
import Primitives
import Transactions

extension TransactionSender {
  /// Writes a signed transaction down and offers it to every endpoint.
  ///
  /// The first endpoint that takes it, or has it already, is enough; the others hear of it in the background. To offer
  /// the same bytes again is harmless.
  ///
  /// - Parameters:
  ///   - transaction: Signed by anybody; neither its chain nor its nonce is checked here.
  ///   - label: The readable form for people and for the outbox.
  ///   - limits: The most that may be spent, unless it was written down before; nil is no limit.
  /// - Throws: `.limitExceeded` and the outbox's errors, before any offer. If no endpoint took it: `SendingError`
  ///   `.refused`, `.underpriced`, `.nonceUsed` or `.notEnoughForGas`, whichever says most; a `NodeError` when none
  ///   could be asked; `.outcomeUnknown` with the hash when one may have taken it.
  public func broadcast(
    _ transaction: SignedTransaction, label: String, limits: SpendingLimits? = nil
  ) async throws {
    let found = try await context.intent(signedAs: transaction.hash)
    let handedOver =
      found.map { !$0.state.isLive && $0.state != .final } ?? true
      ? try await handedOver(transaction, label: label) : nil
    let (intent, isNew): (Intent, Bool)
    if let handedOver {
      (intent, isNew) = (handedOver, false)
    } else {
      var draft = try await context.draft(of: transaction, label: label)
      draft.limits = limits
      (intent, isNew) = try await enter(.whole(transaction), as: draft)
    }
    switch await broadcaster.offer(transaction, of: intent.id, label: label) {
    case .taken: return
    case .refused(let error):
      if isNew {
        try? await outbox.settle(intent.id, .unpublished(transaction.hash, error))
      } else if handedOver != nil {
        await outbox.refused(transaction.hash)
        await outbox.release(intent.id)
      }
      throw error
    case .unknown(let error):
      await outbox.release(intent.id)
      throw error
    }
  }

  /// The intent of which a service was handed the sender's part, now that somebody else has signed the rest of it: of the
  /// two one at most is mined. Nil if there is none.
  private func handedOver(_ transaction: SignedTransaction, label: String) async throws -> Intent? {
    guard transaction.feePayer != nil, let open = try await context.intent(signedAs: transaction.senderTxHash),
      open.isOpenHandOver
    else { return nil }
    guard try await outbox.takeOver(open.id) else {
      throw SendingError(
        .underWay, "Another process works on this; nothing was sent.", about: transaction.hash,
        call: label, facts: .takenElsewhere(intent: open.id))
    }
    try await outbox.record(OutgoingTransaction.whole(transaction).draft(.anew), of: open.id, label: label)
    return open
  }

  /// Writes down what is signed already.
  ///
  /// - Returns: the intent that it became, or that was there with the same bytes.
  func enter(
    _ outgoing: OutgoingTransaction, as draft: IntentDraft
  ) async throws -> (intent: Intent, isNew: Bool) {
    switch try await outbox.enter(draft, outgoing.draft(.first)) {
    case .found(let known, _): return (known, false)
    case .begun(let intent, let stranded):
      await resumer.rebroadcast(stranded, TrackingOptions(), SendEvents())
      return (intent, true)
    case .bound(let bound): return (bound, false)
    }
  }

  /// Lets a service sign and send a half-signed transaction, and finds what it sent at our own node: the service's word
  /// is not believed.
  ///
  /// Once it was handed over, no refusal proves that it was not sent: it stays open with its nonce, and is looked for on
  /// the chain before it is handed over once more.
  ///
  /// - Parameter limits: The most that the sender may spend; nil is no limit.
  /// - Throws: The outbox's errors, and then nothing was handed over; else those of ``send(_:signer:options:)`` with a
  ///   service: `.serviceRefused`, `.serviceLied`, `.outcomeUnknown`; `.underWay` while another process works on it.
  public func send(
    _ partly: PartlySignedTransaction, through service: FeeService, label: String, limits: SpendingLimits? = nil
  ) async throws -> SignedTransaction {
    if let known = try await context.intent(signedAs: partly.senderTxHash), known.state.isLive || known.state == .final
    {
      return try await sendAgain(partly, known, through: service, label: label)
    }
    let transaction = partly.transaction
    var draft = IntentDraft(
      chain: try await context.identity.mark(), account: transaction.from, label: label, to: transaction.operation.to,
      value: Amount(wei: transaction.operation.value), data: transaction.operation.input,
      cost: Amount(wei: transaction.operation.value))
    draft.nonce = transaction.nonce
    (draft.limits, draft.unit) = (limits, unit)
    draft.blockTime = await context.blockTime(on: draft.chain, for: limits)
    let (intent, isNew) = try await enter(.half(partly, service), as: draft)
    guard isNew else { return try await sendAgain(partly, intent, through: service, label: label) }
    return try await handOver.handOver(partly, of: intent.id, to: service, label: label).transaction
  }

  private func sendAgain(
    _ partly: PartlySignedTransaction, _ known: Intent, through service: FeeService, label: String
  ) async throws -> SignedTransaction {
    let hash = partly.senderTxHash
    // The signed part may be there to take the place of what the nodes know.
    let last = known.lastAttempt
    let replacing = last?.hash == hash && [.speedUp, .cancellation].contains(last?.kind) ? last : nil
    switch try await resumer.look(at: known) {
    case .mined(let attempt, _) where !attempt.isHandedOver:
      return try SignedTransaction(decoding: attempt.raw)
    case .pending(let attempt) where !attempt.isHandedOver && replacing == nil:
      return try SignedTransaction(decoding: attempt.raw)
    case .replaced(let other, _):
      throw SendingError(
        .replaced, "This transaction will never be mined: another one took its place.",
        about: hash, reason: "Nonce \(partly.transaction.nonce) of \(partly.transaction.from) was used by \(other).",
        call: label, advice: "Look at the account's latest transactions before you sign it again.")
    default:
      guard try await outbox.takeOver(known.id) else {
        throw handOver.unclear(hash, "Another process works on it, or has ended it.", service, nil, label)
      }
    }
    if let replacing {
      return try await resumer.releasingIfFailed(known.id) {
        try await replacer.offer(
          .half(partly, service), inPlaceOf: known, kind: replacing.kind, label: label, SendOptions()
        ).transaction
      }
    }
    return try await handOver.handOver(partly, of: known.id, to: service, label: label, isAgain: true).transaction
  }
}
