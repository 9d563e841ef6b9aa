import Files
import Platform
import Primitives

/// The note in the user's folder that an account pays by a ledger in a database: a journal on this machine, or another
/// database, is not used beside it.
struct AccountClaim {
  let feePayer: Address
  let chainID: UInt256
  /// The folder of the notes.
  let folder: String

  /// So often another process is waited for that makes the note just now.
  private static let attempts = 100

  /// Makes the note; blocks.
  ///
  /// - Parameters:
  ///   - identity: The ledger's random number.
  ///   - name: The database's, for people.
  ///   - adopts: Whether the ledger becomes the account's though another was before.
  /// - Throws: `FeePayerError` `.accountBusy` while a service pays by a journal; `.journalExchanged`, `.markFailed`,
  ///   `.markDamaged`.
  func make(_ identity: Hash32, name: String, adopts: Bool) throws(FeePayerError) {
    let mark = try opened(ignoresDamage: adopts)
    if let known = mark.head?.journal, known != identity, !adopts {
      throw FeePayerError(
        .journalExchanged, "\(feePayer) has another journal on chain \(chainID) than \(name).",
        reason: mark.journalPath.map { "It was \($0) the last time." } ?? "It is not known where that is.")
    }
    mark.set(path: name)
    mark.set(JournalHead(journal: identity, lines: 0, hash: .zero))
  }

  private func opened(ignoresDamage: Bool) throws(FeePayerError) -> AccountMark {
    for attempt in 1... {
      do throws(FeePayerError) {
        return try AccountMark(of: feePayer, on: chainID, in: folder, ignoresDamage: ignoresDamage)
      } catch {
        guard error.code == .accountBusy, attempt < Self.attempts else { throw error }
        usleep(50_000)
      }
    }
    throw FeePayerError(.accountBusy, "Another service pays with \(feePayer) on chain \(chainID).")
  }
}
