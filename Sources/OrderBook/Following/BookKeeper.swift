import Database
import NodeRPC
import Orders
import Primitives

/// A book of orders that follows a chain: in memory to be read, in a store so that nothing is lost, and as of a block
/// of a node at any time.
///
/// Several processes may share a store on a server: one keeps the book, by a lease, and the others follow what it
/// commits.
///
/// ```swift
/// let keeper = try await BookKeeper("relay.sqlite", node: node, exchanges: [exchange])
/// Task { await keeper.follow() }
/// let outcomes = try await keeper.add([order]) { (candidate) -> Refusal? in nil }
/// let page = await keeper.read { $0.orders(OrderFilter(), PageRequest()) }
/// ```
///
/// An order is taken only once it is on the disk. Only events of the exchanges that it is of change what is filled and
/// cancelled; what a transaction's receipt says does not.
public actor BookKeeper<Node: BookNode> {
  let options: Options
  let node: Node
  let exchanges: KnownExchanges
  let store: BookStore
  let reader: OrderReader<Node>
  var book: LiveBook
  /// The blocks that the book knows, the lowest first.
  var blocks: [ChainBlock]
  var lastArrival: UInt64
  var sweptAt: UInt64
  var start: UInt64?
  var newest: ChainBlock?
  var hasReachedHead = false
  var problem: OrderBookError?
  var shorterPolls = 0
  var isClosed = false
  /// Whether the node is known to be of the book's chain.
  var isConfirmed = false
  var additions: [Addition] = []
  var isGathering = false
  var listeners = Listeners()
  /// The part in a book that several processes share; nil where this one has it alone.
  var share: BookShare?
  private var turnstile = FIFOLock()
  private var commits = 0

  /// Opens a book's file, or makes one, and checks that it is of the exchanges and, if the node answers, of its chain.
  ///
  /// The book can be read at once, as of the block at which it was left, also where no node answers; it goes on from
  /// there by ``advance()`` or ``follow()``.
  ///
  /// - Parameters:
  ///   - path: Nil for a book in memory alone.
  ///   - exchanges: Those of one chain, at least one.
  /// - Throws: `unknownExchange` where there is none; `anotherChain` or `otherExchanges`; `storeFailed`; `badAnswer`.
  public init(
    _ path: String?, node: Node, exchanges: [KnownExchange], options: Options = Options()
  ) async throws(OrderBookError) {
    try await self.init(at: path.map { .file($0) } ?? .memory, node: node, exchanges: exchanges, options: options)
  }

  /// Opens a book at any place, as by a file's path.
  ///
  /// - Throws: as by a file's path.
  package init(
    at place: DatabasePlace, node: Node, exchanges: [KnownExchange], options: Options = Options()
  ) async throws(OrderBookError) {
    let exchanges = KnownExchanges(exchanges)
    (self.node, self.exchanges, self.options) = (node, exchanges, options)
    guard let chainID = exchanges.all.first?.contract.chainID else {
      throw OrderBookError(.unknownExchange, "There is no exchange whose orders the book could have.")
    }
    for exchange in exchanges.all where exchange.contract.chainID != chainID {
      throw Self.anotherChain(exchange.contract.chainID, than: chainID)
    }
    let store = try BookStore(place, patience: options.patience)
    self.store = store
    do throws(OrderBookError) {
      try await store.bind(to: exchanges, of: chainID)
      let stored = try await store.load()
      var book = await LiveBook(stored, exchanges: exchanges, minimums: options.minimums)
      blocks = stored.blocks
      (lastArrival, sweptAt, start) = (stored.counts.lastArrival, stored.counts.sweptAt, stored.counts.start)
      reader = OrderReader(node, exchanges: exchanges)
      if store.isShared {
        share = BookShare(
          in: store, upTo: stored.lastUpdate, pause: options.sharingPause, handOver: options.handOverInterval)
      } else {
        let settled = BookStep(settling: book)
        if let head = book.head, !settled.change.entries.isEmpty {
          try await store.commit(settled.change, head: head, lastArrival: lastArrival)
          settled.apply(to: &book)
        }
      }
      self.book = book
      do throws(OrderBookError) { try await confirmChain() } catch {
        guard error.code == .nodeFailed else { throw error }
        problem = error
      }
    } catch {
      // The next process that opens the file is not to wait for a lock that nobody uses.
      store.abandon()
      throw error
    }
  }

  // MARK: Reading

  /// Reads the book without copying it; nothing changes meanwhile.
  public func read<Value: Sendable>(_ body: @Sendable (LiveBook) throws -> Value) rethrows -> Value { try body(book) }

  /// The book and the node as they are now.
  public var status: BookStatus {
    BookStatus(
      head: book.head, newest: newest, sequence: book.sequence, open: book.openCount, watched: book.watchedCount,
      isReady: isReady, problem: problem)
  }

  /// Whether the newest block is reached, as far as is known, and the book takes orders.
  public var isReady: Bool {
    guard !isClosed, let share, !share.isKeeping else { return hasReachedHead && !isClosed }
    return share.isReady && book.head != nil
  }

  /// Makes sure that the book's store could be written now.
  ///
  /// - Throws: `storeFailed`.
  public nonisolated func checkStore() async throws(OrderBookError) { try await store.check() }

  /// Changes of orders as they are made, all of one block or of one group together, in the order of their sequence.
  public func changes() -> AsyncStream<[BookChange]> { listeners.changes.add() }

  /// Trades as they are found, and those that a reorganisation takes away.
  public func tradeChanges() -> AsyncStream<TradeChange> { listeners.trades.add() }

  // MARK: The node

  /// Checks that the node is of the book's chain, by its number and its first block.
  ///
  /// - Throws: `anotherChain`; `nodeFailed` or `badAnswer`; `storeFailed`.
  func confirmChain() async throws(OrderBookError) {
    let chainID: UInt256
    do throws(NodeError) { chainID = try await node.chainID() } catch { throw .node(error) }
    for exchange in exchanges.all where exchange.contract.chainID != chainID {
      throw Self.anotherChain(chainID, than: exchange.contract.chainID)
    }
    guard let genesis = try await node.known([.number(0)]).first ?? nil else {
      throw .badAnswer("It does not know the first block of its chain.")
    }
    try await store.bind(toGenesis: genesis.hash)
    isConfirmed = true
  }

  private static func anotherChain(_ found: UInt256, than expected: UInt256) -> OrderBookError {
    OrderBookError(
      .anotherChain, "The node and the exchanges are of different chains.",
      reason: "One is of chain \(found), and another of chain \(expected).", facts: .chain(found, expected: expected))
  }

  // MARK: One at a time

  /// The number of changes after which SQLite's log is put into the file.
  private static var commitsPerCheckpoint: Int { 500 }

  /// Runs a change of the book while no other is under way.
  func alone<Value: Sendable>(
    _ body: () async throws(OrderBookError) -> Value
  ) async throws(OrderBookError) -> Value {
    if !turnstile.take() {
      await withCheckedContinuation { turnstile.wait($0) }
    }
    defer { turnstile.leave() }
    guard !isClosed else { throw OrderBookError(.closed, "The book is closed.") }
    return try await body()
  }

  /// Writes a step down, then puts it into the book, then publishes it.
  func carryOut(_ step: BookStep, arrivals: UInt64 = 0) async throws(OrderBookError) {
    guard let head = step.change.head ?? book.head else { return }
    do throws(OrderBookError) {
      try await store.commit(step.change, head: head, lastArrival: lastArrival + arrivals, shared: try shared(step))
    } catch {
      // Made or not: the news tell, which are heard before anything else is done.
      share?.fail()
      throw error
    }
    share?.number += 1
    step.apply(to: &book)
    lastArrival += arrivals
    if let swept = step.change.sweptAt { sweptAt = swept }
    if let block = step.change.head {
      if let height = step.change.undoneAbove { blocks.removeAll { $0.number > height } }
      if blocks.last != block { blocks.append(block) }
      if let height = step.change.finalBelow { blocks.removeAll { $0.number < height } }
      start = start ?? block.number
    }
    tell(step.changes, TradeChange(undoneAbove: step.change.undoneAbove, added: step.change.trades))
    commits += 1
    // A checkpoint that fails is no failure of the change, which is in the log.
    if commits.isMultiple(of: Self.commitsPerCheckpoint) { try? await store.checkpoint() }
  }

  /// The part of a step for others who share the book; nil where nobody does.
  private func shared(_ step: BookStep) throws(OrderBookError) -> SharedChange? {
    guard let share else { return nil }
    guard let lease = share.keeping else { throw .notKeeper }
    return SharedChange(lease: lease, number: share.number + 1, update: step.update)
  }

  /// Tells those who listen what became other.
  func tell(_ changes: [BookChange], _ trades: TradeChange) {
    if !changes.isEmpty { listeners.changes.publish(changes) }
    if trades.undoneAbove != nil || !trades.added.isEmpty { listeners.trades.publish(trades) }
  }

  /// Ends all that goes on and closes the file; what was taken before is on the disk.
  ///
  /// - Throws: `storeFailed`.
  public func close() async throws(OrderBookError) {
    guard !isClosed else { return }
    try await alone { () async throws(OrderBookError) in isClosed = true }
    await share?.handOver.close()
    await share?.lease.release()
    listeners.changes.finish()
    listeners.trades.finish()
    try store.close()
  }
}
