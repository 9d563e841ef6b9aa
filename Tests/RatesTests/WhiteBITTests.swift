import Primitives
import Rates
import StrictJSON
import Testing

@Suite("Rates from WhiteBIT")
struct WhiteBITTests {
  private let source = WhiteBIT()
  /// 2026-11-23 12:00 UTC.
  private let now: Int64 = 1_795_435_200
  private let server = "https://whitebit.com/api/v4/public/orderbook/"

  private func pair(_ base: String, _ quote: String) throws -> CurrencyPair {
    CurrencyPair(try #require(Currency(base)), try #require(Currency(quote)))
  }

  private func list(_ pairs: CurrencyPair...) throws -> SourceRequest {
    try #require(source.requests(for: .now(.crypto, pairs), at: now).first)
  }

  private func read(_ name: String, _ request: SourceRequest) throws -> SourceFindings {
    try source.read(SourceAnswer(recorded: "whitebit-\(name).json", at: now), to: request)
  }

  @Test("The list of markets leads from book to book of the pairs that are wished for and can be traded")
  func books() throws {
    let list = try list(try pair("BTC", "UAH"), try pair("LTC", "UAH"), CurrencyPair(.kaia, .uah))
    #expect(list.url == "https://whitebit.com/api/v4/public/ticker")
    var (found, urls, quotes) = (try read("ticker", list), [String](), [Quote]())
    while let next = found.next {
      urls.append(next.url)
      let name = next.url.dropFirst(server.count).prefix { $0 != "?" }.lowercased().replacing("_", with: "-")
      found = try read("book-\(name)", next)
      quotes += found.quotes
    }
    #expect(urls == ["BTC_UAH", "BTC_USDT", "USDT_UAH"].map { "\(server)\($0)?limit=1" })
    #expect(
      quotes.map { "\($0.pair) \($0.bid?.description ?? "") \($0.ask?.description ?? "")" }
        == ["BTC/UAH 3817181.19 3821184.41", "BTC/USDT 86711.19 86713.41", "USDT/UAH 44.03 44.07"])
    #expect(quotes.allSatisfy { $0.asOf == 1_795_435_198 && $0.kind == .exchange && $0.market == .crypto })
  }

