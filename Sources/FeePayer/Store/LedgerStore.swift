import Database
import Files
import Locking
import Platform
import Primitives

/// The ledger of a fee payer in a database that several instances share: of all of them each order is approved once,
/// and all of them together keep to the budgets.
///
/// An instance has a lease as its sign of life. It spends of allotments of the day's budget, so that orders of
/// different senders do not wait for one another. Those of an instance that ended are folded into the budget by the
/// others, once its lease is void: from then on it can write nothing more down.
final class LedgerStore: PaymentLedger {
  /// The random number of the ledger, which no other has.
  let identity: Hash32
  private let database: any SQLDatabase
  private let rules: FeePayerRules
  private let clock: (@Sendable () -> UInt64)?
  let keeper: LeaseKeeper
  private let writing: WriteCheck
  private let shards = Guarded<Set<Int>>([])
  private let keeping = Guarded<Task<Void, Never>?>(nil)
  /// The number of the lease under which it joined the instances that pay by the same rules.
  private let joined = Guarded<Int64?>(nil)

  /// Opens the ledger or begins it, and takes this process's lease; blocks.
  ///
  /// - Parameters:
  ///   - block: The block up to which a new ledger counts as compared with the chain.
  ///   - clock: The time in seconds since 1970; nil is the database's, which all instances share.
  ///   - check: Gets the ledger's random number before the lease is taken; its error ends the opening.
  /// - Throws: `FeePayerError` `.storeFailed`, `.otherJournal`, `.otherRules`.
  init(
    at place: DatabasePlace, rules: FeePayerRules, feePayer: Address, block: UInt64,
    clock: (@Sendable () -> UInt64)? = nil, check: (_ identity: Hash32) throws -> Void = { _ in }
  ) throws {
    let database = try place.open(DatabaseSchema.feePayerStore, .feePayer, failure: Self.failure)
    (self.database, self.rules, self.clock) = (database, rules, clock)
    writing = WriteCheck(database)
    identity = try Self.begin(database, rules, feePayer, block, place)
    try check(identity)
    let number = String(UInt64.random(in: 0 ... .max), radix: 36)
    keeper = LeaseKeeper(AllotmentSweep.instances + number, as: "fee payer", in: database)
    try keeper.renew()
    do { try join() } catch {
      try? keeper.release()
      throw error
    }
    let sweep = AllotmentSweep(database: database, keeper: keeper, clock: clock)
    // The task has what it needs, so that the store may end before it.
    let task = Task { [keeper] in await keeper.keep { await sweep.run() } }
    keeping.withLock { $0 = task }
  }

  deinit { keeping.withLock { $0?.cancel() } }

  /// The name of this instance.
  var instance: String { keeper.name }

  @Sendable private static func failure(_ error: any Error) -> any Error {
    guard let error = error as? DatabaseError else { return error }
    return FeePayerError(
      .storeFailed, "The database of the fee payer cannot be used.", reason: error.inOneLine,
      advice: error.nextStep, cause: error)
  }

  /// The time by the clock of a ledger that is not begun yet, in seconds since 1970; nil for one that is. Blocks.
  ///
  /// - Throws: `FeePayerError` `.storeFailed`.
  static func timeIfNew(_ place: DatabasePlace, clock: (@Sendable () -> UInt64)?) throws -> UInt64? {
    let database = try place.open(DatabaseSchema.feePayerStore, .feePayer, failure: failure)
    defer { try? database.close() }
    return try database.read { db in
      guard try db.value("SELECT count(*) FROM ledger", as: Int.self) == 0 else { return nil }
      return try time(clock, in: db)
    }
  }

  /// A ledger's tables, to be read by somebody else; a file that is not there is not made.
  ///
  /// - Throws: `FeePayerError` `.storeFailed`.
  static func readable(_ place: DatabasePlace) throws -> any SQLDatabase {
    if case .file(let path) = place, access(path, F_OK) != 0 {
      throw FeePayerError(.storeFailed, "There is no database \(path).")
    }
    return try place.open(DatabaseSchema.feePayerStore, .feePayer, failure: failure)
  }

  private static func begin(
    _ database: any SQLDatabase, _ rules: FeePayerRules, _ feePayer: Address, _ block: UInt64, _ place: DatabasePlace
  ) throws -> Hash32 {
    let fresh = JournalEntry.Start.random(block: block)
    return try database.write { db in
      try db.execute(
        """
        INSERT INTO ledger (id, chain, fee_payer, journal, compared) VALUES (1, ?, ?, ?, ?) ON CONFLICT (id) DO NOTHING
        """, [rules.chainID.description, feePayer.bytes, fresh.journal.bytes, fresh.block])
      let owner = try LedgerOwner(in: db)
      guard owner.chainID == rules.chainID, owner.feePayer == feePayer else {
        throw FeePayerError(
          .otherJournal, "The database \(place.name) is not this service's.",
          reason: "It is that of \(owner.feePayer) on chain \(owner.chainID);"
            + " this is \(feePayer) on chain \(rules.chainID).")
      }
      return owner.identity
    }
  }

