import NodeRPC
import Orders
import Primitives

/// The trades of a chain's exchanges by the events that a node gives; nothing that a relay says counts.
public struct TradeReader<Node: BookNode>: Sendable {
  private let node: Node
  private let exchanges: KnownExchanges

  /// The blocks whose events are read at once.
  private static var stretch: UInt64 { 10_000 }
  /// The blocks that are asked for in one request.
  private static var batch: Int { 100 }

  /// A reader of some exchanges; nothing is asked yet.
  public init(_ node: Node, exchanges: KnownExchanges) { (self.node, self.exchanges) = (node, exchanges) }

  /// The trades of some blocks in the order of the chain.
  public struct Reading: Sendable {
    /// The trades.
    public let trades: [Trade]
    /// The first block that was read: a later one than was asked for where there are more trades than wanted.
    public let first: UInt64
    /// The last block.
    public let last: ChainBlock
  }

  /// Reads trades, the newest blocks first, until there are as many as wanted.
  ///
  /// - Parameters:
  ///   - first: The first block.
  ///   - last: The last block.
  ///   - party: An account that was maker or taker; nil for all.
  ///   - most: So many trades are enough: older blocks are left unread then.
  /// - Throws: `nodeFailed` or `badAnswer`; `chainMoved` where blocks changed meanwhile.
  public func trades(
    from first: UInt64, to last: ChainBlock, _ filter: TradeFilter = TradeFilter(), of party: Address? = nil,
    most: Int = 10_000
  ) async throws(OrderBookError) -> Reading {
    let logs = LogReader(node: node, exchanges: exchanges)
    var found: [Trade] = []
    var end = last.number
    while end >= first, found.count < most {
      let start = max(first, end >= Self.stretch ? end - Self.stretch + 1 : 0)
      let events = try await logs.events(from: start, to: end, tokens: []).events
      found = try await trades(of: events.filter { filter.mayAdmit($0, of: party) }, filter) + found
      guard start > first else { return Reading(trades: found, first: first, last: last) }
      end = start - 1
    }
    return Reading(trades: found, first: found.isEmpty ? first : min(end + 1, last.number), last: last)
  }

  private func trades(of events: [LoggedEvent], _ filter: TradeFilter) async throws(OrderBookError) -> [Trade] {
    var times: [UInt64: UInt64] = [:]
    let numbers = Set(events.map(\.blockNumber)).sorted()
    let hashes = Dictionary(events.map { ($0.blockNumber, $0.blockHash) }) { first, _ in first }
    for start in stride(from: 0, to: numbers.count, by: Self.batch) {
      let part = Array(numbers[start..<min(numbers.count, start + Self.batch)])
      for (number, block) in zip(part, try await blocks(part)) {
        guard let block, block.number == number, block.hash == hashes[number] else {
          throw .chainMoved("The block \(number) was replaced while its events were read.")
        }
        times[number] = block.time
      }
    }
    return events.compactMap { event in
      guard let version = exchanges[event.exchange]?.version else { return nil }
      return Trade(event, version: version, time: times[event.blockNumber] ?? 0)
    }
    .filter { filter.admits($0) }
  }

  /// The height of the first block at a time or after it; that behind the last one where there is none.
  ///
  /// - Parameter time: Seconds since 1970.
  /// - Throws: `nodeFailed` or `badAnswer`.
  public func firstBlock(since time: UInt64, until last: ChainBlock) async throws(OrderBookError) -> UInt64 {
    guard last.time >= time else { return last.number + 1 }
    var (low, high) = (UInt64(0), last.number)
    while low < high {
      let middle = low + (high - low) / 2
      guard let block = try await blocks([middle]).first.flatMap({ $0 }), block.number == middle else {
        throw OrderBookError(.badAnswer, "The node does not have the block \(middle).")
      }
      if block.time >= time { high = middle } else { low = middle + 1 }
    }
    return low
  }

  private func blocks(_ numbers: [UInt64]) async throws(OrderBookError) -> [ChainBlock?] {
    do throws(NodeError) { return try await node.blocks(numbers.map { .number($0) }) } catch { throw .node(error) }
  }
}

extension TradeFilter {
  /// Whether a trade is among those that somebody wants to see.
  func admits(_ trade: Trade) -> Bool {
    func fits<Value: Equatable>(_ wanted: Value?, _ value: Value) -> Bool { wanted.map { $0 == value } ?? true }
    return pair.map { trade.side(in: $0) != nil } ?? true && fits(maker, trade.event.maker)
      && fits(taker, trade.event.taker) && fits(orderHash, trade.event.orderHash)
      && trade.time >= from ?? 0 && trade.time < to ?? .max && trade.blockNumber <= lastBlock ?? .max
  }

  /// Whether an event may be of such a trade, as far as it tells without its block.
  fileprivate func mayAdmit(_ event: LoggedEvent, of party: Address?) -> Bool {
    guard case .filled(let fill) = event.event else { return false }
    return party.map { [fill.maker, fill.taker].contains($0) } ?? true
      && (pair.map { pair in
        Set([fill.direction.makerToken, fill.direction.takerToken]) == [pair.base, pair.quote]
      } ?? true)
  }
}
