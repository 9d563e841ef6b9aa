import Charts
import OrderBook
import Orders
import Primitives
import Tokens

/// The candles of a pair, made of its fills.
public struct MarketCandles: Sendable {
  /// The two tokens; prices are of the base token, in the quote token.
  public let pair: DirectoryPair
  /// The length of a candle.
  public let interval: CandleInterval
  /// The candles, the earliest first.
  public let candles: [Candle]
  /// The average of the closes up to each candle; nil where none was asked for, or there are not enough.
  public let averages: [Fraction?]

  /// The candles of trades up to the newest block that was looked at.
  ///
  /// - Parameters:
  ///   - least: The least amount of base tokens that sets a price.
  ///   - average: The number of closes to take the average of; nil for none.
  public init(
    _ trades: MarketTrades, of pair: DirectoryPair, by interval: CandleInterval, least: UInt256 = 0,
    average: Int? = nil
  ) {
    var series = CandleSeries(pair.tokens, interval, leastBase: least)
    for trade in trades.trades.reversed() { series.add(trade.trade) }
    series.goOn(to: trades.head.time)
    let candles = series.candles
    (self.pair, self.interval, self.candles) = (pair, interval, candles)
    averages = average.map { candles.averages(over: $0) } ?? candles.map { _ in nil }
  }

  /// The candles as comma-separated values; prices are whole quote tokens for a whole base token, as fractions.
  public var csv: String {
    let lines = zip(candles, averages).map { candle, average in
      let prices = [candle.open, candle.high, candle.low, candle.close].map { text($0) }
      return
        (["\(candle.start)"] + prices + [
          pair.base.unit.text(candle.baseVolume), pair.quote.unit.text(candle.quoteVolume), "\(candle.count)",
          average.map { text($0) } ?? "",
        ]).joined(separator: ",")
    }
    return (["start,open,high,low,close,baseVolume,quoteVolume,count,average"] + lines).joined(separator: "\r\n")
      + "\r\n"
  }

  private func text(_ price: Fraction) -> String {
    let value = PairPrice(price, of: pair).value ?? price
    guard let decimal = value.decimal, decimal.isExact else { return "\(value)" }
    return decimal.text
  }

  /// The candles as a chart takes them, the last ones.
  package func points(_ most: Int = .max) -> [CandlePoint] {
    zip(candles, averages).suffix(most).map { candle, average in
      CandlePoint(
        open: approximation(candle.open), high: approximation(candle.high), low: approximation(candle.low),
        close: approximation(candle.close), volume: TokenAmount(candle.baseVolume, of: pair.base).approximation,
        average: average.map { approximation($0) })
    }
  }

  private func approximation(_ price: Fraction) -> Double { PairPrice(price, of: pair).approximation }
}

extension PairPrice {
  /// Whole quote tokens for a whole base token, nearly: to be drawn, never to be reckoned with.
  package var approximation: Double {
    if let value { return value.approximation }
    func units(_ token: DirectoryToken) -> Double { (0..<(token.decimals ?? 0)).reduce(1) { power, _ in power * 10 } }
    return fraction.approximation * units(pair.base) / units(pair.quote)
  }
}

extension TokenAmount {
  /// Whole tokens, nearly: to be drawn, never to be reckoned with.
  package var approximation: Double {
    Double(units) / (0..<(token.decimals ?? 0)).reduce(1) { power, _ in power * 10 }
  }
}
