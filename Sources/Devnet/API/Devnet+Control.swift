import EVM
import Primitives

extension Devnet {
  /// The most blocks that one call makes.
  public static let mostBlocks: UInt64 = 50_000
  /// How many snapshots are kept, and about how many bytes what waited then may take; the oldest go first.
  static let mostSnapshots = 1000
  static let mostSnapshotBytes = 512 << 20

  // MARK: Blocks

  /// Makes blocks, the first ones of what waits in the pool. Others have their turn between two of them.
  ///
  /// - Parameter interval: seconds between them; nil lets time take its course.
  /// - Throws: `limitExceeded` for more than `mostBlocks`, `invalidTimestamp`, or `EVMError`.
  public func mine(blocks count: UInt64 = 1, interval: UInt64? = nil) async throws {
    _ = try await mined(count, interval: interval)
  }

  /// Makes blocks as `mine(blocks:interval:)` does, and gives them.
  func mined(_ count: UInt64, interval: UInt64? = nil) async throws -> [DevnetBlock] {
    guard count <= Self.mostBlocks else {
      throw DevnetError(.limitExceeded, "\(count) blocks are too many at once: \(Self.mostBlocks) are allowed")
    }
    var blocks: [DevnetBlock] = []
    for index in 0..<count {
      // What others do meanwhile, going back to a snapshot even, they do between two blocks: the next one follows the head.
      if index > 0 { await Task.yield() }
      if let interval, index > 0 {
        let parent = chain.head.header.timestamp
        let (time, overflow) = parent.addingReportingOverflow(interval)
        try clock.setNext(overflow ? .max : time, after: parent)
      }
      blocks.append(try mineOne().block)
    }
    return blocks
  }

  /// Makes the next block.
  func mineOne() throws -> (block: DevnetBlock, refused: [(DevnetTransaction, EVMError)]) {
    try checkRoom()
    let header = nextHeader
    let (outcome, refused) = try chain.build(header, from: pool)
    // What didn't fit waits for the next block; the rest will not become better by waiting.
    let dropped = refused.filter {
      ![.blockGasLimit, .blockSize, .tooManyBlobs, .feeCapTooLow, .blobFeeCapTooLow].contains($0.1.code)
    }
    var clock = clock
    _ = clock.take(after: chain.head.header.timestamp)
    let block = try chain.append(outcome, to: header) { block, changes in
      try record([.block(block, changes), .dropped(dropped.map(\.0.hash)), .plans(clock.setting, NextBlock())])
    }
    self.clock = clock
    next = NextBlock()
    announce(.added(block))
    forgetPassed(block)
    for (sent, error) in dropped {
      pool.remove(sent.hash)
      announce(.dropped(sent, reason: error.message))
    }
    return (block, refused)
  }

  /// Executes a block that others made and makes it the head.
  ///
  /// - Throws: `invalidBlock` if it doesn't follow the head or says something else than execution gives, and what
  ///   refuses its transactions; `storageFailed`.
  public func add(_ block: DevnetBlock) throws {
    try checkRoom()
    try chain.add(block) { try record([.block($0, $1)]) }
    announce(.added(chain.head))
    forgetPassed(block)
  }

  /// - Throws: `limitExceeded` if the chain takes as much memory as it may.
  private func checkRoom() throws(DevnetError) {
    if let lack = lackOfMemory { throw lack }
  }

  /// Why the chain takes no more blocks and changes, and what to do about it; nil as long as it takes less memory than it
  /// may.
  public var lackOfMemory: DevnetError? {
    guard chain.footprint >= options.memoryLimit else { return nil }
    return DevnetError(
      .limitExceeded,
      """
      the chain takes about \(chain.footprint >> 20) MiB of memory, and \(options.memoryLimit >> 20) MiB is what it may
      so it takes no more blocks and changes: go back to a snapshot, begin anew with anvil_reset,
      or start with a higher limit of memory
      """)
  }

  /// Takes out of the pool what a block made impossible.
  private func forgetPassed(_ block: DevnetBlock) {
    for sender in Set(block.transactions.map(\.sender)) {
      // Known without reading: the block changed it.
      pool.removePassed(of: sender, nonce: (try? chain.nonce(of: sender)) ?? 0)
    }
  }

  // MARK: Snapshots

  /// Takes a snapshot of chain, state, pool and time.
  ///
  /// - Complexity: O(snapshots).
  public func snapshot() -> UInt64 {
    var bytes = snapshots.reduce(pool.footprint) { $0 + $1.moment.pool.footprint }
    while let oldest = snapshots.first, snapshots.count >= Self.mostSnapshots || bytes > Self.mostSnapshotBytes {
      bytes -= oldest.moment.pool.footprint
      snapshots.removeFirst()
    }
    lastSnapshot += 1
    snapshots.append((lastSnapshot, Snapshot(steps: chain.steps.count, pool: pool, clock: clock, next: next)))
    return lastSnapshot
  }

