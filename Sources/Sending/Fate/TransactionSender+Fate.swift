import NodeRPC
import Primitives
import Transactions

extension TransactionSender {
  /// Asks the chain what became of an intent; nothing is changed or sent.
  public func fate(of intent: Intent) async throws -> TransactionFate {
    if let found = try await receipt(of: intent) { return .mined(found.attempt, found.receipt) }
    for attempt in intent.attempts.reversed() where !attempt.isHandedOver {
      if await isKnown(attempt.hash) { return .pending(attempt) }
    }
    guard let nonce = intent.lastAttempt?.nonce ?? intent.nonce else { return .missing }
    switch try await node.use(of: nonce, by: intent.account, since: intent.attempts.first?.signed) {
    case .free: return .missing
    case .unknown: return .undecided
    case .used(let hash):
      // It may have been mined since the receipt was asked for, or be what a service made of the part it was handed: a
      // node without an index does not find that by the sender's hash.
      if !intent.attempts.contains(where: { $0.hash == hash }) {
        guard intent.attempts.contains(where: \.isHandedOver) else { return .replaced(by: hash) }
        guard let signed = try await whole(hash) else { return .undecided }
        guard await note(signed, asPartOf: intent) else { return .replaced(by: hash) }
      }
      guard let now = try await outbox.intent(intent.id), let found = try await receipt(of: now) else {
        return .undecided
      }
      return .mined(found.attempt, found.receipt)
    }
  }

  /// Notes what a service made of a part that it was handed.
  ///
  /// - Returns: false if it is of no part of this intent.
  private func note(_ signed: SignedTransaction, asPartOf intent: Intent) async -> Bool {
    guard let part = intent.attempts.first(where: { $0.isHandedOver && $0.hash == signed.senderTxHash }) else {
      return false
    }
    await outbox.handedOver(part.hash, as: signed.hash, raw: signed.encoded, label: intent.label)
    return true
  }

  /// A transaction with its signatures, its hash computed here; nil where the node does not tell it so.
  func whole(_ hash: Hash32) async throws -> SignedTransaction? {
    for namespace in [node.options.namespace, .kaia] {
      guard let told = try? await node.send(.transaction(hash, namespace: namespace)) ?? nil,
        let signed = try? SignedTransaction(json: told.raw), signed.hash == hash
      else { continue }
      return signed
    }
    return nil
  }

  /// The receipt of whichever attempt was mined.
  ///
  /// - Parameter witnesses: who has to agree on it; nil believes the first endpoint that answers.
  func receipt(
    of intent: Intent, by witnesses: Witnesses? = nil
  ) async throws -> (attempt: Attempt, receipt: Receipt)? {
    let witnesses = try witnesses ?? Witnesses(node, SendOptions())
    for attempt in intent.attempts.reversed() {
      if let receipt = try await witnesses.receipt(attempt.hash), receipt.blockNumber != nil {
        return (attempt, receipt)
      }
      guard attempt.isHandedOver, let found = try? await node.kaiaTransaction(bySenderTxHash: attempt.hash),
        let signed = try? SignedTransaction(json: found.raw), signed.senderTxHash == attempt.hash
      else { continue }
      await outbox.handedOver(attempt.hash, as: signed.hash, raw: signed.encoded, label: intent.label)
      if let receipt = try await witnesses.receipt(signed.hash), receipt.blockNumber != nil {
        return (attempt.found(as: signed), receipt)
      }
    }
    return nil
  }

