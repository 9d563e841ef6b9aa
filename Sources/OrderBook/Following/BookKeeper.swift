import NodeRPC
import Orders
import Primitives

/// A book of orders that follows a chain: in memory to be read, in a file so that nothing is lost, and as of a block of a
/// node at any time.
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
  let identity: BookIdentity
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
  var additions: [Addition] = []
  var isGathering = false
  var listeners = Listeners()
  private var turnstile = Turnstile()

  /// Opens a book's file, or makes one, and checks that it is of the node's chain and of the exchanges.
  ///
  /// Nothing is asked of the chain's state yet: ``advance()`` or ``follow()`` do that.
  ///
  /// - Parameter path: Nil for a book in memory alone.
  /// - Throws: `anotherChain` or `otherExchanges`; `storeFailed`; `nodeFailed` or `badAnswer`.
  public init(
    _ path: String?, node: Node, exchanges: [KnownExchange], options: Options = Options()
  ) async throws(OrderBookError) {
    let exchanges = KnownExchanges(exchanges)
    (self.node, self.exchanges, self.options) = (node, exchanges, options)
    identity = try await Self.identity(of: node, exchanges)
    store = try BookStore(path, patience: options.patience)
    try await store.bind(to: identity)
    let stored = try await store.load()
    var book = LiveBook(exchanges: exchanges, minimums: options.minimums)
    for (key, amounts) in stored.funds { book.set(amounts, for: key) }
    for entry in stored.entries { book.put(entry) }
    if let head = stored.blocks.last { book.move(to: head) }
    book.sequence = stored.sequence
    blocks = stored.blocks
    (lastArrival, sweptAt, start) = (stored.lastArrival, stored.sweptAt, stored.start)
    reader = OrderReader(node, exchanges: exchanges)
    let settled = BookStep(settling: book)
    if let head = book.head, !settled.change.entries.isEmpty {
      try await store.commit(settled.change, head: head, lastArrival: stored.lastArrival)
      settled.apply(to: &book)
    }
    self.book = book
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
  public var isReady: Bool { hasReachedHead && !isClosed }

  /// Changes of orders as they are made, all of one block or of one group together, in the order of their sequence.
  public func changes() -> AsyncStream<[BookChange]> { listeners.changes.add() }

  /// Trades as they are found, and those that a reorganisation takes away.
  public func tradeChanges() -> AsyncStream<TradeChange> { listeners.trades.add() }

  // MARK: The node

  /// The chain of a node.
  static func identity(
    of node: Node, _ exchanges: KnownExchanges
  ) async throws(OrderBookError) -> BookIdentity {
    let chainID: UInt256
    do throws(NodeError) { chainID = try await node.chainID() } catch { throw .node(error) }
    for exchange in exchanges.all where exchange.contract.chainID != chainID {
      throw OrderBookError(
        .anotherChain, "The node is of another chain than the exchange.",
        reason:
          "The exchange \(exchange.contract.address) is of chain \(exchange.contract.chainID), and the node is of "
          + "chain \(chainID).",
        facts: .chain(chainID, expected: exchange.contract.chainID))
    }
    guard let genesis = try await node.known([.number(0)]).first ?? nil else {
      throw .badAnswer("It does not know the first block of its chain.")
    }
    return BookIdentity(chainID: chainID, genesis: genesis.hash, exchanges: exchanges)
  }

  // MARK: One at a time

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
    try await store.commit(step.change, head: head, lastArrival: lastArrival + arrivals)
    step.apply(to: &book)
    lastArrival += arrivals
    if let swept = step.change.sweptAt { sweptAt = swept }
    if let block = step.change.head {
      if let height = step.change.undoneAbove { blocks.removeAll { $0.number > height } }
      if blocks.last != block { blocks.append(block) }
      if let height = step.change.finalBelow { blocks.removeAll { $0.number < height } }
      start = start ?? block.number
    }
    if !step.changes.isEmpty { listeners.changes.publish(step.changes) }
    let trades = TradeChange(undoneAbove: step.change.undoneAbove, added: step.change.trades)
    if trades.undoneAbove != nil || !trades.added.isEmpty { listeners.trades.publish(trades) }
  }

  /// Ends all that goes on and closes the file; what was taken before is on the disk.
  ///
  /// - Throws: `storeFailed`.
  public func close() async throws(OrderBookError) {
    guard !isClosed else { return }
    try await alone { () async throws(OrderBookError) in isClosed = true }
    listeners.changes.finish()
    listeners.trades.finish()
    try store.close()
  }
}
