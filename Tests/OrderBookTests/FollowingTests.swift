import ChainSupport
import DatabaseSupport
import NodeRPC
import Orders
import Primitives
import Testing

@testable import OrderBook

/// Books that follow a chain which does what chains do.
@Suite(.overEachEngine) struct FollowingTests {
  /// A chain on which the first maker has the base token.
  private func funded(_ amount: UInt256 = 10_000) -> ModelChain {
    let chain = ModelChain()
    chain.mine(fund(Cast.makers[0], Cast.base, amount))
    return chain
  }

  @Test func anOrderIsTakenOnceWhoeverSendsIt() async throws {
    let keeper = try await keeper(funded())
    let order = try Cast.v1()
    let first = try await keeper.add(order)
    guard case .added(let entry) = try #require(first.first) else { return #expect(Bool(false)) }
    #expect(entry.status.state == .open && entry.added == 42 && entry.arrival == 1)
    let again = try await keeper.add(order, order)
    for outcome in again {
      guard case .known(let known) = outcome else { return #expect(Bool(false)) }
      #expect(known == entry)
    }
    #expect(await keeper.status.sequence == 1)
  }

  @Test func ofOrdersThatComeTogetherAllComeOrNone() async throws {
    let keeper = try await keeper(funded())
    let orders = try (1...3).map { try Cast.v4(salt: UInt256(UInt64($0))) }
    let outcomes = try await keeper.add(orders) { $0.order.hash == orders[1].hash ? "no" : nil }
    #expect(outcomes.map(\.word) == ["withheld", "refused no", "withheld"])
    #expect(await keeper.status.watched == 0)
    #expect(try await keeper.entry(orders[0].hash) == nil)
  }

  @Test func whoChecksAnOrderSeesThoseBeforeItInLine() async throws {
    let keeper = try await keeper(funded())
    let orders = try (1...3).map { try Cast.v4(salt: UInt256(UInt64($0))) }
    let outcomes = try await keeper.add(orders) { candidate in
      candidate.openOrders == 2 ? "third: \(candidate.promised)" : nil
    }
    #expect(outcomes.map(\.word) == ["withheld", "withheld", "refused third: 2000"])
    try await keeper.add(orders[0])
    let next = try await keeper.add([orders[1]]) { "\($0.openOrders) \($0.promised) \($0.openOrdersOfAll)" }
    #expect(next.map(\.word) == ["refused 1 1000 1"])
  }

  @Test func nothingIsTakenWhileTheNodeDoesNotAnswer() async throws {
    let chain = funded()
    let keeper = try await keeper(chain)
    chain.fail([NodeError(.timeout), NodeError(.timeout)])
    let error = await #expect(throws: OrderBookError.self) { try await keeper.add(try Cast.v1()) }
    #expect(error?.code == .nodeFailed)
    await #expect(throws: OrderBookError.self) { try await keeper.advance() }
    #expect(await !keeper.isReady)
    let other = await #expect(throws: OrderBookError.self) { try await keeper.add(try Cast.v1()) }
    #expect(other?.code == .notReady)
    try await keeper.advance()
    #expect(try await keeper.add(try Cast.v1()).count == 1)
  }

  @Test func aBlockThatIsTakenAwayGivesBackExactlyWhatItTook() async throws {
    let chain = funded()
    let keeper = try await keeper(chain)
    let order = try Cast.v1(makerFee: 0)
    try await keeper.add(order)
    let before = try await keeper.entry(order.hash)
    chain.mine([.fill(order, 60)])
    chain.mine([.cancel(order, 300)])
    try await keeper.advance()
    #expect(try await keeper.state(order) == .cancelled)
    chain.drop(2)
    chain.mine()
    chain.mine()
    chain.mine()
    try await keeper.advance()
    #expect(try await keeper.entry(order.hash) == before)
    #expect(try await keeper.trades().total == 0)
  }

  @Test func anOrderThatCameWithABlockThatIsTakenAwayStaysAndIsReadAgain() async throws {
    let chain = funded()
    let order = try Cast.v1()
    chain.mine([.fill(order, 60)])
    let keeper = try await keeper(chain)
    try await keeper.add(order)
    #expect(try await keeper.state(order) == .partFilled)
    chain.mine()
    try await keeper.advance()
    chain.drop(2)
    chain.mine()
    chain.mine()
    try await keeper.advance()
    #expect(try await keeper.state(order) == .open)
  }

  @Test(arguments: [5, 255, 256, 300])
  func reorganisationsOfAnyDepthLeaveWhatTheNewChainSays(depth: Int) async throws {
    let chain = funded()
    let keeper = try await keeper(chain)
    let orders = try (1...3).map { try Cast.v1(salt: UInt256(UInt64($0))) }
    try await keeper.add(orders) { (_) -> Never? in nil }.forEach { _ in }
    chain.mine([.fill(orders[0], 300), .fill(orders[1], 30)])
    for _ in 0..<(depth - 1) {
      chain.mine()
      try await keeper.advance()
    }
    #expect(try await keeper.state(orders[0]) == .filled)
    #expect(try await keeper.trades().total == 2)
    let changes = await keeper.changes()
    chain.drop(depth)
    for index in 0..<(depth + 2) { chain.mine(index == 0 ? [.fill(orders[2], 300)] : []) }
    try await keeper.advance()
    #expect(await keeper.status.head == chain.head.block)
    for (order, state) in zip(orders, [OrderState.open, .open, .filled]) {
      #expect(try await keeper.state(order) == state)
    }
    #expect(try await keeper.trades().trades.map(\.event.orderHash) == [orders[2].hash])
    await keeper.checkSides()
    try await keeper.close()
    var words: [Hash32: [String]] = [:]
    for await change in changes { for change in change { words[change.entry.hash, default: []].append(change.word) } }
    #expect(words[orders[0].hash] == ["FILLABILITY_INCREASED"])
    #expect(words[orders[1].hash]?.last == "ADDED")
    #expect(words[orders[2].hash] == ["FULLY_FILLED"])
  }

  @Test func anOrderThatEndedLongAgoComesBackWhenAllIsTakenAway() async throws {
    let chain = funded()
    let keeper = try await keeper(chain)
    let order = try Cast.v4()
    try await keeper.add(order)
    chain.mine([.cancel(order, 0)])
    try await keeper.advance()
    for _ in 0..<300 { chain.mine() }
    try await keeper.advance()
    #expect(await keeper.status.watched == 0)
    #expect(try await keeper.state(order) == .cancelled)
    chain.drop(301)
    for _ in 0..<310 { chain.mine() }
    try await keeper.advance()
    #expect(try await keeper.state(order) == .open)
    #expect(await keeper.status.open == 1)
  }

  @Test func expiryIsUndoneWithItsBlock() async throws {
    let chain = funded()
    let keeper = try await keeper(chain)
    let order = try Cast.v1(expiry: UInt256(chain.head.block.time + 100))
    try await keeper.add(order)
    let changes = await keeper.changes()
    chain.mine(after: 100)
    try await keeper.advance()
    #expect(try await keeper.state(order) == .expired)
    chain.drop(1)
    chain.mine(after: 99)
    try await keeper.advance()
    #expect(try await keeper.state(order) == .open)
    chain.mine(after: 1)
    try await keeper.advance()
    #expect(try await keeper.state(order) == .expired)
    try await keeper.close()
    var words: [String] = []
    for await change in changes { words += change.map(\.word) }
    #expect(words == ["EXPIRED", "UNEXPIRED", "EXPIRED"])
  }

  @Test func aNodeThatIsBehindOnTheSameChainIsWaitedFor() async throws {
    let chain = funded()
    let keeper = try await keeper(chain) { $0.shorterChainPolls = 3 }
    chain.mine()
    chain.mine()
    try await keeper.advance()
    let head = chain.head.block
    chain.drop(2)
    for _ in 0..<2 {
      #expect(try await !keeper.advance())
      #expect(await keeper.status.head == head)
    }
    #expect(try await keeper.advance())
    #expect(await keeper.status.head == chain.head.block)
  }

  @Test func moneyThatMovesWithoutAWordIsFoundByASweep() async throws {
    let chain = funded()
    let keeper = try await keeper(chain) { $0.sweepInterval = 5 }
    let order = try Cast.v1()
    try await keeper.add(order)
    chain.mine([.steal(TokenOwner(owner: Cast.makers[0], token: Cast.base), 0)])
    try await keeper.advance()
    #expect(try await keeper.state(order) == .open)
    for _ in 0..<5 { chain.mine() }
    try await keeper.advance()
    #expect(try await keeper.state(order) == .unfunded)
  }

  @Test func eventsOfStrangersChangeNothing() async throws {
    let chain = funded()
    let keeper = try await keeper(chain)
    let order = try Cast.v1()
    try await keeper.add(order)
    let fill = Logs.filled(order, OrderFill(takerAmount: 300, makerAmount: 1000))
    let stranger = Log(address: Address(truncating: 0xbad), topics: fill.topics, data: fill.data)
    let sequence = await keeper.status.sequence
    chain.mine([.say([stranger])])
    // An exchange's own event changes nothing either, if its state says otherwise.
    chain.mine([.say([Logs.reduced(order, OrderAmounts(maker: 1000, taker: 300))])])
    try await keeper.advance()
    #expect(try await keeper.state(order) == .open)
    #expect(await keeper.status.sequence == sequence)
    #expect(try await keeper.trades().total == 0)
  }

  @Test func aLongGapIsReadInFewRequestsAndTheLastBlocksOneByOne() async throws {
    let chain = funded()
    let keeper = try await keeper(chain)
    let order = try Cast.v1()
    try await keeper.add(order)
    for index in 0..<1_000 { chain.mine(index.isMultiple(of: 100) ? [.fill(order, 30)] : []) }
    let before = chain.logQueries.count
    try await keeper.advance()
    #expect(chain.logQueries.count - before == 65)
    #expect(try await keeper.state(order) == .filled)
    #expect(try await keeper.trades().total == 10)
    #expect(await keeper.status.lag == 0)
  }

  @Test func pagesTellWhenTheBookMovedBetweenThem() async throws {
    let chain = funded()
    let keeper = try await keeper(chain)
    for salt in 1...10 { try await keeper.add(try Cast.v4(salt: UInt256(UInt64(salt)))) }
    let first = await keeper.read { $0.orders(OrderFilter(), PageRequest(1, size: 4)) }
    let second = await keeper.read { $0.orders(OrderFilter(), PageRequest(2, size: 4)) }
    #expect(first.sequence == second.sequence)
    chain.mine([.cancel(first.entries[0].order, 0)])
    try await keeper.advance()
    let third = await keeper.read { $0.orders(OrderFilter(), PageRequest(3, size: 4)) }
    #expect(third.sequence > second.sequence)
    #expect(third.total == 9)
  }

  @Test func stoppedOrdersLeaveTheBookAndComeBack() async throws {
    let keeper = try await keeper(funded())
    let order = try Cast.v1()
    try await keeper.add(order)
    try await keeper.stop([order.hash])
    #expect(try await keeper.state(order) == .stopped)
    #expect(await keeper.status.open == 0)
    try await keeper.stop([order.hash], areStopped: false)
    #expect(try await keeper.state(order) == .open)
  }

  @Test func tradesAreToldOnceEnoughBlocksAreAboveThem() async throws {
    let chain = funded()
    let keeper = try await keeper(chain) { $0.confirmations = 2 }
    let order = try Cast.v1()
    try await keeper.add(order)
    chain.mine([.fill(order, 30)])
    chain.mine()
    try await keeper.advance()
    #expect(try await keeper.state(order) == .partFilled)
    #expect(try await keeper.trades().total == 0)
    chain.mine()
    try await keeper.advance()
    #expect(try await keeper.trades().total == 1)
  }
}

extension AddOutcome {
  /// The outcome in a word.
  fileprivate var word: String {
    switch self {
    case .added: "added"
    case .known: "known"
    case .refused(let refusal): "refused \(refusal)"
    case .withheld: "withheld"
    }
  }
}
