import Primitives
import Rates
import Testing

@Suite("Cross rates and conversions")
struct RateBoardTests {
  private static let now: Int64 = 1_789_455_006

  @Test("A cross rate is at the side that a customer gets on both legs")
  func sides() throws {
    let board = try board([("EUR/UAH", "40.55", "41.55"), ("USD/UAH", "37.22", "37.72")])
    let rate = try board.rate(pair("EUR/USD"), through: [.uah])
    #expect(rate.bid?.text(digits: 8) == "1.07502651")
    #expect(rate.ask?.text(digits: 8) == "1.11633530")
    #expect(rate.mid == nil)
    #expect(rate.legs.map(\.pair.description) == ["EUR/UAH", "UAH/USD"])
    #expect(try converted("100", "EUR/USD", .sell, board) == "107.50")
    #expect(try converted("100", "USD/EUR", .buy, board) == "93.02")
  }

  @Test("Official prices have no side, and neither has what is made of them")
  func official() throws {
    let board = RateBoard([
      Rate(try quote("EUR/UAH", mid: "51.6817", kind: .official)),
      Rate(try quote("USD/UAH", mid: "44.5526", kind: .official)),
    ])
    let rate = try board.rate(pair("EUR/USD"), through: [.uah])
    #expect(rate.bid == nil && rate.ask == nil)
    #expect(rate.mid?.text(digits: 8) == "1.16001535")
    #expect(try converted("100", "USD/UAH", .sell, board) == "4455.26")
    #expect(try converted("100", "UAH/USD", .sell, board) == "2.24")
    #expect(try converted("100", "UAH/USD", .mid, board) == "2.24")
  }

  @Test("Yen by the hundred are crossed as units")
  func perHundred() throws {
    let board = try board([("USD/KRW", "1364.81", "1392.39"), ("JPY/KRW", "9.2602", "9.4428")])
    let rate = try board.rate(pair("USD/JPY"), through: [.krw])
    #expect(rate.bid?.text(digits: 6) == "144.534460")
    #expect(rate.ask?.text(digits: 6) == "150.362843")
  }

  @Test("A source's own pair wins over a way through a third currency, either way round")
  func directWins() throws {
    let board = try board([("USD/UAH", "44.43", "44.831"), ("EUR/UAH", "51.3", "51.9902"), ("EUR/USD", "1.15", "1.16")])
    #expect(try board.rate(pair("EUR/USD"), through: [.uah]).bid?.text(digits: 2) == "1.15")
    let inverse = try board.rate(pair("USD/EUR"), through: [.uah])
    #expect(inverse.legs.isEmpty)
    #expect(inverse.bid == Fraction(100, over: 116))
    #expect(inverse.ask == Fraction(100, over: 115))
  }

  @Test("Both legs come from one source if one has both")
  func oneSource() throws {
    let board = RateBoard([
      Rate(try quote("EUR/UAH", bid: "50", ask: "51", source: "a")),
      Rate(try quote("EUR/UAH", bid: "40", ask: "41", source: "b")),
      Rate(try quote("USD/UAH", bid: "37", ask: "38", source: "b")),
    ])
    #expect(try board.rate(pair("EUR/USD"), through: [.uah]).source == "b")
  }

  @Test("A missing leg is named, and no other number takes its place")
  func missingLeg() throws {
    let board = try board([("USD/UAH", "44.43", "44.831")])
    let error = #expect(throws: RatesError.self) { try board.rate(pair("PLN/USD"), through: [.uah]) }
    #expect(error?.code == .noData)
    #expect(error?.reason == "No source here has PLN/UAH.")
    #expect(throws: RatesError.self) { try RateBoard([]).rate(pair("PLN/USD"), through: [.uah]) }
  }

  @Test("USDT is no dollar: only a quote of both leads from one to the other")
  func tether() throws {
    let kaia = Rate(try quote("KAIA/USDT", bid: "0.1481", ask: "0.1483", kind: .exchange, source: "binance"))
    let hryvnia = Rate(try quote("USD/UAH", mid: "44.5526", kind: .official, source: "nbu"))
    #expect(throws: RatesError.self) { try RateBoard([kaia, hryvnia]).rate(pair("KAIA/UAH"), through: [.uah, .usdt]) }
    let bridge = Rate(try quote("USDT/USD", mid: "0.9994", kind: .chain, source: "redstone"))
    let board = RateBoard([kaia, hryvnia, bridge])
    let rate = try board.rate(pair("KAIA/UAH"), through: [.uah, .usdt])
    #expect(rate.legs.map(\.source) == ["binance", "redstone", "nbu"])
    #expect(rate.source == "binance+redstone+nbu")
    #expect(rate.kind == .official)
    // 0.1481 · 0.9994 · 44.5526
    #expect(rate.bid?.text(digits: 10) == "6.5942811160")
    #expect(try board.rate(pair("KAIA/USD"), through: [.usdt]).bid?.text(digits: 8) == "0.14801114")
    #expect(try board.rate(pair("UAH/KAIA"), through: [.uah, .usdt]).bid == rate.ask?.inverse)
  }

