import NodeRPC
import Orders
import Primitives

extension BookKeeper {
  /// Orders that wait to be read, checked and written together with others.
  struct Addition {
    let orders: [BookOrder]
    let check: @Sendable (OrderCandidate) -> (any Sendable)?
    let resume: @Sendable (Result<[AddOutcome<any Sendable>], OrderBookError>) -> Void
  }

  /// Takes orders into the book, all or none: reads them at the block that the book is as of, lets them be checked, writes
  /// them down, and publishes them.
  ///
  /// Orders that come within a few milliseconds are read in one request and written in one synced transaction. Terms and
  /// signatures are not looked at: whoever takes an order from outside has done that. Orders that are refused are looked at
  /// once more where the node has a newer block.
  ///
  /// - Parameter check: Tells why an order may not come; nil where it may. It is called for each order that is new, at each
  ///   block at which that is looked at.
  /// - Returns: An outcome for each order, in their order.
  /// - Throws: `unknownExchange`; `notReady` before the newest block is reached; `nodeFailed` or `badAnswer` where the
  ///   node does not tell what an order is worth; `storeFailed` or `closed`. Then none came.
  public func add<Refusal: Sendable>(
    _ orders: [BookOrder], check: @escaping @Sendable (OrderCandidate) -> Refusal?
  ) async throws(OrderBookError) -> [AddOutcome<Refusal>] {
    for order in orders { _ = try exchanges.exchange(of: order) }
    guard !orders.isEmpty else { return [] }
    let result = await withCheckedContinuation {
      (continuation: CheckedContinuation<Result<[AddOutcome<any Sendable>], OrderBookError>, Never>) in
      additions.append(Addition(orders: orders, check: { check($0) }, resume: { continuation.resume(returning: $0) }))
      gather()
    }
    return try result.get().compactMap { outcome in
      switch outcome {
      case .added(let entry): .added(entry)
      case .known(let entry): .known(entry)
      case .withheld: .withheld
      case .refused(let refusal): (refusal as? Refusal).map { .refused($0) }
      }
    }
  }

  /// Begins to gather, unless that goes on already.
  private func gather() {
    guard !isGathering else { return }
    isGathering = true
    Task {
      try? await Task.sleep(for: options.groupWindow)
      while let group = nextGroup() { await take(group) }
    }
  }

  /// The next orders to be taken together; nil, and nobody gathers any more, where there are none.
  private func nextGroup() -> [Addition]? {
    guard !additions.isEmpty else {
      isGathering = false
      return nil
    }
    var (count, orders) = (0, 0)
    for addition in additions {
      orders += addition.orders.count
      guard count == 0 || orders <= options.largestGroup else { break }
      count += 1
    }
    let group = Array(additions.prefix(count))
    additions.removeFirst(count)
    return group
  }

  private func take(_ group: [Addition]) async {
    do throws(OrderBookError) {
      let head = book.head
      var outcomes = try await alone { () async throws(OrderBookError) in try await add(group) }
      let refused = group.indices.filter { outcomes[$0].contains(where: \.isRefused) }
      if !refused.isEmpty, let anew = await again(refused.map { group[$0] }, after: head) {
        for (index, outcome) in zip(refused, anew) { outcomes[index] = outcome }
      }
      for (addition, outcomes) in zip(group, outcomes) { addition.resume(.success(outcomes)) }
    } catch {
      guard group.count > 1, error.isOfOneQuestion else {
        for addition in group { addition.resume(.failure(error)) }
        return
      }
      // The node answers: nobody's orders fail for those of others.
      for addition in group { await take([addition]) }
    }
  }

  /// Looks once more at orders that were refused: what keeps them out may be over in a block that the book had not read,
  /// as where their maker just let the exchange move its tokens.
  ///
  /// - Parameter head: The block as of which they may have been refused.
  /// - Returns: nil where there is no newer block, or the node does not answer.
  private func again(_ group: [Addition], after head: ChainBlock?) async -> [[AddOutcome<any Sendable>]]? {
    do throws(OrderBookError) {
      try await advance()
      guard book.head != head else { return nil }
      return try await alone { () async throws(OrderBookError) in try await add(group) }
    } catch { return nil }
  }

