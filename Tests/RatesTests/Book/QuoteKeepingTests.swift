import Database
import DatabaseSupport
import Primitives
import Testing

@testable import Rates

@Suite("Quotes in the book", .overEachEngine)
struct QuoteKeepingTests {
  private let fixture: BookFixture
  private let book: RatesBook
  private let noon = BookFixture.noon
  private let profile = BookFixture.profile()

  init() throws {
    fixture = try BookFixture()
    book = try fixture.book()
  }

  private func keep(_ quotes: [Quote], of source: String = "one", at now: Int64? = nil) async throws {
    try await book.keep(SourceFindings(quotes: quotes), of: BookFixture.profile(source), at: now ?? noon)
  }

  private func newest(includesSuspects: Bool = false, at time: Int64? = nil) async throws -> [String] {
    try await book.quotes(in: .crypto, at: time ?? noon, includesSuspects: includesSuspects).map {
      "\($0.quote.source) \($0.quote.mid?.description ?? "-")\($0.isSuspect ? " suspect" : "")"
    }
  }

  private func days(from first: Int = -40, to last: Int = 3) async throws -> [DayRate] {
    let today = Zone.utc.day(at: noon)
    return try await book.days(
      of: CurrencyPair(.usd, .uah), in: .crypto, from: today.adding(first), to: today.adding(last))
  }

