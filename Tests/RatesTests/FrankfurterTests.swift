import Primitives
import Rates
import StrictJSON
import Testing

@Suite("Reference rates from frankfurter.dev")
struct FrankfurterTests {
  private let source = Frankfurter()
  /// 2026-09-13 12:00 UTC.
  private let now: Int64 = 1_789_300_800

  private func pair(_ base: String, _ quote: String) throws -> CurrencyPair {
    CurrencyPair(try #require(Currency(base)), try #require(Currency(quote)))
  }

  private func requests(_ market: Market, _ pairs: [CurrencyPair]) -> [SourceRequest] {
    source.requests(for: .now(market, pairs), at: now)
  }

  @Test("The rates of the National Bank of Ukraine are asked for one by one, from that bank alone and of today")
  func ukrainian() throws {
    let found = requests(.nbu, [CurrencyPair(.usd, .uah), CurrencyPair(.eur, .usd), CurrencyPair(.kaia, .uah)])
    #expect(
      found.map(\.url)
        == ["EUR", "USD"].map {
          "https://api.frankfurter.dev/v2/rates?base=\($0)&quotes=UAH&providers=NBU&date=2026-09-13"
        })
    let request = try #require(found.last)
    let rates = try source.read(SourceAnswer(recorded: "frankfurter-v2-nbu.json", at: now), to: request)
    #expect(rates.quotes.map(\.pair) == [CurrencyPair(.usd, .uah)] && rates.skipped == 0)
    #expect(rates.quotes[0].mid?.description == "44.5526" && rates.quotes[0].market == .nbu)
    #expect(rates.quotes[0].asOf == 1_789_246_800)
  }

  @Test("A day's rates against the euro are read from version 1")
  func european() throws {
    let request = try #require(requests(.ecb, []).first)
    #expect(request.url == "https://api.frankfurter.dev/v1/latest?base=EUR")
    let day = try source.read(SourceAnswer(recorded: "frankfurter-v1-day.json", at: now), to: request)
    #expect(
      day.quotes.map { "\($0.pair) \($0.mid?.description ?? "")" }
        == ["EUR/AUD 1.91", "EUR/CAD 1.8004", "EUR/CHF 1.6168"])
    #expect(day.quotes.allSatisfy { $0.day == Day("1999-01-04") && $0.kind == .official && $0.market == .ecb })
    let latest = try source.read(SourceAnswer(recorded: "frankfurter-v1-latest.json", at: now), to: request)
    #expect(latest.quotes.first { $0.pair.quote == .krw }?.mid?.description == "1598.1")
  }

  @Test("The won is asked for against each currency of a state")
  func korean() throws {
    #expect(
      requests(.korea, [CurrencyPair(.usd, .krw), CurrencyPair(.kaia, .krw)]).map(\.url)
        == ["https://api.frankfurter.dev/v1/latest?base=USD&symbols=KRW"])
  }

  @Test("Days are asked for as a span and read with the day of each")
  func days() throws {
    let (from, to) = (try #require(Day("2023-12-29")), try #require(Day("2024-01-03")))
    let query = RateQuery.days(.ecb, CurrencyPair(.usd, .krw), from: from, to: to)
    #expect(
      source.requests(for: query, at: now).map(\.url)
        == ["https://api.frankfurter.dev/v1/2023-12-29..2024-01-03?base=EUR&symbols=KRW,USD"])
    let request = try #require(source.requests(for: query, at: now).first)
    let found = try source.read(SourceAnswer(recorded: "frankfurter-v1-days.json", at: now), to: request)
    #expect(
      found.quotes.map { "\($0.day?.description ?? "") \($0.mid?.description ?? "")" }
        == ["2023-12-29 1.105", "2024-01-02 1.0956", "2024-01-03 1.0919"])
    let ukrainian = RateQuery.days(.nbu, CurrencyPair(.usd, .uah), from: from, to: to)
    #expect(
      source.requests(for: ukrainian, at: now).map(\.url)
        == ["https://api.frankfurter.dev/v2/rates?base=USD&quotes=UAH&providers=NBU&from=2023-12-29&to=2024-01-03"])
    #expect(source.requests(for: .days(.ecb, CurrencyPair(.usd, .eur), from: to, to: from), at: now).isEmpty)
    #expect(source.requests(for: .days(.cash, CurrencyPair(.usd, .uah), from: from, to: to), at: now).isEmpty)
  }

  @Test("A service of one's own is asked instead")
  func ownServer() {
    let own = Frankfurter(at: "https://rates.example.org")
    #expect(own.requests(for: .now(.ecb, []), at: now).map(\.url) == ["https://rates.example.org/v1/latest?base=EUR"])
  }

  @Test("Rates for another amount than one are refused")
  func amount() throws {
    let request = try #require(requests(.ecb, []).first)
    let answer = Array(#"{"amount":10,"base":"EUR","date":"1999-01-04","rates":{"AUD":19.1}}"#.utf8)
    #expect(throws: RatesError(.badAnswer, words: nil)) { try source.read(SourceAnswer(answer, at: now), to: request) }
  }

  @Test("A spoilt rate is left out and the others stay")
  func spoilt() throws {
    let ecb = try #require(requests(.ecb, []).first)
    for name in ["frankfurter-v1-day.json", "frankfurter-v1-latest.json", "frankfurter-v1-days.json"] {
      try source.readsSpoilt(try RecordedAnswer.json(name), to: ecb, at: now, rows: ["rates"])
    }
    let nbu = try #require(requests(.nbu, [CurrencyPair(.usd, .uah)]).first)
    try source.readsSpoilt(try RecordedAnswer.json("frankfurter-v2-nbu-days.json"), to: nbu, at: now)
    try source.readsSpoilt(try RecordedAnswer.json("frankfurter-v2-nbu.json"), to: nbu, at: now)
  }
}