  private func add(_ group: [Addition]) async throws(OrderBookError) -> [[AddOutcome<any Sendable>]] {
    guard keeps else { throw .notKeeper }
    guard hasReachedHead, let head = book.head else {
      throw OrderBookError(
        .notReady, "No order can be taken now.", reason: problem?.message ?? "The newest block is not reached yet.")
    }
    var known = try await entries(Set(group.flatMap(\.orders).map(\.hash).filter { book[$0] == nil }))
    var new: [Hash32: BookOrder] = [:]
    for order in group.flatMap(\.orders) {
      if let entry = book[order.hash] { known[order.hash] = entry }
      if known[order.hash] == nil { new[order.hash] = order }
    }
    let orders = Array(new.values)
    let readings = Dictionary(
      zip(orders.map(\.hash), try await reader.read(orders, at: head)).map { ($0, $1) }, uniquingKeysWith: { $1 })
    let (decisions, accepted) = AdditionQueue.decide(
      group, book: book, head: head, known: known, readings: readings)
    let step = BookStep(adding: accepted, after: lastArrival, at: options.now(), to: book)
    if !accepted.isEmpty { try await carryOut(step, arrivals: UInt64(accepted.count)) }
    return decisions.map { decisions in
      decisions.compactMap { decision in
        switch decision {
        case .accepted(let hash): book[hash].map { .added($0) }
        case .known(let hash): (known[hash] ?? book[hash]).map { .known($0) }
        case .refused(let refusal): .refused(refusal)
        case .withheld: .withheld
        }
      }
    }
  }
}

extension OrderBookError {
  /// Whether the node answers, and only to some question not.
  fileprivate var isOfOneQuestion: Bool {
    code == .badAnswer || (code == .nodeFailed && (cause as? NodeError)?.code == .rpc)
  }
}

/// Orders in line, and those of them that come.
private struct AdditionQueue {
  enum Decision {
    case accepted(Hash32)
    case known(Hash32)
    case refused(any Sendable)
    case withheld
  }

  let book: LiveBook
  let head: ChainBlock
  let known: [Hash32: BookEntry]
  let readings: [Hash32: OrderReading]
  private(set) var accepted: [(BookOrder, OrderReading)] = []
  private var hashes: Set<Hash32> = []
  private var counts: [Address: Int] = [:]
  private var promises: [TokenOwner: UInt256] = [:]

  private init(
    book: LiveBook, head: ChainBlock, known: [Hash32: BookEntry], readings: [Hash32: OrderReading]
  ) {
    (self.book, self.head, self.known, self.readings) = (book, head, known, readings)
  }

  /// Decides about the orders of several calls, and lets go of the book.
  static func decide<Node>(
    _ group: [BookKeeper<Node>.Addition], book: LiveBook, head: ChainBlock, known: [Hash32: BookEntry],
    readings: [Hash32: OrderReading]
  ) -> (decisions: [[Decision]], accepted: [(BookOrder, OrderReading)]) {
    var queue = AdditionQueue(book: book, head: head, known: known, readings: readings)
    let decisions = group.map { queue.decide($0.orders, $0.check) }
    return (decisions, queue.accepted)
  }

  /// Decides about the orders of one call.
  private mutating func decide(
    _ orders: [BookOrder], _ check: (OrderCandidate) -> (any Sendable)?
  ) -> [Decision] {
    // An order by itself that is refused leaves nothing to take back.
    guard orders.count > 1 else { return orders.map { decide($0, check) } }
    let before = self
    var decisions = orders.map { decide($0, check) }
    let isRefused = decisions.contains { if case .refused = $0 { true } else { false } }
    guard isRefused else { return decisions }
    let others = hashes.subtracting(before.hashes)
    self = before
    decisions = decisions.map { decision in
      switch decision {
      case .accepted: .withheld
      case .known(let hash) where others.contains(hash): .withheld
      default: decision
      }
    }
    return decisions
  }

  private mutating func decide(_ order: BookOrder, _ check: (OrderCandidate) -> (any Sendable)?) -> Decision {
    guard known[order.hash] == nil, !hashes.contains(order.hash), let reading = readings[order.hash] else {
      return .known(order.hash)
    }
    let status = OrderStatus(
      of: order, booking: reading.booking, funds: reading.funds, at: head.time,
      minimum: book.minimums[order.direction])
    let owner = TokenOwner(owner: order.maker, token: order.direction.makerToken)
    let candidate = OrderCandidate(
      order: order, reading: reading, status: status,
      openOrders: book.openCount(of: order.maker) + (counts[order.maker] ?? 0),
      promised: book.promised(of: owner.owner, token: owner.token).addingSaturated(promises[owner] ?? 0),
      openOrdersOfAll: book.openCount + accepted.count)
    if let refusal = check(candidate) { return .refused(refusal) }
    accepted.append((order, reading))
    hashes.insert(order.hash)
    if status.state.isInBook {
      counts[order.maker, default: 0] += 1
      let share = order.order.makerShare(of: status.remaining) ?? .max
      promises[owner] = (promises[owner] ?? 0).addingSaturated(share)
    }
    return .accepted(order.hash)
  }
}
