import EVM
import Files
import Keys
import Locking
import Primitives
import Transactions

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
  /// An account that the devnet has the key of.
  public struct Account: Sendable, Hashable {
    /// The key's address.
    public let address: Address
    /// Derived from the options' mnemonic, which everybody may know.
    public let key: PrivateKey
  }

  /// The funded accounts.
  public nonisolated let accounts: [Account]
  nonisolated let options: Options
  private nonisolated let executor = DevnetExecutor()
  /// A queue of its own: its work may take seconds, or block the thread.
  public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
  /// The recovery of the chain from the file that keeps it.
  public nonisolated let recovery: Recovery
  let log: ChainLog?

  var chain: Chain
  /// The chain from which this one goes on; nil for one of its own.
  var origin: ForkSource?
  /// The chain id and kind, which everybody may read without waiting for their turn.
  nonisolated let face: Guarded<PublishedHead>
  var pool = TransactionPool()
  /// Of what came since the devnet was started, on Kaia's chains.
  var blobs = BlobShelf()
  var clock: BlockClock
  var mining: Mining
  /// Makes the blocks of interval mining.
  var ticker: Task<Void, Never>?
  /// The settings of the block to come.
  var next = NextBlock()
  var impersonation = Impersonation()
  var snapshots: [(id: UInt64, moment: Snapshot)] = []
  var lastSnapshot: UInt64 = 0
  var filters = Filters()
  var listeners: [AsyncStream<Event>.Continuation] = []
  /// How much has happened so far: the number of the next event.
  public internal(set) var eventCount: UInt64 = 0
  /// Lets heavy requests in one by one.
  var heavyWork = HeavyWork()

  /// The chain id and kind of a chain.
  struct PublishedHead: Sendable {
    let chainID: UInt256
    let isKaia: Bool

    init(_ chain: Chain) {
      chainID = chain.chainID
      isKaia = chain.kaia != nil
    }
  }

  /// All that a snapshot brings back.
  struct Snapshot: Sendable {
    let steps: Int
    let pool: TransactionPool
    let clock: BlockClock
    let next: NextBlock
  }

  private init(_ options: Options, accounts: [Account], _ kept: StoredChain, log: ChainLog?, recovery: Recovery) {
    self.options = options
    self.accounts = accounts
    self.log = log
    self.recovery = recovery
    chain = kept.chain
    face = Guarded(PublishedHead(kept.chain))
    origin = options.origin
    pool = kept.pool
    clock = kept.clock
    next = kept.next
    mining = options.mining
  }

  /// Starts a devnet; one with a file goes on where that ends.
  ///
  /// - Throws: `KeysError` if the options' mnemonic is none, `malformedGenesis` if they contradict one another,
  ///   `originFailed`; for a file `storageBusy`, `storageFailed`,
  ///   `storageDamaged` or `otherStorage`, and the file is as it was.
  public static func start(_ options: Options = Options()) async throws -> Devnet {
    let accounts = try accounts(options)
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
    if options.origin != nil { try await devnet.addSystemContracts() }
    await devnet.setMining(options.mining)
    return devnet
  }

  /// Adds the contracts that blocks can't end without, where another chain has none.
  func addSystemContracts() throws {
    let missing = try chain.missingSystemContracts(at: nextHeader)
    if !missing.accounts.isEmpty { try edit(missing) }
  }

  deinit { ticker?.cancel() }

  /// Ends interval mining, and lets go of the file that keeps the chain once all is on the disk: then another devnet can
  /// go on with it. This one can still be read, and refuses to change what a file was to keep.
  ///
  /// Without it the file is free some time after the last reference to the devnet is gone.
  public func close() {
    ticker?.cancel()
    ticker = nil
    log?.close()
  }

  private static func accounts(_ options: Options) throws -> [Account] {
    let parent = try Mnemonic(phrase: options.mnemonic).masterKey().derive(path: DerivationPath("m/44'/60'/0'/0"))
    return try (0..<UInt32(max(0, min(options.accountCount, 1000)))).map { index in
      let key = try parent.child(index).privateKey
      return Account(address: key.address, key: key)
    }
  }

  // MARK: Reading

  /// The chain id: one and the same unless the devnet begins anew on another chain.
  public nonisolated var chainID: UInt256 { face.withLock { $0.chainID } }

  /// Whether it has Kaia's rules.
  public nonisolated var isKaia: Bool { face.withLock { $0.isKaia } }

  /// The head's number.
  public var blockNumber: UInt64 { chain.head.number }

  /// A block with its receipts; nil if there is none. That of `pending` is not part of the chain.
  public func block(_ reference: BlockReference = .latest) -> DevnetBlock? {
    switch reference {
    case .latest: chain.head
    case .earliest: chain.block(number: 0)
    case .pending: try? pendingBlock()
    case .number(let number): chain.block(number: number)
    case .hash(let hash): chain.block(hash: hash)
    }
  }

  /// The receipt of a transaction; nil as long as it is in no block.
  public func receipt(_ hash: Hash32) -> DevnetReceipt? {
    chain.place(ofTransaction: hash).map { chain.blocks[$0.block].receipts[$0.index] }
  }

  /// The balance of an account, in wei.
  ///
  /// - Throws: `unknownBlock`, `originFailed`.
  public func balance(of address: Address, at reference: BlockReference = .latest) throws -> UInt256 {
    try state(at: reference).account(address)?.balance ?? 0
  }

  /// How many transactions an account sent; with `pending`, those included that wait.
  ///
  /// - Throws: `unknownBlock`, `originFailed`.
  public func nonce(of address: Address, at reference: BlockReference = .latest) throws -> UInt64 {
    guard reference != .pending else {
      return pool.nextNonce(of: address, from: try chain.nonce(of: address))
    }
    return try state(at: reference).account(address)?.nonce ?? 0
  }

  /// A contract's code; empty for other accounts.
  ///
  /// - Throws: `unknownBlock`, `originFailed`.
  public func code(of address: Address, at reference: BlockReference = .latest) throws -> Bytes {
    let state = try state(at: reference)
    guard let hash = try state.account(address)?.codeHash, hash != Code.empty.hash else { return [] }
    return try state.code(address, hash: hash).bytes
  }

  /// A storage slot of a contract.
  ///
  /// - Throws: `unknownBlock`, `originFailed`.
  public func storage(of address: Address, slot: UInt256, at reference: BlockReference = .latest) throws -> UInt256 {
    try state(at: reference).storage(address, slot)
  }

  /// The state after a block.
  func state(at reference: BlockReference) throws -> ChangedState {
    if reference == .pending {
      return ChangedState(base: chain.state, changes: try pendingOutcome().outcome.changes)
    }
    return chain.state(afterBlock: try existing(reference).number)
  }

  /// A block that must be there.
  func existing(_ reference: BlockReference) throws -> DevnetBlock {
    guard let block = block(reference) else {
      throw DevnetError(.unknownBlock, reference.isHash ? "header for hash not found" : "header not found")
    }
    return block
  }

  /// The block that would come next, and what would come of it.
  func pendingOutcome() throws -> (header: BlockHeader, outcome: BlockExecution.Outcome) {
    let header = nextHeader
    return (header, try chain.build(header, from: pool).outcome)
  }

  private func pendingBlock() throws -> DevnetBlock {
    var (header, outcome) = try pendingOutcome()
    chain.fill(&header, outcome)
    header.stateRoot = ChangedState(base: chain.state, changes: outcome.changes).root
    return DevnetBlock(
      header: header, transactions: outcome.transactions, withdrawals: header.withdrawalsRoot == nil ? nil : [],
      receipts: outcome.receipts)
  }

  /// The header of the block to come, without transactions.
  var nextHeader: BlockHeader {
    chain.nextHeader(timestamp: clock.timestamp(after: chain.head.header.timestamp), next)
  }
}

extension BlockReference {
  var isHash: Bool { if case .hash = self { true } else { false } }
}
