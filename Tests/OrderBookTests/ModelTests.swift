import ChainSupport
import DatabaseSupport
import FixtureSupport
import NodeRPC
import Orders
import Primitives
import Testing

@testable import OrderBook

/// A book beside a chain that does anything, checked after every step against what follows from the chain alone.
@Suite(.overEachEngine) struct ModelTests {
  @Test(arguments: 1...6)
  func aBookIsAtAllTimesWhatFollowsFromTheChainAlone(seed: Int) async throws {
    try await course(UInt64(seed), steps: 60, deepest: 10)
  }

  @Test(arguments: 1...2)
  func soItIsOverReorganisationsThatAreDeeperThanAllItKnows(seed: Int) async throws {
    try await course(UInt64(100 + seed), steps: 25, deepest: 300)
  }

  private func course(_ seed: UInt64, steps: Int, deepest: Int) async throws {
    let folder = try TemporaryFolder()
    var course = try await Course(seed, folder.path + "/book.sqlite", deepest: deepest)
    for _ in 0..<steps { try await course.step() }
    try await course.keeper.close()
  }
}

/// A random course of a chain and of those who use it.
private struct Course {
  let chain: ModelChain
  let path: String
  let deepest: Int
  var keeper: ModelKeeper
  var random: Seeded
  var orders: [BookOrder] = []
  var salt: UInt256 = 0
  let start: UInt64
  private let minimums = OrderMinimums(byToken: [Cast.base: 5])

  init(_ seed: UInt64, _ path: String, deepest: Int) async throws {
    (chain, random, self.path, self.deepest) = (ModelChain(seed), Seeded(seed &* 77), path, deepest)
    for maker in Cast.makers { for token in Cast.tokens { chain.mine(fund(maker, token, 5_000)) } }
    start = chain.head.block.number
    keeper = try await Course.open(chain, path, minimums)
  }

  private static func open(_ chain: ModelChain, _ path: String, _ minimums: OrderMinimums) async throws -> ModelKeeper {
    try await OrderBookTests.keeper(chain, path) {
      $0.minimums = minimums
      $0.sweepInterval = 40
    }
  }

  mutating func step() async throws {
    switch random.number(1...100) {
    case 1...35: try await addOrders()
    case 36...75: mine(random.number(1...3))
    case 76...82: mine(random.number(60...90))
    case 83...93: reorganise()
    default:
      try await keeper.close()
      keeper = try await Course.open(chain, path, minimums)
    }
    try await keeper.advance()
    try await check()
  }

  private mutating func addOrders() async throws {
    let new = try (0..<random.number(1...4)).map { _ in try order() }
    _ = try await keeper.add(new) { (_) -> Never? in nil }
    orders += new
  }

  private mutating func order() throws -> BookOrder {
    salt += 1
    let tokens = Cast.tokens.shuffled(using: &random)
    let direction = TokenDirection(makerToken: tokens[0], takerToken: tokens[1])
    let maker = Cast.makers[random.number(0...3)]
    let expiry = UInt256(chain.head.block.time + UInt64(random.number(1...3_000)))
    let (give, want) = (random.amount(1...2_000), random.amount(1...2_000))
    let taker = random.chance(15) ? Cast.taker : Address.zero
    return random.chance(50)
      ? try Cast.v1(
        give, for: want, by: maker, direction, taker: taker, makerFee: random.amount(0...200), expiry: expiry,
        salt: salt)
      : try Cast.v4(
        give, for: want, by: maker, direction, taker: taker, fee: random.amount(0...50), expiry: expiry, salt: salt,
        signer: random.chance(20) ? Cast.signer : nil)
  }

  private mutating func mine(_ count: Int) {
    for _ in 0..<count { chain.mine(transactions(), after: UInt64(random.number(1...40))) }
  }

  private mutating func transactions() -> [ModelTransaction] {
    (0..<random.number(0...3)).compactMap { _ in
      let maker = Cast.makers[random.number(0...3)]
      let token = Cast.tokens[random.number(0...2)]
      let order = orders.suffix(25).randomElement(using: &random)
      switch random.number(1...10) {
      case 1...5: return order.map { .fill($0, random.amount(0...1_500)) }
      case 6: return order.map { .cancel($0, random.amount(0...1_500)) }
      case 7:
        let other = Cast.tokens.first { $0 != token } ?? token
        return .cancelPair(
          maker: maker, TokenDirection(makerToken: token, takerToken: other),
          below: salt - min(salt, random.amount(0...20)))
      case 8: return .setBalance(TokenOwner(owner: maker, token: token), random.amount(0...6_000))
      case 9:
        let spender = random.chance(50) ? Cast.v1.spender : Cast.v4.spender
        return .approve(
          FundsKey(owner: maker, token: token, spender: spender), random.chance(30) ? .max : random.amount(0...6_000))
      default: return .register(maker: maker, signer: Cast.signer, random.chance(50))
      }
    }
  }

  private mutating func reorganise() {
    let lowest = Int(start) + 1
    let depth = min(random.number(1...deepest), Int(chain.head.block.number) - lowest)
    guard depth > 0 else { return }
    chain.drop(depth)
    mine(random.number(0...(depth + 2)))
  }

  private func check() async throws {
    let head = chain.head
    #expect(await keeper.status.head == head.block)
    for order in orders {
      let entry = try #require(try await keeper.entry(order.hash))
      let due = try head.world.status(of: order, at: head.block.time, minimums)
      let (found, isOver) = (entry.status, order.order.isExpired(at: head.block.time))
      if isOver, due.remaining > 0 {
        // A contract of version 4 does not tell of a cancelled pair once the order is over.
        #expect(found.state == .expired || found.state == .cancelled, "\(order.hash) \(found) \(due)")
      } else if due.state.isEnded {
        // Nobody looks at the money for an order that ended.
        #expect((found.state, found.remaining) == (due.state, due.remaining), "\(entry), due \(due)")
      } else {
        #expect(found == due, "\(entry), due \(due)")
      }
      let stored = try await keeper.store.read { try OrderTable(database: $0).order(order.hash) }
      #expect(stored == entry)
    }
    await keeper.checkSides()
    try await checkTrades()
  }

  private func checkTrades() async throws {
    let exchanges = KnownExchanges(Cast.exchanges)
    let due = try chain.blocks.filter { $0.block.number > start }.flatMap { mined in
      try mined.logs.compactMap { log in
        try LoggedEvent(log, of: exchanges).flatMap { event in
          Trade(event, version: exchanges[event.exchange]?.version ?? .v1, time: mined.block.time)
        }
      }
    }
    let found = try await keeper.trades(TradeFilter(), PageRequest(1, size: 100_000))
    #expect(found.trades == due.reversed())
    var series = CandleSeries(Cast.pair, .minute, minimums: minimums)
    for trade in due { series.add(trade) }
    series.goOn(to: chain.head.block.time)
    let candles = try await keeper.candles(
      of: Cast.pair, .minute, from: 0, to: chain.head.block.time + 1, limit: 1_000)
    #expect(candles == series.candles)
  }
}
