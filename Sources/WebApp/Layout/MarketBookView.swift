import Charts
import Localization
import Markup
import Operations
import OrderBook
import Orders
import Primitives
import Tokens

/// The book of a pair: both sides as a table, the spread, and how much can be traded up to which price.
struct MarketBookView: Sendable {
  let visit: Visit
  let book: CheckedBook
  /// The number of orders that are left out of deals at the market's price.
  let withFees: Int
  /// The visitor's account, whose own orders cannot be filled by it.
  let account: Address?
  /// The address of the page that fills an order.
  let fill: @Sendable (Hash32) -> Link

  private static let levels = 15

  var content: [Element.Node] {
    let depth = book.depth(levels: Self.levels)
    return [
      .element(
        Element("p") {
          visit.text(ExchangePageText.spread) + ": "
          Element("strong") {
            book.spread.map { UntrustedText.shown($0.text(in: visit.language)) }
              ?? visit.text(ExchangePageText.noSpread)
          }
        })
    ]
      + (depth.asks.isEmpty && depth.bids.isEmpty
        ? [.element(.note(visit.text(book.isUnread ? ExchangePageText.unreadBook : .noOrders)))]
        : [.element(table(depth))] + Element.withFees(withFees, visit) + [.element(drawing(depth)), .element(orders)])
  }

  private func table(_ depth: BookDepth) -> Element {
    let (base, quote) = (UntrustedText.shown(book.pair.base.shown), UntrustedText.shown(book.pair.quote.shown))
    func rows(_ levels: [DepthLevel], _ side: OrderSide) -> [[[Element.Node]]] {
      levels.map { level in
        [
          [.element(sideText(side))], [.text(PairPrice(level.price, of: book.pair).number(in: visit.language))],
          [.text(TokenAmount(level.base, of: book.pair.base).roundedNumber(in: visit.language))],
          [.text(TokenAmount(level.quote, of: book.pair.quote).roundedNumber(in: visit.language))],
        ]
      }
    }
    return Element.table(
      visit.text(ExchangePageText.book),
      [
        visit.text(ExchangePageText.side), "\(visit.text(ExchangePageText.price)) (\(quote))",
        "\(visit.text(ExchangePageText.amount)) (\(base))", "\(visit.text(ExchangePageText.total)) (\(quote))",
      ], numbers: [1, 2, 3], isGrid: true, rows: rows(depth.asks.reversed(), .ask) + rows(depth.bids, .bid))
  }

  private func sideText(_ side: OrderSide) -> Element {
    Element("span", ["class": side == .ask ? "down" : "up"]) {
      visit.text(side == .ask ? ExchangePageText.sells : .buys)
    }
  }

  private func drawing(_ depth: BookDepth) -> Element {
    let title = visit.text(ExchangePageText.depth(UntrustedText.shown("\(book.pair)")))
    let curve = book.curve(depth)
    return Element("div") {
      Element.plot(title, visit) {
        curve.drawing(title: title, unit: UntrustedText.shown(book.pair.base.shown)) {
          [language = visit.language] in language.decimal(ChartNumber.text($0, digits: $1))
        }
      }
      if curve.isCut { Element.paragraph(visit.text(ExchangePageText.farAway), ["class": "quiet"]) }
    }
  }

  /// Each order that can be filled, with the way to fill it alone.
  private var orders: Element {
    let lines = Array(book.lines(.ask).prefix(Self.levels).reversed()) + book.lines(.bid).prefix(Self.levels)
    let heads = [ExchangePageText.side, .price, .amount, .maker, .expires] + (visit.mayTrade ? [.toDo] : [])
    return Element("details") {
      Element("summary") { visit.text(ExchangePageText.eachOrder) }
      Element.table(
        visit.text(ExchangePageText.eachOrder), heads.map { visit.text($0) }, numbers: [1, 2],
        rows: lines.map { line in
          let order = line.signed.order
          return [
            [.element(sideText(line.side))], [.element(.foreign(line.price.text(in: visit.language)))],
            [.element(.foreign(line.base.rounded(in: visit.language)))], [.element(.address(order.maker))],
            [.element(.time(Int64(clamping: order.expiry), visit))],
          ]
            + (visit.mayTrade ? [[toDo(line.signed)]] : [])
        })
    }
  }

  private func toDo(_ order: AnySignedOrder) -> Element.Node {
    order.order.maker == account
      ? .text(visit.text(ExchangePageText.yours))
      : .element(.action(visit.text(ExchangePageText.fill), to: fill(order.hash)))
  }
}

extension Element {
  /// The line about orders that are left out of deals at the market's price; nothing where there are none.
  static func withFees(_ count: Int, _ visit: Visit) -> [Node] {
    count == 0 ? [] : [.element(.note(visit.text(ExchangePageText.withFees(count))))]
  }
}