  @Test("Legs that are days apart make no rate; official ones may lie over holidays")
  func agesApart() throws {
    let old = try quote("EUR/UAH", bid: "50", ask: "51", asOf: Self.now - 73 * 3600)
    let new = try quote("USD/UAH", bid: "44", ask: "45")
    let error = #expect(throws: RatesError.self) {
      try RateBoard([Rate(old), Rate(new)]).rate(pair("EUR/USD"), through: [.uah])
    }
    #expect(error?.reason == "EUR/UAH and UAH/USD are 73 hours apart.")
    let official = try quote("EUR/UAH", mid: "50", kind: .official, asOf: Self.now - 4 * 86_400)
    let rate = try RateBoard([Rate(official), Rate(new)]).rate(pair("EUR/USD"), through: [.uah])
    #expect(rate.asOf == Self.now - 4 * 86_400)
  }

  @Test("A crossed pair is shown as it is and makes no other rate")
  func crossed() throws {
    let crossed = try #require(
      Quote(
        source: "minfin", market: .cash, kind: .cash, pair: try pair("USD/UAH"), bid: ExactDecimal("22"),
        ask: ExactDecimal("21.9"), asOf: Self.now, retrieved: Self.now, mayCross: true))
    let board = RateBoard([Rate(crossed), Rate(try quote("EUR/UAH", bid: "25", ask: "26"))])
    #expect(try board.rate(pair("USD/UAH"), through: [.uah]).isCrossed)
    #expect(throws: RatesError.self) { try board.rate(pair("USD/EUR"), through: [.uah]) }
  }

  @Test("What is not exact, old or suspect in a leg is so in the rate")
  func marks() throws {
    let long = try quote("EUR/UAH", bid: "50.1234567890123456789", ask: "51")
    let board = RateBoard([
      Rate(long, isOld: true), Rate(try quote("USD/UAH", bid: "44", ask: "45"), isSuspect: true),
    ])
    let rate = try board.rate(pair("EUR/USD"), through: [.uah])
    #expect(!rate.isExact && rate.isOld && rate.isSuspect)
  }

  @Test("An amount beyond all money is refused, and one below a unit shows two digits that count")
  func bounds() throws {
    let board = try board([("USD/UAH", "0.000000000000000001", "18446744073709551615")])
    #expect(throws: RatesError.self) {
      try Conversion(#require(Fraction(.max, over: 1)), at: board.rate(pair("USD/UAH"), through: []), side: .buy)
    }
    let little = try #require(Fraction(34, over: 10_000))
    #expect(Currency.usd.digits(for: little) == 4)
    #expect(little.text(digits: Currency.usd.digits(for: little)) == "0.0034")
    #expect(Currency.krw.digits(for: try #require(Fraction(14_825, over: 10))) == 0)
    #expect(Currency.usd.digits(for: try #require(Fraction(9, over: 1000))) == 4)
  }

  @Test("Codes that changed their names are one currency; look-alikes are not")
  func codes() {
    #expect(Currency("klay") == .kaia && Currency("RUR") == Currency("RUB"))
    #expect(Currency("CNH") != Currency("CNY"))
    for text in ["", "U", "US D", "US-D", "ÜSD", "ABCDEFGHIJK"] { #expect(Currency(text) == nil) }
  }

  // MARK: Making

  private func pair(_ text: String) throws -> CurrencyPair {
    let parts = text.split(separator: "/")
    return CurrencyPair(try #require(Currency(String(parts[0]))), try #require(Currency(String(parts[1]))))
  }

  private func quote(
    _ name: String, bid: String? = nil, ask: String? = nil, mid: String? = nil, kind: RateKind = .bank,
    source: String = "privatbank", asOf: Int64 = now
  ) throws -> Quote {
    try #require(
      Quote(
        source: source, market: .banks, kind: kind, pair: try pair(name), bid: bid.flatMap { ExactDecimal($0) },
        ask: ask.flatMap { ExactDecimal($0) }, mid: mid.flatMap { ExactDecimal($0) }, asOf: asOf,
        retrieved: Self.now))
  }

  private func board(_ quotes: [(String, String, String)]) throws -> RateBoard {
    RateBoard(try quotes.map { Rate(try quote($0.0, bid: $0.1, ask: $0.2)) })
  }

  private func converted(_ amount: String, _ name: String, _ side: Rate.Side, _ board: RateBoard) throws -> String {
    let rate = try board.rate(pair(name), through: [.uah])
    let result = try Conversion(Fraction(#require(ExactDecimal(amount))), at: rate, side: side)
    return try #require(result.value.text(digits: rate.pair.quote.digits(for: result.value)))
  }
}
