import EVM
import Files
import Primitives

/// The chain, pool, clock and plans that a devnet keeps in its log, and begins with.
struct StoredChain: Sendable {
  var chain: Chain
  var pool = TransactionPool()
  var clock: BlockClock
  var next = NextBlock()

  /// The beginning of a devnet.
  ///
  /// - Throws: `malformedGenesis` if the options contradict one another; `originFailed` for a chain that can't be.
  init(_ options: DevnetOptions, accounts: [Address]) throws(DevnetError) {
    // Numbers that allow for the blocks to come, whatever a node says.
    if let header = options.origin?.header, max(header.number, header.timestamp) >= BlockClock.latest {
      throw DevnetError(
        .originFailed, "no chain has a block of number \(header.number) and time \(header.timestamp): try another node")
    }
    chain = try options.chain(accounts: accounts)
    clock = BlockClock(now: options.clock)
    // Changes since another chain's block shall not look as if they came years later.
    if options.origin != nil { clock.goOn(from: chain.head.header.timestamp) }
  }

  /// Adds the contracts that blocks can't end without, where another chain has none.
  mutating func addSystemContracts() throws {
    let header = chain.nextHeader(timestamp: clock.timestamp(after: chain.head.header.timestamp))
    let missing = try chain.missingSystemContracts(at: header)
    if !missing.accounts.isEmpty { chain.edit(missing) }
  }

  /// The end of a log, without executing anything again.
  ///
  /// - Throws: `storageBusy`, `storageFailed`, `storageDamaged`, or `otherStorage` for a file of another chain; the file is
  ///   then as it was.
  static func open(
    _ storage: DevnetStorage, _ options: DevnetOptions, accounts: [Address]
  ) throws(DevnetError) -> (kept: StoredChain, log: ChainLog, recovery: DevnetRecovery) {
    let file = try DevnetError.reading(storage.path) { () throws(AppendFile.Problem) in
      try AppendFile(storage.path)
    }
    return try open(file, storage, options, accounts: accounts, until: .max)
  }

  /// - Parameter limit: Where the log ends for its reader: what follows is to be cut off.
  private static func open(
    _ file: AppendFile, _ storage: DevnetStorage, _ options: DevnetOptions, accounts: [Address], until limit: UInt64
  ) throws(DevnetError) -> (kept: StoredChain, log: ChainLog, recovery: DevnetRecovery) {
    var reader = try RecordReader(file, repairing: storage.repairs, until: limit)
    guard let first = try reader.next() else {
      let kept = try StoredChain(options, accounts: accounts)
      let recovery = try recovery(of: file, reader, blocks: 0)
      return (kept, try ChainLog(file, storage.sync, identity: LogIdentity(kept.chain)), recovery)
    }
    guard let identity = try? LogIdentity(decoding: first) else { throw reader.damaged("it doesn't say whose it is") }
    var options = options
    // A devnet that would begin now goes on with the one that began then.
    options.timestamp = options.timestamp ?? identity.timestamp
    var kept = try StoredChain(options, accounts: accounts)
    try identity.check(LogIdentity(kept.chain), path: storage.path)
    var place = reader.offset
    while let payload = try reader.next() {
      do {
        for entry in try LogEntry.decode(payload) { try kept.apply(entry) }
      } catch {
        // Half of it may have been done: anew, without it.
        if storage.repairs { return try open(file, storage, options, accounts: accounts, until: place) }
        throw reader.damaged("\(error)".split(separator: "\n").first.map(String.init) ?? "", at: place)
      }
      place = reader.offset
    }
    guard kept.chain.hasStateOfHead() else { throw reader.damaged("the state is not that of the last block") }
    let recovery = try recovery(of: file, reader, blocks: kept.chain.blocks.count - 1)
    return (kept, try ChainLog(file, storage.sync, end: reader.offset), recovery)
  }

  /// The recovery, before anything is cut off: the file is copied if more than a record that was cut short may be lost.
  private static func recovery(
    of file: AppendFile, _ reader: RecordReader, blocks: Int
  ) throws(DevnetError) -> DevnetRecovery {
    var recovery = DevnetRecovery(blocks: blocks, discardedBytes: Int(clamping: reader.rest))
    guard reader.isDamaged else { return recovery }
    recovery.damagedAt = reader.offset
    recovery.keptCopy = try copyOf(file)
    return recovery
  }

  /// Copies a file as it is, beside it.
  ///
  /// - Returns: the copy's path.
  private static func copyOf(_ file: AppendFile) throws(DevnetError) -> String {
    var path = "\(file.path).damaged"
    var number = 1
    while AppendFile.exists(path) {
      number += 1
      path = "\(file.path).damaged-\(number)"
    }
    let copy = try DevnetError.reading(path) { () throws(AppendFile.Problem) in try AppendFile(path) }
    var end: UInt64 = 0
    while true {
      let bytes = try DevnetError.reading(file.path) { () throws(AppendFile.Problem) in
        try file.read(1 << 20, at: end)
      }
      do throws(AppendFile.Failure) {
        if bytes.isEmpty { try copy.sync() } else { try copy.append(bytes, at: end) }
      } catch {
        throw DevnetError(
          .storageFailed,
          "cannot keep a copy of the damaged state file, so nothing was changed: \(path)\n\(error.reason)")
      }
      guard !bytes.isEmpty else { break }
      end += UInt64(bytes.count)
    }
    copy.syncFolder()
    return path
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
    case .waiting(let sent): try pool.add(sent, replacing: chain.kind.replacement)
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
