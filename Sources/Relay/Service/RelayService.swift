import Database
import HTTPTypes
import Listening
import Logging
import NodeRPC
import OrderBook
import Orders
import Primitives
import StrictJSON

/// A relay without its port: it answers requests, holds no keys and matches nothing.
///
/// It cannot move money: an order is in the book because its maker signed it and the chain says that it can be filled,
/// and a client who believes none of that asks the chain as well.
struct RelayService: Sendable {
  let book: RelayBook
  let policy: RelayPolicy
  let meters: RelayMeters
  let counters = RelayCounters()
  let feed: RelayFeed
  let isReadOnly: Bool
  let log: RequestLog
  private let entry: OrderEntry

  /// A service over a book that is open.
  ///
  /// - Parameter clock: Milliseconds since 1970.
  init(
    _ book: RelayBook, _ rules: RelayRules, isReadOnly: Bool, logger: Logger, clock: @escaping @Sendable () -> UInt64
  ) {
    self.book = book
    log = RequestLog("lectures_relay", logger)
    self.isReadOnly = isReadOnly
    policy = RelayPolicy(rules)
    meters = RelayMeters(rules.limits, clock: clock)
    feed = RelayFeed(book, policy)
    entry = OrderEntry(book: book, policy: policy, meters: meters, clock: clock)
  }

  /// Stops watching the orders that the rules do not admit any more: of other tokens, or of makers who are not served.
  ///
  /// - Throws: `OrderBookError` where the book's file cannot be used.
  func applyRules() async throws(OrderBookError) {
    let rules = policy.rules
    let leaving = await book.read { book in
      let all = OrderFilter().with { ($0.includesPrivate, $0.includesHidden) = (true, true) }
      return book.orders(all, PageRequest(size: .max)).entries.filter { entry in
        let tokens = entry.order.direction
        return !entry.isStopped && !entry.status.state.isEnded
          && (rules.pair(tokens.makerToken, tokens.takerToken) == nil
            || rules.blockedMakers.contains(entry.order.maker))
      }.map(\.hash)
    }
    if !leaving.isEmpty { try await book.stop(leaving) }
  }

  /// Answers what other instances were posted, while this one keeps the book.
  ///
  /// - Returns: The number of posts.
  /// - Throws: `OrderBookError`.
  @discardableResult
  func answerPosts() async throws(OrderBookError) -> Int {
    try await book.answerPosts { [entry] in await entry.answer($0) }
  }

  /// Answers a request; whatever goes wrong is an answer, too.
  func answer(_ request: RelayRequest) async -> RelayAnswer {
    do throws(RelayRefusal) {
      return try await answered(request)
    } catch { return RelayAnswer(error) }
  }

  private func answered(_ request: RelayRequest) async throws(RelayRefusal) -> RelayAnswer {
    let version0 = StandardRoutes(book: book, policy: policy, entry: entry)
    let version4 = BookRoutes(book: book, policy: policy, entry: entry)
    let markets = MarketRoutes(book: book, policy: policy)
    switch request.route {
    case .tokenPairs: return try await version0.tokenPairs(request)
    case .orders: return try await version0.orders(request)
    case .order(let hash): return try await version0.order(hash)
    case .orderbook: return try await version0.orderbook(request)
    case .fees: return try version0.fees(request)
    case .newOrder: return try await take { () throws(RelayRefusal) in try await version0.newOrder(request) }
    case .bookV4: return try await version4.orderbook(request)
    case .ordersV4 where request.method == "POST":
      return try await take { () throws(RelayRefusal) in try await version4.newOrders(request) }
    case .ordersV4: return try await version4.orders(request)
    case .orderV4(let hash): return try await version4.order(hash)
    case .feeRecipients: return try version4.feeRecipients(request)
    case .orderConfig: return try version4.orderConfig(request)
    case .newOrderV4: return try await take { () throws(RelayRefusal) in try await version4.newOrder(request) }
    case .persistentOrder: throw .notImplemented
    case .trades: return try await markets.trades(request)
    case .candles: return try await markets.candles(request)
    case .depth: return try await markets.depth(request)
    case .status: return await status(request)
    case .health: return RelayAnswer(["healthy": true])
    case .readiness: return await readiness()
    case .metrics: return await metrics()
    }
  }

