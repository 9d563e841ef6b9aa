import ChainSupport
import Database
import DatabaseSupport
import FixtureSupport
import Locking
import NodeRPC
import Orders
import Primitives
import Testing

@testable import OrderBook

/// A book that several processes share, over a server of PostgreSQL.
@Suite(.enabled(if: PostgresCluster.isInstalled, PostgresCluster.advice)) struct SharingTests {
  @Test(arguments: 1...4)
  func followersHaveTheKeepersBookWhateverTheChainDoesAndWhoeverDies(seed: Int) async throws {
    var course = try await SharedCourse(UInt64(seed), instances: 2 + seed % 2)
    for _ in 0..<70 { try await course.step() }
    try await course.end()
  }

  @Test func aKeeperThatWasPausedWritesNothingAndFollowsTheNext() async throws {
    let place = try SharedPlace()
    let chain = ModelChain()
    chain.mine(fund(Cast.makers[0], Cast.base, 10_000))
    let (first, second) = (try await place.keeper(chain), try await place.keeper(chain))
    #expect(await first.keeps)
    #expect(await !second.keeps)
    try await first.add(try Cast.v1(salt: 1))
    try place.endLease()
    try await second.advance()
    #expect(await second.keeps)
    try place.run(
      "INSERT INTO lectures_book.post (id, origin, content, time) VALUES ('\\x01', 'x', '\\x07', "
        + "(extract(epoch FROM clock_timestamp()) * 1000)::bigint)")
    // The first still believes to be the keeper, and the store does not.
    let late = await #expect(throws: OrderBookError.self) { try await first.answerPosts { _ in [1] } }
    #expect(late?.code == .notKeeper)
    #expect(try place.count("post WHERE answer IS NULL") == 1)
    let error = await #expect(throws: OrderBookError.self) { try await first.add(try Cast.v1(salt: 2)) }
    #expect(error?.code == .notKeeper)
    #expect(await first.read(\.openCount) == 1)
    chain.mine()
    #expect(try await second.answerPosts { _ in [2] } == 1)
    try await second.add(try Cast.v1(salt: 3))
    try await second.advance()
    try await first.advance()
    #expect(await !first.keeps)
    #expect(await first.read(\.entries) == (await second.read(\.entries)))
    #expect(try await first.entry(try Cast.v1(salt: 2).hash) == nil)
    try await first.close()
    try await second.close()
  }

  @Test func aKeeperThatClosesIsFollowedAtOnce() async throws {
    let place = try SharedPlace()
    let chain = ModelChain()
    chain.mine(fund(Cast.makers[0], Cast.base, 10_000))
    let (first, second) = (try await place.keeper(chain), try await place.keeper(chain))
    try await first.add(try Cast.v1(salt: 1))
    try await first.close()
    try await second.advance()
    #expect(await second.keeps)
    #expect(await second.isReady)
    try await second.add(try Cast.v1(salt: 2))
    #expect(await second.read(\.openCount) == 2)
    try await second.close()
  }

  @Test func aPostIsAnsweredByTheKeeperAndAnUnansweredOneIsNotKnown() async throws {
    let place = try SharedPlace()
    let chain = ModelChain()
    let first = try await place.keeper(chain)
    let second = try await place.keeper(chain) { $0.answerTime = .milliseconds(300) }
    #expect(try await second.hand([7]) == nil)
    let asked = Guarded<[Bytes]>([])
    let answering = Task {
      while !Task.isCancelled {
        try await first.answerPosts { post in
          asked.withLock { $0.append(post) }
          return post + [0]
        }
      }
    }
    let patient = try await place.keeper(chain) { $0.answerTime = .seconds(600) }
    let answers = try await withThrowingTaskGroup(of: Bool.self) { group in
      for number in 0..<100 as Range<UInt8> {
        group.addTask { try await patient.hand([1, number]) == [1, number, 0] }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    answering.cancel()
    _ = await answering.result
    #expect(answers.count == 100 && answers.allSatisfy(\.self))
    // Whoever does not wait any more is answered, too: its post was handed over.
    #expect(Set(asked.withLock { $0 }) == Set((0..<100).map { [1, $0] } + [[7]]))
    #expect(try place.count("post WHERE answer IS NULL") == 0)
    for keeper in [first, second, patient] { try await keeper.close() }
  }

  @Test func whoFellBehindTooFarLoadsTheBookAnewAndTellsWhatBecameOther() async throws {
    let place = try SharedPlace()
    let chain = ModelChain()
    chain.mine(fund(Cast.makers[0], Cast.base, 10_000))
    let (first, second) = (try await place.keeper(chain), try await place.keeper(chain))
    let changes = await second.changes()
    let orders = try (1...3).map { try Cast.v1(salt: UInt256(UInt64($0))) }
    try await first.add(orders) { (_) -> Never? in nil }.forEach { _ in }
    chain.mine([.fill(orders[0], 30)])
    try await first.advance()
    try place.run("DELETE FROM lectures_book.news WHERE number < (SELECT max(number) FROM lectures_book.news)")
    try await second.advance()
    #expect(await second.read(\.entries) == (await first.read(\.entries)))
    #expect(await second.status.sequence == (await first.status.sequence))
    try await second.close()
    var told: [Hash32: OrderState] = [:]
    for await batch in changes { for change in batch { told[change.entry.hash] = change.entry.status.state } }
    #expect(told == [orders[0].hash: .partFilled, orders[1].hash: .open, orders[2].hash: .open])
    try await first.close()
  }

  @Test func newsAreReadAsTheyWereWritten() throws {
    var random = Seeded(5)
    for _ in 0..<200 {
      var update = BookUpdate(sequence: random.next())
      if random.chance(50) {
        update.head = ChainBlock(number: random.next(), hash: random.hash(), parent: random.hash(), time: random.next())
      }
      update.undoneAbove = random.chance(50) ? random.next() : nil
      update.isAnew = random.chance(50)
      for _ in 0..<random.number(0...4) {
        let status = OrderStatus(
          state: OrderState.allCases[random.number(0...9)], remaining: UInt256(random.hash()), funded: .max)
        update.entries.append(
          BookUpdate.Entry(
            hash: random.hash(),
            booking: OrderBooking(
              filled: UInt256(random.hash()), cancelled: 0, isCancelled: random.chance(50), isSigned: random.chance(50)),
            isStopped: random.chance(50), status: status, endedAt: random.chance(50) ? random.next() : nil,
            sequence: random.chance(50) ? random.next() : nil, before: random.chance(50) ? status : nil))
        update.funds[FundsKey(owner: Cast.taker, token: Cast.base, spender: Address(truncating: random.hash()))] =
          MakerFunds(balance: .max, allowance: UInt256(random.hash()))
        update.evicted.append(random.hash())
        update.trades.append(
          BookUpdate.TradePlace(block: random.next(), logIndex: random.next(), blockHash: random.hash()))
      }
      let bytes = update.bytes
      #expect(try BookUpdate(bytes) == update)
      let cut = Array(bytes.prefix(random.number(0...(bytes.count - 1))))
      #expect(throws: DatabaseError.self) { try BookUpdate(cut) }
    }
  }
}

/// An empty database of a server that several keepers share.
struct SharedPlace {
  private let name: String
  private let place: DatabasePlace

  init() throws {
    name = try PostgresCluster.shared.makeDatabase()
    place = .server(try PostgresAddress(try PostgresCluster.shared.address(of: name), isSecret: true))
  }

  /// Opens the book for another process, which goes on at once.
  func keeper(
    _ chain: ModelChain, _ change: (inout ModelKeeper.Options) -> Void = { _ in }
  ) async throws -> ModelKeeper {
    var options = ModelKeeper.Options()
    (options.groupWindow, options.sharingPause) = (.zero, .zero)
    options.shorterChainPolls = 1
    options.now = { 42 }
    change(&options)
    let keeper = try await ModelKeeper(at: place, node: chain, exchanges: Cast.exchanges, options: options)
    try await keeper.advance()
    return keeper
  }

  func run(_ sql: String) throws { try PostgresCluster.shared.query(sql, in: name) }

  func count(_ table: String) throws -> Int? {
    Int(try PostgresCluster.shared.query("SELECT count(*) FROM lectures_book.\(table)", in: name))
  }

  /// Ends the keeper's lease, as its time does.
  func endLease() throws { try run("UPDATE lectures_book.lease SET until = 0") }
}

/// A random course of a chain and of the instances that share a book on it.
private struct SharedCourse {
  private let chain: ModelChain
  private let place: SharedPlace
  private var random: Seeded
  private var keepers: [ModelKeeper] = []
  private var orders: [BookOrder] = []
  private var taken: Set<Hash32> = []
  private var salt: UInt256 = 0

  init(_ seed: UInt64, instances: Int) async throws {
    (chain, random, place) = (ModelChain(seed), Seeded(seed &* 991), try SharedPlace())
    for maker in Cast.makers { for token in Cast.tokens { chain.mine(fund(maker, token, 5_000)) } }
    for _ in 0..<instances { keepers.append(try await place.keeper(chain)) }
  }

  mutating func step() async throws {
    switch random.number(1...100) {
    case 1...40: try await post()
    case 41...65: for _ in 0..<random.number(1...3) { mine() }
    case 66...74: for _ in 0..<random.number(60...90) { mine() }
    case 75...84: reorganise()
    case 85...92: try await kill()
    default: try place.run("DELETE FROM lectures_book.news WHERE number < (SELECT max(number) FROM lectures_book.news)")
    }
    // Each goes on at its own pace: some hear of several changes at once.
    for index in keepers.indices where random.chance(70) { try await Self.advance(keepers[index]) }
    if random.chance(50) { try await check() }
  }

  /// Checks that all have the same book, which is also the one that the store has.
  private func check() async throws {
    // The keeper first, wherever it is, then those who hear of it.
    for _ in 0..<2 { for keeper in keepers { try await Self.advance(keeper) } }
    let first = keepers[0]
    let (entries, funds, status) = (await first.read(\.entries), await first.read(\.funds), await first.status)
    #expect(status.head == chain.head.block)
    for keeper in keepers.dropFirst() {
      let other = await keeper.status
      #expect((other.head, other.sequence, other.open) == (status.head, status.sequence, status.open))
      Self.compare(await keeper.read(\.entries), entries)
      Self.compare(await keeper.read(\.funds), funds)
      await keeper.checkSides()
    }
    var keeping = 0
    for keeper in keepers where await keeper.keeps { keeping += 1 }
    #expect(keeping == 1)
    let scratch = try await place.keeper(chain)
    Self.compare(await scratch.read(\.entries), entries)
    Self.compare(await scratch.read(\.funds), funds)
    try await scratch.close()
    for hash in taken {
      let entry = try #require(try await first.entry(hash))
      let due = try chain.head.world.status(
        of: entry.order, at: chain.head.block.time, OrderMinimums())
      if !due.state.isEnded, !entry.status.state.isEnded { #expect(entry.status == due) }
    }
    let arrivals = entries.values.map(\.arrival)
    #expect(Set(arrivals).count == arrivals.count)
  }

  /// Checks that two have the same orders. Of those that ended long ago one may have some that the other let go at a
  /// block that is gone.
  private static func compare(_ one: [Hash32: BookEntry], _ other: [Hash32: BookEntry]) {
    for hash in Set(one.keys).union(other.keys) {
      let (mine, yours) = (one[hash], other[hash])
      if mine == nil || yours == nil { #expect((mine ?? yours)?.endedAt != nil) } else { #expect(mine == yours) }
    }
  }

  /// Checks that two have the same money, as far as both know it.
  private static func compare(_ one: [FundsKey: MakerFunds], _ other: [FundsKey: MakerFunds]) {
    for (key, amounts) in one where other[key] != nil { #expect(other[key] == amounts) }
  }

  /// Goes on; one that finds that it is the keeper no more follows.
  private static func advance(_ keeper: ModelKeeper) async throws {
    do throws(OrderBookError) { try await keeper.advance() } catch {
      #expect(error.code == .notKeeper, "\(error)")
      try await keeper.advance()
    }
  }

  private mutating func post() async throws {
    for _ in 0..<random.number(1...3) {
      let order = try order()
      orders.append(order)
      let at = keepers[random.number(0...(keepers.count - 1))]
      do throws(OrderBookError) {
        _ = try await at.add([order]) { (_) -> Never? in nil }
        taken.insert(order.hash)
      } catch { #expect([.notKeeper, .notReady, .nodeFailed].contains(error.code), "\(error)") }
    }
  }

  private mutating func order() throws -> BookOrder {
    salt += 1
    let tokens = Cast.tokens.shuffled(using: &random)
    let direction = TokenDirection(makerToken: tokens[0], takerToken: tokens[1])
    let maker = Cast.makers[random.number(0...3)]
    let expiry = UInt256(chain.head.block.time + UInt64(random.number(1...3_000)))
    let (give, want) = (random.amount(1...2_000), random.amount(1...2_000))
    return random.chance(50)
      ? try Cast.v1(give, for: want, by: maker, direction, makerFee: random.amount(0...200), expiry: expiry, salt: salt)
      : try Cast.v4(give, for: want, by: maker, direction, fee: random.amount(0...50), expiry: expiry, salt: salt)
  }

  private mutating func mine() {
    let transactions = (0..<random.number(0...3)).compactMap { _ -> ModelTransaction? in
      let maker = Cast.makers[random.number(0...3)]
      let token = Cast.tokens[random.number(0...2)]
      let order = orders.suffix(25).randomElement(using: &random)
      switch random.number(1...4) {
      case 1...2: return order.map { .fill($0, random.amount(0...1_500)) }
      case 3: return order.map { .cancel($0, random.amount(0...1_500)) }
      default: return .setBalance(TokenOwner(owner: maker, token: token), random.amount(0...6_000))
      }
    }
    chain.mine(transactions, after: UInt64(random.number(1...40)))
  }

  private mutating func reorganise() {
    let deepest = random.chance(15) ? 300 : 10
    let depth = min(random.number(1...deepest), Int(chain.head.block.number) - 13)
    guard depth > 0 else { return }
    chain.drop(depth)
    for _ in 0..<random.number(0...(depth + 2)) { mine() }
  }

  /// Lets an instance end without a word, or lose its lease and live on.
  private mutating func kill() async throws {
    try place.endLease()
    guard random.chance(60) else { return }
    let index = random.number(0...(keepers.count - 1))
    let dead = keepers[index]
    keepers[index] = try await place.keeper(chain)
    try await dead.close()
  }

  mutating func end() async throws {
    try await check()
    for keeper in keepers { try await keeper.close() }
  }
}
