import Listening
import NodeRPC
import Primitives
import Transactions

/// The orders that were approved and can still be mined, each of which holds its part of the budgets until a block
/// shows what became of it.
///
/// All of them are looked at now and then, and when a budget is spent: else whoever uses the nonces of many orders for
/// something else would keep others out until the next look. What proves the end of an order is the same at each look.
actor OpenOrders {
  private let ledger: any PaymentLedger
  private let chain: any FeePayerChain
  private let comparison: ChainComparison
  /// The most blocks that are compared before an order is taken for superseded.
  private let mostBlocks: UInt64
  private let clock: @Sendable () -> UInt64
  private let patience: Duration
  /// The look under way, for which everybody waits that wants one.
  private var look: Task<Int, any Error>?
  /// The time when the last one ended, in seconds since 1970.
  private var lastLook: UInt64?

  /// A spent budget is no reason to look again for so many seconds.
  static let pause: UInt64 = 5

  init(
    _ ledger: any PaymentLedger, of feePayer: Address, on chain: any FeePayerChain, options: FeePayerService.Options
  ) {
    self.ledger = ledger
    self.chain = chain
    comparison = ChainComparison(
      ledger: ledger, chain: chain, feePayer: feePayer, books: options.booksPaymentsElsewhere)
    mostBlocks = options.mostBlocks
    clock = options.clock
    patience = options.lookPatience
  }

  /// Writes down that an order will be signed; before a budget refuses it, what holds that budget is looked at.
  ///
  /// - Returns: the transaction as its sender signed it, that of the first copy.
  /// - Throws: as the ledger.
  nonisolated func approve(_ approval: JournalEntry.Approval) async throws -> Bytes {
    do {
      return try await ledger.approve(approval)
    } catch is ServiceAnswer {
      await lookForRoom()
      return try await ledger.approve(approval)
    }
  }

  // MARK: Looking

  /// Looks at each: for its receipt, and whether something else was mined with its nonce.
  ///
  /// - Returns: how many can still be mined; 0 if they cannot be looked up now.
  func lookAtAll() async -> Int { (try? await currentLook().value) ?? 0 }

  /// Looks at each because a budget is spent, unless that was done a moment ago.
  private func lookForRoom() async {
    // A clock that was set back is no reason to wait.
    if look == nil, let lastLook, (lastLook..<lastLook + Self.pause).contains(clock()) { return }
    _ = try? await Timeout.value(of: currentLook(), within: patience)
  }

  /// Looks at one, should the ledger and the chain answer.
  nonisolated func look(at id: Hash32) async {
    if let item = try? await ledger.item(id) { _ = try? await isOver(item) }
  }

  private func currentLook() -> Task<Int, any Error> {
    if let look { return look }
    let task = Task<Int, any Error> { await lookedAtAll() }
    look = task
    return task
  }

  private func lookedAtAll() async -> Int {
    var open = 0
    for item in (try? await ledger.unsettled) ?? [] where await (try? isOver(item)) != true { open += 1 }
    (look, lastLook) = (nil, clock())
    return open
  }

  // MARK: Ends

  /// Whether nothing of it can cost anything any more; notes what became of it then.
  private nonisolated func isOver(_ item: Spending.Item) async throws -> Bool {
    // In this order: a receipt that comes between the two is found.
    let (mined, _) = try await chain.transactionCounts(of: item.approval.sender)
    // Another instance may have signed and sent it since: what is mined by now was written down before it was sent.
    guard let item = try await ledger.item(item.approval.id), item.settlement == nil else { return true }
    if let hash = item.hash, let receipt = try await chain.receipt(of: hash) {
      guard receipt.blockNumber != nil else { return false }
      try await ledger.settle(item, by: receipt)
      return true
    }
    guard mined > item.approval.nonce else { return false }
    // A sender with several keys can exchange its signatures: then it is mined under a hash that nobody knows.
    try await comparison.run(most: mostBlocks)
    guard try await ledger.item(item.approval.id)?.settlement == nil else { return true }
    try await ledger.supersede(item.approval)
    return true
  }
}

extension PaymentLedger {
  /// Writes down what an order did cost.
  func settle(_ item: Spending.Item, by receipt: Receipt) async throws {
    let partly = try PartlySignedTransaction(decoding: try await raw(of: item))
    try await settle(item.approval, partly.transaction, by: receipt)
  }

  /// Writes down what the transaction of an order did cost.
  func settle(_ approval: JournalEntry.Approval, _ transaction: KaiaTransaction, by receipt: Receipt) async throws {
    // Without a price, or with one above what was agreed to, it counts as what it can cost at most.
    let cost = receipt.fee.map { transaction.feePayment.split($0.wei).feePayer } ?? approval.cost
    try await settle(
      approval,
      JournalEntry.Settlement(
        hash: receipt.transactionHash, block: receipt.blockNumber ?? 0, succeeded: receipt.status ?? true,
        cost: min(cost, approval.cost)))
  }
}