  @Test("Other markets in hryvnias have their last prices, frozen ones none")
  func lastPrices() throws {
    let found = try read("ticker", try list(CurrencyPair(.usdt, .uah)))
    #expect(
      found.quotes.map { "\($0.pair) \($0.mid?.description ?? "")" }.sorted()
        == ["BTC/UAH 3819662.4", "ETH/UAH 124020.11", "TRX/UAH 12.344"])
    #expect(found.quotes.allSatisfy { $0.bid == nil && $0.ask == nil && $0.asOf == now } && found.skipped == 0)
    #expect(found.next?.url == "\(server)USDT_UAH?limit=1")
  }

  @Test(
    "A book of a pair is not asked for where it is frozen or goes by another name",
    arguments: ["true", "\"true\"", "1"])
  func frozen(value: String) throws {
    let text =
      #"{"KAIA_USDT":{"last_price":"1","isFrozen":\#(value)},"KLAY_USDT":{"last_price":"1"},"#
      + #""TRX_UAH":{"last_price":"12.3"}}"#
    let found = try source.read(SourceAnswer(Array(text.utf8), at: now), to: list(CurrencyPair(.kaia, .usdt)))
    #expect(found.next == nil && found.quotes.count == 1)
    let none = #"{"KAIA_USDT":{"last_price":"1","isFrozen":\#(value)}}"#
    #expect(throws: RatesError(.noData, words: nil)) {
      try source.read(SourceAnswer(Array(none.utf8), at: now), to: list(CurrencyPair(.kaia, .usdt)))
    }
  }

  @Test("The best orders are taken wherever they stand, and orders of nothing are none")
  func orders() throws {
    let book = try #require(try read("ticker", try list(CurrencyPair(.usdt, .uah))).next)
    let answer: JSON = [
      "ticker_id": "USDT_UAH", "timestamp": 1_795_435_190,
      "bids": [["43.90", "1"], ["44.00", "2"], ["44.20", "0"]],
      "asks": [["44.30", "1"], ["44.05", "0.5"], ["44.01", 0]],
    ]
    let quote = try #require(try source.read(SourceAnswer(answer, at: now), to: book).quotes.first)
    #expect(quote.bid?.description == "44" && quote.ask?.description == "44.05" && quote.asOf == 1_795_435_190)
  }

  @Test("A book of another market, or one whose sides cross, is refused, and does not hide the next")
  func wrongBook() throws {
    let crossed: JSON = ["ticker_id": "BTC_UAH", "bids": [["2", "1"]], "asks": [["1", "1"]]]
    let other = try RecordedAnswer.json("whitebit-book-eth-uah.json")
    for (answer, code) in [(crossed, .contradictory), (other, .badAnswer)] as [(JSON, RatesError.Code)] {
      let first = try #require(try read("ticker", try list(try pair("BTC", "UAH"))).next)
      let found = try source.read(SourceAnswer(answer, at: now), to: first)
      #expect(found.quotes.isEmpty && found.skipped == 1 && found.next?.url == "\(server)BTC_USDT?limit=1")
      let alone = try #require(try read("ticker", try list(CurrencyPair(.usdt, .uah))).next)
      #expect(throws: RatesError(code, words: nil)) { try source.read(SourceAnswer(answer, at: now), to: alone) }
    }
  }

  @Test("Days have the price that stands second, the close, though the high follows it")
  func days() throws {
    let (from, to) = (try #require(Day("2026-11-20")), try #require(Day("2026-11-23")))
    let query = RateQuery.days(.crypto, CurrencyPair(.uah, .usdt), from: from, to: to)
    let requests = source.requests(for: query, at: now)
    #expect(
      requests.map(\.url) == ["https://whitebit.com/api/v1/public/kline?market=USDT_UAH&interval=1d&limit=4"])
    let found = try read("days-usdt-uah", try #require(requests.first))
    #expect(
      found.quotes.map { "\($0.pair) \($0.day?.description ?? "") \($0.mid?.description ?? "")" }
        == [
          "USDT/UAH 2026-11-20 43.98", "USDT/UAH 2026-11-21 44.02", "USDT/UAH 2026-11-22 44.07",
          "USDT/UAH 2026-11-23 44.05",
        ])
    #expect(found.quotes[0].asOf == 1_795_132_800)
    let documented = try read("days-documented", try #require(requests.first))
    #expect(documented.quotes.first?.mid?.description == "45958.14")
  }

  @Test("A coin in hryvnias is asked for directly and by way of USDT, with at most 1440 days")
  func ways() throws {
    let (from, to) = (try #require(Day("2020-01-01")), try #require(Day("2026-11-23")))
    let markets = { (pair: CurrencyPair) in
      self.source.requests(for: .days(.crypto, pair, from: from, to: to), at: self.now).map {
        String($0.url.dropFirst("https://whitebit.com/api/v1/public/kline?market=".count))
      }
    }
    #expect(
      markets(CurrencyPair(.kaia, .uah))
        == ["KAIA_UAH", "KAIA_USDT", "USDT_UAH"].map { "\($0)&interval=1d&limit=1440" })
    #expect(markets(CurrencyPair(.usdt, .eth)) == ["ETH_USDT&interval=1d&limit=1440"])
    #expect(markets(CurrencyPair(.usd, .uah)).isEmpty)
    #expect(
      source.requests(for: .days(.crypto, CurrencyPair(.usdt, .uah), from: to.adding(1), to: to), at: now).isEmpty)
  }

  @Test("An error in the answer is told apart")
  func errors() throws {
    let list = try list(CurrencyPair(.usdt, .uah))
    #expect(throws: RatesError(.noData, words: nil)) { try read("unknown", list) }
    let other = Array(#"{"success":false,"message":"Inner \u001b[2J exception","params":[]}"#.utf8)
    #expect(throws: RatesError(.badAnswer, words: nil)) { try source.read(SourceAnswer(other, at: now), to: list) }
  }

  @Test("A spoilt market is left out and the others stay")
  func spoilt() throws {
    let list = try list(CurrencyPair(.usdt, .uah), try pair("BTC", "UAH"))
    try source.readsSpoilt(try RecordedAnswer.json("whitebit-ticker.json"), to: list, at: now)
    let book = try #require(try read("ticker", try self.list(CurrencyPair(.usdt, .uah))).next)
    try source.readsSpoilt(try RecordedAnswer.json("whitebit-book-usdt-uah.json"), to: book, at: now, rows: nil)
    let day = try #require(Day("2026-11-20"))
    let query = RateQuery.days(.crypto, CurrencyPair(.usdt, .uah), from: day, to: day)
    let days = try #require(source.requests(for: query, at: now).first)
    try source.readsSpoilt(
      try RecordedAnswer.json("whitebit-days-usdt-uah.json"), to: days, at: now, rows: ["result"])
  }
}
