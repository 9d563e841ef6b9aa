import HTTPTypes
import Localization
import Markup
import Operations
import Primitives
import Rates

/// The pages of the rates of exchange: a market at a glance, one currency over time, a converter, and the sources.
enum RatesPages {
  private static let overview: [Route] = [.get("/rates", show), .get("/rates/sources", sources)]

  /// The routes that only show, on a platform too.
  static let reading: [Route] = overview + RatesNewsPages.reading + RatesBankPages.routes

  static let routes: [Route] = overview + RatesNewsPages.routes + RatesBankPages.routes

  @Sendable private static func show(_ visit: Visit) async throws -> WebAnswer {
    let choice = try RatesSelection(visit)
    var rates = try visit.site.rates(of: visit.session, in: choice.market)
    var quote = choice.quote
    // Where no market was chosen, the money of the language decides.
    if try await rates.chosenMarket() == nil {
      rates = try visit.site.rates(of: visit.session, in: visit.language.market)
      quote = quote ?? visit.language.money
    }
    let market = try await rates.market()
    let overview = await RatesReading.overview(rates, in: quote ?? market.common, isAll: choice.isAll)
    let currency = choice.currency ?? overview.shown.value?.rows.first?.rate.pair.base
    let last = Zone.utc.day(at: visit.site.options.clock())
    let history: RatesReading<RatesHistoryReading>?
    if let currency, currency != quote ?? market.common {
      history = await RatesReading.history(
        of: currency, in: quote ?? market.common, from: last.adding(1 - choice.days), to: last, rates)
    } else {
      history = nil
    }
    let words = visit.site.texts.rates(rates, at: visit.site.options.clock(), in: visit.language)
    let converter = try await RatesConverter(visit, rates, market: market, currency: currency, quote: quote, words)
    let view = RatesView(
      visit: visit, words: words, market: market, currency: currency, quote: quote, days: choice.days,
      overview: overview,
      history: history)
    let page = Page(visit.text(RatesPageText.title(words.name(of: market))), .rates) {
      Element.problems(converter.problems, title: visit.text(LayoutText.problem))
      view.places
      view.markets
      view.quotes
      view.content
      converter.content
      view.past
    }
    let isUnderWay = overview.isUnderWay || history?.isUnderWay == true
    // A rate that is being asked for is there a moment later.
    let status: HTTPResponse.Status = converter.problems.isEmpty ? .ok : .unprocessableContent
    return await visit.answer(
      page.with(converter.problems).live(every: isUnderWay ? 5 : nil, on: ["rates"]), status)
  }

  @Sendable private static func sources(_ visit: Visit) async throws -> WebAnswer {
    let rates = try visit.site.rates(of: visit.session)
    let words = visit.site.texts.rates(rates, at: visit.site.options.clock(), in: visit.language)
    let states = try await rates.sources(named: nil)
    let title = visit.text(RatesPageText.sources)
    let page = Page(title, .rates) {
      Element.paragraph(visit.text(RatesPageText.sourcesHint), ["class": "quiet"])
      Element.table(
        title, [RatesWord.source, .markets, .state, .lastSuccess, .terms].map { words.word($0) },
        isBelowTitle: true,
        rows: states.map { state in
          [
            [.element(.foreign(words.title(of: state.profile.name)))],
            [.text(state.profile.markets.map { words.name(of: $0) }.joined(separator: ", "))],
            [.text(words.state(of: state))],
            [.text(state.lastSuccess.map { words.age($0) } ?? words.word(.never))],
            [.element(.foreign(words.terms(of: state.profile)))],
          ]
        })
    }
    return await visit.answer(page.below((visit.text(LayoutText.rates), Link("rates"))))
  }
}

/// The choices of the page of rates.
struct RatesSelection: Sendable {
  /// The market; nil for that of the settings, or the last.
  let market: Market?
  /// The currency whose past is shown.
  let currency: Currency?
  /// The currency in which rates are told; nil for that of the market.
  let quote: Currency?
  /// The days of its past.
  let days: Int
  /// Whether all currencies of the market are listed.
  let isAll: Bool

  static let allDays = [30, 90, 365]

  private static let quoteField = "in"

  /// The field of an address that chooses the currency in which rates are told; none for that of the market.
  static func field(of quote: Currency?) -> [(String, String)] { quote.map { [(quoteField, $0.code)] } ?? [] }

  /// - Throws: ``WebRefusal/notFound`` for a market that there is none of.
  init(_ visit: Visit) throws(WebRefusal) {
    let query = visit.request.query
    if let name = query.trimmed("market") {
      guard let market = Market(rawValue: name) else { throw .notFound }
      self.market = market
    } else {
      market = nil
    }
    func known(_ name: String) -> Currency? {
      query.trimmed(name).flatMap { Currency($0) }.flatMap { $0.isKnown ? $0 : nil }
    }
    (currency, quote) = (known("c"), known(Self.quoteField))
    days = query["days"].flatMap { Int($0) }.flatMap { Self.allDays.contains($0) ? $0 : nil } ?? 30
    isAll = query.has("all")
  }
}

/// A look at rates that sources may be asked for, but not for longer than a page may take: then what is kept has to do.
struct RatesReading<Value: Sendable>: Sendable {
  /// The value, or the reason why there is none.
  let shown: Result<Value, any Error>
  /// Whether sources are being asked still.
  let isUnderWay: Bool

  /// A look.
  ///
  /// - Parameter work: Reads the rates, with the given refresh policy.
  init(_ work: @escaping @Sendable (RatesChoice.RefreshPolicy) async throws -> Value) async {
    do {
      if let value = try await PageTimeout.sources({ try await work(.whenDue) }) {
        (shown, isUnderWay) = (.success(value), false)
        return
      }
    } catch {
      (shown, isUnderWay) = (.failure(error), false)
      return
    }
    do {
      (shown, isUnderWay) = (.success(try await work(.never)), true)
    } catch {
      (shown, isUnderWay) = (.failure(error), true)
    }
  }
}

extension RatesReading<RatesOverview> {
  /// The rates of the market in use.
  static func overview(_ rates: RatesOperations, in quote: Currency, isAll: Bool) async -> RatesReading {
    await RatesReading { asking in
      // A market that is only looked at here is not the one that other faces show the next time.
      try await rates.overview(of: nil, isAll: isAll, isNoted: false, in: quote, RatesChoice(asking: asking))
    }
  }
}

extension RatesReading<RatesHistoryReading> {
  /// The rates of a currency from day to day.
  static func history(
    of currency: Currency, in quote: Currency, from first: Day, to last: Day, _ rates: RatesOperations
  ) async -> RatesReading {
    await RatesReading { asking in
      try await rates.history(of: currency, in: quote, from: first, to: last, RatesChoice(asking: asking))
    }
  }
}

extension Language {
  /// The market that tells of the money of who reads this language.
  fileprivate var market: Market {
    switch self {
    case .english: .ecb
    case .korean: .korea
    case .ukrainian: .nbu
    }
  }

  /// The money of who reads this language.
  var money: Currency {
    switch self {
    case .english: .usd
    case .korean: .krw
    case .ukrainian: .uah
    }
  }
}

extension Result {
  /// The value; nil where there is none.
  var value: Success? { try? get() }
}
