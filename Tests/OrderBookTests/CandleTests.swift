import Orders
import Primitives
import Testing

@testable import OrderBook

/// Candles out of trades.
@Suite struct CandleTests {
  private func trade(
    _ base: UInt256, _ quote: UInt256, at time: UInt64, _ side: OrderSide = .ask, taker: Address = Cast.taker
  ) -> Trade {
    let fill =
      side == .ask
      ? OrderFill(takerAmount: quote, makerAmount: base) : OrderFill(takerAmount: base, makerAmount: quote)
    return Trade(
      event: FillEvent(
        orderHash: .zero, maker: Cast.makers[0], taker: taker, feeRecipient: .zero,
        direction: TokenDirection(side, of: Cast.pair), fill: fill),
      exchange: Cast.v1.contract.address, version: .v1, blockNumber: time, blockHash: .zero, time: time,
      transaction: .zero, logIndex: 0)
  }

  private func series(_ trades: [Trade], _ interval: CandleInterval = .minute, limit: Int = 1_000) -> CandleSeries {
    var series = CandleSeries(Cast.pair, interval, minimums: OrderMinimums(byToken: [Cast.base: 10]), limit: limit)
    for trade in trades { series.add(trade) }
    return series
  }

  @Test func aCandleHasExactPricesAndVolumes() throws {
    let candles = series([
      trade(300, 100, at: 60), trade(200, 100, at: 70, .bid), trade(700, 100, at: 119), trade(30, 10, at: 120),
    ]).candles
    #expect(candles.count == 2)
    let first = try #require(candles.first)
    #expect(first.start == 60)
    #expect(first.open == Fraction(1, over: 3))
    #expect(first.high == Fraction(1, over: 2))
    #expect(first.low == Fraction(1, over: 7))
    #expect(first.close == Fraction(1, over: 7))
    #expect((first.baseVolume, first.quoteVolume, first.count) == (1200, 300, 3))
  }

  @Test func dustCountsInVolumesAloneAndTradesWithOneselfNowhere() throws {
    let candles = series([
      trade(9, 900, at: 60), trade(100, 100, at: 61), trade(9, 1, at: 62), trade(500, 1, at: 63, taker: Cast.makers[0]),
    ]).candles
    let candle = try #require(candles.first)
    #expect((candle.open, candle.high, candle.low, candle.close) == (.one, .one, .one, .one))
    #expect((candle.baseVolume, candle.quoteVolume, candle.count) == (118, 1001, 3))
    #expect(series([trade(9, 900, at: 60)]).candles.isEmpty)
  }

  @Test func anIntervalWithoutAPriceRepeatsTheClose() {
    var series = series([trade(100, 200, at: 60), trade(9, 1, at: 190), trade(100, 300, at: 300)])
    series.goOn(to: 400)
    let candles = series.candles
    #expect(candles.map(\.start) == [60, 120, 180, 240, 300, 360])
    #expect(candles.map(\.close.numerator) == [2, 2, 2, 2, 3, 3])
    #expect(candles.map(\.count) == [1, 0, 1, 0, 1, 0])
    #expect(candles[2].baseVolume == 9)
    #expect(candles[4].open == Fraction(3, over: 1))
  }

  @Test func noMoreCandlesAreMadeThanAreWanted() {
    var series = series([trade(100, 200, at: 60)], limit: 10)
    series.goOn(to: 100_000_000_000)
    #expect(series.candles.count == 10)
    #expect(series.candles.last?.start == 99_999_999_960)
    series.goOn(to: .max)
    #expect(series.candles.count == 10)
  }

  @Test func intervalsBeginAtRoundTimesAndWeeksOnMondays() {
    // Wednesday, 2 October 2024, 13:47:25.
    let time: UInt64 = 1_727_876_845
    let starts = CandleInterval.allCases.map { $0.start(of: time) }
    #expect(
      starts == [
        1_727_876_820, 1_727_876_700, 1_727_876_700, 1_727_874_000, 1_727_870_400, 1_727_827_200, 1_727_654_400,
      ])
    #expect(CandleInterval.week.start(of: 345_599) == 0)
    #expect(CandleInterval.week.start(of: 345_600) == 345_600)
    for interval in CandleInterval.allCases { #expect(interval.start(of: .max) <= .max) }
  }
}
