import Database
import Primitives

/// A fee payer's record as somebody else than the service reads it: of a journal, or of a database.
package struct FeePayerRecord: Sendable {
  /// The chain that it is for; nil if it is empty.
  package let chainID: UInt256?
  /// The account whose record it is; nil if it is empty.
  package let feePayer: Address?
  /// The amount that counts for today (UTC).
  package let spent: Amount
  /// The budget of a day by which the instances pay that run now; nil for a journal, and where none runs.
  package let budget: Amount?
  /// The number of transactions that were approved in all.
  package let approvals: UInt64
  /// The number of transactions that the account paid for beside it.
  package let paymentsElsewhere: UInt64
  /// The latest transactions, the newest first.
  package let latest: [Spending.Item]

  /// The record of a journal.
  ///
  /// - Parameters:
  ///   - day: Today, in days since 1970.
  ///   - most: So many transactions are listed.
  package init(of journal: FeePayerJournal, on day: UInt64, latest most: Int) {
    (chainID, feePayer, spent) = (journal.chainID, journal.feePayer, journal.spending.spent(on: day))
    budget = nil
    (approvals, paymentsElsewhere) = (journal.spending.approvals, journal.spending.paymentsElsewhere)
    let items = journal.spending.items.values.sorted { ($0.time, $0.approval.id) > ($1.time, $1.approval.id) }
    latest = Array(items.prefix(most))
  }

  /// The record of a database; blocks.
  ///
  /// - Throws: `FeePayerError` `.storeFailed`.
  package init(of place: DatabasePlace, latest most: Int) throws {
    let database = try LedgerStore.readable(place)
    defer { try? database.close() }
    self = try database.read { try FeePayerRecord(in: $0, latest: most) }
  }

  private init(in db: Database.Connection, latest most: Int) throws {
    let isBegun = try db.value("SELECT count(*) FROM ledger", as: Int.self) == 1
    let owner = try isBegun ? LedgerOwner(in: db) : nil
    (chainID, feePayer) = (owner?.chainID, owner?.feePayer)
    let day = Int64(clamping: Spending.day(of: try LedgerStore.time(nil, in: db)))
    spent = Amount(wei: try BudgetRows(db: db).sums(of: day).spent)
    budget = try RulesRows(db: db).budget()
    let orders = ApprovalRows(db: db)
    approvals = try orders.count()
    paymentsElsewhere = try db.value("SELECT count(*) FROM elsewhere") ?? 0
    latest = try orders.latest(most)
  }
}
