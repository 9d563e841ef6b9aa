import EVM
import Locking
import Primitives
import Transactions

extension Devnet {
  /// Begins the chain anew: no blocks, nothing that waits, nothing changed by hand, the system's time. Snapshots and
  /// impersonated accounts are forgotten; the mode of mining stays.
  ///
  /// - Throws: `storageFailed`, `originFailed`.
  public func reset() throws {
    var clock = BlockClock(now: options.clock)
    if origin != nil { clock.goOn(from: chain.blocks[0].header.timestamp) }
    try go(to: Snapshot(steps: 0, pool: TransactionPool(), clock: clock, next: NextBlock()))
    forgetMoments()
    if origin != nil { try addSystemContracts() }
  }

  /// Begins anew on another chain at one of its blocks, or for nil on a chain of its own, as the options have it without
  /// one to go on from. Chain id and rules are then that chain's; all that `reset()` forgets is forgotten.
  ///
  /// - Throws: `invalidParameters` if a file keeps the chain, which can have one only; `originFailed`, `malformedGenesis`.
  public func reset(to origin: ForkSource?) throws {
    guard log == nil else {
      throw DevnetError(
        .invalidParameters,
        """
        the state file keeps the chain with which it began, so the devnet can't change to another
        begin that one anew (anvil_reset with {"forking": {}} where it goes on from another chain)
        or start a devnet that goes on from that chain, with another state file
        """)
    }
    var options = options
    options.origin = origin
    var kept = try StoredChain(options, accounts: accounts.map(\.address) + options.funded)
    if origin != nil {
      let header = kept.chain.nextHeader(timestamp: kept.clock.timestamp(after: kept.chain.head.header.timestamp))
      let missing = try kept.chain.missingSystemContracts(at: header)
      if !missing.accounts.isEmpty { kept.chain.edit(missing) }
    }
    // From here on nothing fails.
    for block in chain.revert(toStep: 0) { announce(.removed(block)) }
    (chain, pool, clock, next) = (kept.chain, kept.pool, kept.clock, kept.next)
    self.origin = origin
    let newFace = PublishedHead(chain)
    face.withLock { $0 = newFace }
    filters.begin(at: blockNumber)
    forgetMoments()
  }

  private func forgetMoments() {
    snapshots = []
    impersonation = Impersonation()
  }

  /// Takes so many blocks back, with what they changed and what was changed by hand after them. What waits goes on
  /// waiting, time goes on.
  ///
  /// - Throws: `invalidParameters` if there are not so many; `storageFailed`.
  public func rollback(blocks count: UInt64) throws {
    guard count < UInt64(chain.blocks.count) else {
      throw DevnetError(
        .invalidParameters, "can't go back \(count) blocks: there are \(chain.blocks.count - 1) after the first")
    }
    guard count > 0 else { return }
    let steps = chain.stepCount(before: chain.blocks[chain.blocks.count - Int(count)])
    try go(to: Snapshot(steps: steps, pool: pool, clock: clock, next: next))
    // What is left of the chain is not what those that came later remember.
    snapshots.removeAll { $0.moment.steps > steps }
  }

  /// Puts so many other blocks in the place of the last ones.
  ///
  /// - Parameter transactions: what goes into the first of the new blocks, the second, and so on; the others are empty.
  ///   One that can't be executed there is left out.
  /// - Throws: `invalidParameters` if there are not so many blocks, what is wrong with a transaction, `storageFailed`.
  func reorganize(
    depth: UInt64, transactions: [(block: Int, make: (isolated Devnet) throws -> DevnetTransaction)]
  ) throws {
    guard transactions.allSatisfy({ $0.block >= 0 && UInt64($0.block) < depth }) else {
      throw DevnetError(.invalidParameters, "a transaction's block is not among the \(depth) new ones")
    }
    let old = chain.blocks.suffix(Int(clamping: min(depth, UInt64(chain.blocks.count)))).map(\.hash)
    try rollback(blocks: depth)
    let waiting = pool
    defer {
      pool = waiting
      for sender in waiting.senders.keys { pool.removePassed(of: sender, nonce: (try? chain.nonce(of: sender)) ?? 0) }
    }
    for index in 0..<Int(depth) {
      pool = TransactionPool()
      for transaction in transactions where transaction.block == index {
        let sent = try transaction.make(self)
        try validate(sent)
        try pool.add(sent)
      }
      // Another block than the old one, whatever else is the same.
      try plan { _, next in next.prevRandao = Keccak256.hash(old[index].bytes) }
      _ = try mineOne()
    }
  }

  // MARK: The pool

  /// Takes a transaction out of the pool; false if it doesn't wait there.
  ///
  /// - Throws: `storageFailed`.
  @discardableResult
  public func drop(_ hash: Hash32) throws -> Bool {
    guard pool[hash] != nil else { return false }
    try drop([hash])
    return true
  }

  /// Takes all transactions out of the pool, or those of a sender.
  ///
  /// - Throws: `storageFailed`.
  public func dropAll(of sender: Address? = nil) throws {
    try drop(pool.all.filter { sender == nil || $0.sender == sender }.map(\.hash))
  }

  private func drop(_ hashes: [Hash32]) throws {
    try record([.dropped(hashes)])
    for hash in hashes { pool.remove(hash) }
  }
}

extension Chain {
  /// The head when there were so many steps.
  func head(atStep count: Int) -> DevnetBlock {
    blocks[steps.prefix(count).reduce(0) { $0 + ($1.isBlock ? 1 : 0) }]
  }

  /// How many steps there were before a block.
  func stepCount(before block: DevnetBlock) -> Int {
    var missing = head.number - min(head.number, block.number) + 1
    var count = steps.count
    while missing > 0, count > 0 {
      count -= 1
      if steps[count].isBlock { missing -= 1 }
    }
    return count
  }
}
