@_exported import Failures

/// The error that a fee-payer service cannot start or go on.
///
/// The refusal of a single request is an answer, not an error.
public typealias FeePayerError = DomainError<FeePayerErrors>

/// The domain of ``FeePayerError``.
public enum FeePayerErrors: ErrorDomain {}

extension ErrorCode<FeePayerErrors> {
  /// The rules cannot be read, or leave something open that has to be said.
  public static var rules: Self { Self("rules") }
  /// The journal's file cannot be read or written.
  public static var journalFailed: Self { Self("journalFailed") }
  /// Others may change the journal, or put another in its place.
  public static var journalExposed: Self { Self("journalExposed") }
  /// Another process writes to the journal.
  public static var journalBusy: Self { Self("journalBusy") }
  /// A record in the middle of the journal is not what was written.
  public static var journalDamaged: Self { Self("journalDamaged") }
  /// The database cannot be used, or this process has lost its place among the instances.
  public static var storeFailed: Self { Self("storeFailed") }
  /// Instances that run over the same database pay by other rules.
  public static var otherRules: Self { Self("otherRules") }
  /// The journal is another fee payer's or another chain's, or no journal.
  public static var otherJournal: Self { Self("otherJournal") }
  /// Another service on this machine pays with the account on the same chain.
  public static var accountBusy: Self { Self("accountBusy") }
  /// The account has a journal on this chain, and this one does not go on from it.
  public static var journalExchanged: Self { Self("journalExchanged") }
  /// The journal has fewer lines than were written.
  public static var journalShortened: Self { Self("journalShortened") }
  /// The file that names the account's journal cannot be had.
  public static var markFailed: Self { Self("markFailed") }
  /// The file that names the account's journal is damaged.
  public static var markDamaged: Self { Self("markDamaged") }
  /// The account paid for transactions that its journal does not know.
  public static var strangerPays: Self { Self("strangerPays") }
  /// The node does not show a block that the journal has to be compared with.
  public static var blockMissing: Self { Self("blockMissing") }
  /// The node is on another chain than the rules say.
  public static var wrongChain: Self { Self("wrongChain") }
  /// The port cannot be listened on.
  public static var cannotListen: Self { Self("cannotListen") }
}
