import Primitives
import Testing

@testable import Rates

@Suite("The European Central Bank's rates")
struct EuropeanCentralBankTests {
  private let bank = EuropeanCentralBank()
  /// 2026-03-18 16:30 UTC.
  private let time: Int64 = 1_773_851_400
  private var request: SourceRequest { SourceRequest("https://www.ecb.europa.eu/x", for: .now(.ecb, [])) }

  private func read(_ text: String) throws -> SourceFindings {
    try bank.read(SourceAnswer(Array(text.utf8), at: time), to: request)
  }

  private func day(_ cubes: String, on day: String = "2026-09-11") -> String {
    """
    <gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01" xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref">
    <Cube><Cube time='\(day)'>\(cubes)</Cube></Cube></gesmes:Envelope>
    """
  }

  @Test("The daily file has a rate of a day for each of its currencies, for one euro")
  func daily() throws {
    let found = try bank.read(SourceAnswer(recorded: "ecb-daily.xml", at: time), to: request)
    #expect(found.quotes.count == 29 && found.skipped == 0)
    let won = try #require(found.quotes.first { $0.pair.quote == .krw })
    #expect(won.pair.base == .eur && won.mid == ExactDecimal("1729.08") && won.bid == nil && won.ask == nil)
    // Midnight in Frankfurt, in winter.
    #expect(won.day == Day("2026-03-18") && won.asOf == 1_773_788_400 && won.retrieved == time)
    #expect(won.kind == .official && won.market == .ecb && won.source == "ecb")
  }

  @Test(
    "The bank's published rates come out digit by digit",
    arguments: [
      ("2019-06-13", "USD", "1.1289"), ("2019-06-13", "JPY", "122.44"), ("2026-07-20", "USD", "1.1426"),
      ("2026-07-20", "GBP", "0.8583"), ("2026-09-22", "USD", "1.1463"), ("2026-09-11", "CZK", "24.264"),
    ])
  func vectors(day: String, currency: String, rate: String) throws {
    let quote = try #require(read(self.day("<Cube currency='\(currency)' rate='\(rate)'/>", on: day)).quotes.first)
    #expect(quote.day == Day(day) && quote.mid?.description == rate)
    #expect(quote.pair == CurrencyPair(.eur, try #require(Currency(currency))))
  }

  @Test("The file of 90 days has every day of it")
  func history() throws {
    let found = try bank.read(SourceAnswer(recorded: "ecb-hist-90d.xml", at: time), to: request)
    #expect(found.quotes.count == 5 * 29 && Set(found.quotes.compactMap(\.day)).count == 5)
    let dollar = found.quotes.filter { $0.pair.quote == .usd }.sorted { $0.asOf < $1.asOf }
    #expect(dollar.compactMap { $0.mid?.description } == ["1.1547", "1.1476", "1.1478", "1.1531", "1.15"])
  }

  @Test("The database's table is read by the names of its columns")
  func table() throws {
    let found = try bank.read(SourceAnswer(recorded: "ecb-history-krw.csv", at: time), to: request)
    #expect(found.quotes.count == 22 && found.skipped == 0)
    #expect(found.quotes.first?.mid == ExactDecimal("1709.83") && found.quotes.last?.day == Day("2026-03-18"))
    let short = try read(
      "FREQ,OBS_VALUE,TIME_PERIOD,CURRENCY\nD,1.6776,2026-02-17,AUD\n\n\"D\",\"1.6\",2026-02-18,AUD\n")
    #expect(short.quotes.compactMap { $0.mid?.description } == ["1.6776", "1.6"])
    for text in [
      "", "a,b\n1,2", "CURRENCY,TIME_PERIOD\nUSD,2026-02-17", "no table", String(repeating: "a\n", count: 300_000),
    ] {
      #expect(throws: RatesError(.badAnswer, words: nil)) { try read(text) }
    }
    #expect(throws: RatesError(.noData, words: nil)) { try read("CURRENCY,TIME_PERIOD,OBS_VALUE\n") }
  }

  @Test("A value in quotation marks may have commas, line ends and quotation marks in it")
  func quotedValues() throws {
    let table = try #require(CSVTable("a,\"b\"\"c\"\r\n\"1,\n2\",\"\"\r\n3\n4,5"))
    #expect(table.rows == [["1,\n2", ""], ["4", "5"]])
    #expect(table.column("b\"c") == 1 && table.column("b") == nil)
  }

  @Test(
    "A rate that cannot be is left out and counted, and the others stay",
    arguments: [
      "<Cube currency='USD'/>", "<Cube rate='1'/>", "<Cube currency='USD' rate=''/>", "<Cube currency='USD' rate='0'/>",
      "<Cube currency='USD' rate='-1'/>", "<Cube currency='USD' rate='N/A'/>", "<Cube currency='USD' rate='1e99'/>",
      "<Cube currency='USD' rate='1,1'/>", "<Cube currency='' rate='1'/>", "<Cube currency='Ж' rate='1'/>",
      "<Cube currency='EUR' rate='1'/>", "<Cube currency='USD' rate='18446744073709551616'/>",
    ])
  func oddRates(cube: String) throws {
    let found = try read(day("\(cube)<Cube currency='PLN' rate='4.2713'/>"))
    #expect(found.quotes.map(\.pair.quote.code) == ["PLN"] && found.skipped == 1)
    #expect(throws: RatesError(.badAnswer, words: nil)) { try read(day(cube)) }
  }

  @Test("A day that is none takes its rates with it, and an empty file is no data")
  func oddDays() {
    for day in ["2026-02-30", "", "tomorrow", "99999-01-01"] {
      #expect(throws: RatesError(.badAnswer, words: nil)) {
        try read(self.day("<Cube currency='USD' rate='1'/>", on: day))
      }
    }
    #expect(throws: RatesError(.noData, words: nil)) { try read(day("")) }
    for text in ["<rss></rss>", "<!DOCTYPE html><html/>", "{}", "null", "<gesmes:Envelope>"] {
      #expect(throws: RatesError(.badAnswer, words: nil)) { try read(text) }
    }
  }

  @Test("Days of the last 90 are asked of one file, earlier ones of the database by currency")
  func requests() throws {
    let pair = CurrencyPair(.usd, .krw)
    let (today, past) = (try #require(Day("2026-03-18")), try #require(Day("1999-01-04")))
    #expect(
      bank.requests(for: .now(.ecb, [pair]), at: time).map(\.url).first?.hasSuffix("/eurofxref-daily.xml") == true)
    let near = bank.requests(for: .days(.ecb, pair, from: today.adding(-88), to: today), at: time)
    #expect(near.map(\.url) == ["https://www.ecb.europa.eu/stats/eurofxref/eurofxref-hist-90d.xml"])
    let far = bank.requests(for: .days(.ecb, pair, from: past, to: today), at: time)
    #expect(
      far.map(\.url)
        == ["KRW", "USD"].map {
          "https://data-api.ecb.europa.eu/service/data/EXR/D.\($0).EUR.SP00.A?format=csvdata"
            + "&startPeriod=1999-01-04&endPeriod=2026-03-18"
        })
    let none: [RateQuery] = [
      .news, .banks(.usd), .now(.nbu, [pair]), .days(.ecb, pair, from: today, to: past),
      .days(.ecb, CurrencyPair(.kaia, .usdt), from: past, to: today),
    ]
    for query in none { #expect(bank.requests(for: query, at: time).isEmpty) }
  }
}
