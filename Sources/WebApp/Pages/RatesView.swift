import Localization
import Markup
import Operations
import Primitives
import Rates

/// A market at a glance, and the past of one of its currencies.
struct RatesView: Sendable {
  let visit: Visit
  let words: any RatesTexts
  let market: Market
  /// The currency whose past is shown; nil where the market has none.
  let currency: Currency?
  /// The currency in which rates are told; nil for that of the market.
  let quote: Currency?
  let days: Int
  let overview: RatesReading<RatesOverview>
  let history: RatesReading<RatesHistoryReading>?

  /// The most rates of a market that are listed.
  private static let most = 200

  /// The other pages of rates.
  var places: Element {
    Element("ul", ["class": "filters"]) {
      Element("li") { Element.link(visit.text(RatesPageText.news), to: Link("rates", "news")) }
      Element("li") { Element.link(visit.text(RatesPageText.banks), to: Link("rates", "banks")) }
      Element("li") { Element.link(visit.text(RatesPageText.sources), to: Link("rates", "sources")) }
    }
  }

  var markets: Element {
    Element("ul", ["class": "filters", "aria-label": words.word(.markets)]) {
      for other in Market.allCases {
        Element("li") {
          Element.link(
            words.name(of: other),
            to: Link("rates", query: [("market", other.rawValue)] + RatesSelection.field(of: quote)),
            other == market ? ["aria-current": "true"] : [:])
        }
      }
    }
  }

  /// The currencies in which rates can be told, that of the market first.
  var quotes: Element {
    let chosen = quote ?? market.common
    var offered: [Currency] = []
    for other in [market.common, visit.language.money, .usd, .eur, chosen] where !offered.contains(other) {
      offered.append(other)
    }
    return Element("ul", ["class": "filters", "aria-label": visit.text(RatesPageText.toldIn)]) {
      for other in offered {
        Element("li") {
          Element.link(
            other.code, to: Link("rates", query: [("market", market.rawValue)] + RatesSelection.field(of: other)),
            other == chosen ? ["aria-current": "true"] : [:])
        }
      }
    }
  }

  private func link(to currency: Currency, days: Int? = nil) -> Link {
    Link(
      "rates",
      query: [("market", market.rawValue), ("c", currency.code), ("days", "\(days ?? self.days)")]
        + RatesSelection.field(of: quote))
  }

  // MARK: Now

  @MarkupBuilder var content: [Element.Node] {
    if overview.isUnderWay || history?.isUnderWay == true { Element.note(visit.text(RatesPageText.underWay)) }
    switch overview.shown {
    case .failure(let error): failure(error)
    case .success(let overview):
      table(overview)
      if overview.hasMore {
        Element.action(
          visit.text(RatesPageText.all),
          to: Link("rates", query: [("market", market.rawValue), ("all", "yes")] + RatesSelection.field(of: quote)))
      }
      for missing in overview.missing { Element.paragraph(words.missing(missing.pair), ["class": "quiet"]) }
      troubles(overview.problems, overview.suspects)
      if let news = overview.headline {
        Element("p") {
          words.word(.news) + ": "
          Element.link(to: Link("rates", "news", news.id)) { Element.foreign(news.title) }
          " (\(words.title(of: news.feed)), \(words.age(news.time)))"
        }
      }
      terms(of: overview)
    }
  }

  /// The reason why there is nothing to show.
  private func failure(_ error: any Error) -> Element {
    let text = visit.site.texts.failure(error, in: visit.language)
    return Element("div", ["class": "note warning"]) {
      Element.paragraph(UntrustedText.shown(text.message, limit: 400))
      if let reason = text.reason { Element.paragraph(UntrustedText.shown(reason, limit: 400), ["class": "quiet"]) }
      Element.paragraph(visit.text(RatesPageText.fiveMinutes), ["class": "quiet"])
    }
  }

  private func troubles(_ problems: [SourceProblem], _ suspects: [Rate]) -> [Element.Node] {
    words.troubles(problems, suspects: suspects).map {
      .element(.paragraph(UntrustedText.shown($0, limit: 400), ["class": "quiet"]))
    }
  }

