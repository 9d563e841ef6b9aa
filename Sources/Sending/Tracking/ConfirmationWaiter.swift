import NodeRPC
import Outbox
import Primitives
import Transactions

/// Waits for the receipt of one transaction, or of what we sent in its place.
struct ConfirmationWaiter: SenderPart {
  let context: SenderContext
  let statuses: StatusReader
  let resumer: Resumer
  let voters: ReceiptVoters
  let transaction: SignedTransaction
  let intent: Int64?
  let account: Address
  let label: String
  let tracking: TrackingOptions
  let events: SendEvents

  private var hash: Hash32 { transaction.hash }

  /// Polls until the transaction has its confirmations.
  ///
  /// The pauses grow from 50 ms to 2 s: a devnet answers at once, a public node is not hammered.
  ///
  /// Behind one address may be nodes of which some lag: that the account's count went past the nonce while there is no
  /// receipt proves nothing. The transaction that took the nonce has to be seen, for "replaced" invites to send again.
  ///
  /// - Throws: as ``TransactionSender/confirmed(_:from:label:_:_:)``; a `NodeError` never: when the node stayed
  ///   unreachable until the end, that is the cause of `.notConfirmed`.
  func wait() async throws -> (Confirmation, Attempt.Kind) {
    let clock = ContinuousClock()
    let deadline = clock.now + .seconds(tracking.timeout)
    var pause = Duration.milliseconds(50)
    var lastFailure: NodeError?
    var (seenUsed, silent) = (0, 0)
    var isSeen = false
    var noted: Hash32?
    while true {
      do {
        if let found = try await mined() {
          (seenUsed, silent) = (0, 0)
          if let confirmation = try await confirmation(found) { return (confirmation, found.kind) }
          if found.receipt.blockHash != noted { noted = await noteMined(found) }
        } else if try await node.transactionCount(of: account, at: .latest) > transaction.transaction.nonce {
          seenUsed += 1
          // The transaction that took it costs some requests to find; a receipt that is a little late is more common.
          if seenUsed.isMultiple(of: 4), let taken = try await otherWithNonce() { throw taken }
        } else {
          (seenUsed, silent) = (0, silent + 1)
          if !isSeen { isSeen = await noteIfSeen() }
          // Some seconds without a word: perhaps the network dropped it.
          if silent.isMultiple(of: 8) { await rebroadcastIfDropped() }
          if silent > 1, noted != nil, let intent { noted = await outbox.unsettle(intent) ? nil : noted }
        }
        lastFailure = nil
      } catch let error as NodeError {
        lastFailure = error
      }
      guard clock.now + pause < deadline else { throw await late(lastFailure, isSeen: isSeen) }
      try await Task.sleep(for: pause)
      pause = min(pause * 3 / 2, .seconds(2))
    }
  }

  /// A mined attempt, and its kind.
  struct Found: Sendable {
    let transaction: SignedTransaction
    let receipt: Receipt
    let kind: Attempt.Kind
  }

  /// The receipt of the transaction, or of another attempt of its intent.
  private func mined() async throws -> Found? {
    let receipt = try await voters.receipt(hash)
    guard let intent else {
      guard let receipt, receipt.blockNumber != nil else { return nil }
      return Found(transaction: transaction, receipt: receipt, kind: .first)
    }
    // While the outbox cannot be read, it may be a cancellation.
    guard let row = try? await outbox.intent(intent) else { return nil }
    if let receipt, receipt.blockNumber != nil {
      let kind = row.attempts.last { $0.hash == hash }?.kind ?? .first
      return Found(transaction: transaction, receipt: receipt, kind: kind)
    }
    // Another process may have signed one at a higher price meanwhile.
    guard row.attempts.count > 1, let (attempt, receipt) = try await statuses.receipt(of: row, by: voters) else {
      return nil
    }
    return Found(transaction: try SignedTransaction(decoding: attempt.raw), receipt: receipt, kind: attempt.kind)
  }

  /// The transaction that took the nonce, if the account is seen to have signed one that is none of ours.
  private func otherWithNonce() async throws -> NonceTakenByOther? {
    let nonce = transaction.transaction.nonce
    guard try await voters.agree(that: nonce, isUsedBy: account),
      case .used(let other) = try await node.use(of: nonce, by: account), other != hash
    else { return nil }
    if let intent {
      // While the outbox cannot be read, it may be one of ours.
      guard let row = try? await outbox.intent(intent), !row.attempts.contains(where: { $0.hash == other })
      else {
        return nil
      }
      // The other one may be what a service made of the sender's part.
      if row.attempts.contains(where: \.isHandedOver) {
        guard try await statuses.isPart(other, of: row) == false else { return nil }
      }
    }
    guard let whole = try await context.whole(other), proofs.isSigned(whole, by: account, with: nonce) else {
      return nil
    }
    let evidence = await proofs.evidence(that: nonce, of: account, wasUsedBy: whole)
    let obstacle = evidence == nil ? await proofs.obstacle(of: other) : nil
    return NonceTakenByOther(other: other, evidence: evidence, error: replaced(by: other, evidence, because: obstacle))
  }

  /// Nil while it has too few.
  private func confirmation(_ found: Found) async throws -> Confirmation? {
    let agreeingEndpoints = voters.agreeingEndpoints
    return try await voters.confirmations(of: found.receipt, wanted: tracking.confirmations).map {
      Confirmation(
        transaction: found.transaction, receipt: found.receipt, confirmations: $0,
        disagreements: voters.disagreements,
        agreement: agreeingEndpoints.isEmpty
          ? nil : EndpointAgreement(of: agreeingEndpoints, among: node.endpoints, by: proofs.trust))
    }
  }

