import Exchange
import HTTPTypes
import Markup
import Operations
import OrderBook
import Orders
import Primitives
import Tokens

/// The pages of an exchange's pairs, and of one pair.
enum ExchangePages {
  static let routes: [Route] = ofPlatform + OwnOrderPages.posting

  /// The routes that a platform has, too, where wallets elsewhere sign.
  static let ofPlatform: [Route] =
    [.get("/exchange", pairs)] + ExchangeMoneyPages.wrapping + [.get("/exchange/:pair") { try await show($0) }]
    + ExchangeTradePages.routes + ExchangeOrderPages.routes + OwnOrderPages.routes + ExchangeMoneyPages.approving

  /// The page that is shown where no exchange is configured.
  static func configured(
    _ answer: @escaping @Sendable (Visit) async throws -> WebAnswer
  ) -> @Sendable (Visit) async throws -> WebAnswer {
    { visit in
      guard visit.hasExchange else { return await unconfigured(visit) }
      return try await answer(visit)
    }
  }

  /// So far back the last price of a pair is looked for, in seconds; and so many questions about logs it may take.
  private static let (week, fewQuestions) = (UInt64(7 * 86_400), 60)

  // MARK: All pairs

  @Sendable private static func pairs(_ visit: Visit) async throws -> WebAnswer {
    guard visit.hasExchange else { return await unconfigured(visit) }
    let exchange = try await ExchangeVisit.open(visit)
    let listing = await Attempted.of { try await PairListing(exchange.market).read() }
    let bounds = TradeBounds(trades: 1000, questions: fewQuestions)
    let trades = try? await TradeHistory(exchange.market).trades(since: .before(week), within: bounds)
    let page = Page(visit.text(LayoutText.exchange), .exchange) {
      switch listing {
      case .success(let listing):
        exchange.notes(listing.failures)
        if listing.pairs.isEmpty {
          Element.note(visit.text(ExchangePageText.noPairs))
        } else {
          table(of: listing.pairs, trades, exchange)
        }
        if !listing.unknown.isEmpty {
          Element.paragraph(visit.text(ExchangePageText.unknownTokens(listing.unknown.count)), ["class": "quiet"])
        }
      case .failure(let error as OperationError) where error.code == .noRelay:
        Element.note(visit.text(ExchangePageText.noRelay), .warning)
      case .failure(let error):
        Element.note(UntrustedText.shown(exchange.words(of: error), limit: 400), .warning)
      }
      for problem in exchange.market.problems {
        Element.note(UntrustedText.shown(exchange.words(of: problem), limit: 400), .warning)
      }
      if visit.mayTrade, exchange.market.contracts.wrappedCoin != nil {
        Element("div", ["class": "actions"]) {
          Element.action(visit.text(ExchangeFormText.wrapTitle), to: Link("exchange", "wrap"))
        }
      }
    }
    return await visit.answer(page.live(on: ["block", "tx"]))
  }

  /// The page of a network without an exchange: the settings that name one.
  private static func unconfigured(_ visit: Visit) async -> WebAnswer {
    let name = visit.site.settings(of: visit.session).networkName
    let page = Page(visit.text(LayoutText.exchange), .exchange) {
      Element.note(visit.text(ExchangePageText.notConfigured(name)), .warning)
      if visit.site.platform == nil {
        Element.paragraph(visit.text(ExchangePageText.whatToSet))
        Element("ul") {
          for key in [SettingKey.exchangeV4, .exchangeV1, .relays, .tokenLists] {
            Element("li") { Element("code") { key.name } }
          }
        }
      } else {
        Element.paragraph(visit.text(ExchangePageText.nothingToTrade))
        Element.action(visit.text(LayoutText.home), to: Link("lectures"), isMain: true)
      }
    }
    return await visit.answer(page, visit.request.isReading ? .ok : .conflict)
  }

  private static func table(
    of pairs: [TradedPair], _ trades: MarketTrades?, _ exchange: ExchangeVisit
  ) -> Element {
    let visit = exchange.visit
    func price(_ price: PairPrice?) -> [Element.Node] {
      [price.map { .element(.foreign($0.text(in: visit.language))) } ?? .text("–")]
    }
    return Element.table(
      visit.text(ExchangePageText.pairs),
      [ExchangePageText.pair, .lastPrice, .bestBid, .bestAsk, .spread].map { visit.text($0) }, numbers: [1, 2, 3, 4],
      rows: pairs.map { traded in
        let last = trades?.trades.first { $0.pair.tokens == traded.pair.tokens }?.price
        return [
          [.element(Element.link(to: exchange.link(traded.pair)) { Element.foreign("\(traded.pair)") })], price(last),
          price(traded.bestBid), price(traded.bestAsk),
          [
            traded.spread.map { .element(.foreign($0.text(in: visit.language))) }
              ?? .text(visit.text(ExchangePageText.noSpread))
          ],
        ]
      })
  }

  // MARK: One pair

  /// The page of a pair after a button about own orders was pressed with none chosen, or too many.
  static func choosing(_ visit: Visit, _ problem: ExchangePageText) async throws -> WebAnswer {
    try await show(visit, problems: [FieldProblem(field: OwnMarketView.form, text: visit.text(problem))])
  }

  private static func show(_ visit: Visit, problems: [FieldProblem] = []) async throws -> WebAnswer {
    guard visit.hasExchange else { return await unconfigured(visit) }
    let (exchange, pair) = try await ExchangeVisit.openPair(visit)
    let interval = visit.request.query["candles"].flatMap(CandleInterval.init(rawValue:)) ?? .hour
    let book = await Attempted.of { try await exchange.market.book(of: pair) }
    let bounds = TradeBounds(trades: 2000, questions: fewQuestions)
    let trades = await Attempted.of {
      try await TradeHistory(exchange.market).trades(
        of: pair, since: .before(interval.seconds * 60), within: bounds)
    }
    let own = await OwnMarketView.read(exchange, pair)
    let page = Page(exchange.text(pair), .exchange) {
      Element.problems(problems, title: visit.text(LayoutText.problem))
      own.actions
      Element("div", ["class": "columns"]) {
        Element("div") {
          switch book {
          case .success(let book):
            exchange.notes(book.failures)
            MarketBookView(
              visit: visit, book: book, withFees: exchange.withFees(in: book), account: own.account?.address
            ) { exchange.link(pair, "fill", query: [("order", $0.hex)]) }.content
          case .failure(let error):
            Element.note(UntrustedText.shown(exchange.words(of: error), limit: 400), .warning)
            Element("p") { visit.text(ExchangePageText.spread) + ": " + visit.text(ExchangePageText.noSpread) }
          }
          switch trades {
          case .success(let trades):
            let candles = MarketCandles(trades, of: pair, by: interval)
            MarketCandlesView(visit: visit, candles: candles, pair: pair, interval: interval) {
              exchange.link(pair, query: [("candles", $0.rawValue)])
            }.content
            MarketTradesView(visit: visit, trades: trades, pair: pair).content
          case .failure(let error): Element.note(UntrustedText.shown(exchange.words(of: error), limit: 400), .warning)
          }
        }
        Element("aside") { own.content }
      }
    }
    return await visit.answer(
      page.below((visit.text(LayoutText.exchange), Link("exchange"))).live(on: ["block", "tx"]).with(problems),
      problems.isEmpty ? .ok : .unprocessableContent)
  }
}

/// The result of some work, whichever it is.
enum Attempted {
  /// The value of work, or its error.
  static func of<Value>(_ work: () async throws -> Value) async -> Result<Value, any Error> {
    do { return .success(try await work()) } catch { return .failure(error) }
  }
}
