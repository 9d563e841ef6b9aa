import Primitives
import Rates
import StrictJSON
import Testing

@Suite("MinFin's API and site")
struct MinFinTests {
  private let site = MinFinSite()
  /// 2025-10-26 21:00 UTC.
  private let now: Int64 = 1_761_512_400
  private let pairs = [CurrencyPair(.usd, .uah), CurrencyPair(.eur, .usd), CurrencyPair(.kaia, .uah)]

  private func api() throws -> MinFinAPI { MinFinAPI(key: try SourceKey("s3cret", of: "minfin")) }

  private func request(_ source: any RateSource, _ query: RateQuery) throws -> SourceRequest {
    try #require(source.requests(for: query, at: now).first)
  }

  private func read(_ name: String, of market: Market) throws -> SourceFindings {
    let api = try api()
    return try api.read(SourceAnswer(recorded: name, at: now), to: try request(api, .now(market, pairs)))
  }

  private func rates(_ found: SourceFindings) -> [String] {
    found.quotes.map { quote in
      let numbers = [quote.bid, quote.ask, quote.mid].map { $0?.description ?? "-" }
      return "\(quote.market) \(quote.pair.base) \(numbers.joined(separator: " "))"
    }
  }

  @Test(
    "Each market of the API has an address of its own, and the key is not shown",
    arguments: [(.interbank, "mb"), (.nbu, "nbu"), (.banks, "summary"), (.cash, "auction/info")] as [(Market, String)])
  func routes(market: Market, route: String) throws {
    let request = try request(try api(), .now(market, pairs))
    #expect(request.url == "https://api.minfin.com.ua/\(route)/s3cret/")
    #expect(request.shownURL == "https://api.minfin.com.ua/\(route)/KEY/")
    #expect(MinFinAPI(key: nil).requests(for: .now(market, pairs), at: now).isEmpty)
  }

  @Test("A single day is asked for, and no range, since a key is good for few requests; announcements have no days")
  func days() throws {
    let day = try #require(Day("2021-02-10"))
    let (api, pair) = (try api(), CurrencyPair(.usd, .uah))
    let one = try request(api, .days(.interbank, pair, from: day, to: day))
    #expect(one.shownURL == "https://api.minfin.com.ua/mb/KEY/2021-02-10/")
    let found = try api.read(SourceAnswer(recorded: "minfin-mb.json", at: now), to: one)
    #expect(found.quotes.allSatisfy { $0.day == day })
    #expect(api.requests(for: .days(.interbank, pair, from: day, to: day.adding(1)), at: now).isEmpty)
    #expect(api.requests(for: .days(.cash, pair, from: day, to: day), at: now).isEmpty)
    #expect(api.requests(for: .banks(.usd), at: now).isEmpty && api.requests(for: .now(.ecb, []), at: now).isEmpty)
  }

  @Test("A time of announcements that is not there yet, or no time at all, is that of the answer")
  func announcementTimes() throws {
    let api = try api()
    let request = try request(api, .now(.cash, pairs))
    for (time, asOf) in [
      (1_761_512_000, 1_761_512_000), (.number("9223372036854775807"), now), ("-9223372036854775808", now), (0, now),
    ] as [(JSON, Int64)] {
      let answer: JSON = ["usd": ["bid": "42.1", "ask": "42.5", "time": time]]
      #expect(try api.read(SourceAnswer(answer, at: now), to: request).quotes.map(\.asOf) == [asOf], "\(time)")
    }
  }

  @Test("Between banks the newest of several rows counts, by Kyiv's clock")
  func interbank() throws {
    let found = try read("minfin-mb.json", of: .interbank)
    #expect(rates(found) == ["interbank EUR 33.6361 33.6543 -", "interbank USD 27.755 27.77 -"])
    #expect(found.quotes.map(\.asOf) == [1_612_951_500, 1_612_951_500])
  }

  @Test("Announcements may cross, which is shown and not mended")
  func auction() throws {
    let found = try read("minfin-auction.json", of: .cash)
    #expect(rates(found) == ["cash USD 22 21.9 -", "cash EUR 27.1 27.35 -"])
    #expect(found.quotes.map(\.isCrossed) == [true, false] && found.quotes.allSatisfy { $0.kind == .cash })
    #expect(found.quotes.map(\.asOf) == [now, 1_426_853_100])
  }

