import Primitives
import Rates
import StrictJSON
import Testing

@Suite("Rates from Binance")
struct BinanceTests {
  private let source = Binance()
  /// 2026-11-23 12:00 UTC.
  private let now: Int64 = 1_795_435_200

  private func pair(_ base: String, _ quote: String) throws -> CurrencyPair {
    CurrencyPair(try #require(Currency(base)), try #require(Currency(quote)))
  }

  private func request(_ pairs: CurrencyPair...) throws -> SourceRequest {
    try #require(source.requests(for: .now(.crypto, pairs), at: now).first)
  }

  @Test("Each coin is asked for in USDT by an address of its own, and the money of states is not")
  func addresses() throws {
    let pairs = [CurrencyPair(.kaia, .uah), try pair("USDT", "BTC"), CurrencyPair(.usd, .uah)]
    #expect(
      source.requests(for: .now(.crypto, pairs), at: now).map(\.url)
        == ["BTC", "KAIA"].map { "https://data-api.binance.vision/api/v3/ticker/bookTicker?symbol=\($0)USDT" })
    #expect(source.requests(for: .now(.korea, pairs), at: now).isEmpty)
    #expect(source.requests(for: .now(.crypto, [CurrencyPair(.usdt, .uah)]), at: now).isEmpty)
  }

  @Test("The best bid and ask are of the time of the answer, since there is none in it")
  func book() throws {
    var answer = try SourceAnswer(recorded: "binance-book-kaia.json", at: now)
    answer = SourceAnswer(answer.body, date: now - 2, retrieved: now)
    let found = try source.read(answer, to: request(CurrencyPair(.kaia, .usdt)))
    let quote = try #require(found.quotes.first)
    #expect(found.quotes.count == 1 && quote.pair == CurrencyPair(.kaia, .usdt) && quote.mid == nil)
    #expect(quote.bid?.description == "0.1041" && quote.ask?.description == "0.1042")
    #expect(quote.asOf == now - 2 && quote.retrieved == now && quote.kind == .exchange && quote.day == nil)
  }

  @Test("A symbol that was not asked for is passed over, and a book of that alone is no answer")
  func otherSymbol() throws {
    let books = try SourceAnswer(recorded: "binance-books.json", at: now)
    let found = try source.read(books, to: request(CurrencyPair(.kaia, .usdt)))
    #expect(found.quotes.map(\.pair) == [CurrencyPair(.kaia, .usdt)] && found.skipped == 1)
    #expect(throws: RatesError(.badAnswer, words: nil)) {
      try source.read(books, to: request(CurrencyPair(.eth, .usdt)))
    }
  }

  @Test("A side of zeros is none")
  func zero() throws {
    let answer: JSON = ["symbol": "KAIAUSDT", "bidPrice": "0.00000000", "askPrice": "0.10420000"]
    let found = try source.read(SourceAnswer(answer, at: now), to: request(CurrencyPair(.kaia, .usdt)))
    #expect(found.quotes.first?.bid == nil && found.quotes.first?.ask?.description == "0.1042")
  }

  @Test(
    "An error in the answer is told apart",
    arguments: [("-1121", .noData), ("-1003", .limited), ("-1000", .badAnswer)] as [(String, RatesError.Code)])
  func errors(code: String, expected: RatesError.Code) throws {
    let answer: JSON = ["code": .number(code), "msg": "Invalid symbol."]
    #expect(throws: RatesError(expected, words: nil)) {
      try source.read(SourceAnswer(answer, at: now), to: request(CurrencyPair(.kaia, .usdt)))
    }
  }

  @Test("Days are asked for by a thousand, and each has its last price")
  func days() throws {
    let (from, to) = (try #require(Day("2024-01-01")), try #require(Day("2026-11-23")))
    let requests = source.requests(for: .days(.crypto, CurrencyPair(.kaia, .uah), from: from, to: to), at: now)
    let first = "https://data-api.binance.vision/api/v3/klines?symbol=KAIAUSDT&interval=1d&startTime=1704067200000"
    #expect(requests.count == 2 && requests[0].url == "\(first)&endTime=1790380800000&limit=1000")
    let found = try source.read(
      SourceAnswer(recorded: "binance-days-kaia.json", at: now), to: try #require(requests.last))
    #expect(
      found.quotes.map { "\($0.day?.description ?? "") \($0.mid?.description ?? "")" }
        == ["2026-11-20 0.1033", "2026-11-21 0.1055", "2026-11-22 0.1047", "2026-11-23 0.1041"])
    #expect(found.quotes[0].asOf == 1_795_132_800 && found.quotes[0].pair == CurrencyPair(.kaia, .usdt))
    let documented = try source.read(
      SourceAnswer(recorded: "binance-days-documented.json", at: now), to: try #require(requests.last))
    #expect(documented.quotes.first?.day == Day("2017-07-03"))
    #expect(documented.quotes.first?.mid?.description == "0.015771")
  }

  @Test("A day that is not there yet is left out")
  func future() throws {
    let day = try #require(Day("2026-11-20"))
    let query = RateQuery.days(.crypto, CurrencyPair(.kaia, .usdt), from: day, to: day)
    let request = try #require(source.requests(for: query, at: now).first)
    let row = { (time: String) -> JSON in [.number(time), "1", "1", "1", "0.5"] }
    let answer: JSON = [row("1795132800000"), row("1895132800000"), row("9223372036854775807"), row("-1"), row("0")]
    let found = try source.read(SourceAnswer(answer, at: now), to: request)
    #expect(found.quotes.map(\.day) == [day] && found.skipped == 4)
  }

  @Test("A spoilt price is left out and the others stay")
  func spoilt() throws {
    let book = try request(CurrencyPair(.kaia, .usdt))
    try source.readsSpoilt(try RecordedAnswer.json("binance-book-kaia.json"), to: book, at: now, rows: nil)
    try source.readsSpoilt(try RecordedAnswer.json("binance-books.json"), to: book, at: now)
    let day = try #require(Day("2026-11-20"))
    let query = RateQuery.days(.crypto, CurrencyPair(.kaia, .usdt), from: day, to: day)
    let days = try #require(source.requests(for: query, at: now).first)
    try source.readsSpoilt(try RecordedAnswer.json("binance-days-kaia.json"), to: days, at: now)
  }
}