  // MARK: Orders

  func item(_ id: Hash32) async throws -> Spending.Item? {
    try await database.read { try ApprovalRows(db: $0).item(id) }
  }

  func raw(of item: Spending.Item) async throws -> Bytes {
    guard let raw = try await database.read({ try ApprovalRows(db: $0).raw(item.approval.id) }) else {
      throw FeePayerError(.journalDamaged, "The database was changed while it was in use.")
    }
    return raw
  }

  var unsettled: [Spending.Item] {
    get async throws { try await database.read { try ApprovalRows(db: $0).unsettled() } }
  }

  func approve(_ approval: JournalEntry.Approval) async throws -> Bytes {
    let shard = takeShard()
    defer { giveBack(shard) }
    do {
      return try await approve(approval, of: shard, usesBudget: false)
    } catch is BudgetReservation.InsufficientAllotment {
      return try await approve(approval, of: shard, usesBudget: true)
    }
  }

  private func approve(
    _ approval: JournalEntry.Approval, of shard: BudgetRows.AllotmentShard, usesBudget: Bool
  ) async throws -> Bytes {
    let reservation = BudgetReservation(
      approval: approval, rules: rules, lease: try await lease(), shard: shard, usesBudget: usesBudget, clock: clock)
    return try await database.write(turn: Self.turn(of: approval.sender)) { try reservation.make(in: $0) }
  }

  func note(signed id: Hash32, in hash: Hash32) async throws {
    guard try await item(id)?.hash != hash else { return }
    try await database.write(turn: "order \(id.hex)") { try ApprovalRows(db: $0).note(id, signedIn: hash) }
  }

  func settle(_ approval: JournalEntry.Approval, _ settlement: JournalEntry.Settlement) async throws {
    let clock = clock
    try await end(approval) { db in
      let orders = ApprovalRows(db: db)
      guard let item = try orders.item(approval.id), item.settlement == nil else { return [:] }
      try orders.note(approval.id, settlement)
      let slot = NonceRows(db: db, sender: approval.sender, nonce: approval.nonce)
      guard try slot.isSettled() else { return try slot.settle(settlement.cost) }
      try Self.count(settlement.cost, of: approval.sender, at: try Self.time(clock, in: db), in: db)
      return [:]
    }
  }

  func supersede(_ approval: JournalEntry.Approval) async throws {
    try await end(approval) { db in
      let orders = ApprovalRows(db: db)
      guard let item = try orders.item(approval.id), item.settlement == nil, !item.isSuperseded else { return [:] }
      try orders.noteSuperseded(approval.id)
      // As long as one of them may have been mined, the dearest counts.
      guard try orders.areAllSuperseded(approval) else { return [:] }
      return try NonceRows(db: db, sender: approval.sender, nonce: approval.nonce).settle(0)
    }
  }

  /// Makes a change that gives back what was not spent: to a purse, or, where that has not spent so much, to the
  /// budget.
  private func end(
    _ approval: JournalEntry.Approval, _ change: @escaping @Sendable (Database.Connection) throws -> [Int64: UInt256]
  ) async throws {
    let shard = takeShard()
    defer { giveBack(shard) }
    do {
      try await database.write(turn: Self.turn(of: approval.sender)) { db in
        let refunds = try change(db).sorted { $0.key < $1.key }
        for (day, surplus) in refunds where try !BudgetRows(db: db).refund(surplus, on: day, to: shard) {
          throw BudgetReservation.InsufficientAllotment()
        }
      }
    } catch is BudgetReservation.InsufficientAllotment {
      try await database.write(turn: Self.turn(of: approval.sender)) { db in
        let refunds = try change(db).sorted { $0.key < $1.key }
        let budgets = BudgetRows(db: db)
        try budgets.lock(refunds.map(\.key))
        for (day, surplus) in refunds { try budgets.refund(surplus, on: day) }
      }
    }
  }

  private static func turn(of sender: Address) -> String { "sender \(sender.lowercaseHex)" }

  // MARK: The chain

  var comparedBlock: UInt64 {
    get async throws { try await database.read { try $0.value("SELECT compared FROM ledger WHERE id = 1") ?? 0 } }
  }

  func knows(_ payment: FeePayment) async throws -> Bool {
    try await database.read { try ApprovalRows(db: $0).has(payment) }
  }

  func book(_ payment: FeePayment) async throws {
    let clock = clock
    try await database.write(turn: Self.turn(of: payment.sender)) { db in
      guard try !ApprovalRows(db: db).has(payment) else { return }
      let time = try Self.time(clock, in: db)
      try db.execute(
        "INSERT INTO elsewhere (hash, time, block, sender, cost) VALUES (?, ?, ?, ?, ?)",
        [payment.hash.bytes, time, payment.block, payment.sender.bytes, PebColumn(payment.cost)])
      try Self.count(payment.cost, of: payment.sender, at: time, in: db)
    }
  }

