import EVM
import Keys
import Locking
import Primitives

// Reading the chain, its state and its pool.
extension Devnet {
  /// The chain id: one and the same unless the devnet begins anew on another chain.
  public nonisolated var chainID: UInt256 { identity.withLock { $0.chainID } }

  /// Whether it has Kaia's rules.
  public nonisolated var isKaia: Bool { kind.isKaia }

  /// All in which Kaia's chains differ from Ethereum's.
  nonisolated var kind: any ChainKind { identity.withLock { $0.kind } }

  /// The head's number.
  public var blockNumber: UInt64 { chain.head.number }

  /// The key of one of the devnet's own accounts.
  nonisolated func key(of address: Address) -> PrivateKey? { accounts.first { $0.address == address }?.key }

  /// A block with its receipts; nil if there is none. That of `pending` is not part of the chain.
  public func block(_ reference: BlockReference = .latest) -> DevnetBlock? { ledger.block(reference) }

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

  /// The number of transactions that an account sent; with `pending`, those included that wait.
  ///
  /// - Throws: `unknownBlock`, `originFailed`.
  public func nonce(of address: Address, at reference: BlockReference = .latest) throws -> UInt64 {
    try ledger.nonce(of: address, at: reference)
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

  var chain: Chain { ledger.chain }

  var pool: TransactionPool { ledger.pool }

  /// The header of the block to come, without transactions.
  var nextHeader: BlockHeader { ledger.nextHeader }

  /// The state after a block.
  ///
  /// - Throws: `unknownBlock`, `originFailed`.
  func state(at reference: BlockReference) throws -> ChangedState { try ledger.state(at: reference) }

  /// Why the chain takes no more blocks and changes, and what to do about it; nil as long as it takes less memory than it
  /// may.
  public var lackOfMemory: DevnetError? { ledger.lackOfMemory }

  // MARK: Events

  /// The most events that wait for a listener.
  public static let mostEvents = EventListeners.mostEvents

  /// All that happens from now on, in its order.
  ///
  /// The sequence ends when the listener is more than `mostEvents` behind, rather than to leave some out.
  public func events() -> AsyncStream<Event> { ledger.listeners.add() }

  /// All events from now on, with the number of the first of them, counted from the first event of all.
  public func numberedEvents() -> (events: AsyncStream<Event>, first: UInt64) { (events(), eventCount) }

  /// The number of the next event.
  public var eventCount: UInt64 { ledger.listeners.eventCount }
}
