import Localization
import Markup
import Operations
import OrderBook
import Orders
import Primitives
import Tokens

/// The latest fills of a pair.
struct MarketTradesView: Sendable {
  let visit: Visit
  let trades: MarketTrades
  let pair: DirectoryPair

  private static let mostTrades = 20

  var content: Element {
    Element("section") {
      Element("h2") { visit.text(ExchangePageText.trades) }
      if trades.trades.isEmpty { Element.paragraph(visit.text(ExchangePageText.noTrades)) } else { table }
      if trades.isCut { Element.paragraph(visit.text(ExchangePageText.olderLeftOut), ["class": "quiet"]) }
    }
  }

  private var table: Element {
    Element.table(
      visit.text(ExchangePageText.trades),
      [ExchangePageText.time, .side, .price, .amount, .total].map { visit.text($0) }, numbers: [2, 3, 4],
      isBelowTitle: true,
      rows: trades.trades.prefix(Self.mostTrades).map { row in
        [
          [.element(.time(Int64(clamping: row.trade.time), visit))],
          [
            .element(
              Element("span", ["class": row.isPurchase ? "up" : "down"]) {
                visit.text(row.isPurchase ? ExchangePageText.buys : .sells)
              })
          ],
          [.text(row.price.number(in: visit.language))],
          [.element(.foreign(row.base.rounded(in: visit.language)))],
          [.element(.foreign(row.quote.rounded(in: visit.language)))],
        ]
      })
  }
}
