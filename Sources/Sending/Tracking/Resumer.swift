import NodeRPC
import Outbox
import Primitives
import Transactions

/// Takes up intents that nobody works on: notes what the chain says of them, and offers their bytes again where no node
/// knows them.
public struct Resumer: SenderPart {
  let context: SenderContext
  let statuses: StatusReader
  let broadcaster: Broadcaster

  /// Takes up an intent that nobody works on: notes what the chain says of it, and offers the same bytes again if no
  /// node knows them.
  ///
  /// - Parameter tracking: how many confirmations it needs to have ended, and how many endpoints have to agree.
  /// - Returns: what the chain says of it now.
  /// - Throws: `SendingError` `.underWay` if a living process works on it; what the nodes have against the bytes.
  @discardableResult
  public func resume(
    _ intent: Intent, _ tracking: TrackingOptions = TrackingOptions(), _ events: SendEvents = SendEvents()
  ) async throws -> TransactionStatus {
    let voters = try ReceiptVoters(node, tracking, events)
    // The caller may have looked long ago: it may have been signed since.
    let intent = try await taken(intent)
    guard intent.state.isLive else { return try await statuses.status(of: intent, by: voters) }
    guard intent.state != .waiting else {
      if let wait = intent.wait, let deadline = wait.deadline, try await outbox.now() >= deadline {
        try await outbox.settle(intent.id, .overdue(wait, nil, in: context.unit))
      }
      await outbox.release(intent.id)
      return .missing
    }
    guard intent.state.mayBeSent else {
      try await outbox.settle(intent.id, IntentOutcome(.expired, cost: .zero))
      return .missing
    }
    return try await releasing(intent.id) {
      let status = try await note(intent, tracking, voters)
      if case .pending(let known) = status, let last = intent.lastAttempt, last.hash != known.hash, !last.isHandedOver {
        return await offer(last, inPlaceOf: known, of: intent)
      }
      guard case .missing = status, let attempt = intent.lastAttempt, !attempt.isHandedOver else { return status }
      switch await broadcaster.offer(try SignedTransaction(decoding: attempt.raw), of: intent.id, label: intent.label) {
      case .taken: return .pending(attempt)
      case .refused(let error), .unknown(let error):
        // Mined or replaced in this moment, perhaps: a refusal now does not show that it was refused then.
        let later = try await note(intent, tracking, voters)
        guard case .missing = later else { return later }
        throw (error as? SendingError)?.refusing(intent) ?? error
      }
    }
  }

