import Primitives
import Rates
import StrictJSON
import Testing

@Suite("PrivatBank and monobank")
struct UkrainianBankTests {
  private let privat = PrivatBank()
  private let mono = Monobank()
  /// Some minutes after the newest of monobank's rows.
  private let now: Int64 = 1_789_455_300
  private let query = RateQuery.now(.banks, [CurrencyPair(.usd, .uah)])

  private func request(_ source: any RateSource, _ place: Int = 0) throws -> SourceRequest {
    let requests = source.requests(for: query, at: now)
    return try #require(requests.indices.contains(place) ? requests[place] : nil)
  }

  private func rates(_ found: SourceFindings) -> [String] {
    found.quotes.map { quote in
      let numbers = [quote.bid, quote.ask, quote.mid].map { $0?.description ?? "-" }
      return "\(quote.pair) \(numbers.joined(separator: " "))"
    }
  }

  @Test("PrivatBank tells cash and cards apart by the address, and its rates are those of the answer's time")
  func cashAndCards() throws {
    let cash = try privat.read(SourceAnswer(recorded: "privatbank-cash.json", at: now), to: try request(privat))
    #expect(rates(cash) == ["EUR/UAH 40.55 41.55 -", "USD/UAH 37.22 37.72 -"])
    #expect(cash.quotes.allSatisfy { $0.kind == .bank && $0.asOf == now && $0.day == nil })
    #expect(cash.bankRates.map(\.form) == [.cash, .cash] && cash.banks.map(\.slug) == ["privatbank"])
    let cards = try privat.read(SourceAnswer(recorded: "privatbank-card.json", at: now), to: try request(privat, 1))
    #expect(cards.quotes.allSatisfy { $0.kind == .card } && cards.bankRates.allSatisfy { $0.form == .card })
    #expect(cards.bankRates.first?.ask?.description == "41.49378")
  }

