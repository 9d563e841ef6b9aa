import Keys
import Outbox
import Primitives
import Transactions

/// The way of one transaction: reserved in the outbox, signed, written down and offered.
struct SendFlow: SenderPart {
  let context: SenderContext
  let nonces: NonceManager
  let history: HistoryLookup
  let priceWaiter: PriceWaiter
  let broadcaster: Broadcaster
  let resumer: Resumer
  let tracker: ConfirmationTracker
  let earlierSends: EarlierSends
  let handOver: ServiceHandOver

  func send(
    _ prepared: PreparedTransaction, _ signer: any Signer, _ options: SendOptions
  ) async throws -> SentTransaction {
    let request = prepared.request
    guard signer.address == request.from else {
      throw SendingError(
        .wrongSigner, "The key is that of \(signer.address), the transaction is from \(request.from).",
        call: request.label, advice: "Unlock the keystore of the sending account.")
    }
    var draft = try await context.draft(of: prepared, options)
    draft.isUnchecked = options.intent.key?.isGuarded != true
    while true {
      let wanted = draft
      let beginning: Beginning
      var count = prepared.transactionCount
      do {
        beginning = try await nonces.withPendingNonce(
          of: request.from, on: draft.chain, told: prepared.transactionCount
        ) {
          count = $0
          return try await outbox.begin(wanted, count: $0, known: $1)
        }
      } catch let error as OutboxError where error.code == .historyUnchecked {
        if let obstacle = try await history.obstacle(to: draft, count: count) { throw obstacle }
        draft.isUnchecked = false
        continue
      }
      switch beginning {
      case .begun(let waiting, _) where waiting.state == .waiting:
        let (intent, prepared) = try await priceWaiter.awaitPrice(
          waiting, prepared, options.fees, options.tracking, options.events)
        return try await carry(intent, draft, prepared, signer, options)
      case .begun(let intent, let stranded):
        try await resumer.rebroadcastStranded(of: intent, past: stranded, options.tracking, options.events)
        return try await carry(intent, draft, prepared, signer, options)
      case .bound(let bound):
        // Nil: nothing of it will be mined, and its key is free; or a service has to sign it once more.
        if let sent = try await earlierSends.boundEarlier(bound, options.tracking, options.events) { return sent }
        draft.cleared.insert(bound.id)
      case .found(let intent, let isOurs):
        // Nil: nothing came of it, and its key is free.
        if let sent = try await earlierSends.earlier(intent, isOurs: isOurs, options.tracking, options.events) {
          return sent
        }
        if isOurs, let open = try await outbox.goOn(intent.id, draft) {
          return try await signAgain(open, prepared, signer, options)
        }
      }
    }
  }

  private func carry(
    _ intent: Intent, _ draft: IntentDraft, _ prepared: PreparedTransaction, _ signer: any Signer,
    _ options: SendOptions
  ) async throws -> SentTransaction {
    let label = prepared.request.label
    var nonce = intent.nonce ?? prepared.transactionCount
    for attempt in 1... {
      let outgoing: OutgoingTransaction
      do {
        try await options.events.beforeSigning?()
        outgoing = try await prepared.signed(
          nonce: nonce, with: signer, feeDelegation: options.feeDelegation)
        try Task.checkCancellation()
        try await outbox.record(outgoing.draft(attempt == 1 ? .first : .anew), of: intent.id, label: label)
      } catch {
        // Nothing left. If even that cannot be written down, the next run finds an owner that is dead.
        try? await outbox.settle(intent.id, IntentOutcome(.expired, cost: .zero))
        throw error
      }
      let transaction: SignedTransaction
      switch outgoing {
      case .whole(let signed): transaction = signed
      case .half(let partly, let service):
        return try await handOver.handOver(partly, of: intent.id, to: service, label: label)
      }
      let sent = tracker.sent(transaction, of: intent.id, from: prepared.request.from, label: label)
      switch await broadcaster.offer(transaction, of: intent.id, label: label) {
      case .taken: return sent
      case .refused(let error as SendingError)
      where error.code == .nonceUsed && options.intent.nonce == nil && attempt < 4:
        let renewed: UInt64? = try await releasingIfFailed(intent.id) {
          guard try await nonces.isTaken(nonce, of: intent.id) else { return nil }
          outbox.observer?.outbox(.refused(transaction.hash))
          return try await self.renewed(intent, as: draft, after: nonce, options)
        }
        guard let renewed else {
          await outbox.observe(intent.id, .broadcast, attempt: transaction.hash)
          return sent
        }
        nonce = renewed
      case .refused(let error):
        let gap = await nonces.gap(below: nonce, of: intent.account, options.tracking, options.events)
        try? await outbox.settle(intent.id, .unpublished(transaction.hash, error))
        throw gap.flatMap { (error as? SendingError)?.naming($0) } ?? error
      case .unknown(let error):
        await outbox.release(intent.id)
        throw error
      }
    }
    preconditionFailure("the loop ends by returning or throwing")
  }

