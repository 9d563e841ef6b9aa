import ContractClient
import Primitives
import Sending

extension LectureClient {
  /// Writes into the outbox what an account did, as far as the contract's events tell it and the outbox has lost it.
  ///
  /// So what was bought is found as bought again. What leaves no event, labels and what was never sent cannot be had.
  ///
  /// - Returns: how many were written.
  /// - Throws: as ``history(of:progress:)``; what the outbox has against it.
  public func restoreHistory(of account: Address) async throws -> Int {
    var count = 0
    for entry in try await history(of: account) {
      let lecture = entry.lecture.map { " lecture \($0)" } ?? ""
      let isRestored = try await connection.sender.restore(
        entry.transaction, key: key(of: entry), label: "\(entry.deed.rawValue)\(lecture)", at: entry.time)
      if isRestored { count += 1 }
    }
    return count
  }

  /// What makes it the same as another: only of a purchase the events tell the run.
  private func key(of entry: HistoryEntry) -> IntentKey? {
    guard entry.deed == .bought, let lecture = entry.lecture, let run = entry.run else { return nil }
    return key(.purchase(lecture), run: run)
  }
}
