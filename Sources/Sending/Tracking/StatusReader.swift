import NodeRPC
import Outbox
import Primitives
import Transactions

/// Asks the chain for the status of intents: which attempt was mined, with which outcome, or what took the nonce.
public struct StatusReader: SenderPart {
  let context: SenderContext

  /// Asks the chain what became of an intent; nothing is changed or sent.
  ///
  /// - Parameter tracking: how many endpoints have to agree that it was mined or replaced.
  public func status(
    of intent: Intent, _ tracking: TrackingOptions = TrackingOptions(), _ events: SendEvents = SendEvents()
  ) async throws -> TransactionStatus {
    try await status(of: intent, by: ReceiptVoters(node, tracking, events))
  }

  func status(of intent: Intent, by voters: ReceiptVoters) async throws -> TransactionStatus {
    if let found = try await receipt(of: intent, by: voters) { return .mined(found.attempt, found.receipt) }
    for attempt in intent.attempts.reversed() where !attempt.isHandedOver {
      if await context.isKnown(attempt.hash) { return .pending(attempt) }
    }
    guard let nonce = intent.lastAttempt?.nonce ?? intent.nonce else { return .missing }
    switch try await node.use(of: nonce, by: intent.account, since: intent.attempts.first?.signed) {
    case .free: return .missing
    case .unknown: return .undecided
    case .used(let hash):
      guard try await voters.agree(that: nonce, isUsedBy: intent.account) else { return .undecided }
      // It may have been mined since the receipt was asked for, or be what a service made of the part it was handed: a
      // node without an index does not find that by the sender's hash.
      if !intent.attempts.contains(where: { $0.hash == hash }) {
        if intent.attempts.contains(where: \.isHandedOver) {
          guard let isOurs = try await isPart(hash, of: intent) else { return .undecided }
          guard !isOurs else { return try await minedByNow(intent, voters) }
        }
        // A name proves nothing: only the account can have signed the transaction.
        guard let whole = try await context.whole(hash), proofs.isSigned(whole, by: intent.account, with: nonce) else {
          return .undecided
        }
        return .replaced(
          by: hash, evidence: await proofs.evidence(that: nonce, of: intent.account, wasUsedBy: whole))
      }
      return try await minedByNow(intent, voters)
    }
  }

  /// Whether an intent is in the block in which it was seen; nil where the node shows no block with that number: nodes lag,
  /// and forget.
  ///
  /// A receipt may have been invented: the block has to name one of the intent's transactions.
  func isInItsBlock(_ intent: Intent) async throws -> Bool? {
    guard let number = intent.block, let hash = intent.blockHash, let block = try await node.block(.number(number))
    else { return nil }
    return block.hash == hash && intent.attempts.contains { block.transactionHashes.contains($0.hash) }
  }

  private func minedByNow(_ intent: Intent, _ voters: ReceiptVoters) async throws -> TransactionStatus {
    guard let now = try await outbox.intent(intent.id), let found = try await receipt(of: now, by: voters) else {
      return .undecided
    }
    return .mined(found.attempt, found.receipt)
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
    guard let signed = try await context.whole(hash) else { return nil }
    guard let part = intent.attempts.first(where: { $0.isHandedOver && $0.hash == signed.senderTxHash }) else {
      return false
    }
    await outbox.handedOver(part.hash, as: signed.hash, raw: signed.encoded, label: intent.label)
    return true
  }

  /// The receipt of whichever attempt was mined.
  ///
  /// - Parameter voters: the endpoints that have to agree on it.
  func receipt(of intent: Intent, by voters: ReceiptVoters) async throws -> (attempt: Attempt, receipt: Receipt)? {
    for attempt in intent.attempts.reversed() {
      if let receipt = try await voters.receipt(attempt.hash), receipt.blockNumber != nil {
        return (attempt, receipt)
      }
      guard attempt.isHandedOver, let found = try? await node.kaiaTransaction(bySenderTxHash: attempt.hash),
        let signed = try? SignedTransaction(json: found.raw), signed.senderTxHash == attempt.hash
      else { continue }
      await outbox.handedOver(attempt.hash, as: signed.hash, raw: signed.encoded, label: intent.label)
      if let receipt = try await voters.receipt(signed.hash), receipt.blockNumber != nil {
        return (attempt.found(as: signed.hash, raw: signed.encoded), receipt)
      }
    }
    return nil
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
