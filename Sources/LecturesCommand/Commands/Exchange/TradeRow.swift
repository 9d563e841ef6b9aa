import Exchange
import Localization
import Operations
import OrderBook
import Orders
import Primitives
import StrictJSON
import Terminal
import Tokens

/// A trade as a row of lists.
struct TradeRow: Sendable {
  let trade: Trade
  let pair: DirectoryPair
  let price: PairPrice
  let amounts: (base: TokenAmount, quote: TokenAmount)
  /// Whether the taker bought the base token.
  let isPurchase: Bool

  /// - Parameter wanted: The pair in which it is told; nil for that of its tokens.
  init?(_ trade: Trade, in market: ExchangeMarket, _ wanted: DirectoryPair?) {
    let direction = trade.event.direction
    let own = "\(direction.makerToken.checksummed)/\(direction.takerToken.checksummed)"
    guard let pair = wanted ?? (try? market.pair(own)), let amounts = trade.amounts(in: pair.tokens),
      let price = trade.price(in: pair.tokens)
    else { return nil }
    (self.trade, self.pair, self.price) = (trade, pair, PairPrice(price, of: pair))
    self.amounts = (TokenAmount(amounts.base, of: pair.base), TokenAmount(amounts.quote, of: pair.quote))
    isPurchase = trade.side(in: pair.tokens) == .ask
  }

  static func table(_ rows: [TradeRow], _ language: Language) -> Table {
    var table = Table(
      .name(language[ExchangeLabel.time], .useful), .name(language[ExchangeLabel.side], .important),
      .number(language[ExchangeLabel.amount], .important), .number(language[ExchangeLabel.price], .important),
      .number(language[ExchangeLabel.total], .detail), .address(language[TradeText.transaction].plain))
    for row in rows {
      table.add(
        StyledText(LocalTime.text(row.trade.time, in: language)),
        row.isPurchase
          ? StyledText(language[ExchangeWord.buy], .good) : StyledText(language[ExchangeWord.sell], .bad),
        StyledText(row.amounts.base.text(in: language)), StyledText(row.price.text(in: language)),
        StyledText(row.amounts.quote.text(in: language)), StyledText(row.trade.transaction.hex))
    }
    return table
  }

  var json: JSON {
    [
      "time": .integer(trade.time), "block": .integer(trade.blockNumber), "transaction": .string(trade.transaction.hex),
      "logIndex": .integer(trade.logIndex), "protocol": .string(trade.version.rawValue),
      "orderHash": .string(trade.event.orderHash.hex), "pair": .pair(pair),
      "side": .string(isPurchase ? "buy" : "sell"), "price": .price(price), "amount": amounts.base.json,
      "total": amounts.quote.json, "maker": .string(trade.event.maker.checksummed),
      "taker": .string(trade.event.taker.checksummed),
    ]
  }

  /// One line a trade, amounts in whole tokens.
  static func csv(_ rows: [TradeRow]) -> String {
    let lines = rows.map { row in
      [
        "\(row.trade.time)", "\(row.trade.blockNumber)", row.trade.transaction.hex, row.trade.version.rawValue,
        row.trade.event.orderHash.hex, row.pair.base.address.checksummed, row.pair.quote.address.checksummed,
        row.isPurchase ? "buy" : "sell", row.price.value?.decimal?.text ?? "",
        row.pair.base.unit.text(row.amounts.base.units),
        row.pair.quote.unit.text(row.amounts.quote.units), row.trade.event.maker.checksummed,
        row.trade.event.taker.checksummed,
      ].joined(separator: ",")
    }
    let head = "time,block,transaction,protocol,orderHash,base,quote,side,price,amount,total,maker,taker"
    return ([head] + lines).joined(separator: "\n") + "\n"
  }
}
