import OrderBook
import Orders
import Primitives
import Tokens

/// A fill of a pair as its taker saw it.
public struct MarketTrade: Sendable, Hashable {
  /// The fill with its place on the chain.
  public let trade: Trade
  /// The base and the quote token.
  public let pair: DirectoryPair
  /// Whether the taker bought base tokens.
  public let isPurchase: Bool
  /// The base tokens that changed hands.
  public let base: TokenAmount
  /// The quote tokens that changed hands.
  public let quote: TokenAmount
  /// The price, fees left out.
  public let price: PairPrice

  /// A trade as one of a pair; nil where it was of other tokens.
  init?(_ trade: Trade, of pair: DirectoryPair) {
    guard let side = trade.side(in: pair.tokens), let amounts = trade.amounts(in: pair.tokens),
      let price = trade.price(in: pair.tokens)
    else { return nil }
    (self.trade, self.pair, isPurchase) = (trade, pair, side == .ask)
    (base, quote) = (TokenAmount(amounts.base, of: pair.base), TokenAmount(amounts.quote, of: pair.quote))
    self.price = PairPrice(price, of: pair)
  }
}

/// The fills of a pair, or of all pairs that are known, as the user's own node reports them.
public struct MarketTrades: Sendable {
  /// The trades, the latest first.
  public let trades: [MarketTrade]
  /// The number of trades of tokens that are not known, which are left out.
  public let strangers: Int
  /// The newest block that was looked at.
  public let head: ChainBlock
  /// The height of the first block that was looked at.
  public let first: UInt64
  /// Whether earlier blocks were wanted and not looked at.
  public let isCut: Bool

  /// The trades as comma-separated values, the earliest first.
  ///
  /// No name or symbol of a token is in it: they are anybody's text, and spreadsheets carry texts out.
  public var csv: String {
    let lines = trades.reversed().map { row in
      let (trade, price) = (row.trade, row.price.value ?? row.price.fraction)
      return [
        "\(trade.time)", "\(trade.blockNumber)", "\(trade.logIndex)", row.isPurchase ? "buy" : "sell",
        row.pair.base.address.checksummed, row.pair.quote.address.checksummed, row.base.token.unit.text(row.base.units),
        row.quote.token.unit.text(row.quote.units), "\(price.numerator)", "\(price.denominator)",
        trade.event.maker.checksummed, trade.event.taker.checksummed, trade.event.orderHash.hex,
        trade.transaction.hex, trade.exchange.checksummed,
      ].joined(separator: ",")
    }
    let headings =
      "time,block,logIndex,side,base,quote,baseAmount,quoteAmount,priceNumerator,priceDenominator,maker,taker,orderHash,transaction,exchange"
    return ([headings] + lines).joined(separator: "\r\n") + "\r\n"
  }
}
