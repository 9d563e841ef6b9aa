import Primitives

extension FeePayerService {
  /// Looks for the receipts of what was signed and not seen in a block, and whether something else was mined with its
  /// nonce, so that what was not spent can be spent.
  ///
  /// - Returns: how many can still be mined; 0 if they cannot be looked up now.
  @discardableResult
  public nonisolated func reconcile() async -> Int { await openOrders.lookAtAll() }

  /// Compares the blocks since the last time with the journal; once the account paid for something that the journal does
  /// not know, nothing is signed any more.
  ///
  /// - Throws: `FeePayerError` `.strangerPays`, those of the journal; what the chain throws.
  public func compareWithChain() async throws {
    if let stop { throw stop }
    do {
      try await ChainComparison(ledger: ledger, chain: chain, feePayer: feePayer, books: false)
        .run(most: options.mostBlocks)
    } catch let error as FeePayerError where error.code == .strangerPays {
      stop = error
      throw error
    }
  }

  /// The amount that counts for today (UTC), of one sender or of all.
  ///
  /// - Throws: `FeePayerError` if the journal cannot be read.
  public nonisolated func spentToday(by sender: Address? = nil) async throws -> Amount {
    try await ledger.spentToday(by: sender)
  }

  /// Ends the service: what this process holds of a shared budget is given back. Nothing is to be asked of it any more.
  ///
  /// - Throws: `FeePayerError`: then the other instances take it, once this one has given no sign of life for a while.
  public nonisolated func close() async throws { try await ledger.close() }
}
