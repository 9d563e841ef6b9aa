import Outbox
import Primitives
import Transactions

/// Waits until transactions that were offered have their confirmations, and notes it in the outbox.
struct ConfirmationTracker: SenderPart, ReceiptTracker {
  let context: SenderContext
  let statuses: StatusReader
  let resumer: Resumer

  /// A transaction that the network has, to be waited for.
  func sent(
    _ transaction: SignedTransaction, of intent: Int64, from account: Address, label: String,
    earlier: EarlierSend? = nil, isCancellation: Bool = false
  ) -> SentTransaction {
    SentTransaction(
      transaction: transaction, account: account, label: label, intent: intent, earlier: earlier, tracker: self,
      isCancellation: isCancellation)
  }

  func confirmed(
    _ transaction: SignedTransaction, of intent: Int64?, from account: Address, label: String, isCancellation: Bool,
    _ tracking: TrackingOptions, _ events: SendEvents
  ) async throws -> Confirmation {
    let waiter = ConfirmationWaiter(
      context: context, statuses: statuses, resumer: resumer, voters: try ReceiptVoters(node, tracking, events),
      transaction: transaction, intent: intent, account: account, label: label, tracking: tracking,
      events: events)
    do {
      var (confirmation, kind) = try await waiter.wait()
      if let intent, let row = try? await outbox.intent(intent),
        let attempt = row.attempts.last(where: { $0.hash == confirmation.hash })
      {
        let outcome = try await statuses.outcome(of: row, attempt, confirmation.receipt)
        try? await outbox.settle(intent, outcome)
        confirmation.evidence = outcome.evidence
      }
      await resumer.settleBelow(confirmation.transaction.transaction.nonce, of: account, tracking, events)
      guard kind == .cancellation, !isCancellation else { return confirmation }
      throw SendingError(
        .cancelled,
        confirmation.evidence == nil
          ? "It was cancelled, as one node says." : "It was cancelled: nothing of it will be mined.",
        about: confirmation.hash, reason: "The transaction \(confirmation.hash) took its nonce.",
        call: label, advice: "If it is wanted after all, give its command again.")
    } catch {
      guard let intent else { throw (error as? NonceTakenByOther)?.error ?? error }
      if let taken = error as? NonceTakenByOther {
        try? await outbox.settle(intent, .replaced(by: taken.other, taken.evidence))
        throw taken.error
      }
      await outbox.release(intent)
      throw error
    }
  }
}
