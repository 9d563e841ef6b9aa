import Durable
import EVM
import Primitives

/// What a devnet keeps in its log, and begins with.
struct Kept: Sendable {
  var chain: Chain
  var pool = TransactionPool()
  var clock: BlockClock
  var next = NextBlock()

  /// The beginning of a devnet.
  ///
  /// - Throws: `malformedGenesis` if the options contradict one another; `originFailed` for a chain that can't be.
  init(_ options: Devnet.Options, accounts: [Address]) throws(DevnetError) {
    // Numbers that leave room for the blocks to come, whatever a node says.
    if let header = options.origin?.header, max(header.number, header.timestamp) >= BlockClock.latest {
      throw DevnetError(
        .originFailed, "no chain has a block of number \(header.number) and time \(header.timestamp): try another node")
    }
    chain = try options.chain(accounts: accounts)
    clock = BlockClock(now: options.clock)
    // What was changed since another chain's block shall not look as if it came years later.
    if options.origin != nil { clock.goOn(from: chain.head.header.timestamp) }
  }

  /// The end of a log, without executing anything again.
  ///
  /// - Throws: `storageBusy`, `storageFailed`, `storageDamaged`, or `otherStorage` for a file of another chain; the file is
  ///   then as it was.
  static func open(
    _ storage: Devnet.Storage, _ options: Devnet.Options, accounts: [Address]
  ) throws(DevnetError) -> (kept: Kept, log: ChainLog, recovery: Devnet.Recovery) {
    let file = try DevnetError.reading(storage.path) { () throws(AppendFile.Problem) in
      try AppendFile(storage.path)
    }
    var reader = try LogReader(file)
    guard let first = try reader.next() else {
      let kept = try Kept(options, accounts: accounts)
      let discarded = reader.rest
      let log = try ChainLog(file, storage.sync, identity: LogIdentity(kept.chain))
      return (kept, log, Devnet.Recovery(blocks: 0, discardedBytes: Int(clamping: discarded)))
    }
    guard let identity = try? LogIdentity(decoding: first) else { throw reader.damaged("it doesn't say whose it is") }
    var options = options
    // A devnet that would begin now goes on with the one that began then.
    options.timestamp = options.timestamp ?? identity.timestamp
    var kept = try Kept(options, accounts: accounts)
    try identity.check(LogIdentity(kept.chain), path: storage.path)
    while let payload = try reader.next() {
      do {
        for entry in try LogEntry.decode(payload) { try kept.apply(entry) }
      } catch {
        throw reader.damaged("\(error)".split(separator: "\n").first.map(String.init) ?? "")
      }
    }
    guard kept.chain.hasStateOfHead() else { throw reader.damaged("the state is not that of the last block") }
    let recovery = Devnet.Recovery(
      blocks: kept.chain.blocks.count - 1, discardedBytes: Int(clamping: reader.rest))
    return (kept, try ChainLog(file, storage.sync, end: reader.offset), recovery)
  }

  /// Does what an entry says.
  ///
  /// - Throws: if it can't have happened now.
  private mutating func apply(_ entry: LogEntry) throws {
    switch entry {
    case .block(let block, let changes):
      guard block.header.parentHash == chain.head.hash, block.number == chain.head.number + 1 else {
        throw LogContentError()
      }
      chain.append(block, changes)
      forgetPassed(changes)
    case .edit(let changes):
      chain.edit(changes)
      forgetPassed(changes)
    case .back(let step):
      guard step <= chain.steps.count else { throw LogContentError() }
      chain.revert(toStep: step)
    case .waiting(let sent): try pool.add(sent, replacing: chain.replacement)
    case .dropped(let hashes): for hash in hashes { pool.remove(hash) }
    case .pool(let waiting):
      pool = TransactionPool()
      for sent in waiting { try pool.add(sent) }
    case .plans(let setting, let next):
      clock.setting = setting
      self.next = next
    }
  }

  private mutating func forgetPassed(_ changes: StateChanges) {
    for sender in pool.senders.keys {
      if let nonce = changes.accounts[sender]?.account?.nonce { pool.removePassed(of: sender, nonce: nonce) }
    }
  }
}

extension LogIdentity {
  /// - Throws: `otherStorage` unless this is the log of a chain.
  fileprivate func check(_ chain: LogIdentity, path: String) throws(DevnetError) {
    guard self != chain else { return }
    func name(_ identity: LogIdentity) -> String {
      "chain id \(identity.chainID), first block \(identity.hash), \(identity.forks)"
    }
    throw DevnetError(
      .otherStorage,
      """
      the state file is of another chain: \(path)
      it has \(name(self)); this devnet would have \(name(chain))
      start with the options (chain id, fork, accounts, genesis) that made the file, or give another
      """)
  }
}