  /// Goes back to a snapshot; it and those after it are then forgotten. False if there is no such snapshot.
  ///
  /// - Throws: `storageFailed`.
  /// - Complexity: O(changes since).
  @discardableResult
  public func revert(to snapshot: UInt64) throws -> Bool {
    guard let index = snapshots.firstIndex(where: { $0.id == snapshot }) else { return false }
    try go(to: snapshots[index].moment)
    snapshots.removeSubrange(index...)
    return true
  }

  /// Restores a snapshot.
  func go(to moment: Snapshot) throws {
    try record([
      .back(toStep: moment.steps), .pool(moment.pool.all), .plans(moment.clock.setting, moment.next),
    ])
    for block in chain.revert(toStep: moment.steps) { announce(.removed(block)) }
    filters.goBack(to: blockNumber)
    pool = moment.pool
    clock = moment.clock
    next = moment.next
  }

  // MARK: Time

  /// Lets time pass for the blocks to come; gives the seconds by which they are ahead of the system's clock.
  ///
  /// - Throws: `invalidTimestamp`.
  @discardableResult
  public func increaseTime(by seconds: UInt64) throws -> Int64 {
    try plan { clock, _ in try clock.increase(by: seconds) }
    return clock.offset
  }

  /// Sets the time that goes on from now, in seconds since 1970; gives the seconds by which it is ahead of the system's.
  ///
  /// - Throws: `invalidTimestamp` for a time that no block may have. A block after a later one is later still.
  @discardableResult
  public func setTime(_ timestamp: UInt64) throws -> Int64 {
    try plan { clock, _ in try clock.set(timestamp) }
    return clock.offset
  }

  /// Sets the time of the next block, in seconds since 1970; time then goes on from there.
  ///
  /// - Throws: `invalidTimestamp` unless it is later than the head's.
  public func setNextBlockTimestamp(_ timestamp: UInt64) throws {
    try plan { clock, _ in try clock.setNext(timestamp, after: chain.head.header.timestamp) }
  }

  /// Lets every block be so many seconds after the one before; nil lets time take its course.
  ///
  /// - Throws: `storageFailed`.
  public func setTimestampInterval(_ seconds: UInt64?) throws {
    try plan { clock, _ in clock.setting.interval = seconds.map { min($0, BlockClock.latest) } }
  }

  // MARK: State

  /// Gives an account so many wei.
  ///
  /// - Throws: `originFailed`, `storageFailed`.
  public func setBalance(_ balance: UInt256, of address: Address) throws {
    try edit(address) { account, _ in account.balance = balance }
  }

  /// Sets how many transactions an account sent.
  ///
  /// - Throws: `originFailed`, `storageFailed`.
  public func setNonce(_ nonce: UInt64, of address: Address) throws {
    try edit(address) { account, _ in account.nonce = nonce }
    pool.removePassed(of: address, nonce: nonce)
  }

  /// Sets a contract's code.
  ///
  /// - Throws: `originFailed`, `storageFailed`.
  public func setCode(_ bytes: Bytes, of address: Address) throws {
    try edit(address) { account, change in
      let code = Code(bytes)
      account.codeHash = code.hash
      change.code = code
    }
  }

  /// Sets a storage slot of a contract.
  ///
  /// - Throws: `originFailed`, `storageFailed`.
  public func setStorage(_ value: UInt256, slot: UInt256, of address: Address) throws {
    try edit(address) { _, change in change.storage[slot] = value }
  }

  private func edit(_ address: Address, _ body: (inout EVM.Account, inout StateChanges.Change) -> Void) throws {
    var account = try chain.state.account(address) ?? EVM.Account()
    var change = StateChanges.Change(account: account)
    body(&account, &change)
    // Since EIP-161 nobody is the same as an account without anything.
    let isNobody = try account.isEmpty && change.storage.isEmpty && !chain.state.hasStorage(address)
    change.account = isNobody ? nil : account
    try edit(StateChanges(accounts: [address: change]))
  }

  /// Changes the state by hand.
  func edit(_ changes: StateChanges) throws {
    try checkRoom()
    try checkSystemContracts(changes)
    try record([.edit(changes)])
    chain.edit(changes)
  }

  /// Looks whether blocks can still end after a change of the contracts that they call there (EIP-7002, EIP-7251).
  private func checkSystemContracts(_ changes: StateChanges) throws {
    let header = nextHeader
    let rules = chain.rules(of: header)
    for call in rules.closingCalls where changes.accounts[call.target] != nil {
      let state = ChangedState(base: chain.state, changes: changes)
      let machine = Machine(rules: rules, block: chain.environment(of: header), state: Journal(state))
      do {
        try machine.close(call)
      } catch let error as EVMError {
        throw DevnetError(
          .invalidParameters,
          """
          no block could be made with this change, so it was not made:
          \(error.message)
          leave this contract as it is, or take a hardfork before Prague, which has no such calls
          """)
      }
    }
  }
}
