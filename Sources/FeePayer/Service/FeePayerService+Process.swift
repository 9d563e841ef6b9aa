import Primitives
import Transactions

extension FeePayerService {
  /// Answers a transaction of another part of this process, which knows the client and counts requests itself: no key
  /// is wanted, and the limits of a minute do not hold.
  public func answer(toOwn partly: PartlySignedTransaction) async -> ServiceAnswer {
    await answer(raw: Hex.encode(partly.encoded(.senderPart)))
  }

  /// The record of a transaction in the journal, in whatever copy: the hash of what was signed, if it was; nil for one
  /// that nobody approved.
  ///
  /// - Throws: `FeePayerError` if the journal cannot be read.
  public nonisolated func record(of transaction: KaiaTransaction) async throws -> (hash: Hash32?, isSettled: Bool)? {
    let item = try await ledger.item(transaction.feePayerSigningHash(feePayer: feePayer))
    return item.map { ($0.hash, $0.settlement != nil) }
  }
}
