import Primitives

/// A fee payer's journal, read by somebody else than the service that writes it.
public struct FeePayerJournal: Sendable {
  /// The chain that it is for; nil if it is empty.
  public private(set) var chainID: UInt256?
  /// The account whose journal it is; nil if it is empty.
  public private(set) var feePayer: Address?
  /// The sum of its lines.
  public private(set) var spending = Spending()

  /// Reads a journal as far as it is whole.
  ///
  /// - Throws: `FeePayerError` `.journalFailed`, `.journalDamaged`, `.otherJournal`.
  public init(reading path: String) throws(FeePayerError) {
    var (chainID, feePayer, spending) = (chainID, feePayer, spending)
    try JournalFile.read(path) { (line, place) throws(FeePayerError) in
      if case .begun(let chain, let payer, _) = line.entry { (chainID, feePayer) = (chain, payer) }
      _ = spending.take(line, at: place)
    }
    (self.chainID, self.feePayer, self.spending) = (chainID, feePayer, spending)
  }
}
