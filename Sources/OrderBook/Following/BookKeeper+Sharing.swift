import Database
import Orders
import Primitives

extension BookKeeper {
  /// Whether this process writes the book: always, unless several share it and another is the keeper.
  public var keeps: Bool { share?.isKeeping ?? true }

  /// Whether several processes may share the book.
  public nonisolated var isShared: Bool { store.isShared }

  // MARK: Following another

  /// Takes part in a book that several share: hears what the keeper changed, and becomes the keeper where there is
  /// none.
  ///
  /// - Returns: Whether the book moved.
  func takePart() async throws(OrderBookError) -> Bool {
    guard let share, !share.isKeeping else { return false }
    self.share?.end()
    hasReachedHead = false
    do { try await share.lease.take(isDoubtful: share.isDoubtful) } catch { throw BookStore.failure(store.name, error) }
    // Asked before the store is read: whoever had it before writes nothing any more.
    let lease = share.lease.held
    let hasMoved = try await readUpdates()
    newest = self.share?.heartbeat?.newest
    if let lease { try await begin(lease) }
    return hasMoved
  }

  /// Becomes the keeper of a book that is as its store has it.
  private func begin(_ lease: Lease) async throws(OrderBookError) {
    let stored = try await store.read { db in
      (blocks: try BlockTable(database: db).all(), counts: try StoredCounts(in: db))
    }
    (blocks, lastArrival) = (stored.blocks, stored.counts.lastArrival)
    (sweptAt, start) = (stored.counts.sweptAt, stored.counts.start)
    (isConfirmed, shorterPolls) = (false, 0)
    share?.begin(lease)
    let settled = BookStep(settling: book)
    if !settled.change.entries.isEmpty { try await carryOut(settled) }
  }

  private func readUpdates() async throws(OrderBookError) -> Bool {
    let (number, arrival) = (share?.number ?? 0, lastArrival)
    let reading = try await store.read { try UpdateTable(database: $0).reading(after: number, arrival: arrival) }
    share?.hear(reading.heartbeat)
    if reading.isTooFar || reading.updates.contains(where: \.isAnew) {
      try await loadAnew()
      return true
    }
    guard !reading.updates.isEmpty else { return false }
    let unknown = Set(reading.updates.flatMap(\.entries).map(\.hash)).filter {
      book[$0] == nil && reading.orders[$0] == nil
    }
    let terms = try await entries(unknown).merging(reading.orders) { $1 }
    for (update, trades) in zip(reading.updates, reading.trades) {
      let changes = update.apply(to: &book, terms: terms)
      tell(changes, TradeChange(undoneAbove: update.undoneAbove, added: trades))
    }
    share?.number = reading.last
    lastArrival = max(lastArrival, reading.orders.values.map(\.arrival).max() ?? 0)
    return true
  }

  /// Loads the book, and tells all that became other.
  private func loadAnew() async throws(OrderBookError) {
    let old = book
    let stored = try await store.load()
    book = await LiveBook(stored, exchanges: exchanges, minimums: options.minimums)
    lastArrival = stored.counts.lastArrival
    share?.number = stored.lastUpdate
    let sequence = book.sequence
    let gone = Set(old.entries.values.filter { $0.status.state.isInBook && book[$0.hash] == nil }.map(\.hash))
    let entries = Array(try await entries(gone).values) + Array(book.entries.values)
    let changes = entries.filter { entry in
      let (before, now) = (old[entry.hash]?.status, entry.status)
      return before?.state != now.state || before?.fillable != now.fillable
    }.sorted { $0.arrival < $1.arrival }
    let heads = [old.head?.number, book.head?.number].compactMap(\.self)
    let fork = (heads.min() ?? 0) - min(heads.min() ?? 0, BookStore.depth)
    let trades = try await store.read { try TradeTable(database: $0).trades(above: fork) }
    tell(
      changes.map { BookChange(entry: $0, before: old[$0.hash]?.status, sequence: sequence) },
      TradeChange(undoneAbove: fork, added: trades))
  }

  /// The orders of the store among some, by their hashes.
  func entries(_ hashes: Set<Hash32>) async throws(OrderBookError) -> [Hash32: BookEntry] {
    guard !hashes.isEmpty else { return [:] }
    return try await store.read { db in
      let table = OrderTable(database: db)
      var found: [Hash32: BookEntry] = [:]
      for hash in hashes { found[hash] = try table.order(hash) }
      return found
    }
  }

  // MARK: Keeping for others

  /// Tells those who follow that there is a keeper, and how it stands.
  func reportStatus(isReady: Bool) async throws(OrderBookError) {
    guard share?.isKeeping == true, let lease = share?.keeping,
      let heartbeat = share?.next(isReady: isReady, newest: newest)
    else { return }
    try await write(.relaxed, turn: "keeper", under: lease) { try UpdateTable(database: $0).set(heartbeat) }
  }

  /// Makes a change as the keeper, or none.
  private func write(
    _ durability: Durability, turn: String, under lease: Lease, _ body: @escaping @Sendable (Connection) throws -> Void
  ) async throws(OrderBookError) {
    do throws(OrderBookError) {
      try await store.write(durability, turn: turn) { db in
        try lease.fence(in: db)
        try body(db)
      }
    } catch {
      if error.code == .notKeeper { share?.fail() }
      throw error
    }
  }

  // MARK: Posts

  /// Hands what was posted here to the keeper, whose ``answerPosts(by:)`` answers it.
  ///
  /// - Returns: The answer; nil where none came in time, and it is not known what becomes of the post.
  /// - Throws: `notReady` where too many wait.
  public func hand(_ content: Bytes) async throws(OrderBookError) -> Bytes? {
    try await share?.handOver.hand(content, within: options.answerTime)
  }

  /// Answers what followers were posted; does nothing while another keeps the book.
  ///
  /// - Parameter answer: The answer to a post; nil leaves it to be answered later, or by another keeper.
  /// - Returns: The number of posts that were there.
  /// - Throws: `storeFailed`; `notKeeper` where another keeps the book by now: then none of the answers is given.
  @discardableResult
  public func answerPosts(
    by answer: @escaping @Sendable (Bytes) async -> Bytes?
  ) async throws(OrderBookError) -> Int {
    guard share?.isKeeping == true, let lease = share?.keeping else { return 0 }
    let most = options.largestGroup
    let posts = try await store.read { try PostTable(database: $0).open(most: most) }
    guard !posts.isEmpty else { return 0 }
    let answers = await withTaskGroup(of: (Bytes, Bytes?).self) { group in
      for post in posts { group.addTask { (post.id, await answer(post.content)) } }
      return await group.reduce(into: []) { all, next in next.1.map { all.append((next.0, $0)) } }
    }
    try await write(.synced, turn: "answers", under: lease) { [answers] db in
      let table = PostTable(database: db)
      for (id, answer) in answers { try table.answer(id, answer) }
      try table.forgetOld()
    }
    return posts.count
  }
}

extension LiveBook {
  /// The book that was stored.
  init(_ stored: StoredBook, exchanges: KnownExchanges, minimums: OrderMinimums) async {
    self.init(exchanges: exchanges, minimums: minimums)
    for (key, amounts) in stored.funds { set(amounts, for: key) }
    await fill(stored.entries)
    if let head = stored.blocks.last { move(to: head) }
    sequence = stored.counts.sequence
  }
}