  private func table(_ overview: RatesOverview) -> Element {
    let rows = overview.rows.prefix(Self.most)
    let hasSides = rows.contains { $0.rate.bid != nil || $0.rate.ask != nil }
    let heads: [RatesWord] = [.currency] + (hasSides ? [.buy, .sell] : [.rate]) + [.change, .asOf, .source]
    let count = hasSides ? 2 : 1
    return Element.table(
      visit.text(RatesPageText.caption(words.name(of: market), in: rows.first?.rate.pair.quote.code ?? "")),
      heads.map { words.word($0) }, numbers: Set(1...(count + 1)),
      rows: rows.map { row in
        let rate = row.rate
        let prices = hasSides ? [rate.price(.sell), rate.price(.buy)] : [rate.price(.mid)]
        let base = rate.pair.base
        return [[.element(.link(base.code, to: link(to: base), base == currency ? ["aria-current": "true"] : [:]))]]
          + prices.map { [.text(words.price($0, rate))] }
          + [
            [.element(change(row.change))], [.text(words.time(of: rate))],
            [.element(.foreign(words.title(of: rate)))],
          ]
      })
  }

  private func change(_ change: RateChange?) -> Element {
    let isLevel = change?.percent?.isZero ?? true
    return Element("span", isLevel ? [:] : ["class": change?.isFall == true ? "down" : "up"]) {
      words.changeText(change)
    }
  }

  /// The terms of the sources that are shown.
  private func terms(of overview: RatesOverview) -> [Element.Node] {
    let names = Set(overview.rows.flatMap { $0.rate.source.split(separator: "+").map(String.init) })
    let lines = terms(names)
    guard !lines.isEmpty else { return [] }
    return [.element(.paragraph("\(words.word(.terms)): \(lines.joined(separator: " · "))", ["class": "quiet"]))]
  }

  private func terms(_ names: Set<String>) -> [String] {
    let profiles = visit.site.rateProfiles(of: visit.session).filter { names.contains($0.name) }
    return profiles.map { UntrustedText.shown(words.terms(of: $0), limit: 300) }
  }

  // MARK: The past

  @MarkupBuilder var past: [Element.Node] {
    if let currency, let history {
      Element("h2", ["id": "past"]) { visit.text(RatesPageText.past(currency.code)) }
      Element("ul", ["class": "filters"]) {
        for count in RatesSelection.allDays {
          Element("li") {
            Element.link(
              visit.text(RatesPageText.days(count)), to: link(to: currency, days: count),
              count == days ? ["aria-current": "true"] : [:])
          }
        }
      }
      switch history.shown {
      case .failure(let error): failure(error)
      case .success(let history): past(history)
      }
    }
  }

  @MarkupBuilder private func past(_ history: RatesHistoryReading) -> [Element.Node] {
    if let summary = history.summary {
      graph(history).content
      Element.facts([
        (words.word(.lowest), [.text(words.price(summary.lowest))]),
        (words.word(.highest), [.text(words.price(summary.highest))]),
        (words.word(.mean), [.text(words.price(summary.mean))]),
        (words.changeOver(days: history.length), [.element(change(summary.change))]),
      ])
    } else {
      Element.note(visit.text(RatesPageText.noPast("\(history.pair)")))
    }
    troubles(history.problems, [])
  }

  private func graph(_ history: RatesHistoryReading) -> TimeGraph {
    let count = min(history.length, 180)
    let text: @Sendable (Double) -> String = { [language = visit.language] in language.grouped(plain: history.text($0))
    }
    let steps = history.columns(count).enumerated().map { column, value in
      value.map {
        TimeGraph.Step(name: words.date(history.first.adding(column * history.length / count)), value: $0)
      }
    }
    let (first, last) = (words.date(history.first), words.date(history.last))
    return TimeGraph(
      title: "\(history.pair), \(words.name(of: market)), \(first) – \(last)",
      summary: history.summary.map {
        visit.text(RatesPageText.bounds(low: words.price($0.lowest), high: words.price($0.highest)))
      } ?? "", steps: steps, marks: [(0, first), (count - 1, last)], floor: history.floor,
      heads: [words.word(.day), words.word(.rate)], numbers: visit.text(GasPageText.numbers),
      language: visit.language, text: text)
  }
}
