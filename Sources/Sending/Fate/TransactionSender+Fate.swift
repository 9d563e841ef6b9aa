import NodeRPC
import Outbox
import Primitives
import Transactions

extension TransactionSender {
  /// Asks the chain what became of an intent; nothing is changed or sent.
  ///
  /// - Parameter options: how many endpoints have to agree that it was mined or replaced.
  public func fate(of intent: Intent, options: SendOptions = SendOptions()) async throws -> TransactionStatus {
    try await fate(of: intent, by: ReceiptVoters(node, options))
  }

  private func fate(of intent: Intent, by witnesses: ReceiptVoters) async throws -> TransactionStatus {
    if let found = try await receipt(of: intent, by: witnesses) { return .mined(found.attempt, found.receipt) }
    for attempt in intent.attempts.reversed() where !attempt.isHandedOver {
      if await isKnown(attempt.hash) { return .pending(attempt) }
    }
    guard let nonce = intent.lastAttempt?.nonce ?? intent.nonce else { return .missing }
    switch try await node.use(of: nonce, by: intent.account, since: intent.attempts.first?.signed) {
    case .free: return .missing
    case .unknown: return .undecided
    case .used(let hash):
      guard try await witnesses.agree(that: nonce, isUsedBy: intent.account) else { return .undecided }
      // It may have been mined since the receipt was asked for, or be what a service made of the part it was handed: a
      // node without an index does not find that by the sender's hash.
      if !intent.attempts.contains(where: { $0.hash == hash }) {
        if intent.attempts.contains(where: \.isHandedOver) {
          guard let isOurs = try await isPart(hash, of: intent) else { return .undecided }
          guard !isOurs else { return try await minedByNow(intent, witnesses) }
        }
        // That something is named proves nothing: only the account can have signed it.
        guard let whole = try await whole(hash), proofs.isSigned(whole, by: intent.account, with: nonce) else {
          return .undecided
        }
        return .replaced(
          by: hash, evidence: await proofs.evidence(that: nonce, of: intent.account, wasUsedBy: whole))
      }
      return try await minedByNow(intent, witnesses)
    }
  }

  private func minedByNow(_ intent: Intent, _ witnesses: ReceiptVoters) async throws -> TransactionStatus {
    guard let now = try await outbox.intent(intent.id), let found = try await receipt(of: now, by: witnesses) else {
      return .undecided
    }
    return .mined(found.attempt, found.receipt)
  }

  /// The search for evidence of a node's answer.
  var proofs: ProofSearch {
    ProofSearch(node: node, chainID: chainID, trust: trust, patience: .seconds(4), seals: seals)
  }

  /// The outcome that a receipt gives an intent, with its evidence.
  ///
  /// That it was carried out needs no proof: nothing else is signed then. Where a checkpoint is trusted it is looked for
  /// all the same, for some seconds.
  ///
  /// - Throws: `SendingError` `.notProven` where the validators' seals prove something else than the receipt says.
  func outcome(of intent: Intent, _ attempt: Attempt, _ receipt: Receipt) async throws(SendingError) -> IntentOutcome {
    var outcome = IntentOutcome.mined(intent, attempt, receipt)
    let finding =
      outcome.state == .final
      ? await proofs.finding(forSuccess: receipt, of: attempt.hash)
      : await proofs.finding(for: receipt, of: attempt.hash)
    if let contradiction = finding.contradiction {
      throw SendingError.contradicted(intent, contradiction, attempt.hash)
    }
    outcome.evidence = finding.level
    if let price = finding.pricePerGas { outcome.count(receipt, of: attempt, at: price) }
    return outcome
  }

