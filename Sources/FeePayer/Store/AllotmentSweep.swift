import Database
import Primitives

/// The work of each instance at each of its signs of life: folds what ended instances hold into the budget, and what it holds
/// itself of earlier days.
struct AllotmentSweep: Sendable {
  /// The beginning of the names of the leases of instances.
  static let instances = "instance "
  /// The turn of changes of allotments that belong to no sender.
  static let turn = "budget"
  /// The number of days for which a sender's spending is kept.
  private static let keptDays: Int64 = 8

  let database: any SQLDatabase
  /// The keeper of this instance's lease.
  let keeper: LeaseKeeper
  /// The time in seconds since 1970; nil is the database's.
  let clock: (@Sendable () -> UInt64)?

  /// Sweeps, if this instance has its lease; what fails is done at the next sign of life.
  func run() async {
    guard keeper.held != nil else { return }
    try? await foldEnded()
    try? await foldPast()
  }

  private func foldEnded() async throws {
    for ended in try await database.read({ try Lease.ended(Self.instances, in: $0) }) {
      try await database.write(turn: Self.turn) { db in
        // From here on whoever is taken for dead writes nothing down, should it live.
        guard try Lease.remove(ended, in: db) else { return }
        try BudgetRows(db: db).fold(ended)
        try RulesRows(db: db).leave(ended)
      }
    }
  }

  private func foldPast() async throws {
    let (instance, clock) = (keeper.name, clock)
    let day = try await database.read { Int64(clamping: Spending.day(of: try LedgerStore.time(clock, in: $0))) }
    let past = "SELECT count(*) FROM allotment WHERE instance = ? AND day < ?"
    let old = "SELECT count(*) FROM sender_day WHERE day < ?"
    let isDue = try await database.read { db in
      try db.value(past, [instance, day], as: Int.self) ?? 0 > 0
        || db.value(old, [day - Self.keptDays], as: Int.self) ?? 0 > 0
    }
    guard isDue else { return }
    try await database.write(turn: Self.turn) { db in
      try BudgetRows(db: db).fold(instance, before: day)
      try db.execute("DELETE FROM sender_day WHERE day < ?", [day - Self.keptDays])
    }
  }
}