  @Test("A quote comes back as it was kept, with a side that is missing and digits that were rounded away")
  func back() async throws {
    let rounded = try #require(ExactDecimal("1.0000000000000000001"))
    #expect(!rounded.isExact)
    let quote = try #require(
      Quote(
        source: "one", market: .cash, kind: .cash, pair: CurrencyPair(.eur, .uah), bid: rounded,
        ask: ExactDecimal("0.90"), asOf: noon - 60, retrieved: noon, mayCross: true))
    try await keep([quote])
    let kept = try await book.quotes(in: .cash, at: noon)
    #expect(kept.map(\.quote) == [quote])
    #expect(kept.first?.quote.bid?.isExact == false && kept.first?.quote.ask?.isExact == true)
    #expect(kept.first?.quote.isCrossed == true)
  }

  @Test("The newest quote of each source, kind and pair is told, by the source's time and not by when it came")
  func newestOfEach() async throws {
    try await keep([.sample("41", at: noon - 10, retrieved: noon), .sample("40", at: noon - 20, retrieved: noon)])
    try await keep([.sample("42", at: noon - 30, source: "two")], of: "two")
    try await keep([.sample("43", at: noon - 5, kind: .aggregate)])
    #expect(try await newest().sorted() == ["one 41", "one 43", "two 42"])
    #expect(try await book.quotes(in: .crypto, of: "two", at: noon).count == 1)
    #expect(try await book.quotes(in: .nbu, at: noon).isEmpty)
  }

  @Test("The rate of tomorrow is told apart from that of today")
  func tomorrow() async throws {
    let today = Zone.utc.day(at: noon)
    try await keep([.sample("44", day: today), .sample("45", day: today.adding(1), retrieved: noon)])
    #expect(try await newest() == ["one 44"])
    #expect(try await newest(at: noon + 86_400) == ["one 45"])
  }

  @Test("A day keeps its last quote, and its own rate before that once the day is over")
  func lastOfDay() async throws {
    let today = Zone.utc.day(at: noon)
    try await keep([.sample("40", at: noon - 100), .sample("41", at: noon - 50)])
    try await keep([.sample("39", at: noon - 200)])
    #expect(try await days().map(\.mid) == [ExactDecimal("41")])
    #expect(try await days().map(\.isFinal) == [false])
    // The day's own rate, asked for in the middle of the day, holds until a later quote.
    try await keep([.sample("42", day: today, retrieved: noon)])
    try await keep([.sample("43", at: noon + 60)], at: noon + 60)
    #expect(try await days().map(\.mid) == [ExactDecimal("43")])
    let next = noon + 86_400
    try await keep([.sample("44", day: today, retrieved: next)], at: next)
    #expect(try await days().map(\.mid) == [ExactDecimal("44")])
    #expect(try await days().map(\.isFinal) == [true])
  }

  @Test("The days of a source are those of its own zone")
  func zones() async throws {
    // 23:30 in UTC is the next day in Kyiv.
    let late = noon + 11 * 3600 + 1800
    try await book.keep(
      SourceFindings(quotes: [.sample("41", at: late)]), of: BookFixture.profile(zone: .kyiv), at: late)
    #expect(try await days().map(\.day) == [Zone.utc.day(at: noon).adding(1)])
  }

  @Test("Single quotes go after two days; the newest stays, however old it becomes, and so do the days")
  func pruning() async throws {
    for hour in Int64(0)..<100 {
      try await keep([.sample("41.\(hour)", at: noon + hour * 3600)], at: noon + hour * 3600)
    }
    let end = noon + 99 * 3600
    let left = try await book.file.read { try $0.value("SELECT min(asOf) FROM quote", as: Int64.self) }
    #expect(left == end - 48 * 3600)
    #expect(try await days(to: 9).count == 5)
    try await keep([.sample("7", at: end + 86_400 * 30, source: "two")], of: "two", at: end + 86_400 * 30)
    try await keep([], at: end + 86_400 * 30)
    #expect(try await newest(at: end + 86_400 * 30) == ["one 41.99", "two 7"])
  }

  @Test(
    "What a source may not say is left out and counted: another's rates, another market's, the past before 1970, the future",
    arguments: [
      ("two", Market.crypto, BookFixture.noon, BookFixture.noon), ("one", .nbu, BookFixture.noon, BookFixture.noon),
      ("one", .crypto, -1, BookFixture.noon), ("one", .crypto, BookFixture.noon + 172_801, BookFixture.noon),
      ("one", .crypto, .max, BookFixture.noon), ("one", .crypto, .min, BookFixture.noon),
      ("one", .crypto, BookFixture.noon, .max),
    ])
  func refused(source: String, market: Market, asOf: Int64, retrieved: Int64) async throws {
    let profile = SourceProfile(name: "one", title: "One", markets: [.crypto], licence: "")
    let bad = try Quote.sample("41", at: asOf, source: source, market: market, retrieved: retrieved)
    let findings = SourceFindings(quotes: [bad, try .sample("40")], skipped: 2)
    let credible = findings.credible(of: profile, at: noon)
    #expect(credible.quotes == [try .sample("40")] && credible.skipped == 3)
    try await book.keep(findings, of: profile, at: noon)
    #expect(try await newest() == ["one 40"])
    #expect(try await book.quotes(in: .nbu, at: noon).isEmpty)
  }

  // MARK: Suspicion

  @Test(
    "A quote off by more than half from the one before is suspect, shown when asked for and in no day",
    arguments: [("40", "60", false), ("40", "60.01", true), ("40", "20", false), ("40", "19.99", true)])
  func suspect(before: String, after: String, isSuspect: Bool) async throws {
    try await keep([.sample(before, at: noon - 600)])
    try await keep([.sample(after)])
    #expect(try await newest() == [isSuspect ? "one \(before)" : "one \(after)"])
    #expect(try await newest(includesSuspects: true) == ["one \(after)\(isSuspect ? " suspect" : "")"])
    #expect(try await days().map(\.mid) == [ExactDecimal(isSuspect ? before : after)])
  }

  @Test("A suspect quote stays suspect however often the source repeats it on the same day")
  func repeated() async throws {
    try await keep([.sample("40", at: noon - 600)])
    for minute in Int64(0)..<5 { try await keep([.sample("90", at: noon + minute * 60)], at: noon + minute * 60) }
    #expect(try await newest(at: noon + 300) == ["one 40"])
  }

  @Test("A second source at the same level clears it, before or after, and the day gets it then")
  func secondSource() async throws {
    try await keep([.sample("40", at: noon - 600)])
    try await keep([.sample("90")])
    try await keep([.sample("70", source: "two")], of: "two")
    #expect(try await newest() == ["one 40", "two 70"])
    try await keep([.sample("91", at: noon + 1, source: "three")], of: "three", at: noon + 1)
    #expect(try await newest().contains("one 90"))
    #expect(try await days().filter { $0.source == "one" }.map(\.mid) == [ExactDecimal("90")])
    // With the others' word there before it, a quote is believed at once.
    try await keep([.sample("92", at: noon + 2, source: "two")], of: "two", at: noon + 2)
    #expect(try await newest(includesSuspects: true) == ["one 90", "three 91", "two 92"])
  }

  @Test("The same source clears it on a later day, not on the same")
  func laterDay() async throws {
    try await keep([.sample("40", at: noon - 600)])
    try await keep([.sample("90")])
    try await keep([.sample("89", at: noon + 3600)], at: noon + 3600)
    #expect(try await newest(at: noon + 3600) == ["one 40"])
    try await keep([.sample("90.5", at: noon + 86_400)], at: noon + 86_400)
    #expect(try await newest(includesSuspects: true, at: noon + 86_400) == ["one 90.5"])
    #expect(try await days().map { $0.mid?.description } == ["89", "90.5"])
  }

  @Test("Rates of days long ago are compared with none of today")
  func history() async throws {
    let today = Zone.utc.day(at: noon)
    try await keep([.sample("100")])
    try await keep((1...30).map { try .sample("\($0)", day: today.adding($0 - 35), retrieved: noon) })
    #expect(try await days().count == 31)
    #expect(try await newest(includesSuspects: true) == ["one 100"])
  }

  @Test(
    "A lie about the very time that is known stands beside what was believed of it, and goes when the source takes it back"
  )
  func sameTime() async throws {
    try await keep([.sample("40")])
    try await keep([.sample("400", retrieved: noon + 60)], at: noon + 60)
    #expect(try await newest() == ["one 40"])
    #expect(try await newest(includesSuspects: true) == ["one 400 suspect"])
    try await keep([.sample("40.1", retrieved: noon + 120)], at: noon + 120)
    #expect(try await newest(includesSuspects: true) == ["one 40.1"])
  }

  @Test("While a source says what is suspect the one before counts, for ten days")
  func counting() async throws {
    let told = { (time: Int64) in
      let told = try await book.toldQuotes(in: .crypto, at: time)
      return [told.counting, told.suspect].map { $0.map { $0.quote.mid?.description ?? "-" } }
    }
    try await keep([.sample("40", at: noon - 600)])
    try await keep([.sample("90")])
    #expect(try await told(noon) == [["40"], ["90"]])
    #expect(try await told(noon + 10 * 86_400 - 600) == [["40"], ["90"]])
    #expect(try await told(noon + 10 * 86_400) == [["90"], []])
  }

  @Test(
    "A quote of which one side alone is off is suspect", arguments: [("40", "61.6"), ("19", "41"), ("40", "41000")])
  func oneSide(bid: String, ask: String) async throws {
    let quote = { (bid: String, ask: String, time: Int64) in
      try #require(
        Quote(
          source: "one", market: .crypto, kind: .exchange, pair: CurrencyPair(.usd, .uah), bid: ExactDecimal(bid),
          ask: ExactDecimal(ask), asOf: time, retrieved: time))
    }
    try await keep([quote("40", "41", noon - 60)])
    try await keep([quote(bid, ask, noon)])
    #expect(try await book.quotes(in: .crypto, at: noon).map(\.quote.asOf) == [noon - 60])
  }

  @Test("Past days that contradict those that are kept are left out, with all that comes with them, and told")
  func contradiction() async throws {
    let today = Zone.utc.day(at: noon)
    try await keep([.sample("44", day: today.adding(-3), retrieved: noon), .sample("45", day: today.adding(-2))])
    let lie = SourceFindings(
      quotes: try (-30...(-1)).map { try .sample("4\(-$0 % 5)0", day: today.adding($0), retrieved: noon) })
    let problem = try await book.keep(lie, of: BookFixture.profile("one"), at: noon)
    #expect(
      problem?.code == .suspect && problem?.reason?.hasPrefix("30 of 30") == true, "\(String(describing: problem))")
    #expect(try await days().map(\.mid) == [ExactDecimal("44"), ExactDecimal("45")])
    let far = SourceFindings(quotes: [try .sample("450", day: today.adding(-1), retrieved: noon)])
    #expect(try await book.keep(far, of: BookFixture.profile("one"), at: noon)?.code == .suspect)
    let good = SourceFindings(quotes: [try .sample("46", day: today.adding(-1), retrieved: noon)])
    #expect(try await book.keep(good, of: BookFixture.profile("one"), at: noon) == nil)
    #expect(try await days().count == 3)
  }

  @Test("The greatest and the least numbers there are can be compared")
  func extremes() async throws {
    try await keep([.sample("0.000000000000000001", at: noon - 600)])
    try await keep([.sample("18446744073709551615")])
    #expect(
      try await newest(includesSuspects: true) == ["one 18446744073709551615 suspect"])
  }
}
