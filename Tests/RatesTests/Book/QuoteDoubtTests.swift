import DatabaseSupport
import Primitives
import Testing

@testable import Rates

@Suite("Rates that walk away in steps, or whose sides are far apart", .overEachEngine)
struct QuoteDoubtTests {
  private let fixture: BookFixture
  private let book: RatesBook
  private let noon = BookFixture.noon
  private let day: Int64 = 86_400

  init() throws {
    fixture = try BookFixture()
    book = try fixture.book()
  }

  @discardableResult private func keep(
    _ mid: String, at time: Int64, asOf: Int64? = nil, source: String = "one"
  ) async throws -> RatesError? {
    let quote = try Quote.sample(mid, at: asOf ?? time, source: source, retrieved: time)
    return try await book.keep(SourceFindings(quotes: [quote]), of: BookFixture.profile(source), at: time)
  }

  @discardableResult private func keep(
    bid: String, ask: String, kind: RateKind = .exchange, at time: Int64, source: String = "one"
  ) async throws -> RatesError? {
    let quote = try #require(
      Quote(
        source: source, market: .crypto, kind: kind, pair: CurrencyPair(.usd, .uah), bid: ExactDecimal(bid),
        ask: ExactDecimal(ask), asOf: time, retrieved: time, mayCross: true))
    return try await book.keep(SourceFindings(quotes: [quote]), of: BookFixture.profile(source), at: time)
  }

  private func believed(_ source: String = "one", at time: Int64) async throws -> String? {
    try await book.quotes(in: .crypto, of: source, at: time).first.flatMap { $0.quote.mid ?? $0.quote.ask }?.description
  }

  @Test("Steps below half lead nowhere within a day, whatever time the source gives them", arguments: [true, false])
  func steps(isOneTime: Bool) async throws {
    var time = noon
    for step in ["40", "55", "75", "100", "140"] {
      try await keep(step, at: time, asOf: isOneTime ? noon : nil)
      time += 300
    }
    #expect(try await believed(at: time) == "55")
    let problem = try await keep("80", at: time, asOf: isOneTime ? noon : nil)
    #expect(
      problem?.code == .suspect && problem?.reason?.contains("of the two days before") == true, "\(problem as Any)")
    // Down again is no long way.
    try await keep("38", at: time + 300, asOf: isOneTime ? noon + 1 : nil)
    #expect(try await believed(at: time + 300) == "38")
  }

  @Test("Neither do steps on both sides of midnight")
  func midnight() async throws {
    let midnight = (noon / day + 1) * day
    try await keep("40", at: noon)
    try await keep("59", at: midnight - 300)
    try await keep("80", at: midnight + 300)
    #expect(try await believed(at: midnight + 300) == "59")
  }

  @Test(
    "A currency that falls by six tenths over days is believed as soon as another day agrees, and goes on from there")
  func crashOverDays() async throws {
    for (number, price) in ["40", "24", "16"].enumerated() { try await keep(price, at: noon + Int64(number) * day) }
    #expect(try await believed(at: noon + 2 * day) == "24")
    try await keep("16.2", at: noon + 3 * day)
    #expect(try await believed(at: noon + 3 * day) == "16.2")
    try await keep("9", at: noon + 4 * day)
    #expect(try await believed(at: noon + 4 * day) == "9")
  }

  @Test("It is believed at once where another source agrees, whether that one was heard before or after")
  func crashWithWitness() async throws {
    try await keep("40", at: noon)
    try await keep("24", at: noon + day)
    try await keep("15.9", at: noon + 2 * day, source: "two")
    try await keep("16", at: noon + 2 * day + 60)
    #expect(try await believed(at: noon + 2 * day + 60) == "16")
    try await keep("9", at: noon + 2 * day + 120)
    #expect(try await believed(at: noon + 2 * day + 120) == "9")
    try await keep("4", at: noon + 2 * day + 180)
    try await keep("4.1", at: noon + 2 * day + 180, source: "three")
    try await keep("5.9", at: noon + 2 * day + 240)
    #expect(try await believed(at: noon + 2 * day + 240) == "5.9")
  }

  @Test("Rates of many days that come together may have gone a long way")
  func history() async throws {
    let today = Zone.utc.day(at: noon)
    let fall = try (0...20).map { try Quote.sample("\(120 - 5 * $0)", day: today.adding($0 - 20), retrieved: noon) }
    #expect(try await book.keep(SourceFindings(quotes: fall), of: BookFixture.profile(), at: noon) == nil)
    #expect(try await believed(at: noon) == "20")
    try await keep("22", at: noon + 60)
    #expect(try await believed(at: noon + 60) == "22")
  }

  @Test(
    "Even a first answer is suspect whose sides are too far apart for its kind, and is told with that reason",
    arguments: [
      ("40", "48", RateKind.exchange, false), ("40", "48.1", .exchange, true), ("40", "400", .official, true),
      ("40", "48.1", .bank, true), ("40", "60", .cash, false), ("40", "60.1", .cash, true), ("60.1", "40", .cash, true),
    ])
  func wide(bid: String, ask: String, kind: RateKind, isSuspect: Bool) async throws {
    let problem = try await keep(bid: bid, ask: ask, kind: kind, at: noon)
    #expect((problem?.code == .suspect) == isSuspect)
    #expect(!isSuspect || problem?.reason?.contains("too far apart") == true, "\(problem as Any)")
    #expect(try await (believed(at: noon) == nil) == isSuspect)
    #expect(try await book.quotes(in: .crypto, at: noon, includesSuspects: true).count == 1)
  }

  @Test("Another's sides as far apart clear it, a price without sides does not; such a market stays believed")
  func wideMarket() async throws {
    try await keep(bid: "40", ask: "52", at: noon)
    try await keep("40", at: noon, source: "two")
    #expect(try await believed(at: noon) == nil)
    try await keep(bid: "40.5", ask: "52.5", at: noon + 60, source: "three")
    #expect(try await believed(at: noon + 60) == "52")
    #expect(try await keep(bid: "40.6", ask: "53", at: noon + 120) == nil)
    #expect(try await believed(at: noon + 120) == "53")
  }

  @Test("A bank's rates are held to the same")
  func banks() async throws {
    let keep = { (bid: String, ask: String, time: Int64) in
      var findings = SourceFindings()
      findings.bankRates = [
        BankRate(
          bank: "bank", currency: .usd, form: .cash, bid: ExactDecimal(bid), ask: ExactDecimal(ask), asOf: time)
      ].compactMap { $0 }
      let problem = try await book.keep(findings, of: BookFixture.profile(), at: time)
      return (problem?.code, try await book.bank("bank")?.rates.first?.ask?.description)
    }
    #expect(try await keep("40", "60", noon) == (.suspect, nil))
    #expect(try await keep("40", "41", noon + 300) == (nil, "41"))
    #expect(try await keep("55", "56", noon + 600) == (nil, "56"))
    #expect(try await keep("75", "76", noon + 900) == (.suspect, "56"))
    #expect(try await keep("75", "76", noon + 900 + day) == (nil, "76"))
  }
}
