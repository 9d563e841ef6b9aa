import EVM
import Primitives

/// A devnet's chain, what waits for it, and what was set for the blocks to come: all that a file can keep.
///
/// Every change is recorded before it happens, and does not happen if it can't be recorded.
struct Ledger {
  /// The file that keeps it; nil without one.
  let log: ChainLog?
  /// About how many bytes of memory the chain may take.
  let memoryLimit: Int

  private(set) var chain: Chain
  var pool: TransactionPool
  var clock: BlockClock
  /// The settings of the block to come.
  private(set) var next: NextBlock
  /// The listeners to every change.
  var listeners = EventListeners()
  var filters = Filters()

  init(_ kept: StoredChain, log: ChainLog?, memoryLimit: Int) {
    self.log = log
    self.memoryLimit = memoryLimit
    (chain, pool, clock, next) = (kept.chain, kept.pool, kept.clock, kept.next)
  }

  // MARK: Recording

  /// Writes to the log, if there is one, what is just about to happen.
  ///
  /// - Throws: `storageFailed`; it must not happen then.
  func record(_ entries: @autoclosure () -> [LogEntry]) throws {
    try log?.append(LogEntry.encode(entries()))
  }

  /// Changes what is to come.
  ///
  /// - Throws: what the change throws, or `storageFailed`; nothing is then changed.
  mutating func plan(_ change: (inout BlockClock, inout NextBlock) throws -> Void) throws {
    var (clock, next) = (clock, next)
    try change(&clock, &next)
    try record([.plans(clock.setting, next)])
    (self.clock, self.next) = (clock, next)
  }

  // MARK: Memory

  /// Why the chain takes no more blocks and changes, and what to do about it; nil as long as it takes less memory than it
  /// may.
  var lackOfMemory: DevnetError? {
    guard chain.footprint >= memoryLimit else { return nil }
    return DevnetError(
      .limitExceeded,
      """
      the chain takes about \(chain.footprint >> 20) MiB of memory, and \(memoryLimit >> 20) MiB is what it may
      so it takes no more blocks and changes: go back to a snapshot, begin anew with anvil_reset,
      or start with a higher limit of memory
      """)
  }

  private func checkRoom() throws(DevnetError) {
    if let lack = lackOfMemory { throw lack }
  }

  // MARK: Blocks

  /// Makes the next block.
  @discardableResult
  mutating func mineOne() throws -> (block: DevnetBlock, refused: [(DevnetTransaction, EVMError)]) {
    try checkRoom()
    let header = nextHeader
    let (outcome, refused) = try chain.build(header, from: pool)
    // A transaction that didn't fit waits for the next block; the others will not become better by waiting.
    let dropped = refused.filter {
      ![.blockGasLimit, .blockSize, .tooManyBlobs, .feeCapTooLow, .blobFeeCapTooLow].contains($0.1.code)
    }
    var clock = clock
    _ = clock.take(after: chain.head.header.timestamp)
    let log = log
    let block = try chain.append(outcome, to: header) { block, changes in
      try log?.append(
        LogEntry.encode([.block(block, changes), .dropped(dropped.map(\.0.hash)), .plans(clock.setting, NextBlock())]))
    }
    self.clock = clock
    next = NextBlock()
    listeners.tell(.added(block))
    forgetPassed(block)
    for (sent, error) in dropped {
      pool.remove(sent.hash)
      listeners.tell(.dropped(sent, reason: error.message))
    }
    return (block, refused)
  }

  /// Executes a block that others made and makes it the head.
  ///
  /// - Throws: `invalidBlock` if it doesn't follow the head or says something else than execution gives, and what
  ///   refuses its transactions; `storageFailed`.
  mutating func add(_ block: DevnetBlock) throws {
    try checkRoom()
    let log = log
    try chain.add(block) { try log?.append(LogEntry.encode([.block($0, $1)])) }
    listeners.tell(.added(chain.head))
    forgetPassed(block)
  }

  /// Takes out of the pool what a block made impossible.
  private mutating func forgetPassed(_ block: DevnetBlock) {
    for sender in Set(block.transactions.map(\.sender)) {
      // Known without reading: the block changed it.
      pool.removePassed(of: sender, nonce: (try? chain.nonce(of: sender)) ?? 0)
    }
  }

  // MARK: The state

  /// Changes an account by hand.
  mutating func edit(_ address: Address, _ body: (inout EVM.Account, inout StateChanges.Change) -> Void) throws {
    var account = try chain.state.account(address) ?? EVM.Account()
    var change = StateChanges.Change(account: account)
    body(&account, &change)
    // Since EIP-161 nobody is the same as an account without anything.
    let isNobody = try account.isEmpty && change.storage.isEmpty && !chain.state.hasStorage(address)
    change.account = isNobody ? nil : account
    try edit(StateChanges(accounts: [address: change]))
  }

  /// Changes the state by hand.
  mutating func edit(_ changes: StateChanges) throws {
    try checkRoom()
    try chain.checkSystemContracts(changes, nextHeader)
    try record([.edit(changes)])
    chain.edit(changes)
  }

  /// Adds the contracts that blocks can't end without, where another chain has none.
  mutating func addSystemContracts() throws {
    let missing = try chain.missingSystemContracts(at: nextHeader)
    if !missing.accounts.isEmpty { try edit(missing) }
  }

  // MARK: Going back

  /// All that a snapshot taken now would bring back.
  var snapshot: Snapshots.Snapshot {
    Snapshots.Snapshot(steps: chain.steps.count, pool: pool, clock: clock, next: next)
  }

  /// Restores a snapshot.
  mutating func go(to snapshot: Snapshots.Snapshot) throws {
    try record([
      .back(toStep: snapshot.steps), .pool(snapshot.pool.all), .plans(snapshot.clock.setting, snapshot.next),
    ])
    for block in chain.revert(toStep: snapshot.steps) { listeners.tell(.removed(block)) }
    filters.goBack(to: chain.head.number)
    pool = snapshot.pool
    clock = snapshot.clock
    next = snapshot.next
  }

  /// Takes so many blocks back, with what they changed and what was changed by hand after them. What waits goes on
  /// waiting, time goes on.
  ///
  /// - Returns: how many steps the chain has then.
  /// - Throws: `invalidParameters` if there are not so many; `storageFailed`.
  mutating func rollback(blocks count: UInt64) throws -> Int {
    guard count < UInt64(chain.blocks.count) else {
      throw DevnetError(
        .invalidParameters, "can't go back \(count) blocks: there are \(chain.blocks.count - 1) after the first")
    }
    guard count > 0 else { return chain.steps.count }
    let steps = chain.stepCount(before: chain.blocks[chain.blocks.count - Int(count)])
    try go(to: Snapshots.Snapshot(steps: steps, pool: pool, clock: clock, next: next))
    return steps
  }

  /// Begins anew with another chain, whatever the one before was. Only where no file keeps it.
  mutating func begin(_ kept: StoredChain) {
    for block in chain.revert(toStep: 0) { listeners.tell(.removed(block)) }
    (chain, pool, clock, next) = (kept.chain, kept.pool, kept.clock, kept.next)
    filters.begin(at: chain.head.number)
  }
}