  /// Takes up an intent that nobody works on: notes what the chain says of it, and offers the same bytes again if no
  /// node knows them.
  ///
  /// - Returns: what the chain says of it now.
  /// - Throws: `SendingError` `.underWay` if a living process works on it; what the nodes have against the bytes.
  @discardableResult
  public func resume(_ intent: Intent) async throws -> TransactionFate {
    // What it was when the caller looked may be long ago: it may have been signed since.
    let intent = try await taken(intent)
    guard intent.state.isLive else { return try await fate(of: intent) }
    guard intent.state != .waiting else {
      if let wait = intent.wait, let deadline = wait.deadline, try await outbox.now() >= deadline {
        try await outbox.settle(intent.id, .overdue(wait))
      }
      await outbox.release(intent.id)
      return .missing
    }
    guard intent.state.mayBeSent else {
      try await outbox.settle(intent.id, IntentOutcome(.expired, cost: .zero))
      return .missing
    }
    do {
      let fate = try await note(try await fate(of: intent), of: intent)
      guard case .missing = fate, let attempt = intent.lastAttempt, !attempt.isHandedOver else {
        await outbox.release(intent.id)
        return fate
      }
      switch await offer(try SignedTransaction(decoding: attempt.raw), of: intent.id, label: intent.label) {
      case .taken:
        await outbox.release(intent.id)
        return .pending(attempt)
      case .refused(let error), .unknown(let error):
        // It may have been mined or replaced in this moment; that it was refused now does not tell that it was then.
        let later = try await note(try await self.fate(of: intent), of: intent)
        guard case .missing = later else {
          await outbox.release(intent.id)
          return later
        }
        throw error
      }
    } catch {
      await outbox.release(intent.id)
      throw error
    }
  }

  /// Notes what the chain says of an intent that nobody works on; nothing is sent or struck out.
  ///
  /// - Throws: `SendingError` `.underWay` if a living process works on it; a `NodeError`.
  @discardableResult
  public func look(at intent: Intent) async throws -> TransactionFate {
    let intent = try await taken(intent)
    guard intent.state.isLive else { return try await fate(of: intent) }
    do {
      let fate = try await note(try await fate(of: intent), of: intent)
      await outbox.release(intent.id)
      return fate
    } catch {
      await outbox.release(intent.id)
      throw error
    }
  }

  /// Takes up an intent that nobody works on, and tells what it is by now: it may have ended.
  private func taken(_ intent: Intent) async throws -> Intent {
    let isTaken = try await outbox.takeOver(intent.id)
    guard let now = try await outbox.intent(intent.id), isTaken || !now.state.isLive else {
      throw SendingError(
        .underWay, "Another process works on this; nothing was sent.", call: intent.label,
        advice: "Let it end, and look with lectures tx list.", transactionHash: intent.lastAttempt?.hash)
    }
    return now
  }

  /// Writes down what the chain says.
  private func note(_ fate: TransactionFate, of intent: Intent) async throws -> TransactionFate {
    switch fate {
    case .mined(let attempt, let receipt):
      try await outbox.settle(intent.id, .mined(intent, attempt, receipt))
    case .replaced(let other):
      try await outbox.settle(
        intent.id,
        IntentOutcome(.replaced, cost: .zero, reason: "Its nonce was used by another transaction, \(other)."))
    case .pending(let attempt): await outbox.observe(intent.id, .broadcast, attempt: attempt.hash)
    case .missing, .undecided: break
    }
    return fate
  }
}

extension Attempt {
  /// The same as it is on the chain, once a service has signed the rest of it.
  fileprivate func found(as signed: SignedTransaction) -> Attempt {
    Attempt(
      hash: signed.hash, senderTxHash: hash, raw: signed.encoded, isHandedOver: false, nonce: nonce, kind: kind,
      maximumPerGas: maximumPerGas, signed: self.signed, broadcast: broadcast)
  }
}

extension IntentOutcome {
  /// What a receipt makes of an intent.
  static func mined(_ intent: Intent, _ attempt: Attempt, _ receipt: Receipt) -> IntentOutcome {
    let succeeded = receipt.status ?? true
    let isCancelled = attempt.kind == .cancellation
    // Of a fee that another pays a part of, the bytes tell which.
    let kaia = (try? SignedTransaction(decoding: attempt.raw))?.transaction.kaia
    let own = receipt.fee.map { Amount(wei: kaia?.feePayment.split($0.wei).sender ?? $0.wei) }
    let paid = succeeded && !isCancelled ? intent.value : .zero
    return IntentOutcome(
      isCancelled ? .cancelled : succeeded ? .final : .reverted, hash: attempt.hash, block: receipt.blockNumber,
      blockHash: receipt.blockHash, fee: receipt.fee, cost: own.flatMap { try? $0.adding(paid) })
  }
}