  /// Notes that it is in a block that can still be reorganised away.
  ///
  /// - Returns: the block's hash; nil if that was not noted.
  private func noteMined(_ found: Found) async -> Hash32? {
    guard let intent, let row = try? await outbox.intent(intent),
      let attempt = row.attempts.last(where: { $0.hash == found.transaction.hash }),
      let notYet = IntentOutcome.mined(row, attempt, found.receipt).notYet
    else { return nil }
    let isNoted: Void? = try? await outbox.settle(intent, notYet)
    return isNoted == nil ? nil : found.receipt.blockHash
  }

  /// Notes that the transaction is where it can be mined from, if it is.
  private func noteIfSeen() async -> Bool {
    guard await context.isSeen(hash, within: .seconds(tracking.patience)) else { return false }
    if let intent { await outbox.observe(intent, .seen, attempt: hash) }
    return true
  }

  private func rebroadcastIfDropped() async {
    guard let intent, let known = try? await outbox.intent(intent),
      // The intent may have ended in a block that is reorganised away.
      let row = try? await resumer.recheckStatus(at: known, tracking, events), row.state.isLive,
      let mayOffer = try? await outbox.takeOver(intent), mayOffer, let attempt = row.lastAttempt,
      !attempt.isHandedOver, await !context.isKnown(attempt.hash),
      let bytes = try? SignedTransaction(decoding: attempt.raw)
    else { return }
    _ = await resumer.broadcaster.offer(bytes, of: intent, label: label)
  }

  // MARK: Errors

  private func replaced(
    by other: Hash32, _ evidence: EvidenceLevel?, because obstacle: String?
  ) -> SendingError {
    guard evidence != nil else {
      return SendingError(
        .notProven, "One node says that the transaction \(hash) was replaced; it may still be mined.",
        about: hash,
        reason: "Nonce \(transaction.transaction.nonce) of the account was used by \(other), as that node shows it."
          + SendingError.unproven(because: obstacle),
        call: label,
        advice: "Do not send it again before a second operator's endpoint, or a node of your own, says so.")
    }
    return SendingError(
      .replaced, "The transaction \(hash) will never be mined: another one took its place.",
      about: hash, reason: "Nonce \(transaction.transaction.nonce) of the account was used by \(other).",
      call: label, advice: "Look at the account's latest transactions before you send it again.")
  }

  /// The intent of the account that has a lower nonce and is not mined: before it nothing else can be.
  private func obstacle() async -> Intent? {
    guard let intent, let row = try? await outbox.intent(intent),
      let live = try? await outbox.intents(
        IntentFilter(chain: row.chain, account: account, isLive: true, limit: .max))
    else { return nil }
    let nonce = transaction.transaction.nonce
    return live.filter { $0.id != intent && $0.state != .mined && ($0.nonce ?? .max) < nonce }
      .min { ($0.nonce ?? 0) < ($1.nonce ?? 0) }
  }

  private func late(_ error: NodeError?, isSeen: Bool) async -> SendingError {
    let contradicting = voters.contradicting
    if error == nil, !contradicting.isEmpty {
      return SendingError(
        .notConfirmed, "The transaction \(hash) was sent, but the endpoints contradict each other on it.",
        about: hash,
        reason: "\(contradicting.joined(separator: " and ")) do not tell the same of it, and none is believed."
          + " Nothing more is sent.",
        call: label, facts: .contradiction(between: contradicting, intent: intent))
    }
    // Another before it that a node called mined may be in no block: then this waits for that.
    if error == nil { try? await resumer.recheckStatus(of: account, tracking, events) }
    if error == nil, let first = await obstacle() {
      return SendingError(
        .notConfirmed, "The transaction \(hash) was sent, but is not confirmed yet.",
        about: hash, reason: "Number \(first.id) stands in the way: it has a lower nonce, and is \(first.state.words).",
        call: label, facts: .blocked(by: first.id))
    }
    if error == nil,
      let gap = await NonceManager(context: context).gap(
        below: transaction.transaction.nonce, of: account, tracking, events)
    {
      return SendingError(
        .notConfirmed, "The transaction \(hash) was sent, but is not confirmed yet.",
        about: hash, reason: "It has nonce \(transaction.transaction.nonce). \(gap.reason)", call: label,
        facts: gap.facts(intent))
    }
    // A count that went past the nonce, or another's word for the receipt, left that unasked.
    var isSeen = isSeen
    if error == nil, !isSeen { isSeen = await context.isSeen(hash, within: .seconds(tracking.patience)) }
    let unseen =
      node.endpoints.count > 1
      ? "No second endpoint has ever shown it: perhaps it reached one only."
      : "The node has never shown it: perhaps it was dropped."
    return SendingError(
      .notConfirmed,
      error == nil
        ? "The transaction \(hash) was sent, but is not confirmed yet."
        : "The transaction \(hash) was sent, but the node stopped answering.",
      about: hash,
      reason: error?.message ?? (isSeen ? "The time to wait for it is over; it can still be mined." : unseen),
      call: label, cause: error)
  }
}

/// Another transaction of the account has the nonce of one that is waited for.
struct NonceTakenByOther: Error {
  let other: Hash32
  let evidence: EvidenceLevel?
  let error: SendingError
}

extension ReceiptVoters {
  /// Blocks from a receipt's own to the newest, both included; nil while these are fewer than wanted.
  func confirmations(of receipt: Receipt, wanted: UInt64) async throws -> UInt64? {
    guard let block = receipt.blockNumber else { return nil }
    let wanted = max(wanted, 1)
    guard let head = wanted == 1 ? block : try await head() else { return nil }
    // Compared before one is added: a node may claim the last of all numbers.
    guard head >= block, head - block >= wanted - 1, head - block < .max else { return nil }
    return head - block + 1
  }
}
