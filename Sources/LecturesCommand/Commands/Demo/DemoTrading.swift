import Exchange
import Localization
import Orders
import Primitives
import StrictJSON
import Terminal
import Tokens

/// The results of the demo of the exchange, shown at its end.
struct DemoTrading {
  let exchange: DemoExchange
  let before: TokenAmounts
  let after: TokenAmounts
  let bookBefore: [DemoRelay.BookEntry]
  let bookAfter: [DemoRelay.BookEntry]
  let trades: [JSON]
  let language: Language

  private static func text(_ units: UInt256) -> String {
    Fraction(units, over: DemoExchange.units(1))?.decimal?.text ?? "\(units)"
  }

  private static func text(_ digits: JSON?) -> String {
    (digits?.string).flatMap { try? UInt256(parsing: $0) }.map { text($0) } ?? "?"
  }

  /// The address of JSON, with the capitals of EIP-55.
  private static func address(_ json: JSON?) -> String {
    (json?.string).flatMap { try? Address($0) }?.checksummed ?? "?"
  }

  var contracts: JSON {
    [
      "v1": .text(exchange.contracts.v1?.exchange.checksummed),
      "proxy": .text(exchange.contracts.v1?.proxy.checksummed),
      "v4": .text(exchange.contracts.v4?.checksummed), "base": .string(exchange.pair.base.checksummed),
      "quote": .string(exchange.pair.quote.checksummed), "feeToken": .string(exchange.feeToken.checksummed),
    ]
  }

  // MARK: Books

  func json(_ book: [DemoRelay.BookEntry]) -> JSON {
    .array(
      book.map { entry in
        [
          "side": .string(entry.side.rawValue), "protocol": .string(entry.version),
          "orderHash": .string(entry.order.hash.hex), "maker": .string(entry.order.order.maker.checksummed),
          "price": .string(entry.price.decimal?.text ?? "\(entry.price)"), "amount": .string(Self.text(entry.base)),
          "total": .string(Self.text(entry.quote)),
        ]
      })
  }

  func table(of book: [DemoRelay.BookEntry]) -> Table {
    var table = Table(
      .text(language[DemoText.side].plain), .number(language[Label.price], .important), .number("TKA", .important),
      .number("TKB"), .text(language[DemoText.maker].plain, .useful), .text(language[DemoText.version].plain, .detail))
    for entry in book {
      table.add(
        StyledText(language[entry.side == .ask ? ExchangeWord.ask : .bid], entry.side == .ask ? .bad : .good),
        shown(entry.price.decimal?.text ?? "\(entry.price)"), shown(Self.text(entry.base)),
        shown(Self.text(entry.quote)), StyledText(name(of: entry.order.order.maker)), StyledText(entry.version))
    }
    return table
  }

  private func name(of address: Address) -> String {
    exchange.people.first { $0.address == address }.map { language[$0.name].plain } ?? address.checksummed
  }

  /// A number as the language writes it.
  private func shown(_ number: String, _ style: Style = .plain) -> StyledText {
    StyledText(language.decimal(number), style)
  }

  // MARK: Trades

  /// The token of a trade's fee: that of version 1 is a token of its own, that of version 4 what the taker pays.
  private func isOfV1(_ trade: JSON) -> Bool {
    Self.address(trade["exchange"]) == exchange.contracts.v1?.exchange.checksummed
  }

  var tradesJSON: JSON {
    .array(
      trades.map { trade in
        [
          "orderHash": .text(trade["orderHash"]?.string), "protocol": isOfV1(trade) ? "v1" : "v4",
          "maker": .string(Self.address(trade["maker"])), "taker": .string(Self.address(trade["taker"])),
          "amount": .string(Self.text(trade["baseAmount"])), "total": .string(Self.text(trade["quoteAmount"])),
          "makerFee": .string(Self.text(trade["makerFee"])), "takerFee": .string(Self.text(trade["takerFee"])),
          "feeToken": .string(isOfV1(trade) ? DemoExchange.symbols[2] : DemoExchange.symbols[1]),
        ]
      })
  }

  var tradesTable: Table {
    var table = Table(
      .number("TKA", .important), .number("TKB", .important), .text(language[DemoText.maker].plain),
      .number(language[DemoText.makersFee].plain, .useful), .number(language[DemoText.takersFee].plain, .useful),
      .text(language[DemoText.version].plain, .detail))
    for trade in trades {
      let symbol = isOfV1(trade) ? DemoExchange.symbols[2] : DemoExchange.symbols[1]
      let maker = (trade["maker"]?.string).flatMap { try? Address($0) }.map { name(of: $0) }
      table.add(
        shown(Self.text(trade["baseAmount"])), shown(Self.text(trade["quoteAmount"])), StyledText(maker ?? "?"),
        shown("\(Self.text(trade["makerFee"])) \(symbol)"), shown("\(Self.text(trade["takerFee"])) \(symbol)"),
        StyledText(isOfV1(trade) ? "v1" : "v4"))
    }
    return table
  }

  // MARK: Balances

  private struct Change {
    let name: DemoText
    let address: Address
    let symbol: String
    let before: String
    let after: String
  }

  private var changes: [Change] {
    exchange.people.flatMap { person in
      zip(exchange.tokens, DemoExchange.symbols).map { token, symbol in
        func text(_ amounts: TokenAmounts) -> String { amounts[person.address, token].map { Self.text($0) } ?? "?" }
        return Change(
          name: person.name, address: person.address, symbol: symbol, before: text(before), after: text(after))
      }
    }
  }

  var balancesJSON: JSON {
    .array(
      changes.map {
        [
          "account": .string($0.name.english.plain), "address": .string($0.address.checksummed),
          "token": .string($0.symbol),
          "before": .string($0.before), "after": .string($0.after),
        ]
      })
  }

  var balancesTable: Table {
    var table = Table(
      .text(language[Label.account], .important), .text(language[Label.token], .important),
      .number(language[Label.before]), .number(language[Label.after], .important))
    for change in changes where change.before != "0" || change.after != "0" {
      table.add(
        language[change.name], StyledText(change.symbol), shown(change.before),
        shown(change.after, change.before == change.after ? .plain : .strong))
    }
    return table
  }
}

extension DemoRelay.BookEntry {
  /// The version of the order's protocol.
  fileprivate var version: String { order.api == .v0 ? OrderVersion.v1.rawValue : OrderVersion.v4.rawValue }
}
