import Alerts
import ChainSupport
import Database
import DatabaseSupport
import Locking
import Primitives
import Testing

@testable import Rates

@Suite("Alerts on rates", .overEachEngine) struct RateAlertTests {
  private static let now: Int64 = 1_789_455_006

  let folder: TemporaryFolder
  let book: RatesBook

  init() throws {
    folder = try TemporaryFolder()
    book = try Self.book(in: folder)
  }

  private static func book(in folder: TemporaryFolder) throws -> RatesBook {
    try RatesBook(at: TestDatabases.place(folder.file("rates.sqlite")))
  }

  private func rate(
    bid: String? = nil, ask: String? = nil, mid: String? = nil, kind: RateKind = .interbank,
    market: Market = .interbank,
    day: Int? = nil, isOld: Bool = false, isSuspect: Bool = false
  ) throws -> Rate {
    let number = { (text: String?) in text.flatMap { ExactDecimal($0) } }
    let quote = Quote(
      source: "minfin", market: market, kind: kind, pair: CurrencyPair(.usd, .uah), bid: number(bid), ask: number(ask),
      mid: number(mid), asOf: Self.now, day: day.map { Day(number: $0) }, retrieved: Self.now)
    return Rate(try #require(quote), isOld: isOld, isSuspect: isSuspect)
  }

  private func official(_ mid: String, day: Int) throws -> Rate {
    try rate(mid: mid, kind: .official, market: .nbu, day: day)
  }

  @discardableResult
  private func add(
    _ condition: AlertCondition, market: Market = .interbank, side: RateSubject.Side = .mid
  ) async throws -> Int64 {
    let subject = RateSubject(CurrencyPair(.usd, .uah), in: market, side: side)
    return try await book.alerts.add(AlertRule(subject, condition), channels: [AlertChannel(.terminal)])
  }

  private func threshold(_ text: String) throws -> UInt256 {
    let number = try #require(ExactDecimal(text))
    return try #require(RateSubject.value(of: Fraction(number)))
  }

  /// Steps the alerts by one rate, and gives the alerts that crossed with their values.
  private func step(_ rate: Rate, after seconds: Int64 = 0, in book: RatesBook? = nil) async throws -> [String] {
    let reading = MarketReading(markets: [rate.market], board: RateBoard([rate]), problems: [], time: Self.now)
    return try await (book ?? self.book).step([reading], at: Self.now + seconds, interval: 300) {
      "\($0.id): \($0.rule.subject.text(of: $1))"
    }.map(\.message)
  }

  // MARK: Subjects

  @Test("A value is exact to 18 digits, and what is left is cut")
  func values() throws {
    let subject = RateSubject(CurrencyPair(.usd, .uah), in: .nbu)
    #expect(subject.text(of: try threshold("44.5526")) == "44.5526")
    #expect(subject.text(of: try threshold("45")) == "45")
    #expect(try RateSubject.value(of: #require(Fraction(2, over: 3))) == 666_666_666_666_666_666)
    #expect(try RateSubject.value(of: #require(Fraction(.max, over: 1))) == nil)
    #expect(subject.unit == "UAH")
    #expect(subject.facts.map(\.text) == ["USD/UAH", "mid", "nbu"])
  }

  @Test("A subject is read as it was stored, and nothing else is one")
  func stored() {
    for market in Market.allCases {
      for side in RateSubject.Side.allCases {
        let subject = RateSubject(CurrencyPair(.kaia, .krw), in: market, side: side)
        #expect(RateSubject(scope: subject.scope, stored: subject.stored) == subject)
      }
    }
    for text in [
      "", "nbu", "nbu mid", "nbu mid USD", "nbu mid USD/USD", "nbu mid USD/UAH/EUR", "nbu mid /", "here mid USD/UAH",
      "nbu low USD/UAH", "nbu mid $/UAH", "nbu mid USD/UAH ", "nbu  USD/UAH", "NBU mid USD/UAH",
    ] { #expect(RateSubject(scope: "rates", stored: text) == nil, "\(text)") }
    #expect(RateSubject(scope: "1", stored: "nbu mid USD/UAH") == nil)
  }

  // MARK: Stepping

  @Test("An alert is on its side of the market; where nobody stands on it, nothing happens")
  func sides() async throws {
    for side in RateSubject.Side.allCases { try await add(.above(threshold("43")), side: side) }
    #expect(try await step(rate(bid: "42", ask: "43")) == ["2: 43"])
    #expect(try await step(rate(bid: "44")) == ["1: 44"])
    #expect(try await step(rate(bid: "44", ask: "45")) == ["3: 44.5"])
    #expect(try await step(rate(bid: "50", ask: "51", market: .cash)).isEmpty, "another market's")
  }

  @Test("A rate that is old or suspect leaves its alerts as they are")
  func unreliable() async throws {
    try await add(.below(threshold("40")))
    #expect(try await step(rate(mid: "4", isSuspect: true)).isEmpty)
    #expect(try await step(rate(mid: "39", isOld: true)).isEmpty)
    #expect(try await book.alerts.all().first?.state == AlertState())
    #expect(try await step(rate(mid: "39")) == ["1: 39"])
  }

  @Test("An official rate counts once for its day, for each alert")
  func officialDays() async throws {
    try await add(.change(percent: ExactDecimal(1)), market: .nbu)
    #expect(try await step(official("44", day: 20_000)).isEmpty)
    #expect(try await step(official("46", day: 20_000), after: 300).isEmpty, "the day was there")
    #expect(try await step(official("46", day: 19_999), after: 600).isEmpty, "the day before is not new")
    try await add(.above(threshold("45")), market: .nbu)
    #expect(try await step(official("46", day: 20_000), after: 900) == ["2: 46"], "a new alert has not seen the day")
    #expect(try await step(official("46", day: 20_001), after: 86_400) == ["1: 46"])
  }

  @Test("An alert that waits sees an official rate again on its day: after a snooze, and for how long it stays")
  func waiting() async throws {
    let alert = try await add(.above(threshold("45")), market: .nbu)
    try await book.alerts.snooze(alert, until: Self.now + 3600)
    #expect(try await step(official("46", day: 20_000)).isEmpty)
    #expect(try await step(official("46", day: 20_000), after: 3900) == ["1: 46"])
    let rule = try AlertRule(
      RateSubject(CurrencyPair(.usd, .uah), in: .nbu), .above(try threshold("45")), hold: 600)
    _ = try await book.alerts.add(rule, channels: [AlertChannel(.terminal)])
    #expect(try await step(official("46", day: 20_000), after: 4000).isEmpty)
    #expect(try await step(official("46", day: 20_000), after: 5000) == ["2: 46"])
  }

  @Test("A rate that is official in one leg only counts whenever it is read")
  func mixedLegs() async throws {
    let pair = CurrencyPair(.kaia, .usd)
    let rule = try AlertRule(RateSubject(pair, in: .korea), .change(percent: ExactDecimal(1)))
    _ = try await book.alerts.add(rule, channels: [AlertChannel(.terminal)])
    let official = Quote(
      source: "exim", market: .korea, kind: .official, pair: CurrencyPair(.usd, .krw), mid: ExactDecimal(1400),
      asOf: Self.now, day: Day(number: 20_000), retrieved: Self.now)
    var crossed = 0
    for (price, seconds) in [(140, 0), (147, 300)] as [(UInt64, Int64)] {
      let coin = Quote(
        source: "bithumb", market: .korea, kind: .exchange, pair: CurrencyPair(.kaia, .krw), mid: ExactDecimal(price),
        asOf: Self.now, retrieved: Self.now)
      let board = RateBoard([Rate(try #require(official)), Rate(try #require(coin))])
      let reading = MarketReading(markets: [.korea], board: board, problems: [], time: Self.now)
      crossed += try await book.step([reading], at: Self.now + seconds, interval: 300) { _, _ in "" }.count
    }
    #expect(crossed == 1)
  }

  @Test("A crossing is journalled once, also by a process that begins anew")
  func once() async throws {
    try await add(.above(threshold("45")))
    #expect(try await step(rate(mid: "46")) == ["1: 46"])
    let again = try Self.book(in: folder)
    #expect(try await step(rate(mid: "47"), after: 300, in: again).isEmpty)
    #expect(try await again.alerts.deliveries().map(\.state) == [.waiting])
    #expect(try await again.lastWatched() == Self.now + 300)
  }

  @Test("What is kept of a day goes with its alert")
  func removing() async throws {
    let alert = try await add(.above(threshold("45")), market: .nbu)
    _ = try await step(official("44", day: 20_000))
    let days = { try await book.read { try $0.value("SELECT count(*) FROM alertDay", as: Int.self) } }
    #expect(try await days() == 1)
    try await book.alerts.remove(alert)
    #expect(try await days() == 0)
  }

  // MARK: Watching

  /// A source that has nothing to ask for, and notes that it was thought of.
  private struct MuteSource: RateSource {
    let profile: SourceProfile
    let queries = Guarded(0)

    init(_ name: String, _ market: Market) {
      profile = SourceProfile(name: name, title: name, markets: [market], licence: "none")
    }

    func requests(for query: RateQuery, at time: Int64) -> [SourceRequest] {
      queries.withLock { $0 += 1 }
      return []
    }

    func read(_ answer: SourceAnswer, to request: SourceRequest) throws(RatesError) -> SourceFindings {
      SourceFindings()
    }
  }

  private func reader(_ sources: [any RateSource]) -> RatesReader {
    RatesReader(
      book: book, sources: sources, asker: SourceClient(book: book, clock: { Self.now }), clock: { Self.now })
  }

  private func keep(_ mid: String, of source: MuteSource) async throws {
    let quote = Quote(
      source: source.profile.name, market: .interbank, kind: .interbank, pair: CurrencyPair(.usd, .uah),
      mid: ExactDecimal(mid), asOf: Self.now - 10, retrieved: Self.now - 10)
    try await book.keep(SourceFindings(quotes: [try #require(quote)]), of: source.profile, at: Self.now)
  }

  @Test("A monitor reads what alerts name, delivers what crosses, and keeps the rest fresh")
  func monitor() async throws {
    let source = MuteSource("minfin", .interbank)
    try await keep("46", of: source)
    try await add(.above(threshold("45")))
    let lock = try MonitorLock(book: folder.file("rates.sqlite"), scope: RateSubject.scope, topic: RateSubject.topic)
    let (told, fresh) = (Guarded<[String]>([]), Guarded(0))
    let monitor = RatesMonitor(reader([source]), interval: .milliseconds(1), lock: lock) { alert, value in
      "\(alert.id): \(alert.rule.subject.text(of: value))"
    } refresh: {
      fresh.withLock { $0 += 1 }
    }
    let crossed = Guarded(0)
    try await monitor.run { event in
      switch event {
      case .reading(_, let deliveries): crossed.withLock { $0 += deliveries.count }
      case .notice(let delivery): told.withLock { $0.append(delivery.message) }
      case .failed(let error): told.withLock { $0.append("\(error)") }
      case .standingBy: told.withLock { $0.append("standing by") }
      }
      return fresh.withLock { $0 } < 3
    }
    #expect(told.withLock { $0 } == ["1: 46"] && crossed.withLock { $0 } == 1)
    #expect(try await book.alerts.deliveries().map(\.state) == [.delivered])
  }

  @Test("A later source's rate does not keep an earlier one from being asked; an earlier one's does")
  func order() async throws {
    let (first, second) = (MuteSource("first", .interbank), MuteSource("second", .interbank))
    try await keep("44", of: second)
    let pairs = [CurrencyPair(.usd, .uah)]
    _ = try await reader([first, second]).reading(of: [.interbank], pairs: pairs)
    #expect(first.queries.withLock { $0 } == 1 && second.queries.withLock { $0 } == 1)
    try await keep("44", of: first)
    _ = try await reader([first, second]).reading(of: [.interbank], pairs: pairs)
    #expect(first.queries.withLock { $0 } == 2 && second.queries.withLock { $0 } == 1)
  }
}
