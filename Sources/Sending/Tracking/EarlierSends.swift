import NodeRPC
import Outbox
import Primitives
import Transactions

/// Finds what was sent before with an idempotency key, and takes it up where nobody works on it any more.
public struct EarlierSends: SenderPart {
  let context: SenderContext
  let statuses: StatusReader
  let resumer: Resumer
  let tracker: ConfirmationTracker

  /// The earlier send with this key, mined or on its way.
  ///
  /// One that nobody works on any more is taken up: the bytes that were signed for it are offered again. One that ended
  /// without effect, as far as nodes said, is looked at again: it may be mined until the contrary is proven.
  ///
  /// - Parameters:
  ///   - tracking: the time to wait while another process is about to sign, and the quorum of endpoints.
  ///   - isSame: whether what was sent with the key is what is wanted.
  /// - Returns: nil if there is none, or nothing of it was or can be mined: then it may be sent.
  /// - Throws: `SendingError` `.otherWithID`, `.underWay` also where it is on its way and is not to be followed,
  ///   `.outcomeUnknown`, `.notProven`; the errors of the outbox and the node.
  public func earlier(
    _ key: IntentKey, of account: Address, _ tracking: TrackingOptions = TrackingOptions(),
    _ events: SendEvents = SendEvents(),
    isSame: (Intent) -> Bool = { _ in true }
  ) async throws -> SentTransaction? {
    let sent = try await found(key, of: account, tracking, events, isSame: isSame)
    guard let sent, !tracking.followsEarlier, let now = try await outbox.intent(sent.intent), now.state.isLive else {
      return sent
    }
    throw SendingError.onItsWay(now)
  }

  private func found(
    _ key: IntentKey, of account: Address, _ tracking: TrackingOptions, _ events: SendEvents, isSame: (Intent) -> Bool
  ) async throws -> SentTransaction? {
    let chain = try await context.identity.mark()
    guard let found = try await outbox.account(account, on: chain).find(key) else {
      for bound in try await outbox.account(account, on: chain).bound(key) {
        guard isSame(bound) else { throw OutboxError.otherWithID(bound) }
        if let sent = try await boundEarlier(bound, tracking, events) { return sent }
      }
      if let same = try await outbox.account(account, on: chain).sameFamily(as: key) {
        throw OutboxError.sameFamily(same)
      }
      return nil
    }
    let isAbandoned = found.state.isLive ? try await outbox.isAbandoned(found) : false
    // An intent that was never signed is begun anew by its sender.
    if isAbandoned, !found.state.mayBeSent { return nil }
    guard isSame(found) else { throw OutboxError.otherWithID(found) }
    guard isAbandoned else { return try await earlier(found, isOurs: false, tracking, events) }
    return try await earlier(found, isOurs: try await outbox.takeOver(found.id), tracking, events)
  }

  /// The earlier send that has ended as far as nodes said, and of which something may be mined: a block was
  /// reorganised, a node refused what it kept, or lied.
  ///
  /// - Returns: nil if it is proven that nothing of it will be mined: then its key is free.
  /// - Throws: `SendingError` `.notProven` where only one node reports it, `.underWay` where another has its nonce,
  ///   `.outcomeUnknown`; the errors of the outbox and the node.
  func boundEarlier(_ bound: Intent, _ tracking: TrackingOptions, _ events: SendEvents) async throws -> SentTransaction?
  {
    let status = try await statuses.status(of: bound, tracking, events)
    switch status {
    case .mined(let attempt, let receipt):
      let outcome = try await statuses.outcome(of: bound, attempt, receipt)
      try await outbox.settle(bound.id, outcome)
      if outcome.state == .final { return try sent(try await outbox.intent(bound.id) ?? bound, .done) }
      guard outcome.evidence == nil else { return nil }
      throw SendingError.notProven(
        bound, outcome.state == .cancelled ? "it was cancelled" : "it was mined and failed", attempt.hash,
        because: await proofs.obstacle(of: attempt.hash))
    case .replaced(let other, let evidence):
      try await outbox.settle(bound.id, .replaced(by: other, evidence))
      if let whole = try await context.whole(other), bound.isDone(by: whole) {
        throw SendingError.sameOnChain(other, nonce: whole.transaction.nonce, isLost: true, bound.label)
      }
      guard evidence == nil else { return nil }
      throw SendingError.notProven(
        bound, "its nonce was used by another transaction, \(other)", nil, because: await proofs.obstacle(of: other))
    case .pending:
      guard await outbox.revive(bound.id) else { throw SendingError.nonceLent(bound) }
      return try sent(try await outbox.intent(bound.id) ?? bound, .resumed)
    case .missing:
      guard let reopened = try await outbox.reopen(bound.id) else { throw SendingError.nonceLent(bound) }
      return try await resumed(reopened, tracking, events)
    case .undecided:
      throw SendingError(
        .notProven, "What was signed before may be mined; nothing else was sent.",
        about: bound.lastAttempt?.hash, reason: "Its nonce is said to be used, and no node shows by what.",
        call: bound.label, facts: .nonceUseNotShown(intent: bound.id))
    }
  }