  /// Offers what was signed last, and no node knows, in the place of what the nodes know: its process was interrupted
  /// before it could.
  ///
  /// - Returns: which of the two is under way now.
  private func offer(_ last: Attempt, inPlaceOf known: Attempt, of intent: Intent) async -> TransactionStatus {
    guard let bytes = try? SignedTransaction(decoding: last.raw) else { return .pending(known) }
    switch await broadcaster.offer(bytes, of: intent.id, label: intent.label) {
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
  package func look(
    at intent: Intent, _ tracking: TrackingOptions = TrackingOptions(), _ events: SendEvents = SendEvents()
  ) async throws -> TransactionStatus {
    let voters = try ReceiptVoters(node, tracking, events)
    let intent = try await taken(intent)
    guard intent.state.isLive else { return try await statuses.status(of: intent, by: voters) }
    return try await releasing(intent.id) { try await note(intent, tracking, voters) }
  }

  /// Takes up an intent that nobody works on, and returns it as it is by now: it may have ended.
  private func taken(_ intent: Intent) async throws -> Intent {
    let isTaken = try await outbox.takeOver(intent.id)
    guard let now = try await outbox.intent(intent.id), isTaken || !now.state.isLive else {
      throw SendingError(
        .underWay, "Another process works on this; nothing was sent.", about: intent.lastAttempt?.hash,
        call: intent.label, facts: .takenElsewhere(intent: intent.id))
    }
    return now
  }

  /// Asks the chain, and writes down what it says.
  private func note(
    _ intent: Intent, _ tracking: TrackingOptions, _ voters: ReceiptVoters
  ) async throws -> TransactionStatus {
    let status = try await statuses.status(of: intent, by: voters)
    switch status {
    case .pending, .missing, .replaced:
      // A mined intent was in a block, and is in none.
      if intent.state == .mined { _ = await outbox.unsettle(intent.id) }
    case .mined, .undecided: break
    }
    switch status {
    case .mined(let attempt, let receipt):
      let outcome = try await statuses.outcome(of: intent, attempt, receipt)
      if try await voters.confirmations(of: receipt, wanted: tracking.confirmations) != nil {
        try await outbox.settle(intent.id, outcome)
      } else if let notYet = outcome.notYet {
        try await outbox.settle(intent.id, notYet)
      }
    case .replaced(let other, let evidence): try await outbox.settle(intent.id, .replaced(by: other, evidence))
    case .pending(let attempt): await outbox.observe(intent.id, .broadcast, attempt: attempt.hash)
    case .missing, .undecided: break
    }
    return status
  }

  /// Offers the bytes of those below an intent's nonce that nobody works on again, and informs the observer. Where one
  /// of them is at no node then, nothing of the intent could be mined: it is ended before anything is signed for it.
  ///
  /// - Throws: `SendingError` `.underWay` with the one that stands in the way.
  func rebroadcastStranded(
    of intent: Intent, past stranded: [Intent], _ tracking: TrackingOptions, _ events: SendEvents
  ) async throws {
    guard let first = await rebroadcast(stranded, tracking, events), let nonce = first.nonce else { return }
    // Another transaction with its nonce may be at a node, and clears the way as well.
    guard let pending = try? await node.transactionCount(of: first.account, at: .pending), pending <= nonce else {
      return
    }
    try? await outbox.settle(intent.id, IntentOutcome(.expired, cost: .zero))
    throw SendingError(
      .underWay, "Number \(first.id) of the account stands in the way; nothing was signed or sent now.",
      about: first.lastAttempt?.hash,
      reason:
        "It is signed with the lower nonce \(nonce), and no node has it: nothing above it is mined before.",
      call: intent.label, facts: .blocked(by: first.id))
  }

  /// Offers the bytes of those that stand in the way of another again, and informs the observer.
  ///
  /// - Returns: the first that is at no node: one that the nodes refuse, or that a service was to send.
  @discardableResult
  func rebroadcast(_ stranded: [Intent], _ tracking: TrackingOptions, _ events: SendEvents) async -> Intent? {
    var blocking: Intent?
    for intent in stranded.sorted(by: { ($0.nonce ?? 0) < ($1.nonce ?? 0) }) {
      do {
        switch try await resume(intent, tracking, events) {
        case .pending(let attempt):
          outbox.observer?.outbox(.rebroadcast(intent.id, attempt.hash, label: intent.label))
        case .missing where intent.lastAttempt?.isHandedOver == true:
          // The sender's part is handed to nobody here: only who knows the service can do that.
          blocking = blocking ?? intent
          events.onObstacle?(
            intent,
            SendingError(
              .outcomeUnknown,
              "It was signed for a fee delegation service, no node knows it, and it was handed to nobody now."))
        default: break
        }
      } catch let error as SendingError where error.code != .underWay {
        // The transaction was offered, and may have been taken.
        if error.code == .outcomeUnknown, let attempt = intent.lastAttempt {
          outbox.observer?.outbox(.rebroadcast(intent.id, attempt.hash, label: intent.label))
        } else if case .refusedAsItIs = error.facts {
          blocking = blocking ?? intent
        }
        events.onObstacle?(intent, error)
      } catch let error as OutboxError {
        events.onObstacle?(intent, error)
      } catch {}
    }
    return blocking
  }

  /// Notes what became of those below a nonce that was mined, for they were mined before it: nobody else looks after
  /// them.
  func settleBelow(_ nonce: UInt64, of account: Address, _ tracking: TrackingOptions, _ events: SendEvents) async {
    guard let chain = try? await context.identity.mark() else { return }
    let filter = IntentFilter(chain: chain, account: account, isLive: true, limit: .max)
    for intent in (try? await outbox.intents(filter)) ?? []
    where intent.state.mayBeSent && intent.nonce ?? .max < nonce {
      if (try? await outbox.isAbandoned(intent)) == true { _ = try? await look(at: intent, tracking, events) }
    }
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
      about: attempt.hash, reason: reason,
      call: intent.label, facts: .refusedAsItIs(intent: intent.id, isCancellation: isCancelled), cause: cause
    )
  }
}
