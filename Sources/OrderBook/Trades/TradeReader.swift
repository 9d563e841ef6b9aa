import NodeRPC
import Orders
import Primitives

/// The fills of a chain's exchanges as one node tells them, from the newest block backwards.
///
/// ```swift
/// let reader = TradeReader(node, exchanges: exchanges)
/// let reading = try await reader.read(from: 1_000) { pair.contains($0.direction) }
/// ```
///
/// Blocks are asked for in ranges that halve where they are too wide for the node. Each trade is of a block that the node
/// still has at its height, and the newest block is the same before and after: what changed meanwhile is read anew.
public struct TradeReader<Node: BookNode>: Sendable {
  private let node: Node
  private let exchanges: KnownExchanges

  /// A reader of the fills of exchanges.
  public init(_ node: Node, exchanges: KnownExchanges) { (self.node, self.exchanges) = (node, exchanges) }

  /// The most blocks that are asked for at once.
  private static var widest: UInt64 { 2_000 }
  /// The number of times that a chain may change while it is read.
  private static var mostMoves: Int { 3 }
  /// The most headers that are asked for at once.
  private static var mostHeaders: Int { 500 }

  /// Reads the trades from a height to the newest block.
  ///
  /// - Parameters:
  ///   - first: The height of the first block.
  ///   - isWanted: Whether a fill is one of those that are wanted.
  /// - Throws: `nodeFailed` or `badAnswer`; `chainMoved` where blocks changed each time.
  public func read(
    from first: UInt64, within bounds: TradeBounds = TradeBounds(),
    where isWanted: @Sendable (FillEvent) -> Bool = { _ in true }
  ) async throws(OrderBookError) -> TradeReading {
    for _ in 1..<Self.mostMoves {
      do throws(OrderBookError) {
        return try await read(from: first, to: try await node.newest(), bounds, isWanted)
      } catch {
        guard error.code == .chainMoved else { throw error }
      }
    }
    return try await read(from: first, to: try await node.newest(), bounds, isWanted)
  }

  /// Reads the trades from a height to a block, which has to be the node's at its height.
  ///
  /// - Throws: `nodeFailed` or `badAnswer`; `chainMoved` where blocks changed meanwhile.
  func read(
    from first: UInt64, to head: ChainBlock, _ bounds: TradeBounds, _ isWanted: @Sendable (FillEvent) -> Bool
  ) async throws(OrderBookError) -> TradeReading {
    var events: [LoggedEvent] = []
    var (next, width, questions) = (head.number, Self.widest, 0)
    var isDone = first > head.number || exchanges.all.isEmpty
    while !isDone, events.count < bounds.trades, questions < bounds.questions {
      let start = max(first, next - min(next, width - 1))
      questions += 1
      guard let found = try await fills(from: start, to: next) else {
        width = max(1, (next - start + 1) / 2)
        continue
      }
      events += found.filter { event in
        guard case .filled(let fill) = event.event else { return false }
        return isWanted(fill)
      }
      isDone = start <= first
      if !isDone { next = start - 1 }
    }
    let trades = try await timed(events, head)
    return TradeReading(trades: trades, head: head, first: isDone ? first : next + 1, isCut: !isDone)
  }

  /// The fills of a range, the latest first; nil where it is too wide for the node and may be narrower.
  private func fills(from start: UInt64, to end: UInt64) async throws(OrderBookError) -> [LoggedEvent]? {
    var filter = LogFilter(
      addresses: exchanges.all.map(\.contract.address), topics: [[EventTopic.logFill, EventTopic.limitOrderFilled]])
    (filter.fromBlock, filter.toBlock) = (.number(start), .number(end))
    let logs: [Log]
    do throws(NodeError) {
      logs = try await node.logs(filter)
    } catch {
      guard end > start, error.wantsNarrowerQuery else { throw .node(error) }
      return nil
    }
    var events: [LoggedEvent] = []
    for log in logs {
      guard let number = log.blockNumber, (start...end).contains(number), !log.removed else {
        throw .badAnswer("It gave an event of another block than was asked for.")
      }
      if let event = try LoggedEvent(log, of: exchanges) { events.append(event) }
    }
    events.sort { ($1.blockNumber, $1.logIndex) < ($0.blockNumber, $0.logIndex) }
    for (later, event) in zip(events, events.dropFirst())
    where (later.blockNumber, later.logIndex) == (event.blockNumber, event.logIndex) {
      throw .badAnswer("It gave two events at one place.")
    }
    return events
  }

  /// The trades of events with the times of their blocks, all of them still on the chain of the newest block.
  private func timed(_ events: [LoggedEvent], _ head: ChainBlock) async throws(OrderBookError) -> [Trade] {
    let heights = Array(Set(events.map(\.blockNumber)).union([head.number])).sorted()
    var blocks: [UInt64: ChainBlock] = [:]
    for start in stride(from: 0, to: heights.count, by: Self.mostHeaders) {
      let asked = heights[start..<min(heights.count, start + Self.mostHeaders)]
      for block in try await node.known(asked.map { .number($0) }) {
        guard let block else { continue }
        blocks[block.number] = block
      }
    }
    guard blocks[head.number]?.hash == head.hash else {
      throw .chainMoved("The block \(head.number) was replaced while trades were read.")
    }
    var trades: [Trade] = []
    for event in events {
      guard let block = blocks[event.blockNumber], block.hash == event.blockHash else {
        throw .chainMoved("The block \(event.blockNumber) was replaced while its events were read.")
      }
      guard let exchange = exchanges[event.exchange],
        let trade = Trade(event, version: exchange.version, time: block.time)
      else { continue }
      trades.append(trade)
    }
    return trades
  }
}

extension TradeReader {
  /// The height of the first block that is not before a time; that after the newest where all are before it.
  ///
  /// - Parameter time: Seconds since 1970.
  /// - Throws: `nodeFailed` or `badAnswer`.
  public func firstBlock(since time: UInt64) async throws(OrderBookError) -> UInt64 {
    let head = try await node.newest()
    guard head.time >= time else { return head.number.addingSaturated(1) }
    var (low, high) = (UInt64(0), head.number)
    while low < high {
      let middle = low + (high - low) / 2
      guard let block = try await node.known([.number(middle)]).first ?? nil else {
        // A node that forgot old blocks has those after them.
        low = middle + 1
        continue
      }
      if block.time >= time { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
