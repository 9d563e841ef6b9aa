import Primitives
import Rates
import StrictJSON
import Testing

@Suite("finance.ua")
struct FinanceUATests {
  private let source = FinanceUA()
  /// An hour after the recorded file.
  private let now: Int64 = 1_579_975_296
  private let cash = RateQuery.now(.cash, [CurrencyPair(.usd, .uah)])

  private func request(_ query: RateQuery) throws -> SourceRequest {
    try #require(source.requests(for: query, at: now).first)
  }

  @Test("Cash is the median of exchange offices, and banks are left out of it")
  func medians() throws {
    let request = try request(cash)
    #expect(request.url == "https://resources.finance.ua/ua/public/currency-cash.json")
    let found = try source.read(SourceAnswer(recorded: "finance-ua-cash.json", at: now), to: request)
    let rates = found.quotes.map { "\($0.pair) \($0.bid?.description ?? "-") \($0.ask?.description ?? "-")" }
    #expect(
      rates == [
        "EUR/UAH 26.725 27.05", "KRW/UAH 0.0187 0.0205", "PLN/UAH 6.27 6.345", "USD/UAH 24.35 24.48",
      ])
    #expect(found.quotes.allSatisfy { $0.asOf == 1_579_971_696 && $0.kind == .cash && $0.day == nil })
  }

  @Test("An office whose sides are crossed, or that has neither, is left out")
  func crossed() throws {
    let offices: [JSON] = [
      ["orgType": 2, "currencies": ["USD": ["bid": "24.3", "ask": "24.5"]]],
      ["orgType": "2", "currencies": ["USD": ["bid": 25, "ask": 24]]],
      ["orgType": 2, "currencies": ["USD": ["bid": "0.0000", "ask": nil]]],
      ["orgType": 2, "currencies": nil], ["orgType": 1, "currencies": ["USD": ["bid": "1", "ask": "2"]]],
    ]
    let answer: JSON = ["date": "2020-01-25T19:01:36+02:00", "organizations": .array(offices)]
    let found = try source.read(SourceAnswer(answer, at: now), to: try request(cash))
    #expect(found.quotes.map { "\($0.bid?.description ?? "") \($0.ask?.description ?? "")" } == ["24.3 24.5"])
    #expect(found.skipped == 2)
  }

  @Test("Rates of unknown age are refused, and a file without offices is no data")
  func refusals() throws {
    let request = try request(cash)
    let rows: JSON = [["orgType": 1, "currencies": ["USD": ["bid": "1", "ask": "2"]]]]
    #expect(throws: RatesError(.badAnswer, words: nil)) {
      try source.read(SourceAnswer(["organizations": rows], at: now), to: request)
    }
    let banksAlone: JSON = ["date": "2020-01-25T19:01:36+02:00", "organizations": rows]
    #expect(throws: RatesError(.noData, words: nil)) { try source.read(SourceAnswer(banksAlone, at: now), to: request) }
  }

  @Test("Banks have names, ways to reach them, a mark and a licence")
  func banks() throws {
    let request = try request(.banks(.usd))
    #expect(request.url == "https://finance.ua/banks/api/organizationsList?locale=uk")
    let found = try source.read(SourceAnswer(recorded: "finance-ua-banks.json", at: now), to: request)
    #expect(found.banks.map(\.slug) == ["privatbank", "oschadbank", "sensebank"] && found.skipped == 0)
    let (first, second, third) = (found.banks[0], found.banks[1], found.banks[2])
    #expect(first.name == "ПриватБанк" && first.longName?.hasPrefix("Акціонерне товариство") == true)
    #expect(first.site == "https://privatbank.ua" && first.phone == "3700" && first.email == "help@pb.ua")
    #expect(first.address == "01001, м. Київ, вул. Грушевського, 1Д" && first.rating == "4.9")
    #expect(first.licence == "22, 05.10.2011" && first.icon?.hasSuffix("privatbank/square.png") == true)
    #expect(second.rating == "4.6" && second.icon?.hasSuffix("oschadbank/64.png") == true)
    #expect(third.licence == "61")
    #expect(
      [third.longName, third.site, third.phone, third.email, third.address, third.rating, third.icon]
        == Array(repeating: nil, count: 7))
  }

  @Test("What a bank says of itself is made plain, and links that are none of the web are left away")
  func hostile() throws {
    let bank: JSON = [
      "slug": "bank", "title": "Bank\u{1b}[31m\u{202e}", "site": "javascript:alert(1)", "phone": "3700\u{7}\n1",
      "email": "a b@c", "logo": ["data:image/png,x", "https://finance.ua/64.png"], "squareLogo": "https://finance.ua/s",
      "ratingBank": "-1", "licenseNumber": 22,
    ]
    let answer: JSON = ["responseData": [bank, ["slug": "x"], ["title": "y"]]]
    let found = try source.read(SourceAnswer(answer, at: now), to: try request(.banks(.usd)))
    let only = try #require(found.banks.first)
    #expect(found.banks.count == 1 && found.skipped == 2 && only.name == "Bank[31m" && only.phone == "3700 1")
    #expect(only.site == nil && only.email == nil && only.rating == nil && only.licence == "22")
    #expect(only.icon == "https://finance.ua/64.png")
  }

  @Test("It is not asked for what it does not have")
  func queries() throws {
    #expect(source.requests(for: .now(.banks, []), at: now).isEmpty && source.requests(for: .news, at: now).isEmpty)
    let day = try #require(Day("2020-01-25"))
    #expect(
      source.requests(for: .days(.cash, CurrencyPair(.usd, .uah), from: day, to: day), at: now).isEmpty)
  }

  @Test("A spoilt value is left out; of banks the others stay")
  func spoilt() throws {
    // A median is of all rows.
    try source.readsSpoilt(
      try RecordedAnswer.json("finance-ua-cash.json"), to: try request(cash), at: now, rows: nil)
    try source.readsSpoilt(
      try RecordedAnswer.json("finance-ua-banks.json"), to: try request(.banks(.usd)), at: now,
      rows: ["responseData"])
  }
}
