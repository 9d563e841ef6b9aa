import EVM
import Files
import Locking

/// A chain in this process: blocks, a pool of transactions, ten funded accounts, and JSON-RPC without a port.
///
/// ```swift
/// let chain = try await Devnet.start()
/// let contract = try await chain.deploy(creationCode)
/// let snapshot = await chain.snapshot()
/// try await chain.send(DevnetCall(to: contract, data: calldata))
/// try await chain.revert(to: snapshot)
/// ```
///
/// Its keys are public. Nothing is kept when the process ends, unless the options name a file.
public actor Devnet {
  /// The funded accounts.
  public nonisolated let accounts: [Account]
  nonisolated let options: Options
  private nonisolated let executor = QueueExecutor("lectures.devnet")
  /// A queue of its own: an execution may take seconds, and one over another chain's state blocks while it is read.
  public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
  /// The recovery of the chain from the file that keeps it.
  public nonisolated let recovery: Recovery

  /// The chain, its pool, and what was set for the blocks to come.
  var ledger: Ledger
  /// The chain from which this one goes on; nil for one of its own.
  var origin: ForkSource?
  /// The chain id and kind, which everybody may read without waiting for their turn.
  nonisolated let identity: Guarded<ChainIdentity>
  /// Of what came since the devnet was started, on Kaia's chains.
  var blobs = BlobCache()
  var mining: Mining
  /// Makes the blocks of interval mining.
  var ticker: IntervalTicker?
  var impersonation = Impersonation()
  var snapshots = Snapshots()
  /// Lets heavy requests in one by one.
  var heavyWork = HeavyRequestQueue()

  private init(_ options: Options, accounts: [Account], _ kept: StoredChain, log: ChainLog?, recovery: Recovery) {
    self.options = options
    self.accounts = accounts
    self.recovery = recovery
    ledger = Ledger(kept, log: log, memoryLimit: options.memoryLimit)
    identity = Guarded(ChainIdentity(kept.chain))
    origin = options.origin
    mining = options.mining
  }

  /// Starts a devnet; one with a file goes on where that ends.
  ///
  /// - Throws: `KeysError` if the options' mnemonic is none, `malformedGenesis` if they contradict one another,
  ///   `originFailed`; for a file `storageBusy`, `storageFailed`,
  ///   `storageDamaged` or `otherStorage`, and the file is as it was.
  public static func start(_ options: Options = Options()) async throws -> Devnet {
    let accounts = try Account.derived(options)
    let addresses = accounts.map(\.address) + options.funded
    let devnet: Devnet
    if let storage = options.storage {
      let (kept, log, recovery) = try await BlockingWork.run {
        try StoredChain.open(storage, options, accounts: addresses)
      }
      devnet = Devnet(options, accounts: accounts, kept, log: log, recovery: recovery)
    } else {
      devnet = Devnet(
        options, accounts: accounts, try StoredChain(options, accounts: addresses), log: nil, recovery: Recovery())
    }
    try await devnet.begin()
    return devnet
  }

  private func begin() throws {
    if origin != nil { try ledger.addSystemContracts() }
    setMining(options.mining)
  }

  /// Ends interval mining, and lets go of the file that keeps the chain once all is on the disk: then another devnet
  /// can go on with it. This one can still be read, and refuses to change what a file was to keep.
  ///
  /// Without it the file is free some time after the last reference to the devnet is gone.
  public func close() {
    ticker = nil
    ledger.log?.close()
  }
}

extension Devnet {
  /// The beginning and behaviour of a devnet.
  public typealias Options = DevnetOptions
  /// The times at which blocks are made.
  public typealias Mining = DevnetMining
  /// An event of the chain or its pool.
  public typealias Event = DevnetEvent
  /// A file in which a devnet keeps its chain.
  public typealias Storage = DevnetStorage
  /// The findings of a devnet in its file when it started.
  public typealias Recovery = DevnetRecovery
}
