import NodeRPC
import Orders
import Primitives

extension BookKeeper {
  /// Looks at the node for newer blocks until the task is cancelled; failures are reported by ``status`` and tried
  /// again.
  public func follow() async {
    while !Task.isCancelled, !isClosed {
      do throws(OrderBookError) { try await advance() } catch { problem = error }
      try? await Task.sleep(for: options.pollInterval)
    }
  }

  /// Goes to the node's newest block: blocks that went away are undone, the newest first, and those that came applied.
  ///
  /// A book that another process keeps goes to where that one is.
  ///
  /// - Returns: Whether anything was done.
  /// - Throws: `nodeFailed`, `badAnswer` or `chainMoved`, with the book as of a block that it reached; `anotherChain`,
  ///   `storeFailed` or `closed`.
  @discardableResult
  public func advance() async throws(OrderBookError) -> Bool {
    var (steps, moves) = (0, 0)
    do throws(OrderBookError) {
      if try await alone({ () async throws(OrderBookError) in try await takePart() }) { steps += 1 }
      guard keeps else {
        problem = nil
        return steps > 0
      }
      while try await alone({ () async throws(OrderBookError) in try await step(&moves) }) { steps += 1 }
    } catch {
      hasReachedHead = false
      problem = error
      try? await reportStatus(isReady: false)
      throw error
    }
    (hasReachedHead, problem) = (true, nil)
    try await reportStatus(isReady: true)
    return steps > 0
  }

  /// The number of times that a chain may change while it is read.
  private static var mostMoves: Int { 3 }

  /// Goes to the next block; false where there is none.
  private func step(_ moves: inout Int) async throws(OrderBookError) -> Bool {
    do throws(OrderBookError) {
      if !isConfirmed { try await confirmChain() }
      let newest = try await node.newest()
      self.newest = newest
      switch try await ChainPath(node: node, known: blocks).next(to: newest) {
      case .none:
        shorterPolls = 0
        return false
      case .anew(let block): try await begin(at: block)
      case .on(let ancestor, let block):
        if block == ancestor {
          // On its very chain, and shorter: perhaps another node behind the same address answered.
          shorterPolls += 1
          guard shorterPolls >= options.shorterChainPolls else { return false }
        }
        try await go(from: ancestor, to: block)
      }
      shorterPolls = 0
      return true
    } catch {
      moves += 1
      guard error.code == .chainMoved, moves < Self.mostMoves else { throw error }
      return true
    }
  }

  /// Goes from a block that is known to another, which may be the same.
  private func go(from ancestor: ChainBlock, to block: ChainBlock) async throws(OrderBookError) {
    var step = ChainStep(block: block)
    if let head = book.head, ancestor.number < head.number {
      step.undoneAbove = ancestor.number
      step.undo = try await store.undo(above: ancestor.number)
    }
    let logs = LogReader(node: node, exchanges: exchanges)
    let tokens = book.tokens.sorted()
    if block.number == ancestor.number + 1 {
      step.events = try await logs.events(of: block, tokens: tokens)
    } else if block.number > ancestor.number {
      step.events = try await logs.events(from: ancestor.number + 1, to: block.number, tokens: tokens)
      try await confirm(block)
    }
    step.trades = try await trades(of: step.events, in: block)
    step.isSweep = block.number >= sweptAt.addingSaturated(options.sweepInterval) || block.number < sweptAt
    try await carryOut(step)
  }

  /// Takes all states anew from a block of a chain of which nothing is known, or of which all that was known went away.
  private func begin(at block: ChainBlock) async throws(OrderBookError) {
    var step = ChainStep(block: block)
    step.isAnew = true
    if !blocks.isEmpty {
      try await confirmChain()
      // Orders that ended may be open again, however long ago that was.
      let head = blocks.last?.number ?? 0
      let ended = try await store.read { try OrderTable(database: $0).ended(below: head + 1) }
      for entry in ended where book[entry.hash] == nil && !entry.order.order.isExpired(at: block.time) {
        book.put(entry)
      }
      let fork = min(try await lastTradedBlock(), block.number)
      step.undoneAbove = fork
      if fork < block.number {
        let logs = LogReader(node: node, exchanges: exchanges)
        step.events = try await logs.events(from: fork + 1, to: block.number, tokens: [])
        try await confirm(block)
        step.trades = try await trades(of: step.events, in: block)
      }
    }
    try await carryOut(step)
  }

  private func carryOut(_ step: ChainStep) async throws(OrderBookError) {
    let demand = step.demand(in: book)
    let state = try await reader.read(
      bookings: demand.orders.compactMap { book[$0]?.order }, funds: demand.keys, at: step.block)
    try await carryOut(BookStep(step, in: book, state))
  }

  /// Checks that a block is still where it was.
  private func confirm(_ block: ChainBlock) async throws(OrderBookError) {
    guard try await node.known([.number(block.number)]).first??.hash == block.hash else {
      throw .chainMoved("The block \(block.number) was replaced while the events before it were read.")
    }
  }

  /// The trades of events, with the times of their blocks.
  private func trades(of events: BlockEvents, in block: ChainBlock) async throws(OrderBookError) -> [Trade] {
    var times = [block.hash: block.time]
    let fills = events.events.filter { if case .filled = $0.event { true } else { false } }
    let others = Set(fills.map(\.blockHash)).subtracting(times.keys).sorted()
    for found in try await node.known(others.map { .hash($0) }) {
      guard let found else { throw .chainMoved("A block with a fill is not known any more.") }
      times[found.hash] = found.time
    }
    return fills.compactMap { logged in
      guard let time = times[logged.blockHash], let exchange = exchanges[logged.exchange] else { return nil }
      return Trade(logged, version: exchange.version, time: time)
    }
  }

  /// The height of the last block with a trade that is still on the node's chain; of the book's first where there is
  /// none.
  private func lastTradedBlock() async throws(OrderBookError) -> UInt64 {
    let blocks = try await store.read {
      try TradeTable(database: $0).blocks().map { ChainBlock(at: $0.number, $0.hash) }
    }
    // The highest first: those that are gone are at the beginning.
    var (low, high) = (0, blocks.count)
    while low < high {
      let middle = (low + high) / 2
      let found = try await node.known([.number(blocks[middle].number)]).first ?? nil
      if found?.hash == blocks[middle].hash { high = middle } else { low = middle + 1 }
    }
    return low < blocks.count ? blocks[low].number : start ?? 0
  }
}

extension ChainBlock {
  /// A block of which height and hash are known alone.
  fileprivate init(at number: UInt64, _ hash: Hash32) { self.init(number: number, hash: hash, parent: .zero, time: 0) }
}
