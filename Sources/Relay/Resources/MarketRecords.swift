import JSONFields
import OrderBook
import Orders
import Primitives
import StrictJSON

/// Trades, candles and price levels as the relay's own routes and channels write them.
enum MarketRecords {
  /// A trade, with its side and price where a pair is asked for.
  static func trade(_ trade: Trade, in pair: TokenPair?) -> JSON {
    let (event, fill) = (trade.event, trade.event.fill)
    var object: JSONObject = [
      "time": .number("\(trade.time)"), "block": .number("\(trade.blockNumber)"), "blockHash": .hash(trade.blockHash),
      "transaction": .hash(trade.transaction), "logIndex": .number("\(trade.logIndex)"),
      "exchange": .address(trade.exchange), "orderHash": .hash(event.orderHash), "maker": .address(event.maker),
      "taker": .address(event.taker), "makerToken": .address(event.direction.makerToken),
      "takerToken": .address(event.direction.takerToken), "makerAmount": .string(fill.makerAmount.description),
      "takerAmount": .string(fill.takerAmount.description), "makerFee": .string(fill.makerFee.description),
      "takerFee": .string(fill.takerFee.description),
    ]
    if let pair, let side = trade.side(in: pair), let amounts = trade.amounts(in: pair) {
      object["side"] = .string(side.rawValue)
      object["baseAmount"] = .string(amounts.base.description)
      object["quoteAmount"] = .string(amounts.quote.description)
      object["price"] = trade.price(in: pair).map(price) ?? .null
    }
    return .object(object)
  }

  /// A candle.
  static func candle(_ candle: Candle) -> JSON {
    [
      "start": .number("\(candle.start)"), "open": price(candle.open), "high": price(candle.high),
      "low": price(candle.low), "close": price(candle.close), "baseVolume": .string(candle.baseVolume.description),
      "quoteVolume": .string(candle.quoteVolume.description), "count": .number("\(candle.count)"),
    ]
  }

  /// Both sides of a book by price levels.
  static func depth(_ depth: BookDepth) -> JSON {
    func levels(_ levels: [DepthLevel]) -> JSON {
      .array(
        levels.map { level in
          [
            "price": price(level.price), "baseAmount": .string(level.base.description),
            "quoteAmount": .string(level.quote.description), "orders": .number("\(level.orders)"),
          ]
        })
    }
    return ["bids": levels(depth.bids), "asks": levels(depth.asks), "sequence": .number("\(depth.sequence)")]
  }

  /// A price as two whole numbers: smallest units of the quote token for so many of the base token.
  static func price(_ price: Fraction) -> JSON {
    ["numerator": .string(price.numerator.description), "denominator": .string(price.denominator.description)]
  }

  /// A block.
  static func block(_ block: ChainBlock) -> JSON {
    ["number": .number("\(block.number)"), "hash": .hash(block.hash), "time": .number("\(block.time)")]
  }
}
