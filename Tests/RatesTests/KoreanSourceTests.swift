import Primitives
import Rates
import StrictJSON
import Testing

@Suite("Korea's official rates")
struct KoreanSourceTests {
  /// 2026-08-12 12:00 in Seoul, a Wednesday.
  private let now: Int64 = 1_786_503_600
  private let query = RateQuery.now(.korea, [CurrencyPair(.usd, .krw), CurrencyPair(.kaia, .krw)])

  private func exim() throws -> KoreaEximbank { KoreaEximbank(key: try SourceKey("s3cret", of: "exim")) }
  private func ecos(_ key: String = "s3cret") throws -> BankOfKorea {
    BankOfKorea(key: try SourceKey(key, of: "ecos"))
  }

  private func answer(_ text: String) -> SourceAnswer { SourceAnswer(Array(text.utf8), at: now) }

  @Test("The Eximbank is asked for the last working day whose eleven o'clock is past, and the key is not shown")
  func day() throws {
    let source = try exim()
    let request = try #require(source.requests(for: query, at: now).first)
    let address = "https://oapi.koreaexim.go.kr/site/program/financial/exchangeJSON"
    #expect(request.url == "\(address)?authkey=s3cret&searchdate=20260812&data=AP01")
    #expect(request.shownURL == "\(address)?authkey=KEY&searchdate=20260812&data=AP01")
    // Half past ten on Wednesday; noon on Sunday; half past ten on Monday.
    for (hours, day) in [(-1.5, "20260811"), (96.0, "20260814"), (118.5, "20260814"), (120.0, "20260817")] {
      let time = now + Int64(hours * 3600)
      #expect(source.requests(for: query, at: time).first?.url.contains("searchdate=\(day)&") == true, "\(hours)")
    }
    #expect(KoreaEximbank(key: nil).requests(for: query, at: now).isEmpty)
    #expect(source.requests(for: .now(.nbu, []), at: now).isEmpty)
  }