  @Test("The cross rate of PrivatBank's euro and dollar is that of the specification")
  func cross() throws {
    let found = try privat.read(SourceAnswer(recorded: "privatbank-cash.json", at: now), to: try request(privat))
    let (euro, dollar) = (found.quotes[0], found.quotes[1])
    let bid = try Fraction(#require(euro.bid)).divided(by: Fraction(#require(dollar.ask)))
    let ask = try Fraction(#require(euro.ask)).divided(by: Fraction(#require(dollar.bid)))
    #expect(bid.text(digits: 8) == "1.07502651" && ask.text(digits: 8) == "1.11633530")
  }

  @Test("The currency that a rate is counted in is the answer's; the old code of the rouble is today's")
  func old() throws {
    let found = try privat.read(SourceAnswer(recorded: "privatbank-old.json", at: now), to: try request(privat))
    #expect(rates(found) == ["USD/UAH 24.25 24.65 -", "RUB/UAH 0.36 0.4 -", "BTC/USD 8062.1451 8910.7919 -"])
    #expect(found.bankRates.map(\.currency.code) == ["USD", "RUB"])
  }

  @Test("PrivatBank's day has what it traded itself, and a day without trade is no data")
  func day() throws {
    let (from, to) = (try #require(Day("2020-02-20")), try #require(Day("2020-02-21")))
    let days = privat.requests(for: .days(.banks, CurrencyPair(.usd, .uah), from: from, to: to), at: now)
    #expect(
      days.map(\.url)
        == ["20.02.2020", "21.02.2020"].map {
          "https://api.privatbank.ua/p24api/exchange_rates?json&date=\($0)"
        })
    let request = try #require(days.first)
    let found = try privat.read(SourceAnswer(recorded: "privatbank-day.json", at: now), to: request)
    #expect(rates(found) == ["EUR/UAH 26.1 26.7 -", "PLN/UAH 6 6.3 -", "USD/UAH 24.25 24.65 -"])
    #expect(found.quotes.allSatisfy { $0.day == from && $0.market == .banks && $0.asOf == Zone.kyiv.time(on: from) })
    #expect(throws: RatesError(.noData, words: nil)) {
      try privat.read(SourceAnswer(recorded: "privatbank-day-empty.json", at: now), to: request)
    }
    let year = RateQuery.days(.banks, CurrencyPair(.usd, .uah), from: from, to: from.adding(365))
    #expect(privat.requests(for: year, at: now).last?.url.hasSuffix("date=19.02.2021") == true)
    #expect(privat.requests(for: year, at: now).count == 31)
  }

  @Test("monobank's currencies are numbers, each rate has its own time, and a rate of years ago is left out")
  func monobank() throws {
    let found = try mono.read(SourceAnswer(recorded: "monobank-currency.json", at: now), to: try request(mono))
    #expect(
      rates(found) == [
        "USD/UAH 44.43 44.831 -", "EUR/UAH 51.3 51.9913 -", "EUR/USD 1.15 1.16 -", "PLN/UAH - - 12.2914",
        "CZK/UAH - - 2.15",
      ])
    #expect(found.skipped == 1 && found.quotes.allSatisfy { $0.asOf == 1_789_455_006 && $0.kind == .card })
    #expect(found.bankRates.map(\.currency.code) == ["USD", "EUR"] && found.banks.map(\.slug) == ["monobank"])
    let (dollar, euro) = (found.quotes[0], found.quotes[1])
    let bid = try Fraction(#require(euro.bid)).divided(by: Fraction(#require(dollar.ask)))
    let ask = try Fraction(#require(euro.ask)).divided(by: Fraction(#require(dollar.bid)))
    #expect(bid.text(digits: 6) == "1.144297" && ask.text(digits: 6) == "1.170185")
  }

  @Test("A rate of the won of 2023 had been a middle one: zeros are no sides")
  func zeros() throws {
    let then: Int64 = 1_682_330_000
    let row =
      #"[{"currencyCodeA":410,"currencyCodeB":980,"date":1682329806,"rateBuy":0,"rateCross":0.0283,"rateSell":0}]"#
    let found = try mono.read(SourceAnswer(Array(row.utf8), at: then), to: try request(mono))
    #expect(rates(found) == ["KRW/UAH - - 0.0283"] && found.bankRates.isEmpty)
  }

  @Test("monobank's refusals are told apart from its rates")
  func refusals() throws {
    let request = try request(mono)
    #expect(throws: RatesError(.limited, words: nil)) {
      try mono.read(SourceAnswer(recorded: "monobank-limited.json", at: now), to: request)
    }
    let broken: JSON = ["errorDescription": "Internal server error"]
    #expect(throws: RatesError(.badAnswer, words: nil)) { try mono.read(SourceAnswer(broken, at: now), to: request) }
    #expect(throws: RatesError(.noData, words: nil)) {
      try mono.read(SourceAnswer(JSON.array([]), at: now), to: request)
    }
  }

  @Test("Neither is asked for what it does not have")
  func queries() {
    #expect(mono.requests(for: .banks(.usd), at: now).map(\.url) == ["https://api.monobank.ua/bank/currency"])
    #expect(privat.requests(for: .banks(.usd), at: now).map(\.url) == privat.requests(for: query, at: now).map(\.url))
    for query in [RateQuery.now(.nbu, []), .news, .now(.crypto, [])] {
      #expect(mono.requests(for: query, at: now).isEmpty && privat.requests(for: query, at: now).isEmpty)
    }
  }

  @Test("A spoilt row is left out and the others stay")
  func spoilt() throws {
    for (name, place) in [("cash", 0), ("card", 1), ("old", 0)] {
      try privat.readsSpoilt(
        try RecordedAnswer.json("privatbank-\(name).json"), to: try request(privat, place), at: now)
    }
    let day = try #require(Day("2020-02-20"))
    let past = try #require(
      privat.requests(for: .days(.banks, CurrencyPair(.usd, .uah), from: day, to: day), at: now).first)
    try privat.readsSpoilt(
      try RecordedAnswer.json("privatbank-day.json"), to: past, at: now, rows: ["exchangeRate"])
    try mono.readsSpoilt(try RecordedAnswer.json("monobank-currency.json"), to: try request(mono), at: now)
  }
}
