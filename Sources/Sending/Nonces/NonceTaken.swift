import Outbox
import Primitives
import Transactions

extension NonceManager {
  /// Whether a nonce that a node calls used is proven to be used by another program: only then can nothing of the intent
  /// be mined.
  ///
  /// - Returns: false if it was ours: the answer that said so was lost on the way, or another run sped it up.
  /// - Throws: `SendingError` `.notProven` where one node shows what used it, `.outcomeUnknown` where none does.
  func isTaken(_ nonce: UInt64, of intent: Int64) async throws -> Bool {
    guard let row = try await outbox.intent(intent) else { throw OutboxError.lostIntent }
    if case .used(let hash)? = try? await node.use(of: nonce, by: row.account, since: row.attempts.first?.signed) {
      guard !row.attempts.contains(where: { $0.hash == hash }) else { return false }
      if let whole = try await context.whole(hash), proofs.isSigned(whole, by: row.account, with: nonce) {
        let evidence = await proofs.evidence(that: nonce, of: row.account, wasUsedBy: whole)
        // Exactly the wanted transaction: another run of ours signed it, and nothing of that is written down here.
        guard !row.isDone(by: whole) else {
          try await outbox.settle(intent, .replaced(by: hash, evidence))
          throw SendingError.sameOnChain(whole.hash, nonce: nonce, isLost: true, row.label)
        }
        guard evidence == nil else { return true }
        try await outbox.settle(intent, .replaced(by: hash, nil))
        throw SendingError.notProven(
          row, "its nonce was used by another transaction, \(hash)", nil, because: await proofs.obstacle(of: hash))
      }
    }
    throw SendingError(
      .outcomeUnknown, "Nonce \(nonce) of \(row.account) is said to be used, and no node shows by what.",
      about: row.lastAttempt?.hash, reason: "It may be this very transaction.", call: row.label,
      facts: .nonceUseNotShown(intent: intent))
  }
}