  /// Whether a transaction is what a service made of a part that it was handed; notes it then.
  ///
  /// - Returns: nil where no node shows the transaction with its signatures.
  func isPart(_ hash: Hash32, of intent: Intent) async throws -> Bool? {
    guard let signed = try await whole(hash) else { return nil }
    guard let part = intent.attempts.first(where: { $0.isHandedOver && $0.hash == signed.senderTxHash }) else {
      return false
    }
    await outbox.handedOver(part.hash, as: signed.hash, raw: signed.encoded, label: intent.label)
    return true
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

  /// The receipt of whichever attempt was mined.
  ///
  /// - Parameter witnesses: the endpoints that have to agree on it.
  func receipt(of intent: Intent, by witnesses: ReceiptVoters) async throws -> (attempt: Attempt, receipt: Receipt)? {
    for attempt in intent.attempts.reversed() {
      if let receipt = try await witnesses.receipt(attempt.hash), receipt.blockNumber != nil {
        return (attempt, receipt)
      }
      guard attempt.isHandedOver, let found = try? await node.kaiaTransaction(bySenderTxHash: attempt.hash),
        let signed = try? SignedTransaction(json: found.raw), signed.senderTxHash == attempt.hash
      else { continue }
      await outbox.handedOver(attempt.hash, as: signed.hash, raw: signed.encoded, label: intent.label)
      if let receipt = try await witnesses.receipt(signed.hash), receipt.blockNumber != nil {
        return (attempt.found(as: signed.hash, raw: signed.encoded), receipt)
      }
    }
    return nil
  }

  /// Takes up an intent that nobody works on: notes what the chain says of it, and offers the same bytes again if no
  /// node knows them.
  ///
  /// - Parameter options: how many confirmations it needs to have ended, and how many endpoints have to agree.
  /// - Returns: what the chain says of it now.
  /// - Throws: `SendingError` `.underWay` if a living process works on it; what the nodes have against the bytes.
  @discardableResult
  public func resume(_ intent: Intent, options: SendOptions = SendOptions()) async throws -> TransactionStatus {
    let witnesses = try ReceiptVoters(node, options)
    // The caller may have looked long ago: it may have been signed since.
    let intent = try await taken(intent)
    guard intent.state.isLive else { return try await fate(of: intent, by: witnesses) }
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
      let fate = try await note(intent, options, witnesses)
      if case .pending(let known) = fate, let last = intent.lastAttempt, last.hash != known.hash, !last.isHandedOver {
        let fate = await offer(last, inPlaceOf: known, of: intent)
        await outbox.release(intent.id)
        return fate
      }
      guard case .missing = fate, let attempt = intent.lastAttempt, !attempt.isHandedOver else {
        await outbox.release(intent.id)
        return fate
      }
      switch await offer(try SignedTransaction(decoding: attempt.raw), of: intent.id, label: intent.label) {
      case .taken:
        await outbox.release(intent.id)
        return .pending(attempt)
      case .refused(let error), .unknown(let error):
        // It may have been mined or replaced in this moment; a refusal now does not show that it was refused then.
        let later = try await note(intent, options, witnesses)
        guard case .missing = later else {
          await outbox.release(intent.id)
          return later
        }
        throw (error as? SendingError)?.refusing(intent) ?? error
      }
    } catch {
      await outbox.release(intent.id)
      throw error
    }
  }

  /// Offers what was signed last, and no node knows, in the place of what the nodes know: its process was interrupted
  /// before it could.
  ///
  /// - Returns: which of the two is under way now.
  private func offer(_ last: Attempt, inPlaceOf known: Attempt, of intent: Intent) async -> TransactionStatus {
    guard let bytes = try? SignedTransaction(decoding: last.raw) else { return .pending(known) }
    switch await offer(bytes, of: intent.id, label: intent.label) {
    case .taken: return .pending(last)
    case .refused:
      await outbox.refused(last.hash)
      return .pending(known)
    case .unknown: return .pending(known)
    }
  }

  /// Notes what the chain says of an intent that nobody works on; nothing is sent or struck out.
  ///
  /// - Throws: `SendingError` `.underWay` if a living process works on it; a `NodeError`.
  @discardableResult
  public func look(at intent: Intent, options: SendOptions = SendOptions()) async throws -> TransactionStatus {
    let witnesses = try ReceiptVoters(node, options)
    let intent = try await taken(intent)
    guard intent.state.isLive else { return try await fate(of: intent, by: witnesses) }
    do {
      let fate = try await note(intent, options, witnesses)
      await outbox.release(intent.id)
      return fate
    } catch {
      await outbox.release(intent.id)
      throw error
    }
  }

