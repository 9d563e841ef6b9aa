import Database
import Primitives

/// The rows of a day's budget, and of the allotments that instances have of it.
///
/// An allotment is held by one instance, which spends of it without touching the budget's own row; what an instance
/// does not use any other may take over. For each day, what was spent outside of allotments, with all that is held in
/// them, stays within the limit. Rows are locked in this order: budgets by day, allotments by day.
struct BudgetRows {
  let db: Database.Connection

  /// An instance's place to hold allotments: orders at once draw on different ones.
  struct AllotmentShard: Hashable {
    let instance: String
    let number: Int
  }

  private struct Budget {
    var highest: UInt256 = 0
    var spent: UInt256 = 0
    var counted: UInt256 = 0
    var elsewhere: UInt256 = 0
  }

  private struct Allotment {
    let shard: AllotmentShard
    var held: UInt256
    var spent: UInt256

    var rest: UInt256 { held - spent }
  }

  /// The part of a limit that an instance takes at once, as long as there is plenty.
  private static let part: UInt256 = 100
  /// For so many orders an instance takes at once, as long as there is plenty.
  private static let orders: UInt256 = 100

  // MARK: Reading

  /// The sums of a day.
  struct Sums: Sendable, Hashable {
    /// The sum that counts as spent.
    var spent: UInt256 = 0
    /// The sum that instances hold and did not spend yet.
    var allotted: UInt256 = 0
  }

  func sums(of day: Int64) throws -> Sums {
    var sums = Sums()
    if let row = try db.row("SELECT spent, elsewhere FROM budget WHERE day = ?", [day]) {
      sums.spent = try row.peb("spent").addingUpToMost(try row.peb("elsewhere"))
    }
    for row in try db.rows("SELECT held, spent FROM allotment WHERE day = ?", [day]) {
      let (held, spent) = (try row.peb("held"), try row.peb("spent"))
      sums.spent = sums.spent.addingUpToMost(spent)
      sums.allotted = sums.allotted.addingUpToMost(held.subtractingDownToNone(spent))
    }
    return sums
  }

  // MARK: Spending

  /// Spends of what a purse holds.
  ///
  /// - Returns: false if it holds too little.
  func draw(_ cost: UInt256, on day: Int64, from shard: AllotmentShard) throws -> Bool {
    guard cost > 0 else { return true }
    guard var allotment = try allotments(of: day, only: shard).first, allotment.rest >= cost else { return false }
    allotment.spent += cost
    try write(allotment, day)
    return true
  }

  /// Spends of the day's budget, of which the purse gets more for what comes after.
  ///
  /// - Returns: false if all that is left, in whatever purse, is too little.
  func allot(_ cost: UInt256, on day: Int64, to shard: AllotmentShard, within limit: UInt256) throws -> Bool {
    var budget = try budget(of: day)
    var all = try allotments(of: day)
    let place = all.firstIndex { $0.shard == shard }
    var own = place.map { all.remove(at: $0) } ?? Allotment(shard: shard, held: 0, spent: 0)
    guard own.rest < cost else { return try draw(cost, on: day, from: shard) }
    let missing = cost - own.rest
    let idle = all.reduce(UInt256(0)) { $0.addingUpToMost($1.rest) }
    let needed = budget.counted.addingUpToMost(budget.elsewhere).addingUpToMost(missing)
    guard needed.subtractingDownToNone(idle) <= limit else { return false }
    try recall(needed.subtractingDownToNone(limit), from: &all, of: &budget, day)
    let free = limit - budget.counted - budget.elsewhere
    // Of the last of it each gets the less, the less there is.
    let fair = free / (2 * UInt256(all.count + 1))
    let more = max(missing, min(fair, max(limit / Self.part, cost.timesUpToMost(Self.orders))))
    budget.highest = max(budget.highest, limit)
    budget.counted += more
    own.held += more
    own.spent += cost
    try write(budget, day)
    try write(own, day)
    return true
  }

  /// Takes what is missing out of the purses of others, who did not spend it.
  private func recall(
    _ missing: UInt256, from others: inout [Allotment], of budget: inout Budget, _ day: Int64
  ) throws {
    var missing = missing
    for index in others.indices where missing > 0 && others[index].rest > 0 {
      let part = min(missing, others[index].rest)
      others[index].held -= part
      budget.counted -= part
      missing -= part
      try write(others[index], day)
    }
  }

  /// Counts what was paid beside the service. Purses are emptied: what is left of the day, if anything, is shared out
  /// anew.
  func add(elsewhere cost: UInt256, on day: Int64) throws {
    var budget = try budget(of: day)
    var all = try allotments(of: day)
    try recall(.max, from: &all, of: &budget, day)
    budget.elsewhere = budget.elsewhere.addingUpToMost(cost)
    try write(budget, day)
  }