  /// Another nonce for an intent whose own another program used.
  private func renewed(
    _ intent: Intent, as draft: IntentDraft, after nonce: UInt64, _ options: SendOptions
  ) async throws -> UInt64 {
    let pending = try await nonces.pendingNonce(of: intent.account, options.tracking, options.events)
    return try await nonces.withPendingNonce(of: intent.account, on: intent.chain, told: max(pending, nonce + 1)) {
      try await outbox.renew(intent.id, as: draft, count: max($0, nonce + 1), known: $1)
    }
  }

  /// Signs what a service was handed and did nothing with that could be seen once more with the same nonce, for whoever
  /// pays now, and sends it: of the two one at most is mined, and waiting for this one finds whichever was.
  ///
  /// Whatever comes of it, the first stays open.
  ///
  /// - Throws: `SendingError` `.notReplaced` when no node takes it; as ``send(_:signer:options:)``.
  private func signAgain(
    _ open: Intent, _ prepared: PreparedTransaction, _ signer: any Signer, _ options: SendOptions
  ) async throws -> SentTransaction {
    guard let nonce = open.nonce else { throw OutboxError.lostIntent }
    let label = prepared.request.label
    return try await releasingIfFailed(open.id) {
      try await options.events.beforeSigning?()
      let outgoing = try await prepared.signed(
        nonce: nonce, with: signer, feeDelegation: options.feeDelegation)
      try Task.checkCancellation()
      try await outbox.record(outgoing.draft(.anew), of: open.id, label: label)
      let transaction: SignedTransaction
      switch outgoing {
      case .whole(let signed): transaction = signed
      case .half(let partly, let service):
        return try await handOver.handOver(partly, of: open.id, to: service, label: label, isAgain: true)
      }
      switch await broadcaster.offer(transaction, of: open.id, label: label) {
      case .taken:
        return tracker.sent(transaction, of: open.id, from: open.account, label: label)
      case .unknown(let error): throw error
      case .refused(let error):
        await outbox.refused(transaction.hash)
        throw SendingError(
          .notReplaced, "The nodes do not take it; what the fee delegation service was handed before stays open.",
          about: transaction.hash, reason: (error as? SendingError)?.reason ?? "\(error)",
          call: label,
          advice: "Mend what they complain of and run it again: it keeps its nonce, so that one at most is mined.",
          cause: error)
      }
    }
  }
}

extension IntentOutcome {
  /// No node took it. That none kept it is their word: what was signed counts with all that it can cost. No hash where
  /// not even that was said.
  static func unpublished(_ hash: Hash32, _ error: any Error) -> IntentOutcome {
    let error = error as? SendingError
    return IntentOutcome(
      .unpublished, hash: [.outcomeUnknown, .nonceHeld].contains(error?.code) ? nil : hash, reason: error?.reason)
  }
}

extension SendingError {
  /// A refusal with the gap below the nonce of what was refused, which is why nodes refuse it; nil for any other error.
  fileprivate func naming(_ gap: NonceGap) -> SendingError? {
    guard code == .refused, facts == nil else { return nil }
    return SendingError(
      .refused, message, about: transactionHash, reason: [reason, gap.reason].compactMap { $0 }.joined(separator: " "),
      call: call, facts: gap.facts(nil), cause: cause)
  }
}