  /// Counts what was paid and nothing is held for.
  private static func count(
    _ cost: UInt256, of sender: Address, at time: UInt64, in db: Database.Connection
  ) throws {
    let day = Int64(clamping: Spending.day(of: time))
    try SenderRows(db: db, sender: sender).add(cost, on: day)
    try BudgetRows(db: db).add(elsewhere: cost, on: day)
  }

  func note(comparedUpTo block: UInt64) async throws {
    try await database.write(.relaxed, turn: "compared") {
      try $0.execute("UPDATE ledger SET compared = ? WHERE id = 1 AND compared < ?", [block, block])
    }
  }

  // MARK: Sums

  func spentToday(by sender: Address?) async throws -> Amount {
    let clock = clock
    return try await database.read { db in
      let day = Int64(clamping: Spending.day(of: try Self.time(clock, in: db)))
      guard let sender else { return Amount(wei: try BudgetRows(db: db).sums(of: day).spent) }
      return Amount(wei: try SenderRows(db: db, sender: sender).spent(on: day))
    }
  }

  func figures() async throws -> LedgerFigures {
    let clock = clock
    return try await database.read { db in
      let sums = try BudgetRows(db: db).sums(of: Int64(clamping: Spending.day(of: try Self.time(clock, in: db))))
      return LedgerFigures(
        spent: Amount(wei: sums.spent), allotted: Amount(wei: sums.allotted),
        unsettled: try ApprovalRows(db: db).countOfUnsettled())
    }
  }

  /// The time in seconds since 1970.
  static func time(_ clock: (@Sendable () -> UInt64)?, in db: Database.Connection) throws -> UInt64 {
    if let clock { return clock() }
    return UInt64(clamping: (try db.value("SELECT \(db.words.clock) AS time", as: Int64.self) ?? 0) / 1000)
  }

  // MARK: Instances

  func check() async throws {
    let database = database
    // First, since it says why there is no lease where the database is not as it was.
    try await BlockingWork.run { try database.requirePresent(.feePayer) }
    _ = try await lease()
    try await writing.run()
  }

  /// Folds what ended instances hold into the budget, and what this one holds of earlier days.
  func sweep() async { await AllotmentSweep(database: database, keeper: keeper, clock: clock).run() }

  func close() async throws {
    await abandon()
    let (database, keeper) = (database, keeper)
    // The database is closed with its last user: an order may have outlasted the patience of whoever ends the service.
    try await BlockingWork.run {
      // Work that is still under way writes nothing down any more.
      try keeper.release()
      try database.write(turn: AllotmentSweep.turn) {
        try BudgetRows(db: $0).fold(keeper.name)
        try RulesRows(db: $0).leave(keeper.name)
      }
    }
  }

  /// Gives no more signs of life, as a process that was killed.
  func abandon() async {
    let task = keeping.withLock { $0 }
    task?.cancel()
    await task?.value
  }

  /// The lease, under which it has joined the others: while it had none instances may have come that pay by other
  /// rules.
  private func lease() async throws -> Lease {
    let lease: Lease
    do { lease = try keeper.required() } catch { throw Self.failure(error) }
    if joined.withLock({ $0 }) != lease.token { try await database.threads.run { try self.join() } }
    return lease
  }

  /// Joins the other instances under its lease; blocks.
  ///
  /// - Throws: `FeePayerError` `.otherRules`, `.storeFailed`.
  private func join() throws {
    let lease: Lease
    do { lease = try keeper.required() } catch { throw Self.failure(error) }
    try database.write { db in
      try lease.fence(in: db)
      try RulesRows(db: db).join(lease.name, with: rules)
    }
    joined.withLock { $0 = lease.token }
  }

  /// The lowest purse that no order draws on just now.
  private func takeShard() -> BudgetRows.AllotmentShard {
    let number = shards.withLock { taken in
      var number = 0
      while taken.contains(number) { number += 1 }
      taken.insert(number)
      return number
    }
    return BudgetRows.AllotmentShard(instance: instance, number: number)
  }

  private func giveBack(_ shard: BudgetRows.AllotmentShard) { shards.withLock { _ = $0.remove(shard.number) } }
}

/// The account and the chain that a ledger in a database is for.
struct LedgerOwner {
  let chainID: UInt256
  let feePayer: Address
  let identity: Hash32

  /// - Throws: `DatabaseError` `.unreadable`.
  init(in db: Database.Connection) throws {
    guard let row = try db.row("SELECT chain, fee_payer, journal FROM ledger WHERE id = 1"),
      let chainID = try? UInt256(parsing: try row.value("chain", as: String.self)),
      let feePayer = try? Address(try row.value("fee_payer", as: Bytes.self)),
      let identity = try? Hash32(try row.value("journal", as: Bytes.self))
    else { throw DatabaseError.unreadable("fee_payer") }
    (self.chainID, self.feePayer, self.identity) = (chainID, feePayer, identity)
  }
}
