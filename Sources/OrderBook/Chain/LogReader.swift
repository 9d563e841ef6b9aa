import NodeRPC
import Orders
import Primitives

/// The events of blocks that concern a book.
struct BlockEvents: Sendable {
  /// The exchanges' events in the order of the chain.
  var events: [LoggedEvent] = []
  /// The accounts whose money tokens say to have changed.
  var touched = TouchedFunds()
}

/// The logs of a chain, as far as they concern a book.
struct LogReader<Node: BookNode>: Sendable {
  let node: Node
  let exchanges: KnownExchanges

  /// The most blocks that are asked for at once.
  private static var widest: UInt64 { 2_000 }
  /// The most addresses that are asked for at once.
  private static var mostAddresses: Int { 500 }

  /// The events of one block.
  ///
  /// - Throws: `nodeFailed` or `badAnswer`.
  func events(of block: ChainBlock, tokens: [Address]) async throws(OrderBookError) -> BlockEvents {
    var events = BlockEvents()
    for filter in filters(tokens) {
      var pending = [filter]
      while var filter = pending.popLast() {
        filter.fromBlock = .hash(block.hash)
        guard let logs = try await ask(filter, mayBeNarrower: filter.addresses.count > 1) else {
          pending += filter.halved
          continue
        }
        try take(logs, filter, &events) { $0.blockHash == block.hash && $0.blockNumber == block.number }
      }
    }
    try events.sort()
    return events
  }

  /// The events of all blocks from one height to another, in ranges that halve where they are too wide for the node.
  ///
  /// - Throws: `nodeFailed` or `badAnswer`; `chainMoved` where blocks changed meanwhile.
  func events(from first: UInt64, to last: UInt64, tokens: [Address]) async throws(OrderBookError) -> BlockEvents {
    var events = BlockEvents()
    for filter in filters(tokens) {
      var (start, width) = (first, Self.widest)
      while start <= last {
        let end = min(last, start.addingSaturated(width - 1))
        var range = filter
        (range.fromBlock, range.toBlock) = (.number(start), .number(end))
        guard let logs = try await ask(range, mayBeNarrower: end > start) else {
          width = max(1, (end - start + 1) / 2)
          continue
        }
        try take(logs, filter, &events) { log in log.blockNumber.map { (start...end).contains($0) } ?? false }
        guard end < .max else { break }
        start = end + 1
      }
    }
    try events.sort()
    var hashes: [UInt64: Hash32] = [:]
    for event in events.events {
      guard hashes.updateValue(event.blockHash, forKey: event.blockNumber) ?? event.blockHash == event.blockHash else {
        throw .chainMoved("The block \(event.blockNumber) was replaced while its events were read.")
      }
    }
    return events
  }

  /// The logs of a filter; nil where it is too wide for the node and may be narrower.
  private func ask(_ filter: LogFilter, mayBeNarrower: Bool) async throws(OrderBookError) -> [Log]? {
    do throws(NodeError) {
      return try await node.logs(filter)
    } catch {
      guard mayBeNarrower, error.wantsNarrowerQuery else { throw .node(error) }
      return nil
    }
  }

  /// The filters for exchanges and tokens together: what one of them logs under another's event is sorted out later.
  private func filters(_ tokens: [Address]) -> [LogFilter] {
    let addresses = exchanges.all.map(\.contract.address) + tokens
    return stride(from: 0, to: addresses.count, by: Self.mostAddresses).map { start in
      LogFilter(
        addresses: Array(addresses[start..<min(addresses.count, start + Self.mostAddresses)]),
        topics: [EventTopic.ofExchanges + EventTopic.ofTokens])
    }
  }

  private func take(
    _ logs: [Log], _ filter: LogFilter, _ events: inout BlockEvents, isDue: (Log) -> Bool
  ) throws(OrderBookError) {
    let spenders = exchanges.spenders
    for log in logs where filter.addresses.contains(log.address) {
      guard isDue(log), !log.removed else { throw .badAnswer("It gave an event of another block than was asked for.") }
      if let event = try LoggedEvent(log, of: exchanges) { events.events.append(event) }
      // A token may be an exchange as well, by its address: nothing that either says is lost.
      events.touched.add(log, spenders: spenders)
    }
  }
}

extension BlockEvents {
  /// Puts the events in the order of the chain.
  ///
  /// - Throws: `badAnswer` where two stand at one place.
  fileprivate mutating func sort() throws(OrderBookError) {
    events.sort { ($0.blockNumber, $0.logIndex) < ($1.blockNumber, $1.logIndex) }
    for (event, next) in zip(events, events.dropFirst())
    where (event.blockNumber, event.logIndex) == (next.blockNumber, next.logIndex) {
      throw .badAnswer("It gave two events at one place.")
    }
  }
}

extension LogFilter {
  /// Two filters with half of the addresses each.
  fileprivate var halved: [LogFilter] {
    let half = addresses.count / 2
    return [Array(addresses[..<half]), Array(addresses[half...])].map { part in
      var filter = self
      filter.addresses = part
      return filter
    }
  }
}

extension NodeError {
  /// Whether fewer blocks or addresses in a question about logs may be answered.
  var wantsNarrowerQuery: Bool {
    if code == .tooLarge || httpStatus == 413 { return true }
    guard code == .rpc, !isMethodMissing else { return false }
    let text = (rpcMessage ?? "").lowercased()
    return ["too many", "more than", "limit", "range", "exceed", "too large", "response size", "timed out", "timeout"]
      .contains { text.contains($0) }
  }
}

extension OrderBookError {
  /// The error of a chain that changed while it was read.
  static func chainMoved(_ reason: String) -> OrderBookError {
    OrderBookError(.chainMoved, "The chain changed while it was read.", reason: reason)
  }
}
