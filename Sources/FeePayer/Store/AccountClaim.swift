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

  /// So long another process is waited for that makes the note just now.
  private static let patience = Duration.seconds(3)

  /// Makes sure that the account may pay by a ledger; notes nothing, and blocks.
  ///
  /// - Parameters: As of ``make(_:name:adopts:)``.
  /// - Throws: As that.
  func check(_ identity: Hash32, name: String, adopts: Bool) throws(FeePayerError) {
    _ = try mark(identity, name: name, adopts: adopts)
  }

  /// Makes the note; blocks.
  ///
  /// - Parameters:
  ///   - identity: The ledger's random number.
  ///   - name: The database's, for people.
  ///   - adopts: Whether the ledger becomes the account's though another was before.
  /// - Throws: `FeePayerError` `.accountBusy` while a service pays by a journal; `.journalExchanged`, `.markFailed`,
  ///   `.markDamaged`.
  func make(_ identity: Hash32, name: String, adopts: Bool) throws(FeePayerError) {
    let mark = try mark(identity, name: name, adopts: adopts)
    mark.set(place: name)
    mark.set(JournalHead(journal: identity, lines: 0, hash: .zero))
  }

  /// The account's mark, whose lock is held as long as it lives.
  private func mark(_ identity: Hash32, name: String, adopts: Bool) throws(FeePayerError) -> AccountMark {
    let mark = try opened(ignoresDamage: adopts)
    if let known = mark.head?.journal, known != identity, !adopts {
      throw FeePayerError(
        .journalExchanged, "\(feePayer) has another journal on chain \(chainID) than \(name).",
        reason: mark.journalPath.map { "It was \($0) the last time." } ?? "It is not known where that is.")
    }
    return mark
  }

  private func opened(ignoresDamage: Bool) throws(FeePayerError) -> AccountMark {
    let deadline = ContinuousClock.now + Self.patience
    while true {
      do throws(FeePayerError) {
        return try AccountMark(of: feePayer, on: chainID, in: folder, ignoresDamage: ignoresDamage)
      } catch {
        guard error.code == .accountBusy, ContinuousClock.now < deadline else { throw error }
        usleep(50_000)
      }
    }
  }
}
