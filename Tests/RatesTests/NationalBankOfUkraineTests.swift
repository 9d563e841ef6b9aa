import Primitives
import Rates
import StrictJSON
import Testing

@Suite("The National Bank of Ukraine")
struct NationalBankOfUkraineTests {
  private let source = NationalBankOfUkraine()
  /// 2026-09-13 12:00 UTC, a Sunday.
  private let now: Int64 = 1_789_300_800
  private let wishOfToday = RateQuery.now(.nbu, [CurrencyPair(.usd, .uah)])

  private func days(_ pair: CurrencyPair, _ from: String, _ to: String) throws -> RateQuery {
    .days(.nbu, pair, from: try #require(Day(from)), to: try #require(Day(to)))
  }

  @Test("Today's rates are asked for by the day that it is in Kyiv")
  func addressOfToday() throws {
    let requests = source.requests(for: wishOfToday, at: now)
    #expect(
      requests.map(\.url) == ["https://bank.gov.ua/NBUStatService/v1/statdirectory/exchange?date=20260913&json"])
    // 22:30 UTC is the next day in Kyiv.
    #expect(source.requests(for: wishOfToday, at: now + 37_800).first?.url.contains("date=20260914") == true)
    #expect(source.requests(for: .now(.cash, []), at: now).isEmpty && source.requests(for: .news, at: now).isEmpty)
  }

  @Test("Rates are hryvnias for one of a currency, found by code and not by place")
  func rates() throws {
    let request = try #require(source.requests(for: wishOfToday, at: now).first)
    let found = try source.read(SourceAnswer(recorded: "nbu-exchange.json", at: now), to: request)
    let rates = Dictionary(uniqueKeysWithValues: found.quotes.map { ($0.pair.description, $0) })
    #expect(rates["USD/UAH"]?.mid?.description == "44.5526" && rates["EUR/UAH"]?.mid?.description == "51.6817")
    #expect(rates["XAU/UAH"]?.mid?.description == "223871.54" && rates["DZD/UAH"]?.mid?.description == "0.33473")
    #expect(found.quotes.count == 8 && found.skipped == 0)
    let dollar = try #require(rates["USD/UAH"])
    #expect(dollar.day == Day("2026-09-13") && dollar.asOf == 1_789_246_800 && dollar.kind == .official)
    #expect(dollar.bid == nil && dollar.ask == nil)
    let cross = try Fraction(#require(rates["EUR/UAH"]?.mid)).divided(by: Fraction(#require(dollar.mid)))
    #expect(cross.text(digits: 8) == "1.16001535")
  }

  @Test("The archive's rates of 10, 100 and 1,000 units become those of one")
  func archive() throws {
    let query = try days(CurrencyPair(.usd, .uah), "2026-03-01", "2026-03-16")
    let request = try #require(source.requests(for: query, at: now).first)
    #expect(
      request.url
        == "https://bank.gov.ua/NBU_Exchange/exchange_site?start=20260301&end=20260316&valcode=usd"
        + "&sort=exchangedate&order=asc&json")
    let found = try source.read(SourceAnswer(recorded: "nbu-days.json", at: now), to: request)
    let text = found.quotes.prefix(6).map {
      "\($0.pair.base) \($0.mid?.description ?? "-") \($0.day?.description ?? "-")"
    }
    #expect(
      text == [
        "THB 1.39116 2026-03-01", "USD 43.2081 2026-03-01", "VND 0.0016565 2026-03-01", "EUR 51.0244 2026-03-01",
        "PLN 12.0835 2026-03-01", "KRW 0.030311 2026-03-01",
      ])
    #expect(found.quotes.count == 12)
  }

  @Test("Without a rate per unit it is divided exactly; without units the row is left out")
  func units() throws {
    let request = try #require(
      source.requests(for: try days(CurrencyPair(.usd, .uah), "2026-03-01", "2026-03-01"), at: now).first)
    let read = { (row: String) throws(RatesError) in
      try source.read(SourceAnswer(Array("[\(row)]".utf8), at: now), to: request).quotes.first?.mid?.description
    }
    #expect(try read(#"{"exchangedate":"01.03.2026","cc":"VND","rate":1.6565,"units":1000}"#) == "0.0016565")
    #expect(try read(#"{"exchangedate":"01.03.2026","cc":"VND","rate":"1.6565","units":"1000"}"#) == "0.0016565")
    #expect(throws: RatesError(.badAnswer, words: nil)) {
      try read(#"{"exchangedate":"01.03.2026","cc":"VND","rate":1.6565}"#)
    }
    #expect(throws: RatesError(.badAnswer, words: nil)) {
      try read(#"{"exchangedate":"01.03.2026","cc":"VND","rate":1.6565,"units":7}"#)
    }
  }

  @Test("Many years are asked for a year at a time, and a cross rate by both its currencies")
  func spans() throws {
    let euro = try days(CurrencyPair(.eur, .usd), "2024-01-01", "2025-12-31")
    let urls = source.requests(for: euro, at: now).map(\.url)
    #expect(urls.count == 6 && urls.filter { $0.contains("valcode=eur") }.count == 3)
    #expect(urls[0].contains("start=20240101&end=20241230&") && urls[1].contains("start=20241231&end=20251230&"))
    #expect(source.requests(for: try days(CurrencyPair(.uah, .uah), "2024-01-01", "2025-12-31"), at: now).isEmpty)
    #expect(source.requests(for: try days(CurrencyPair(.usd, .uah), "2025-12-31", "2024-01-01"), at: now).isEmpty)
  }

  @Test("An empty list, which stands for an unknown code or day, is no data")
  func empty() throws {
    let request = try #require(source.requests(for: wishOfToday, at: now).first)
    #expect(throws: RatesError(.noData, words: nil)) {
      try source.read(SourceAnswer(Array("[]".utf8), at: now), to: request)
    }
  }

  @Test("A spoilt row is left out and the others stay")
  func spoilt() throws {
    let request = try #require(source.requests(for: wishOfToday, at: now).first)
    try source.readsSpoilt(try RecordedAnswer.json("nbu-exchange.json"), to: request, at: now)
    let days = try #require(
      source.requests(for: try days(CurrencyPair(.usd, .uah), "2026-03-01", "2026-03-02"), at: now).first)
    try source.readsSpoilt(try RecordedAnswer.json("nbu-days.json"), to: days, at: now)
  }
}
