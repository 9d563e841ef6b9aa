import ContractClient
import Exchange
import NodeRPC
import OrderBook
import Orders
import Primitives
import Tokens

/// The beginning of a stretch of the chain.
public enum TradeStart: Sendable, Hashable {
  /// A time, in seconds since 1970.
  case time(UInt64)
  /// A block's height.
  case block(UInt64)
}

/// The trades of a stretch of the chain, by the events that the user's own node gives.
public struct TradeHistory: Sendable {
  /// The trades in the order of the chain.
  public let trades: [Trade]
  /// The first block that was read.
  public let first: UInt64
  /// The last block that was read.
  public let last: ChainBlock
  /// Whether there are more trades before the first one than were wanted.
  public let isCut: Bool

  /// The candles of a pair until the last block, the first first.
  ///
  /// - Parameter limit: The most candles; the last ones stay.
  public func candles(_ interval: CandleInterval, of pair: DirectoryPair, limit: Int) -> [Candle] {
    var series = CandleSeries(pair.tokens, interval, limit: limit)
    for trade in trades { series.add(trade) }
    series.goOn(to: last.time)
    return series.candles
  }
}

extension ExchangeMarket {
  /// The most trades that are read at once.
  public static let mostTrades = 10_000

  /// Reads the trades since a time or a block until the newest one.
  ///
  /// - Parameters:
  ///   - pair: The pair; nil for all tokens.
  ///   - party: An account that was maker or taker; nil for all.
  /// - Throws: `OrderBookError`.
  public func trades(
    of pair: DirectoryPair? = nil, since start: TradeStart, by party: Address? = nil
  ) async throws -> TradeHistory {
    let reader = TradeReader(connection.node, exchanges: exchanges)
    let last = try await newest()
    let first: UInt64 =
      switch start {
      case .block(let number): number
      case .time(let time): try await reader.firstBlock(since: time, until: last)
      }
    guard first <= last.number else {
      return TradeHistory(trades: [], first: last.number, last: last, isCut: false)
    }
    let reading = try await reader.trades(
      from: first, to: last, TradeFilter().with { $0.pair = pair?.tokens }, of: party, most: Self.mostTrades)
    return TradeHistory(trades: reading.trades, first: reading.first, last: last, isCut: reading.first > first)
  }
}