  /// - Parameter isOurs: whether this outbox has taken it over.
  func earlier(_ found: Intent, isOurs: Bool, _ tracking: TrackingOptions, _ events: SendEvents) async throws
    -> SentTransaction?
  {
    if !found.state.isLive { return try await finished(found, tracking, events) }
    if isOurs { return try await resumed(found, tracking, events) }
    return try await followed(found, tracking, events)
  }

  /// The send of an intent that was mined. The chain says whether it still is, and not the file.
  private func finished(_ found: Intent, _ tracking: TrackingOptions, _ events: SendEvents) async throws
    -> SentTransaction?
  {
    switch try await statuses.status(of: found, tracking, events) {
    case .mined, .pending: return try sent(found, .done)
    case .undecided:
      // The node contradicts itself or has no past; what we saw stands.
      return try sent(found, .done)
    case .replaced, .missing:
      // A node that forgot old transactions still has the block.
      if try await statuses.isInItsBlock(found) == true { return try sent(found, .done) }
      guard await outbox.unsettle(found.id) else {
        throw SendingError(
          .outcomeUnknown, "It was mined, and is in no block any more; its nonce is another's now.",
          about: found.lastAttempt?.hash, reason: "Of the two one at most can be mined.",
          call: found.label, facts: .nonceReassigned(intent: found.id))
      }
      guard try await outbox.takeOver(found.id), let again = try await outbox.intent(found.id) else { return nil }
      return try await resumed(again, tracking, events)
    }
  }

  private func resumed(_ found: Intent, _ tracking: TrackingOptions, _ events: SendEvents) async throws
    -> SentTransaction?
  {
    try await releasingIfFailed(found.id) {
      let status = try await resumer.resume(found, tracking, events)
      guard let now = try await outbox.intent(found.id), now.state.isLive || now.state == .final else {
        // The end that it came to frees its key if that is proven.
        guard let now = try await outbox.intent(found.id), now.isOpen else { return nil }
        return try await boundEarlier(now, tracking, events)
      }
      // A part that a service was handed and did nothing with is signed anew, with its nonce.
      if case .missing = status, now.isOpenHandOver { return nil }
      return try sent(now, .resumed)
    }
  }

  /// The send of an intent on which another process works: that has to sign before there is something to wait for.
  private func followed(_ found: Intent, _ tracking: TrackingOptions, _ events: SendEvents) async throws
    -> SentTransaction?
  {
    let clock = ContinuousClock()
    let deadline = clock.now + .seconds(tracking.timeout)
    var now = found
    while !now.state.mayBeSent {
      guard now.state.isLive else { return now.state == .final ? try sent(now, .followed) : nil }
      guard now.state != .waiting else { throw Self.waitsElsewhere(now) }
      // The other process died before it signed: whoever begins takes its place.
      if try await outbox.isAbandoned(now) { return nil }
      guard tracking.followsEarlier, clock.now < deadline else {
        throw SendingError(
          .underWay, "Another process is about to send the same; nothing was sent.",
          reason: "It began to and has not signed yet.", call: found.label,
          facts: .takenElsewhere(intent: found.id))
      }
      try await Task.sleep(for: .milliseconds(100))
      guard let later = try await outbox.intent(found.id) else { return nil }
      now = later
    }
    if try await outbox.isAbandoned(now), try await outbox.takeOver(now.id) {
      return try await resumed(now, tracking, events)
    }
    return try sent(now, .followed)
  }

  private static func waitsElsewhere(_ intent: Intent) -> SendingError {
    SendingError(
      .underWay, "Another process waits to send the same; nothing was sent.",
      reason: "It waits until gas is cheap enough.", call: intent.label,
      facts: .waitingElsewhere(intent: intent.id))
  }

  private func sent(_ intent: Intent, _ status: EarlierSend.Status) throws -> SentTransaction {
    guard let attempt = intent.awaited else { throw OutboxError.lostIntent }
    guard !attempt.isHandedOver else {
      throw SendingError(
        .outcomeUnknown, "Nobody can tell yet whether the fee delegation service sent the transaction.",
        about: attempt.hash, reason: "It was handed to the service by an earlier run, and our node does not know it.",
        call: intent.label, facts: .handedOver(intent: intent.id))
    }
    return tracker.sent(
      try SignedTransaction(decoding: attempt.raw), of: intent.id, from: intent.account, label: intent.label,
      earlier: EarlierSend(status: status, since: intent.created))
  }
}