  @Test("The Eximbank's rates have commas, and some are for a hundred")
  func rates() throws {
    let source = try exim()
    let request = try #require(source.requests(for: query, at: now).first)
    let found = try source.read(SourceAnswer(recorded: "exim-day.json", at: now), to: request)
    let rates = Dictionary(uniqueKeysWithValues: found.quotes.map { ($0.pair.base.code, $0) })
    let (dollar, yen) = (try #require(rates["USD"]), try #require(rates["JPY"]))
    #expect(dollar.bid?.description == "1364.81" && dollar.ask?.description == "1392.39")
    #expect(dollar.mid?.description == "1378.6" && dollar.day == Day("2026-08-12"))
    #expect(yen.bid?.description == "9.2602" && yen.ask?.description == "9.4428" && yen.mid?.description == "9.3515")
    #expect(rates["CNH"] != nil && rates["CNY"] == nil && rates["KRW"] == nil && found.skipped == 0)
    let bid = try Fraction(#require(dollar.bid)).divided(by: Fraction(#require(yen.ask)))
    let ask = try Fraction(#require(dollar.ask)).divided(by: Fraction(#require(yen.bid)))
    #expect(bid.text(digits: 6) == "144.534460" && ask.text(digits: 6) == "150.362843")
  }

  @Test("A day without rates leads to the working day before, three times at most", arguments: ["[]", "null"])
  func holidays(body: String) throws {
    let source = try exim()
    var request = try #require(source.requests(for: query, at: now).first)
    for day in ["20260811", "20260810", "20260807"] {
      let found = try source.read(answer(body), to: request)
      #expect(found.all.isEmpty)
      request = try #require(found.next)
      #expect(
        request.url.contains("searchdate=\(day)&") && !request.shownURL.contains("s3cret") && request.query == query)
    }
    #expect(throws: RatesError(.noData, words: nil)) { try source.read(answer(body), to: request) }
  }

  @Test(
    "What the Eximbank says with status 200 is told apart",
    arguments: [("2", .badAnswer), ("3", .badKey), ("\"3\"", .badKey), ("4", .limited)]
      as [(String, RatesError.Code)])
  func results(result: String, code: RatesError.Code) throws {
    let source = try exim()
    let request = try #require(source.requests(for: query, at: now).first)
    #expect(throws: RatesError(code, words: nil)) {
      try source.read(answer(#"[{"result":\#(result),"cur_unit":null}]"#), to: request)
    }
  }

  @Test("ECOS is asked for each of its currencies by its number, in spans of no more days than rows are given")
  func tables() throws {
    let address = "https://ecos.bok.or.kr/api/StatisticSearch"
    let urls = try ecos().requests(for: query, at: now).map(\.url)
    #expect(urls == ["\(address)/s3cret/json/kr/1/1000/731Y001/D/20260803/20260812/0000001"])
    let (from, to) = (try #require(Day("2026-05-01")), try #require(Day("2026-05-26")))
    let days = RateQuery.days(.korea, CurrencyPair(.usd, .eur), from: from, to: to)
    #expect(
      try ecos().requests(for: days, at: now).map(\.shownURL)
        == ["0000001", "0000003"].map { "\(address)/KEY/json/kr/1/1000/731Y001/D/20260501/20260526/\($0)" })
    let sample = try ecos("sample").requests(
      for: .days(.korea, CurrencyPair(.usd, .krw), from: from, to: to), at: now)
    #expect(sample.count == 3 && sample.allSatisfy { $0.url.contains("/1/10/") })
    #expect(BankOfKorea(key: nil).requests(for: query, at: now).isEmpty)
  }

  @Test("ECOS has a rate a day, of the yen for a hundred")
  func days() throws {
    let source = try ecos()
    let request = try #require(source.requests(for: query, at: now).first)
    let dollars = try source.read(SourceAnswer(recorded: "ecos-usd.json", at: now), to: request)
    #expect(
      dollars.quotes.map { "\($0.day?.description ?? "") \($0.mid?.description ?? "")" }
        == ["2026-05-21 1374.2", "2026-05-22 1376.9", "2026-05-26 1378.5"])
    let yen = try source.read(SourceAnswer(recorded: "ecos-jpy.json", at: now), to: request)
    #expect(yen.quotes.last?.mid?.description == "9.3515" && yen.quotes.last?.pair.description == "JPY/KRW")
    let euros = try source.read(SourceAnswer(recorded: "ecos-eur.json", at: now), to: request)
    #expect(euros.quotes.last?.mid?.description == "1599.18" && euros.quotes.last?.pair.base == .eur)
  }

  @Test(
    "What ECOS says with status 200 is told apart",
    arguments: [
      ("INFO-100", .badKey), ("INFO-200", .noData), ("ERROR-101", .badAnswer), ("ERROR-301", .limited),
      ("ERROR-602", .limited), ("\u{1b}[31m", .badAnswer),
    ] as [(String, RatesError.Code)])
  func codes(text: String, code: RatesError.Code) throws {
    let source = try ecos()
    let request = try #require(source.requests(for: query, at: now).first)
    let json: JSON = ["RESULT": ["CODE": .string(text), "MESSAGE": "…"]]
    #expect(throws: RatesError(code, words: nil)) { try source.read(SourceAnswer(json, at: now), to: request) }
    if code == .noData {
      #expect(throws: RatesError(code, words: nil)) {
        try source.read(SourceAnswer(recorded: "ecos-nothing.json", at: now), to: request)
      }
    }
  }

  @Test("A spoilt row is left out and the others stay")
  func spoilt() throws {
    let (exim, ecos) = (try exim(), try ecos())
    try exim.readsSpoilt(
      try RecordedAnswer.json("exim-day.json"), to: try #require(exim.requests(for: query, at: now).first), at: now)
    try ecos.readsSpoilt(
      try RecordedAnswer.json("ecos-usd.json"), to: try #require(ecos.requests(for: query, at: now).first), at: now,
      rows: ["StatisticSearch", "row"])
  }
}
