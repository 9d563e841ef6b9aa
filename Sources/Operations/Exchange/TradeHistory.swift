import ContractClient
import Exchange
import NodeRPC
import OrderBook
import Orders
import Primitives
import Tokens

/// The fills at the exchanges of a market, as the user's own node reports them; no relay is asked.
public struct TradeHistory: Sendable {
  /// The market whose exchanges are read.
  public let market: ExchangeMarket

  /// The history of a market; nothing is asked yet.
  public init(_ market: ExchangeMarket) { self.market = market }

  /// Reads fills from the events of the exchanges.
  ///
  /// - Parameters:
  ///   - pair: The pair; nil for all whose tokens are known.
  ///   - account: The account that was maker or taker; nil for all.
  ///   - start: The first block.
  /// - Throws: `OrderBookError`.
  public func trades(
    of pair: DirectoryPair? = nil, with account: Address? = nil, since start: HistoryStart,
    within bounds: TradeBounds = TradeBounds()
  ) async throws -> MarketTrades {
    let tokens = pair.map { Set([$0.base.address, $0.quote.address]) }
    let reader = TradeReader(market.connection.node, exchanges: market.exchanges)
    let first = try await start.block(by: reader, at: try await market.newest())
    let reading = try await reader.read(from: first, within: bounds) { fill in
      (tokens?.contains(fill.direction.makerToken) ?? true) && (tokens?.contains(fill.direction.takerToken) ?? true)
        && fill.direction.makerToken != fill.direction.takerToken
        && (account.map { $0 == fill.maker || $0 == fill.taker } ?? true)
    }
    var pairs: [TokenDirection: DirectoryPair] = [:]
    var (known, strangers): ([MarketTrade], Int) = ([], 0)
    for trade in reading.trades {
      let direction = trade.event.direction
      guard let pair = pair ?? pairs[direction] ?? self.pair(of: direction), let told = MarketTrade(trade, of: pair)
      else {
        strangers += 1
        continue
      }
      pairs[direction] = pair
      known.append(told)
    }
    return MarketTrades(
      trades: known, strangers: strangers, head: reading.head, first: reading.first, isCut: reading.isCut)
  }

  /// The pair of an order's tokens; nil where one of them is not known.
  private func pair(of direction: TokenDirection) -> DirectoryPair? {
    guard market.tokens[direction.makerToken] != nil, market.tokens[direction.takerToken] != nil else { return nil }
    return try? market.pair("\(direction.makerToken.checksummed)/\(direction.takerToken.checksummed)")
  }
}
