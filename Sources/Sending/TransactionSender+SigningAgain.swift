import Keys
import Outbox
import Transactions

extension TransactionSender {
  /// Signs what a service was handed and did nothing with that could be seen once more with the same nonce, for whoever
  /// pays now, and sends it: of the two one at most is mined, and waiting for this one finds whichever was.
  ///
  /// Whatever comes of it, the first stays open.
  ///
  /// - Throws: `SendingError` `.notReplaced` when no node takes it; as ``send(_:signer:options:)``.
  func signAgain(
    _ open: Intent, _ prepared: PreparedTransaction, _ signer: any Signer, _ options: SendOptions
  ) async throws -> SentTransaction {
    guard let nonce = open.nonce else { throw OutboxError.lostIntent }
    let label = prepared.request.label
    do {
      try await options.beforeSigning?()
      let outgoing = try await sign(prepared.transaction(nonce: nonce), prepared, signer, options)
      try Task.checkCancellation()
      try await outbox.record(outgoing.draft(.anew), of: open.id, label: label)
      let transaction: SignedTransaction
      switch outgoing {
      case .whole(let signed): transaction = signed
      case .half(let partly, let service):
        return try await handOver(partly, of: open.id, to: service, label: label, isAgain: true)
      }
      switch await offer(transaction, of: open.id, label: label) {
      case .taken:
        return SentTransaction(
          transaction: transaction, account: open.account, label: label, intent: open.id, earlier: nil, sender: self)
      case .unknown(let error): throw error
      case .refused(let error):
        await outbox.refused(transaction.hash)
        throw SendingError(
          .notReplaced, "The nodes do not take it; what the fee delegation service was handed before stays open.",
          reason: (error as? SendingError)?.reason ?? "\(error)", call: label,
          advice: "Mend what they complain of and run it again: it keeps its nonce, so that one at most is mined.",
          transactionHash: transaction.hash, cause: error)
      }
    } catch {
      await outbox.release(open.id)
      throw error
    }
  }
}
