import NodeRPC
import Orders
import Primitives
import Testing

@testable import OrderBook

/// The reading of trades from a node's events, and the following of them.
@Suite struct TradeReaderTests {
  private let exchanges = KnownExchanges(Cast.exchanges)

  /// A chain on which the same order is filled in each block, a unit more each time.
  private func chain(_ blocks: Int) throws -> (ModelChain, BookOrder) {
    let chain = ModelChain()
    let order = try Cast.v4()
    for block in 1...blocks { fill(chain, order, UInt256(UInt64(block))) }
    return (chain, order)
  }

  private func fill(_ chain: ModelChain, _ order: BookOrder, _ amount: UInt256) {
    chain.mine([.say([Logs.filled(order, OrderFill(takerAmount: amount, makerAmount: 2 * amount))])])
  }

  private func amounts(_ trades: [Trade]) -> [UInt256] { trades.map(\.event.fill.takerAmount) }

  @Test func theLatestTradeComesFirstWithTheTimeOfItsBlock() async throws {
    let (chain, order) = try chain(3)
    let v1 = try Cast.v1()
    chain.mine([.say([Logs.filled(v1, OrderFill(takerAmount: 7, makerAmount: 3))])])
    let reading = try await TradeReader(chain, exchanges: exchanges).read(from: 2)
    #expect(amounts(reading.trades) == [7, 3, 2])
    #expect(reading.trades.map(\.version) == [.v1, .v4, .v4])
    #expect(reading.trades.map(\.time) == [4, 3, 2].map { 1_000_000 + 12 * $0 })
    #expect(reading.head == chain.head.block && reading.first == 2 && !reading.isCut)
    let own = try await TradeReader(chain, exchanges: exchanges).read(from: 0) { $0.orderHash == order.hash }
    #expect(amounts(own.trades) == [3, 2, 1])
    let none = try await TradeReader(chain, exchanges: exchanges).read(from: 9)
    #expect(none.trades.isEmpty && !none.isCut)
  }

  @Test(arguments: [1, 2, 3, 7] as [UInt64])
  func rangesHalveUntilTheNodeTakesThem(widest: UInt64) async throws {
    let (chain, _) = try chain(20)
    chain.limit(to: widest)
    let reading = try await TradeReader(chain, exchanges: exchanges).read(from: 0)
    #expect(amounts(reading.trades) == (1...20).reversed().map { UInt256(UInt64($0)) })
  }

  @Test func aNodeThatTakesNoRangeAtAllIsAnErrorAndNotAnEmptyList() async throws {
    let (chain, _) = try chain(3)
    chain.limit(to: 0)
    let error = await #expect(throws: OrderBookError.self) {
      try await TradeReader(chain, exchanges: exchanges).read(from: 0)
    }
    #expect(error?.code == .nodeFailed)
    let (other, _) = try self.chain(3)
    other.fail([NodeError(.timeout)])
    await #expect(throws: OrderBookError.self) { try await TradeReader(other, exchanges: exchanges).read(from: 0) }
  }

  @Test func whatIsReadIsBoundedAndSaysSo() async throws {
    let (chain, _) = try chain(40)
    chain.limit(to: 4)
    let few = try await TradeReader(chain, exchanges: exchanges).read(from: 0, within: TradeBounds(trades: 5))
    #expect(few.isCut && few.trades.count >= 5 && few.trades.count <= 8)
    #expect(few.first == few.trades.last?.blockNumber)
    let short = try await TradeReader(chain, exchanges: exchanges).read(from: 0, within: TradeBounds(questions: 6))
    #expect(short.isCut && short.first > 0)
    #expect(chain.logQueries.count < 16)
    let unasked = try await TradeReader(chain, exchanges: exchanges).read(from: 0, within: TradeBounds(questions: 0))
    #expect(unasked.isCut && unasked.trades.isEmpty && unasked.first == chain.head.block.number + 1)
  }

  @Test func theFirstBlockOfATimeIsFound() async throws {
    let (chain, _) = try chain(20)
    let reader = TradeReader(chain, exchanges: exchanges)
    for (time, block) in [(0, 0), (1_000_000, 0), (1_000_001, 1), (1_000_012, 1), (1_000_013, 2), (1_000_240, 20)] {
      #expect(try await reader.firstBlock(since: UInt64(time)) == UInt64(block), "\(time)")
    }
    #expect(try await reader.firstBlock(since: .max) == 21)
  }

  @Test func tradesOfBlocksThatWentAwayAreToldAndThoseThatStayedAreNotToldTwice() async throws {
    let (chain, order) = try chain(3)
    var follower = TradeFollower(chain, exchanges: exchanges)
    let first = try await follower.poll()
    #expect(amounts(first.trades) == [1, 2, 3] && first.undone.isEmpty && first.fork == nil)
    #expect(try await follower.poll().trades.isEmpty)
    fill(chain, order, 4)
    #expect(amounts(try await follower.poll().trades) == [4])
    for amount in [5, 6] as [UInt256] { fill(chain, order, amount) }
    #expect(amounts(try await follower.poll().trades) == [5, 6])
    // The block of the 6 goes, and another with a 60 comes: the 5 was told in the same look, and stays.
    chain.drop(1)
    for amount in [60, 70] as [UInt256] { fill(chain, order, amount) }
    let look = try await follower.poll()
    #expect(amounts(look.undone) == [6] && amounts(look.trades) == [60, 70] && look.fork == 4)
    #expect(look.missed == nil)
    // All goes that was ever seen.
    chain.become(genesis: Hash32(UInt256(99)))
    for amount in 1...9 as ClosedRange<UInt64> { fill(chain, order, UInt256(amount)) }
    let anew = try await follower.poll()
    #expect(amounts(anew.undone) == [70, 60, 5, 4, 3, 2, 1] && anew.trades.count == 9)
  }

  @Test func aNodeThatIsBehindTakesNothingAwayAndAnErrorLosesNothing() async throws {
    let (chain, order) = try chain(3)
    var follower = TradeFollower(chain, exchanges: exchanges)
    _ = try await follower.poll()
    chain.drop(1)
    for _ in 0..<2 {
      let look = try await follower.poll()
      #expect(look.undone.isEmpty && look.head.number == 3)
    }
    #expect(amounts(try await follower.poll().undone) == [3])
    fill(chain, order, 30)
    chain.fail([NodeError(.timeout)])
    await #expect(throws: OrderBookError.self) { try await follower.poll() }
    #expect(amounts(try await follower.poll().trades) == [30])
  }

  @Test func averagesAreThoseOfTheLastCloses() throws {
    let price = { (number: UInt64) in try #require(Fraction(UInt256(number), over: 3)) }
    let candles = try (1...4 as ClosedRange<UInt64>).map { number in
      Candle(
        start: number, open: try price(1), high: try price(9), low: try price(1), close: try price(3 * number),
        baseVolume: 0, quoteVolume: 0, count: 0)
    }
    #expect(candles.averages(over: 1) == candles.map(\.close))
    #expect(candles.averages(over: 3).map { $0?.decimal?.text } == [nil, nil, "2", "3"])
    #expect(candles.averages(over: 9).allSatisfy { $0 == nil } && candles.averages(over: 0).allSatisfy { $0 == nil })
  }
}
