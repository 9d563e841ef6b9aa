import Exchange
import Localization
import Operations
import OrderBook
import Orders
import Primitives
import StrictJSON
import Terminal
import Tokens

/// Writes the orders of a book for people.
struct BookLineWriter: Sendable {
  let context: CommandContext

  /// The orders of both sides, the asks from the dearest down to the bids.
  func table(asks: [BookLine], bids: [BookLine]) async -> Table {
    let language = context.language
    var table = Table(
      .name(language[ExchangeLabel.side], .important), .number(language[ExchangeLabel.price], .important),
      .number(language[ExchangeLabel.amount], .important), .number(language[ExchangeLabel.total], .useful),
      .text(language[ExchangeLabel.maker], .useful), .name(language[ExchangeLabel.expires], .detail),
      .name(language[RelayRecordText.funds].plain, .detail), .address(language[ExchangeLabel.order]),
      placeholder: language[ExchangeText.emptyBook])
    for line in asks.reversed() + bids {
      let order = line.signed.order
      let funded = line.isFunded.map { ($0 ? "" : "< ") + language.percent("100") } ?? "?"
      table.add(
        StyledText(
          language[line.side == .ask ? ExchangeWord.ask : .bid], line.side == .ask ? .bad : .good),
        StyledText(line.price.text(in: language)), StyledText(line.base.rounded(in: language)),
        StyledText(line.quote.rounded(in: language)), await context.names.text(of: order.maker),
        StyledText(LocalTime.text(UInt64(clamping: order.expiry), in: language)), StyledText(funded),
        StyledText(line.signed.hash.hex))
    }
    return table
  }
}

extension BookLine {
  /// The order in the output of `--json`.
  var json: JSON {
    let order = signed.order
    return [
      "orderHash": .string(signed.hash.hex), "side": .string(side.rawValue),
      "protocol": .string(signed.exchangeProtocol.rawValue), "maker": .string(order.maker.checksummed),
      "price": .price(price), "amount": base.json, "total": quote.json,
      "makerAmount": .string(order.makerAmount.description), "takerAmount": .string(order.takerAmount.description),
      "expires": .string(order.expiry.description), "state": .text(state?.rawValue),
      "funded": isFunded.map { .bool($0) } ?? .null,
      "relays": .array(relays.map { .string($0) }),
    ]
  }
}