  /// Takes up an intent that nobody works on, and returns it as it is by now: it may have ended.
  private func taken(_ intent: Intent) async throws -> Intent {
    let isTaken = try await outbox.takeOver(intent.id)
    guard let now = try await outbox.intent(intent.id), isTaken || !now.state.isLive else {
      throw SendingError(
        .underWay, "Another process works on this; nothing was sent.", call: intent.label,
        facts: .takenElsewhere(intent: intent.id), transactionHash: intent.lastAttempt?.hash)
    }
    return now
  }

  /// Asks the chain, and writes down what it says.
  private func note(
    _ intent: Intent, _ options: SendOptions, _ witnesses: ReceiptVoters
  ) async throws -> TransactionStatus {
    let fate = try await fate(of: intent, by: witnesses)
    switch fate {
    case .pending, .missing, .replaced:
      // It was in a block, and is in none.
      if intent.state == .mined { _ = await outbox.unsettle(intent.id) }
    case .mined, .undecided: break
    }
    switch fate {
    case .mined(let attempt, let receipt):
      let outcome = try await outcome(of: intent, attempt, receipt)
      if try await witnesses.confirmations(of: receipt, wanted: options.confirmations) != nil {
        try await outbox.settle(intent.id, outcome)
      } else if let notYet = outcome.notYet {
        try await outbox.settle(intent.id, notYet)
      }
    case .replaced(let other, let evidence): try await outbox.settle(intent.id, .replaced(by: other, evidence))
    case .pending(let attempt): await outbox.observe(intent.id, .broadcast, attempt: attempt.hash)
    case .missing, .undecided: break
    }
    return fate
  }
}

extension SendingError {
  /// This error for an intent that was signed before: to begin it anew could pay for it twice, since it can be mined as
  /// long as its nonce is free.
  fileprivate func refusing(_ intent: Intent) -> SendingError {
    guard code != .outcomeUnknown, let attempt = intent.lastAttempt else { return self }
    let isCancelled = intent.replacement(.speedUp) == .cancellation
    // The nonce may be used by these very bytes.
    let code = code == .nonceUsed ? .outcomeUnknown : code
    return SendingError(
      code, "Number \(intent.id) is signed and keeps its nonce, \(attempt.nonce); the nodes don't take it as it is.",
      reason: reason, call: intent.label,
      facts: .refusedAsItIs(intent: intent.id, isCancellation: isCancelled), transactionHash: attempt.hash, cause: cause
    )
  }
}

extension IntentOutcome {
  /// The outcome that a receipt gives an intent.
  static func mined(_ intent: Intent, _ attempt: Attempt, _ receipt: Receipt) -> IntentOutcome {
    let succeeded = receipt.status ?? true
    let isCancelled = attempt.kind == .cancellation
    // The bytes show which part of a fee another pays.
    let signed = try? SignedTransaction(decoding: attempt.raw)
    let fee = signed.map { receipt.fee(of: $0.transaction) } ?? receipt.fee
    let own = fee.map { signed?.part(of: $0, paidBy: intent.account) ?? $0 }
    let paid = succeeded && !isCancelled ? intent.value : .zero
    return IntentOutcome(
      isCancelled ? .cancelled : succeeded ? .final : .reverted, hash: attempt.hash, block: receipt.blockNumber,
      blockHash: receipt.blockHash, fee: fee, cost: own.flatMap { try? $0.adding(paid) })
  }

  /// Another transaction used its nonce: proven, or on one node's word, and then nothing of it is given up.
  static func replaced(by other: Hash32, _ evidence: EvidenceLevel?) -> IntentOutcome {
    let reason = "Its nonce was used by another transaction, \(other)."
    guard let evidence else { return IntentOutcome(.conflicting, reason: reason) }
    return IntentOutcome(.nonceTaken, cost: .zero, reason: reason, evidence: evidence)
  }

  /// This outcome while its block can still be reorganised away: what may have left the account stays as it was feared.
  /// Nil for what did not do what was wanted: that is not noted before it is sure.
  var notYet: IntentOutcome? {
    state == .final ? IntentOutcome(.mined, hash: hash, block: block, blockHash: blockHash, fee: fee) : nil
  }
}