  @Test("The average of banks has sides, an official rate has none, and crossed sides are left out of both")
  func summary() throws {
    let banks = try read("minfin-summary.json", of: .banks)
    #expect(rates(banks) == ["banks USD 27.584 27.853 -", "banks EUR 33.257 33.742 -", "banks PLN 7.201 7.465 -"])
    let official = try read("minfin-nbu.json", of: .nbu)
    #expect(rates(official) == ["nbu USD - - 27.7624", "nbu EUR - - 33.6033"])
    #expect(official.quotes.allSatisfy { $0.day == Day("2025-10-26") && $0.kind == .official })
    let api = try api()
    let crossed: JSON = ["usd": ["bid": "28", "ask": "27"], "eur": ["bid": 33, "ask": 34]]
    for (market, left) in [(Market.banks, ["banks EUR 33 34 -"]), (.cash, ["cash USD 28 27 -", "cash EUR 33 34 -"])] {
      #expect(
        try rates(api.read(SourceAnswer(crossed, at: now), to: request(api, .now(market, pairs)))) == left)
    }
    #expect(throws: RatesError(.noData, words: nil)) {
      try api.read(SourceAnswer(JSON.array([]), at: now), to: request(api, .now(.banks, pairs)))
    }
  }

  @Test("The site has all markets at one address; between banks there may be nothing")
  func markets() throws {
    let query = RateQuery.now(.banks, pairs)
    let request = try request(site, query)
    #expect(request.url == "https://minfin.com.ua/api/currency/simple/?base=UAH&list=eur,usd")
    #expect(try self.request(site, .now(.interbank, pairs)).url == request.url)
    let found = try site.read(SourceAnswer(recorded: "minfin-site-simple.json", at: now), to: request)
    #expect(
      rates(found) == [
        "banks USD 37.35 37.8 -", "interbank USD 36.055 36.075 -", "banks EUR 40.6 41.4 -", "banks PLN 8.75 9.24 -",
        "interbank PLN 9.0061 9.0113 -",
      ])
    #expect(found.skipped == 0 && found.next == nil)
    #expect(site.requests(for: .now(.banks, []), at: now).isEmpty)
    #expect(site.requests(for: .now(.cash, pairs), at: now).isEmpty)
  }

  @Test("Where the average of banks is missing it is made of their list, for one currency after the other")
  func missingAverage() throws {
    let answer: JSON = ["data": ["USD": ["midbank": nil]]]
    let found = try site.read(SourceAnswer(answer, at: now), to: try request(site, .now(.banks, pairs)))
    let euros = try #require(found.next)
    #expect(euros.url == "https://minfin.com.ua/api/currency/rates/banks/eur/?page=1&cpp=100")
    let averages = try site.read(SourceAnswer(recorded: "minfin-site-banks-eur.json", at: now), to: euros)
    #expect(rates(averages) == ["banks EUR 48.35 49.275 -", "banks EUR 48.254 49.277525 -"])
    // A mean of ours is of another kind than the site's own average, so that it cannot pass for that.
    #expect(averages.quotes.map(\.kind) == [.aggregate, .card])
    let dollars = try #require(averages.next)
    #expect(dollars.url == "https://minfin.com.ua/api/currency/rates/banks/usd/?page=1&cpp=100")
    #expect(try site.read(SourceAnswer(recorded: "minfin-site-banks-usd.json", at: now), to: dollars).next == nil)
  }

  @Test("A bank's cash and cards have their own times, and a side of 0 is none")
  func banks() throws {
    let request = try request(site, .banks(.eur))
    let found = try site.read(SourceAnswer(recorded: "minfin-site-banks-eur.json", at: now), to: request)
    #expect(found.banks.map(\.slug) == ["privatbank", "a-bank", "monobank", "oschadbank", "sensebank"])
    #expect(found.quotes.isEmpty, "whoever looks at the banks changes no average")
    #expect(found.banks.map(\.name).contains("Ощадбанк") && found.bankRates.count == 9 && found.skipped == 0)
    let last = try #require(found.bankRates.last)
    #expect(last.bank == "sensebank" && last.form == .card && last.bid?.description == "47.3" && last.ask == nil)
    #expect(last.asOf == 1_761_511_288 && found.bankRates.filter { $0.bank == "monobank" }.map(\.form) == [.card])
    #expect(site.requests(for: .banks(.kaia), at: now).isEmpty)
  }

  @Test("Pages are asked for while there are more, by numbers of our own and not without end")
  func pages() throws {
    var request = try request(site, .banks(.usd))
    for page in 2...20 {
      let row: JSON = ["slug": "bank-\(page)", "cash": ["date": "2025-10-26T22:41:28+02:00", "bid": "1", "ask": "2"]]
      let next: JSON = page % 2 == 0 ? "https://example.org/" : 3
      let answer: JSON = ["data": [row], "meta": ["page": 1, "next": next]]
      let found = try site.read(SourceAnswer(answer, at: now), to: request)
      // An average of one page of several would be none of the banks.
      #expect(found.quotes.isEmpty && found.bankRates.count == 1)
      request = try #require(found.next)
      #expect(request.url == "https://minfin.com.ua/api/currency/rates/banks/usd/?page=\(page)&cpp=100")
    }
    let last: JSON = ["data": [["slug": "last"]], "meta": ["next": 21]]
    #expect(try site.read(SourceAnswer(last, at: now), to: request).next == nil)
  }

  @Test("A list with a bank twice is refused")
  func twice() throws {
    let answer: JSON = ["data": [["slug": "privatbank"], ["slug": "privatbank"]]]
    #expect(throws: RatesError(.badAnswer, words: nil)) {
      try site.read(SourceAnswer(answer, at: now), to: try request(site, .banks(.usd)))
    }
  }

  @Test("The average of an earlier day is made of the rates that are stamped with it")
  func archive() throws {
    let day = try #require(Day("2025-10-26"))
    let query = RateQuery.days(.banks, CurrencyPair(.eur, .uah), from: day, to: day.adding(1))
    let requests = site.requests(for: query, at: now)
    let address = "https://minfin.com.ua/api/currency/rates/banks/eur/?page=1&cpp=100&date="
    #expect(requests.map(\.url) == ["\(address)2025-10-26", "\(address)2025-10-27"])
    let answer = try SourceAnswer(recorded: "minfin-site-banks-eur.json", at: now)
    let found = try site.read(answer, to: requests[0])
    #expect(rates(found) == ["banks EUR 48.35 49.275 -", "banks EUR 48.254 49.277525 -"])
    #expect(found.quotes.map(\.kind) == [.aggregate, .card])
    #expect(found.quotes.allSatisfy { $0.day == day && $0.asOf == Zone.kyiv.time(on: day) })
    #expect(try site.read(answer, to: requests[1]).quotes.isEmpty)
  }

  @Test("A spoilt value is left out")
  func spoilt() throws {
    let api = try api()
    for (name, market) in [("auction", Market.cash), ("summary", .banks), ("nbu", .nbu), ("mb", .interbank)] {
      // Of the rows between banks an older one may take a spoilt one's place.
      try api.readsSpoilt(
        try RecordedAnswer.json("minfin-\(name).json"), to: try request(api, .now(market, pairs)), at: now,
        rows: name == "mb" ? nil : [])
    }
    try site.readsSpoilt(
      try RecordedAnswer.json("minfin-site-simple.json"), to: try request(site, .now(.interbank, pairs)), at: now,
      rows: ["data"])
    // The averages are of all rows.
    try site.readsSpoilt(
      try RecordedAnswer.json("minfin-site-banks-eur.json"), to: try request(site, .banks(.eur)), at: now, rows: nil)
  }

  @Test("A spoilt bank is left out of the list and the others stay")
  func spoiltBank() throws {
    let request = try request(site, .banks(.eur))
    let good: JSON = ["slug": "good", "cash": ["date": "2025-10-26T22:41:28+02:00", "bid": "48.4", "ask": "49.3"]]
    for bad in [nil, 0, "", [], [:], ["slug": "Bad Bank"], ["slug": "../etc"], ["slug": 7]] as [JSON] {
      let found = try site.read(SourceAnswer(["data": [bad, good]], at: now), to: request)
      #expect(found.banks.map(\.slug) == ["good"] && found.bankRates.count == 1 && found.skipped == 1)
    }
    for sides in [["bid": "49.3", "ask": "48.4"], ["bid": "48.4"]] as [JSON] {
      var sides = sides.object ?? [:]
      if sides["ask"] != nil { sides["date"] = "2025-10-26T22:41:28+02:00" }
      let bad: JSON = ["slug": "bad", "card": .object(sides), "cash": nil]
      let found = try site.read(SourceAnswer(["data": [bad, good]], at: now), to: request)
      #expect(found.banks.map(\.slug) == ["bad", "good"] && found.bankRates.count == 1 && found.skipped == 1)
    }
  }
}
