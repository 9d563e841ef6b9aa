import ContractClient
import Outbox
import Primitives
import Sending

extension LectureClient {
  /// The actions and the income of an account, oldest first, out of the contract's events alone: nothing that was kept is needed.
  ///
  /// - Parameter progress: called after each range of blocks with the blocks done and all blocks, once for each kind.
  /// - Throws: `LectureError` `.notSupported` for the contracts of 2018, whose events do not name lectures;
  ///   `ContractError` `.logsUnavailable`; a `NodeError`.
  /// - Complexity: Seven searches of the logs since the contract's deployment, of an owner eight, and two answers for each entry; on
  ///   Kaia three.
  public func history(
    of account: Address, progress: (@Sendable (_ done: UInt64, _ all: UInt64) -> Void)? = nil
  ) async throws -> [HistoryEntry] {
    guard generation.hasRecords else { throw notSupported("what an account did") }
    return try await LectureHistory(client: self).entries(of: account, progress: progress)
  }

  /// Writes into the outbox what an account did, as far as the contract's events show it and the outbox has lost it.
  ///
  /// So a purchase is found as made again. Labels, and what leaves no event or was never sent, cannot be had.
  ///
  /// - Returns: how many were written.
  /// - Throws: the errors of ``history(of:progress:)`` and the outbox.
  public func restoreHistory(of account: Address) async throws -> Int {
    var count = 0
    // Income may be of a transaction that somebody else sent.
    for entry in try await history(of: account) where !entry.deed.isIncome {
      let lecture = entry.lecture.map { " lecture \($0)" } ?? ""
      // The idempotency key: only for a purchase do the events have the run.
      let key: IntentKey? =
        if entry.deed == .bought, let lecture = entry.lecture, let run = entry.run {
          LectureAction.purchase(lecture).key(run: run, at: market.address)
        } else { nil }
      let isRestored = try await connection.sender.restorer.restore(
        entry.transaction, key: key, label: "\(entry.deed.rawValue)\(lecture)", at: entry.time)
      if isRestored { count += 1 }
    }
    return count
  }
}
