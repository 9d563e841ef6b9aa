import Charts
import Localization
import Markup
import Operations
import OrderBook
import Orders
import Primitives
import Tokens

/// The candles of a pair with their numbers.
struct MarketCandlesView: Sendable {
  let visit: Visit
  let candles: MarketCandles
  let pair: DirectoryPair
  let interval: CandleInterval
  /// The address of this page with candles of another length.
  let link: @Sendable (CandleInterval) -> Link

  private static let mostCandles = 60

  var content: Element {
    Element("section") {
      Element("h2") { visit.text(ExchangePageText.candles) }
      intervals
      if candles.candles.isEmpty {
        Element.paragraph(visit.text(ExchangePageText.noTrades))
      } else {
        drawing
        Element("details") {
          Element("summary") { visit.text(MinePageText.numbers) }
          numbers
        }
      }
    }
  }

  private var intervals: Element {
    Element("ul", ["class": "filters"]) {
      for other in [CandleInterval.quarter, .hour, .fourHours, .day] {
        Element("li") {
          Element.link(
            visit.text(CandleLength(other)), to: link(other), other == interval ? ["aria-current": "true"] : [:])
        }
      }
    }
  }

  private var drawing: Element {
    let title = visit.text(
      ExchangePageText.candlesOf(UntrustedText.shown("\(pair)"), interval: visit.text(CandleLength(interval))))
    let shown = candles.candles.suffix(Self.mostCandles)
    let step = max(1, (shown.count + 3) / 4)
    let labels = stride(from: 0, to: shown.count, by: step).map { index in
      LineChart.Label(step: index, text: time(Array(shown)[index].start))
    }
    return Element.plot(title, visit) {
      CandleSVG(
        candles.points(Self.mostCandles), title: title, unit: UntrustedText.shown(pair.quote.shown), labels: labels
      ) { [language = visit.language] in language.decimal(ChartNumber.text($0, digits: $1)) }
      .drawing
    }
  }

  private func time(_ seconds: UInt64) -> String {
    visit.site.texts.time(Int64(clamping: seconds), in: visit.language)
  }

  private var numbers: Element {
    func price(_ price: Fraction) -> [Element.Node] {
      [.text(PairPrice(price, of: pair).number(in: visit.language))]
    }
    return Element.table(
      visit.text(ExchangePageText.candles),
      [ExchangePageText.time, .open, .high, .low, .close, .volume].map { visit.text($0) }, numbers: [1, 2, 3, 4, 5],
      isBelowTitle: true,
      rows: candles.candles.suffix(Self.mostCandles).reversed().map { candle in
        [
          [.element(.time(Int64(clamping: candle.start), visit))], price(candle.open), price(candle.high),
          price(candle.low), price(candle.close),
          [.element(.foreign(TokenAmount(candle.baseVolume, of: pair.base).rounded(in: visit.language)))],
        ]
      })
  }
}
