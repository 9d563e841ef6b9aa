import Database
import Primitives

/// The change by which an order is approved: the order, what it raises the sums by, and what it draws of the budget are
/// written together or not at all.
struct BudgetReservation: Sendable {
  let approval: JournalEntry.Approval
  let rules: FeePayerRules
  let lease: Lease
  let shard: BudgetRows.AllotmentShard
  /// Whether the day's budget may be drawn on, which all instances share; otherwise the purse has to do.
  let usesBudget: Bool
  /// The time in seconds since 1970; nil is the database's.
  let clock: (@Sendable () -> UInt64)?

  /// A purse has too little, and nothing was written.
  struct InsufficientAllotment: Error {}

  /// Writes it down, in the turn of the sender.
  ///
  /// - Returns: the bytes of the transaction that is written down: that of the first copy.
  /// - Throws: ``InsufficientAllotment``; `ServiceAnswer` when a budget is spent; `DatabaseError`.
  func make(in db: Database.Connection) throws -> Bytes {
    let now = try lease.fence(in: db)
    let orders = ApprovalRows(db: db)
    if let raw = try orders.raw(approval.id) { return raw }
    let time = clock.map { $0() } ?? UInt64(clamping: now / 1000)
    let day = Int64(clamping: Spending.day(of: time))
    let slot = NonceRows(db: db, sender: approval.sender, nonce: approval.nonce)
    let more = try slot.increase(by: approval.cost)
    let spent = try SenderRows(db: db, sender: approval.sender).spent(on: day)
    guard more == 0 || spent.addingUpToMost(more) <= rules.perSenderPerDay.wei else {
      throw ServiceAnswer.spent(ServiceAnswer.senderSpent, rules.text(rules.perSenderPerDay), at: time)
    }
    try slot.add(more, on: day)
    try orders.insert(approval, at: time)
    // Last, for others wait for these rows.
    if more > 0 { try draw(more, day, time, BudgetRows(db: db)) }
    return approval.raw
  }

  private func draw(_ more: UInt256, _ day: Int64, _ time: UInt64, _ rows: BudgetRows) throws {
    guard usesBudget else {
      guard try rows.draw(more, on: day, from: shard) else { throw InsufficientAllotment() }
      return
    }
    guard try rows.allot(more, on: day, to: shard, within: rules.perDay.wei) else {
      throw ServiceAnswer.spent(ServiceAnswer.daySpent, rules.text(rules.perDay), at: time)
    }
  }
}
