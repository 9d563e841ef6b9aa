import Foundation
import OrderBook
import Orders
import Primitives

/// A large book of orders: its first page, its memory, its restart, a new order and a full block.
struct BookBenchmark: Benchmark {
  static let name = "book"
  private static let makers = 5_000
  /// The number of open orders; another one by the environment's `BOOK_ORDERS`.
  private static var openOrders: Int {
    ProcessInfo.processInfo.environment["BOOK_ORDERS"].flatMap(Int.init).map { min(max($0, 10_000), 1_000_000) }
      ?? 100_000
  }

  func rows(on ground: Ground) async throws -> [Row] {
    let folder = FileManager.default.temporaryDirectory.appending(path: "bench-book-\(getpid())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let market = try RelayMarket()
    let signature = try await market.someSignature()
    let orders = try (0..<Self.openOrders).map { number in
      try market.order(RelayMarket.mostPosted + number, by: Self.maker(number))
    }
    let entries = try orders.map { BookOrder(.v4(try SignedOrder($0, scheme: .typedData, signature: signature))) }
    let (store, copy) = (folder.appending(path: "large.sqlite"), folder.appending(path: "copy.sqlite"))
    try await Self.fill(store, market, orders, entries)
    try FileManager.default.copyItem(at: store, to: copy)
    return [try Self.insertion(market, entries), try await Self.block(copy, market, orders)]
      + (try await Self.served(store, market))
  }

  private static func maker(_ number: Int) -> Address { Address(truncating: UInt256(0x1_0000 + number / 2 % makers)) }

  private static func keeper(_ store: URL, _ market: RelayMarket, _ node: FundedNode) async throws
    -> BookKeeper<FundedNode>
  {
    let v1 = ExchangeContract(chainID: market.exchange.chainID, address: market.exchangeV1)
    return try await BookKeeper(
      store.path, node: node,
      exchanges: [
        KnownExchange(v1, .v1(proxy: Address(truncating: 0x51), feeToken: Address(truncating: 0x52))),
        KnownExchange(market.exchange, .v4),
      ])
  }

  /// Fills a store with orders.
  private static func fill(
    _ store: URL, _ market: RelayMarket, _ orders: [LimitOrder], _ entries: [BookOrder]
  ) async throws {
    let keeper = try await keeper(store, market, FundedNode(market, orders))
    try await keeper.advance()
    for start in stride(from: 0, to: entries.count, by: 500) {
      let group = Array(entries[start..<min(start + 500, entries.count)])
      let outcomes = try await keeper.add(group) { _ in Optional<String>.none }
      try require(outcomes.count == group.count, "the book takes \(outcomes.count) of \(group.count) orders")
    }
    let open = await keeper.status.open
    try require(open == entries.count, "the book has \(open) open orders instead of \(entries.count)")
    try await keeper.close()
  }

  // MARK: In process

  /// The making of a book in memory, an order at a time, anywhere among the others.
  private static func insertion(_ market: RelayMarket, _ orders: [BookOrder]) throws -> Row {
    let block = ChainBlock(number: 1, hash: Hash32(0xa1 as UInt256), parent: .zero, time: market.time)
    let plenty = MakerFunds(balance: UInt256(1) << 100, allowance: UInt256(1) << 100)
    let reading = OrderReading(
      block: block, booking: OrderBooking(), funds: OrderFunds(maker: plenty), tokensWithoutCode: [])
    let readings = Array(repeating: reading, count: orders.count)
    let exchanges = KnownExchanges([KnownExchange(market.exchange, .v4)])
    var times: [Double] = []
    for _ in 0..<3 {
      times.append(
        try seconds(each: orders.count) {
          let book = LiveBook(of: orders, readings, at: block, exchanges: exchanges)
          try require(book.openCount == orders.count, "the book in memory has \(book.openCount) orders")
        })
    }
    return Row(
      "an order put in its place in memory, up to \(orders.count)", peer: "what is asked for", .time,
      Duel(ours: times, peer: times.map { _ in 20e-6 }), bound: 1,
      limit: "the tables by hash, maker and funds; the comparison of prices")
  }

  /// A block with 100 fills in which 1,000 makers move tokens, and 100 of them all that they have.
  private static func block(_ store: URL, _ market: RelayMarket, _ orders: [LimitOrder]) async throws -> Row {
    let node = FundedNode(market, orders)
    let keeper = try await keeper(store, market, node)
    try await keeper.advance()
    var number = 0
    let duel = try await Duel.run(rounds: 7) {
      let filled = (0..<100).map { orders[($0 * 977 + number * 2) % orders.count] }
      let moving = (0..<1_000).map { maker(2 * ($0 + number * 500)) }
      node.mine(filling: filled, moving: market.pair.base, of: moving)
      number += 1
      return try await seconds(each: 1) {
        try require(try await keeper.advance(), "the book does not follow the chain")
      }
    } peer: {
      0.250
    }
    let head = await keeper.status.head?.number
    try require(head == UInt64(number + 1), "the book is not at the newest block")
    try await keeper.close()
    return Row(
      "a block with 100 fills and 1,000 touched makers, \(orders.count) orders", peer: "what is asked for", .time, duel,
      bound: 1, limit: "the orders of those makers, computed anew; the rows that change",
      remarks: ["a node in process answers at once; the change is on the disk"])
  }

  // MARK: Over HTTP

  private static func served(_ store: URL, _ market: RelayMarket) async throws -> [Row] {
    var (server, processor) = (ServerProcess?.none, [Double]())
    let restart = try await Duel.run(rounds: 3) {
      try server?.stop()
      let time = try await seconds(each: 1) { server = try await RelayJob.start(market, store: store) }
      processor.append(try server?.processorSeconds() ?? .nan)
      return time
    } peer: {
      2
    }
    guard let server else { throw BenchmarkFailure("no relay was opened") }
    let memory = try server.residentBytes()
    let quiet = try await Self.pages(market, server)
    // 1,000 orders a second come meanwhile.
    let posts = try await market.posts(of: 60_000..<64_000)
    async let posted = posts.send(to: server.port, connections: 32, interval: 1e-3)
    let busy = try await Self.pages(market, server)
    let taken = try await posted
    let after = try server.residentBytes()
    try server.stop()
    let orders = "a book of \(openOrders) orders"
    func page(_ name: String, _ times: [Double], _ allowed: Double) -> Row {
      Row(
        "first page of \(orders), \(name)", peer: "what is asked for", .time,
        Duel(ours: times, peer: times.map { _ in allowed }), bound: 1, limit: "the writing of 40 orders as JSON")
    }
    return [
      page("the median", quiet.map(\.median), 2e-3), page("of 100 the slowest", quiet.map(\.slowest), 10e-3),
      page("the median, while orders come", busy.map(\.median), 2e-3),
      page("of 100 the slowest, while orders come", busy.map(\.slowest), 10e-3),
      Row(
        "a relay with \(orders) in memory", peer: "what is allowed", .memory,
        Duel(ours: [memory], peer: [400e6]), bound: 1, limit: "the orders, their places and indexes",
        remarks: [
          "after \(posts.count) orders more, which took \(Row.Unit.time.text(taken.median)) each (1,000 a second asked): \(Row.Unit.memory.text(after))"
        ]),
      Row(
        "restart with \(orders)", peer: "what is asked for", .time, restart, bound: 1,
        limit: "the reading of the orders, their hashes and their sorting",
        remarks: ["processor time: \(Row.Unit.time.text(processor.median))"]),
    ]
  }

  /// Asks for the first page again and again on one connection, in rounds.
  private static func pages(_ market: RelayMarket, _ server: ServerProcess) async throws -> [[Double]] {
    let load = market.pages(500)
    var rounds: [[Double]] = []
    for _ in 0..<4 { rounds.append(try await load.send(to: server.port, connections: 1)) }
    return rounds
  }
}

extension [Double] {
  /// The time that one of 100 takes or more.
  fileprivate var slowest: Double { isEmpty ? .nan : sorted()[count * 99 / 100] }
}
