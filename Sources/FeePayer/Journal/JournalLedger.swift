import Files
import Primitives

/// The journal of a fee payer with the sums over it: the one place where money is promised.
///
/// One request at a time is looked at, written down and on the disk before the next, so that requests at once cannot
/// spend the same budget twice. It works on a queue of its own, since it waits for the disk.
actor JournalLedger: PaymentLedger {
  private nonisolated let executor = QueueExecutor("lectures.fee-payer")
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  private let file: JournalFile
  private let rules: FeePayerRules
  private let clock: @Sendable () -> UInt64
  private var spending: Spending
  /// The block up to which the chain was compared with the journal.
  private(set) var comparedBlock: UInt64

  /// The number of blocks that are compared before it is written down how far that came.
  private static let comparedTogether: UInt64 = 1_000

  /// Opens the journal or begins it.
  ///
  /// - Parameters:
  ///   - state: The folder that keeps which journal the account has.
  ///   - adopts: Whether the journal becomes the account's, by ``claim()``, though another, or a longer one, was before.
  ///   - block: The block up to which a new journal counts as compared with the chain.
  ///   - clock: The time in seconds since 1970.
  /// - Throws: `FeePayerError`.
  init(
    _ path: String, state: String, adopts: Bool = false, rules: FeePayerRules, feePayer: Address, block: UInt64,
    clock: @escaping @Sendable () -> UInt64, checkpoint: (@Sendable (JournalFile.Step, UInt64) -> Void)? = nil
  ) throws(FeePayerError) {
    var spending = Spending()
    let mark = try AccountMark(of: feePayer, on: rules.chainID, in: state, ignoresDamage: adopts)
    let file = try JournalFile(path, mark: mark, adopts: adopts, checkpoint: checkpoint) {
      (line, place) throws(FeePayerError) in
      if case .begun(let chainID, let payer, _) = line.entry, chainID != rules.chainID || payer != feePayer {
        throw FeePayerError(
          .otherJournal, "The journal \(path) is not this service's.",
          reason: "It is that of \(payer) on chain \(chainID); this is \(feePayer) on chain \(rules.chainID).")
      }
      guard spending.take(line, at: place) else {
        throw FeePayerError(
          .journalDamaged, "The journal \(path) contradicts itself in line \(line.number + 1).",
          reason: "What it says fits nothing before it.", advice: "Put a copy in its place.")
      }
    }
    if file.head.lines == 0 {
      let entry = JournalEntry.begun(
        chainID: rules.chainID, feePayer: feePayer, start: JournalEntry.Start.random(block: block))
      let (line, place) = try file.append(entry, at: clock())
      _ = spending.take(line, at: place)
    } else if file.head.journal == nil {
      let start = JournalEntry.Start.random(block: spending.lastSettledBlock ?? block)
      let (line, place) = try file.append(.chained(start), at: clock())
      _ = spending.take(line, at: place)
    }
    self.file = file
    self.rules = rules
    self.clock = clock
    self.spending = spending
    comparedBlock = spending.comparedBlock ?? block
  }

  /// Notes that this is the account's journal.
  func claim() { file.claim() }

  func item(_ id: Hash32) -> Spending.Item? { spending.items[id] }

  /// A transaction as its sender signed it, which only the file keeps.
  ///
  /// - Throws: `journalFailed`, `journalDamaged`.
  func raw(of item: Spending.Item) throws(FeePayerError) -> Bytes {
    guard case .approved(let approval) = try file.line(at: item.place).entry, approval.id == item.approval.id else {
      throw FeePayerError(.journalDamaged, "The journal \(file.path) was changed while it was in use.")
    }
    return approval.raw
  }

  var unsettled: [Spending.Item] { spending.items.values.filter { $0.settlement == nil && !$0.isSuperseded } }

  func approve(_ approval: JournalEntry.Approval) throws -> Bytes {
    if let known = spending.items[approval.id] { return try raw(of: known) }
    let time = clock()
    let day = Spending.day(of: time)
    let more = spending.increase(by: approval)
    guard spending.spent(on: day).leaves(more, within: rules.perDay) else {
      throw ServiceAnswer.spent(ServiceAnswer.daySpent, rules.text(rules.perDay), at: time)
    }
    guard spending.spent(on: day, by: approval.sender).leaves(more, within: rules.perSenderPerDay) else {
      throw ServiceAnswer.spent(ServiceAnswer.senderSpent, rules.text(rules.perSenderPerDay), at: time)
    }
    try append(.approved(approval), at: time)
    return approval.raw
  }

  func note(signed id: Hash32, in hash: Hash32) throws(FeePayerError) {
    guard spending.items[id]?.hash != hash else { return }
    try append(.signed(id: id, hash: hash), at: clock())
  }

  func settle(
    _ approval: JournalEntry.Approval, _ settlement: JournalEntry.Settlement
  ) throws(FeePayerError) {
    guard spending.items[approval.id]?.settlement == nil else { return }
    try append(.settled(id: approval.id, settlement), at: clock())
  }

  func supersede(_ approval: JournalEntry.Approval) throws(FeePayerError) {
    guard let item = spending.items[approval.id], item.settlement == nil, !item.isSuperseded else { return }
    try append(.superseded(id: approval.id), at: clock())
  }

  // MARK: The chain

  func knows(_ payment: FeePayment) -> Bool {
    if let id = payment.id, spending.items[id] != nil { return true }
    return spending.elsewhere.contains(payment.hash) || spending.items.values.contains { $0.hash == payment.hash }
  }

  func book(_ payment: FeePayment) throws(FeePayerError) {
    guard !knows(payment) else { return }
    try append(
      .elsewhere(
        JournalEntry.PaymentElsewhere(
          hash: payment.hash, block: payment.block, sender: payment.sender, cost: payment.cost)), at: clock())
  }

  /// Notes up to which block the journal has all that the account paid for; writes it down now and then.
  func note(comparedUpTo block: UInt64) throws(FeePayerError) {
    guard block > comparedBlock else { return }
    comparedBlock = block
    guard block - (spending.comparedBlock ?? 0) >= Self.comparedTogether else { return }
    try append(.compared(block: block), at: clock())
  }

  private func append(_ entry: JournalEntry, at time: UInt64) throws(FeePayerError) {
    let (line, place) = try file.append(entry, at: time)
    _ = spending.take(line, at: place)
  }

  // MARK: Sums

  func spentToday(by sender: Address?) -> Amount { spending.spent(on: Spending.day(of: clock()), by: sender) }

  func figures() -> LedgerFigures { LedgerFigures(spent: spentToday(by: nil), unsettled: unsettled.count) }

  func check() throws(FeePayerError) { try file.requireRoom() }

  /// The file is closed with the ledger.
  func close() {}
}

extension Amount {
  /// Whether so much more is within a limit.
  fileprivate func leaves(_ more: UInt256, within limit: Amount) -> Bool {
    let (sum, isTooMuch) = wei.addingReportingOverflow(more)
    return !isTooMuch && sum <= limit.wei
  }
}