  // MARK: Giving back

  /// Takes back what was spent and came out cheaper: a purse can spend it again.
  ///
  /// - Returns: false if the purse has spent less than that, and nothing is changed.
  func refund(_ surplus: UInt256, on day: Int64, to shard: AllotmentShard) throws -> Bool {
    guard surplus > 0 else { return true }
    guard var allotment = try allotments(of: day, only: shard).first, allotment.spent >= surplus else { return false }
    allotment.spent -= surplus
    try write(allotment, day)
    return true
  }

  /// Takes back what was spent of whatever part of the budget: first of what is in no purse.
  func refund(_ surplus: UInt256, on day: Int64) throws {
    var budget = try budget(of: day)
    let part = min(surplus, budget.spent)
    budget.spent -= part
    budget.counted -= part
    try write(budget, day)
    var left = surplus - part
    guard left > 0 else { return }
    for var allotment in try allotments(of: day) where left > 0 {
      let part = min(left, allotment.spent)
      allotment.spent -= part
      left -= part
      try write(allotment, day)
    }
  }

  /// Ends the allotments of an instance: what it spent stays spent, the rest is everybody's again.
  func fold(_ instance: String, before day: Int64? = nil) throws {
    let days = try db.values(
      "SELECT DISTINCT day FROM allotment WHERE instance = ? AND day < ? ORDER BY day", [instance, day ?? .max],
      as: Int64.self)
    for day in days {
      var budget = try budget(of: day)
      for allotment in try allotments(of: day) where allotment.shard.instance == instance {
        budget.spent += allotment.spent
        budget.counted -= allotment.rest
      }
      try db.execute("DELETE FROM allotment WHERE day = ? AND instance = ?", [day, instance])
      try write(budget, day)
    }
  }

  // MARK: Rows

  /// Locks the budgets of days, in their order, before allotments of them are.
  func lock(_ days: [Int64]) throws { for day in days.sorted() { _ = try budget(of: day) } }

  /// The budget of a day, which nobody else changes until the change is done.
  private func budget(of day: Int64) throws -> Budget {
    let zero = PebColumn(0)
    try db.execute(
      """
      INSERT INTO budget (day, highest, spent, counted, elsewhere) VALUES (?, ?, ?, ?, ?) ON CONFLICT (day) DO NOTHING
      """, [day, zero, zero, zero, zero])
    let found = "SELECT highest, spent, counted, elsewhere FROM budget WHERE day = ?\(db.words.forUpdate)"
    guard let row = try db.row(found, [day]) else { return Budget() }
    return Budget(
      highest: try row.peb("highest"), spent: try row.peb("spent"), counted: try row.peb("counted"),
      elsewhere: try row.peb("elsewhere"))
  }

  private func write(_ budget: Budget, _ day: Int64) throws {
    try db.execute(
      "UPDATE budget SET highest = ?, spent = ?, counted = ?, elsewhere = ? WHERE day = ?",
      [PebColumn(budget.highest), PebColumn(budget.spent), PebColumn(budget.counted), PebColumn(budget.elsewhere), day])
  }

  /// The allotments of a day, or that of one purse, which nobody else changes until the change is done.
  private func allotments(of day: Int64, only shard: AllotmentShard? = nil) throws -> [Allotment] {
    let columns = "SELECT instance, purse, held, spent FROM allotment WHERE day = ?"
    let rows =
      if let shard {
        try db.rows(
          "\(columns) AND instance = ? AND purse = ?\(db.words.forUpdate)", [day, shard.instance, shard.number])
      } else {
        try db.rows("\(columns) ORDER BY instance, purse\(db.words.forUpdate)", [day])
      }
    return try rows.map { row in
      let (held, spent) = (try row.peb("held"), try row.peb("spent"))
      guard spent <= held else { throw DatabaseError.unreadable("spent") }
      return Allotment(
        shard: AllotmentShard(instance: try row.value("instance"), number: try row.value("purse")), held: held,
        spent: spent)
    }
  }

  private func write(_ allotment: Allotment, _ day: Int64) throws {
    try db.execute(
      """
      INSERT INTO allotment (day, instance, purse, held, spent) VALUES (?, ?, ?, ?, ?)
      ON CONFLICT (day, instance, purse) DO UPDATE SET held = excluded.held, spent = excluded.spent
      """,
      [day, allotment.shard.instance, allotment.shard.number, PebColumn(allotment.held), PebColumn(allotment.spent)])
  }
}

extension UInt256 {
  /// The product, or the highest number where that is more.
  fileprivate func timesUpToMost(_ other: UInt256) -> UInt256 {
    let (product, isTooMuch) = multipliedReportingOverflow(by: other)
    return isTooMuch ? .max : product
  }
}
