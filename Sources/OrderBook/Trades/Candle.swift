import Orders
import Primitives

/// The trades of a pair in one interval: prices as exact fractions of smallest units, quote for base.
public struct Candle: Sendable, Hashable {
  /// The interval's start, in seconds since 1970.
  public let start: UInt64
  /// The first price; the close before, where there was no trade.
  public let open: Fraction
  /// The highest price.
  public let high: Fraction
  /// The lowest price.
  public let low: Fraction
  /// The last price.
  public let close: Fraction
  /// The base tokens that changed hands, in their smallest unit.
  public let baseVolume: UInt256
  /// The quote tokens that changed hands, in their smallest unit.
  public let quoteVolume: UInt256
  /// The number of trades, dust among them.
  public let count: Int
}

/// Candles as they grow out of trades in the order of the chain.
///
/// Trades below the least amount count in the volumes and set no price, those of a maker with itself do neither. There is
/// no candle before the first price; after it an interval without one repeats the last close.
public struct CandleSeries: Sendable, Hashable {
  /// The tokens whose trades count.
  public let pair: TokenPair
  /// The length of a candle.
  public let interval: CandleInterval
  private let minimums: OrderMinimums
  private let leastBase: UInt256
  private let limit: Int
  private var finished: [Candle] = []
  private var current: Interval?
  private var lastPrice: Fraction?

  /// The trades of an interval that goes on.
  private struct Interval: Hashable {
    let start: UInt64
    var base: UInt256 = 0
    var quote: UInt256 = 0
    var count = 0
    var prices: Prices?
  }

  /// The prices of an interval.
  private struct Prices: Hashable {
    let open: Fraction
    var high: Fraction
    var low: Fraction
    var close: Fraction
  }

  /// A series without trades.
  ///
  /// - Parameters:
  ///   - minimums: The least amounts that set a price, in maker tokens.
  ///   - leastBase: The least amount of base tokens that sets a price, on either side.
  ///   - previous: The last price before the first trade.
  ///   - start: A time in the first interval, where there is a candle without trades; nil for that of the first trade.
  ///   - limit: The most candles; the last ones stay.
  public init(
    _ pair: TokenPair, _ interval: CandleInterval, minimums: OrderMinimums = OrderMinimums(),
    leastBase: UInt256 = 0, previous: Fraction? = nil, from start: UInt64? = nil, limit: Int = 1_000
  ) {
    self.pair = pair
    self.interval = interval
    self.minimums = minimums
    self.leastBase = leastBase
    self.limit = max(1, limit)
    lastPrice = previous
    current = start.map { Interval(start: interval.start(of: $0)) }
  }

  /// The candles, the first first.
  public var candles: [Candle] { Array((finished + [currentCandle].compactMap(\.self)).suffix(limit)) }

  /// Whether a trade sets a price of the pair.
  public static func setsPrice(_ trade: Trade, in pair: TokenPair, _ minimums: OrderMinimums) -> Bool {
    !trade.isSelfTrade && trade.side(in: pair) != nil
      && trade.event.fill.makerAmount >= minimums[trade.event.direction]
  }

  /// Takes the next trade; one of other tokens, of a maker with itself, or of an earlier interval is passed over.
  public mutating func add(_ trade: Trade) {
    guard !trade.isSelfTrade, let amounts = trade.amounts(in: pair) else { return }
    let start = interval.start(of: trade.time)
    guard start >= current?.start ?? 0 else { return }
    goOn(to: start)
    var interval = current ?? Interval(start: start)
    interval.base = interval.base.addingSaturated(amounts.base)
    interval.quote = interval.quote.addingSaturated(amounts.quote)
    interval.count += 1
    if amounts.base >= leastBase, Self.setsPrice(trade, in: pair, minimums), let price = trade.price(in: pair) {
      var prices = interval.prices ?? Prices(open: price, high: price, low: price, close: price)
      (prices.high, prices.low, prices.close) = (max(prices.high, price), min(prices.low, price), price)
      interval.prices = prices
    }
    current = interval
  }

  /// Goes on without trades to the interval that a time is in.
  public mutating func goOn(to time: UInt64) {
    let end = interval.start(of: time)
    guard let current, current.start < end else { return }
    if let candle = currentCandle { append(candle) }
    lastPrice = current.prices?.close ?? lastPrice
    self.current = Interval(start: end)
    guard let lastPrice else { return }
    var start = current.start + interval.seconds
    // No more are made than are kept.
    let most = UInt64(limit).multipliedSaturated(by: interval.seconds)
    if end - start > most { start = end - most }
    while start < end {
      append(Candle(start: start, price: lastPrice))
      start += interval.seconds
    }
  }

  private var currentCandle: Candle? {
    guard let current else { return nil }
    guard let prices = current.prices else {
      return lastPrice.map { price in
        Candle(
          start: current.start, open: price, high: price, low: price, close: price, baseVolume: current.base,
          quoteVolume: current.quote, count: current.count)
      }
    }
    return Candle(
      start: current.start, open: prices.open, high: prices.high, low: prices.low, close: prices.close,
      baseVolume: current.base, quoteVolume: current.quote, count: current.count)
  }

  private mutating func append(_ candle: Candle) {
    finished.append(candle)
    if finished.count > 2 * limit { finished.removeFirst(finished.count - limit) }
  }
}

extension Candle {
  /// A candle without trades.
  fileprivate init(start: UInt64, price: Fraction) {
    self.init(
      start: start, open: price, high: price, low: price, close: price, baseVolume: 0, quoteVolume: 0, count: 0)
  }
}
