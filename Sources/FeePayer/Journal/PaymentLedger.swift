import Primitives

/// The record of what a fee payer promised and paid, with the sums over it: the one place where money is promised.
///
/// An approval is durable before that is answered, and the budgets hold whoever asks at the same time.
protocol PaymentLedger: Sendable {
  /// The record of a transaction.
  func item(_ id: Hash32) async throws -> Spending.Item?

  /// A transaction as its sender signed it.
  func raw(of item: Spending.Item) async throws -> Bytes

  /// The transactions that were approved and can still be mined.
  var unsettled: [Spending.Item] { get async throws }

  /// Writes down that a transaction will be signed, if the budgets allow it; one that is written down already is not
  /// counted again.
  ///
  /// - Returns: the transaction as its sender signed it, that of the first copy: of all others no signature is made, so
  ///   that one hash shows what became of it.
  /// - Throws: `ServiceAnswer` when a budget is spent; `FeePayerError` when it cannot be written.
  func approve(_ approval: JournalEntry.Approval) async throws -> Bytes

  /// Writes down the transaction that a signature is in.
  func note(signed id: Hash32, in hash: Hash32) async throws

  /// Writes down how a transaction ended; one that nothing is held for any more, since another was said to be mined with its
  /// nonce, counts for today.
  func settle(_ approval: JournalEntry.Approval, _ settlement: JournalEntry.Settlement) async throws

  /// Writes down that another transaction was mined with its nonce.
  func supersede(_ approval: JournalEntry.Approval) async throws

  /// The block up to which the chain was compared with it.
  var comparedBlock: UInt64 { get async throws }

  /// Whether it knows of a transaction whose fee the account paid.
  func knows(_ payment: FeePayment) async throws -> Bool

  /// Writes down what the account paid for beside it, so that it counts.
  func book(_ payment: FeePayment) async throws

  /// Notes up to which block it has all that the account paid for.
  func note(comparedUpTo block: UInt64) async throws

  /// The amount that counts for today (UTC), of one sender or of all.
  func spentToday(by sender: Address?) async throws -> Amount

  /// The sums for those who watch the service.
  func figures() async throws -> LedgerFigures

  /// Makes sure that something could be approved now.
  func check() async throws

  /// Ends its use: what it holds for this process is given back.
  func close() async throws
}

/// The sums of a ledger at a moment.
struct LedgerFigures: Sendable, Hashable {
  /// The sum that counts for today (UTC).
  var spent = Amount.zero
  /// The part of the day's budget that instances hold and did not spend yet.
  var allotted = Amount.zero
  /// The transactions that can still be mined.
  var unsettled = 0
}