  /// Takes orders by a body, unless none are taken now.
  private func take(
    _ body: () async throws(RelayRefusal) -> RelayAnswer
  ) async throws(RelayRefusal) -> RelayAnswer {
    guard !isReadOnly else { throw .readOnly }
    guard await book.isReady else { throw .notReady }
    do throws(RelayRefusal) {
      let answer = try await body()
      counters.count { $0.taken += 1 }
      return answer
    } catch {
      counters.count { $0.refused += 1 }
      throw error
    }
  }

  // MARK: For those who watch it

  /// The longest that a health check waits for the book's store.
  private static let patience = Duration.seconds(4)

  private func readiness() async -> RelayAnswer {
    // First, since it may say why there is no book.
    let check = Task { [book] in
      try await book.checkStore()
      return true
    }
    do {
      let isWritable = try await Timeout.value(of: check, within: Self.patience) == true
      let isBookThere = await book.isReady
      let isReady = isWritable && isBookThere
      return RelayAnswer(status: isReady ? 200 : 503, ["ready": .bool(isReady)])
    } catch {
      guard let reason = error.callForRestart else { return RelayAnswer(status: 503, ["ready": false]) }
      return RelayAnswer(status: 503, ["ready": false, "reason": .string(reason)])
    }
  }

  private func status(_ request: RelayRequest) async -> RelayAnswer {
    var query = request.query
    do throws(RelayRefusal) { try query.finish(strictly: true) } catch { return RelayAnswer(error) }
    let (status, rules) = (await book.status, policy.rules)
    return RelayAnswer([
      "chainId": .number(rules.chainID.description),
      "exchanges": .object(
        JSONObject(
          [("v1", rules.exchangeV1), ("v4", rules.exchangeV4)].compactMap { name, address in
            address.map { (name, JSON.string($0.lowercaseHex)) }
          })),
      "ready": .bool(status.isReady), "readOnly": .bool(isReadOnly), "keeper": .bool(await book.keeps),
      "head": status.head.map(MarketRecords.block) ?? .null,
      "nodeHead": status.newest.map(MarketRecords.block) ?? .null,
      "lag": .number("\(status.lag)"), "sequence": .number("\(status.sequence)"),
      "openOrders": .number("\(status.open)"), "subscriptions": .number("\(await feed.count)"),
      "webSockets": .number("\(counters.now.webSockets)"),
    ])
  }

  private func metrics() async -> RelayAnswer {
    let (status, counts) = (await book.status, counters.now)
    let all: [Metric] = [
      Metric("lectures_relay_ready", .gauge, "Whether the book is at the head of the chain.", status.isReady ? 1 : 0),
      Metric("lectures_relay_keeper", .gauge, "Whether this instance keeps the book.", await book.keeps ? 1 : 0),
      Metric(
        "lectures_relay_head_block", .gauge, "The height of the block as of which the book is.",
        status.head?.number ?? 0),
      Metric("lectures_relay_lag_blocks", .gauge, "The blocks that the book is behind the node.", status.lag),
      Metric("lectures_relay_sequence", .counter, "The changes of all books.", status.sequence),
      Metric("lectures_relay_open_orders", .gauge, "The orders that can be filled.", status.open),
      Metric("lectures_relay_posts_taken_total", .counter, "The posts of orders that were taken.", counts.taken),
      Metric("lectures_relay_posts_refused_total", .counter, "The posts of orders that were refused.", counts.refused),
      Metric("lectures_relay_throttled_total", .counter, "The requests that came too soon.", counts.throttled),
      Metric("lectures_relay_websockets", .gauge, "The open connections of WebSocket.", counts.webSockets),
      Metric("lectures_relay_subscriptions", .gauge, "The subscriptions on them.", await feed.count),
    ]
    return RelayAnswer(text: (all + log.metrics).text, kind: Metric.contentType)
  }
}
