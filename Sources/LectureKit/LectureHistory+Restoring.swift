import ContractClient
import Outbox
import Primitives
import Sending

extension LectureClient {
  /// Writes into the outbox what an account did, as far as the contract's events show it and the outbox has lost it.
  ///
  /// So a purchase is found as made again. Labels, and what leaves no event or was never sent, cannot be had.
  ///
  /// - Returns: how many were written.
  /// - Throws: the errors of ``history(of:progress:)`` and the outbox.
  public func restoreHistory(of account: Address) async throws -> Int {
    var count = 0
    for entry in try await history(of: account) {
      let lecture = entry.lecture.map { " lecture \($0)" } ?? ""
      let isRestored = try await connection.sender.restorer.restore(
        entry.transaction, key: key(of: entry), label: "\(entry.deed.rawValue)\(lecture)", at: entry.time)
      if isRestored { count += 1 }
    }
    return count
  }

  /// The idempotency key: only for a purchase do the events have the run.
  private func key(of entry: HistoryEntry) -> IntentKey? {
    guard entry.deed == .bought, let lecture = entry.lecture, let run = entry.run else { return nil }
    return key(.purchase(lecture), run: run)
  }
}
