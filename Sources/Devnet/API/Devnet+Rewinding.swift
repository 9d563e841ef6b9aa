import Locking

// Going back, and beginning anew.
extension Devnet {
  /// Takes a snapshot of chain, state, pool and time.
  ///
  /// - Complexity: O(snapshots).
  public func snapshot() -> UInt64 {
    snapshots.add(ledger.snapshot)
  }

  /// Goes back to a snapshot; it and those after it are then forgotten. False if there is no such snapshot.
  ///
  /// - Throws: `storageFailed`.
  /// - Complexity: O(changes since).
  @discardableResult
  public func revert(to snapshot: UInt64) throws -> Bool {
    guard let kept = snapshots[snapshot] else { return false }
    try ledger.go(to: kept)
    snapshots.remove(from: snapshot)
    return true
  }

  /// Begins the chain anew: no blocks, nothing that waits, nothing changed by hand, the system's time. Snapshots and
  /// impersonated accounts are forgotten; the mode of mining stays.
  ///
  /// - Throws: `storageFailed`, `originFailed`.
  public func reset() throws {
    var clock = BlockClock(now: options.clock)
    if origin != nil { clock.goOn(from: chain.blocks[0].header.timestamp) }
    try ledger.go(to: Snapshots.Snapshot(steps: 0, pool: TransactionPool(), clock: clock, next: NextBlock()))
    forgetSnapshots()
    if origin != nil { try ledger.addSystemContracts() }
  }

  /// Begins anew on another chain at one of its blocks, or for nil on a chain of its own, as the options have it without
  /// one to go on from. Chain id and rules are then that chain's; all that `reset()` forgets is forgotten.
  ///
  /// - Throws: `invalidParameters` if a file keeps the chain, which can have one only; `originFailed`, `malformedGenesis`.
  public func reset(to origin: ForkSource?) throws {
    guard ledger.log == nil else {
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
    if origin != nil { try kept.addSystemContracts() }
    // From here on nothing fails.
    ledger.begin(kept)
    self.origin = origin
    let identity = ChainIdentity(chain)
    self.identity.withLock { $0 = identity }
    forgetSnapshots()
  }

  private func forgetSnapshots() {
    snapshots.removeAll()
    impersonation = Impersonation()
  }

  /// Takes so many blocks back, with what they changed and what was changed by hand after them. What waits goes on
  /// waiting, time goes on.
  ///
  /// - Throws: `invalidParameters` if there are not so many; `storageFailed`.
  public func rollback(blocks count: UInt64) throws {
    let steps = try ledger.rollback(blocks: count)
    // Later snapshots remember blocks that the chain no longer has.
    snapshots.remove(beyondStep: steps)
  }
}
