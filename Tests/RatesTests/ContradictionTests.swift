import Primitives
import StrictJSON
import Testing

@testable import Rates

/// Answers whose rows contradict themselves or one another.
@Suite("A source that contradicts itself")
struct ContradictionTests {
  private let now: Int64 = 1_789_455_300

  private func read(
    _ source: any RateSource, _ answer: JSON, for query: RateQuery = .now(.banks, [CurrencyPair(.usd, .uah)])
  ) throws -> SourceFindings {
    try source.read(SourceAnswer(answer, at: now), to: try #require(source.requests(for: query, at: now).first))
  }

  private static let euro: JSON = ["ccy": "EUR", "base_ccy": "UAH", "buy": "40.55", "sale": "41.55"]
  private static func dollar(_ buy: String, _ sale: String) -> JSON {
    ["ccy": "USD", "base_ccy": "UAH", "buy": .string(buy), "sale": .string(sale)]
  }

  @Test("Rows that cross, and two rows with different numbers for one currency, do not count; the others do")
  func rows() throws {
    for bad in [[Self.dollar("37.7", "37.2")], [Self.dollar("37.2", "37.7"), Self.dollar("372", "377")]] {
      let found = try read(PrivatBank(), .array([Self.euro] + bad))
      #expect(found.quotes.map(\.pair.base) == [.eur] && found.bankRates.map(\.currency) == [.eur])
      #expect(found.contradictions == bad.count && found.skipped == bad.count)
      #expect(throws: RatesError(.contradictory, words: nil)) { try read(PrivatBank(), .array(bad)) }
    }
    let same = try read(PrivatBank(), .array([Self.euro, Self.euro]))
    #expect(same.contradictions == 0 && Set(same.quotes).count == 1)
  }

  @Test("So it is with a market's book, with banks in a list, and with the averages of a site")
  func others() throws {
    let book = { (bid: Int, ask: Int) -> JSON in
      [
        "market": "KRW-KAIA", "timestamp": .number("\(now * 1000)"),
        "orderbook_units": [
          ["bid_price": .number("\(bid)"), "ask_price": .number("\(ask)"), "bid_size": 1, "ask_size": 1]
        ],
      ]
    }
    let korea = RateQuery.now(.korea, [CurrencyPair(.kaia, .krw)])
    for bad in [[book(149, 148)], [book(148, 149), book(1480, 1490)]] as [[JSON]] {
      #expect(throws: RatesError(.contradictory, words: nil)) {
        try read(KoreanExchange.bithumb, .array(bad), for: korea)
      }
    }
    let sides: JSON = ["date": "2026-09-15T09:00:00+03:00", "bid": "45", "ask": "44"]
    let list = try read(MinFinSite(), ["data": [["slug": "bank", "cash": sides]]], for: .banks(.usd))
    #expect(list.contradictions == 1 && list.bankRates.isEmpty)
    let average: JSON = ["USD": ["midbank": ["buy": ["val": 45], "sell": ["val": 44]]]]
    #expect(throws: RatesError(.contradictory, words: nil)) { try read(MinFinSite(), ["data": average]) }
  }

  @Test("Of exchange offices a few may err, but not most of them")
  func offices() throws {
    let office = { (bid: String, ask: String) -> JSON in
      ["orgType": 2, "currencies": ["USD": ["bid": .string(bid), "ask": .string(ask)]]]
    }
    let (good, bad) = (office("44", "45"), office("45", "44"))
    let answer = { (offices: [JSON]) -> JSON in
      ["date": "2026-09-15T09:00:00+03:00", "organizations": .array(offices)]
    }
    let query = RateQuery.now(.cash, [CurrencyPair(.usd, .uah)])
    let found = try read(FinanceUA(), answer([good, bad, good]), for: query)
    #expect(found.quotes.map(\.ask) == [ExactDecimal("45")] && found.contradictions == 0)
    #expect(throws: RatesError(.contradictory, words: nil)) {
      try read(FinanceUA(), answer([bad, good, bad]), for: query)
    }
  }

  @Test("It is told, and stands in the record of the address")
  func told() async throws {
    let fixture = try BookFixture()
    let book = try fixture.book()
    let findings = SourceFindings(quotes: [try .sample("40")], skipped: 2, contradictions: 2)
    let request = SourceRequest("https://a.example/", for: .news)
    let record = try await book.record(of: request, "one")
    let problem = try await book.keep(findings, of: BookFixture.profile(), at: BookFixture.noon, record: record)
    #expect(problem?.code == .contradictory && problem?.reason?.hasPrefix("2 of its rows") == true)
    #expect(try await book.requests().first?.problem?.code == .contradictory)
    #expect(try await book.quotes(in: .crypto, at: BookFixture.noon).count == 1)
  }
}
