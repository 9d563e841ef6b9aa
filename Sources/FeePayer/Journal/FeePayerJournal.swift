import Primitives

/// A fee payer's journal, read by somebody else than the service that writes it.
public struct FeePayerJournal: Sendable {
  public private(set) var chainID: UInt256?
  public private(set) var feePayer: Address?
  public private(set) var spending = Spending()

  /// Reads a journal as far as it is whole.
  ///
  /// - Throws: `FeePayerError` `.journalFailed`, `.journalDamaged`, `.otherJournal`.
  public init(reading path: String) throws(FeePayerError) {
    for line in try JournalFile.lines(of: path) {
      if case .begun(let chainID, let feePayer) = line.entry {
        self.chainID = chainID
        self.feePayer = feePayer
      }
      _ = spending.take(line)
    }
  }
}
