import FixtureSupport
import Foundation
import Primitives
import StrictJSON
import Testing

@testable import Rates

/// A source that reads the one rate and the day of an answer in the form of the National Bank of Ukraine.
private struct OneRate: RateSource {
  let profile = BookFixture.profile(zone: .kyiv)
  let url: String

  func requests(for query: RateQuery, at time: Int64) -> [SourceRequest] { [SourceRequest(url, for: query)] }

  func read(_ answer: SourceAnswer, to request: SourceRequest) throws(RatesError) -> SourceFindings {
    guard let row = try? JSON(parsing: answer.body)[0],
      let rate = row["rate"]?.numberText.flatMap({ ExactDecimal($0) }),
      let day = row["exchangedate"]?.string.flatMap({ Day($0, separator: ".", isDayFirst: true) }),
      let quote = Quote(
        source: profile.name, market: .nbu, kind: .official, pair: CurrencyPair(.usd, .uah), mid: rate,
        asOf: profile.zone.time(on: day), day: day, retrieved: answer.retrieved)
    else { throw RatesError(.badAnswer, "It cannot be read.") }
    return SourceFindings(quotes: [quote])
  }
}

@Suite("The server of recorded answers", .serialized)
struct RecordedServerTests {
  private let fixture: BookFixture
  private let clock = TestClock()
  private let url: String

  init() throws {
    fixture = try BookFixture()
    let day = UUID().uuidString.prefix(4)
    url = "https://bank.gov.ua/NBUStatService/v1/statdirectory/exchange?date=20261123&json&\(day)"
    try #"[{"r030":840,"rate":44.5526,"cc":"USD","exchangedate":"13.09.2026"}]"#
      .write(toFile: fixture.folder + "/nbu-exchange.json", atomically: true, encoding: .utf8)
  }

  private func ask(_ server: RecordedServer, _ url: String? = nil) async throws -> SourceOutcome {
    let client = SourceClient(
      book: try fixture.book(), mirror: try SourceMirror(server.url), clock: { [clock] in clock.now })
    return await client.ask([OneRate(url: url ?? self.url)], for: .now(.nbu, []))[0]
  }

  private func kept() async throws -> [String] {
    try await fixture.book().quotes(in: .nbu, at: clock.now, includesSuspects: true).map {
      "\($0.quote.mid?.description ?? "-") \($0.quote.day?.description ?? "-")"
    }
  }

  @Test("It answers with a file as it was recorded, and says when nothing has changed")
  func recorded() async throws {
    let server = try RecordedServer(answers: fixture.folder)
    #expect(try await ask(server).problem == nil)
    #expect(try await kept() == ["44.5526 2026-09-13"])
    clock.now += 3600
    #expect(try await ask(server).problem == nil)
    #expect(try await fixture.book().requests().first?.status == 304)
    let unknown = try await ask(server, "https://bank.gov.ua/unknown")
    #expect(unknown.problem?.code == .noData)
  }

  @Test("The dates of an answer are moved to the day that was asked for, if that is wanted")
  func today() async throws {
    let server = try RecordedServer(["--today"], answers: fixture.folder)
    #expect(try await ask(server).problem == nil)
    #expect(try await kept() == ["44.5526 2026-11-23"])
  }

  @Test("A coin that an exchange does not know is no failure of the exchange, and hides no other")
  func unknownCoin() async throws {
    let server = try RecordedServer(["--today"])
    let book = try fixture.book()
    let client = SourceClient(book: book, mirror: try SourceMirror(server.url))
    let doge = CurrencyPair(try #require(Currency("DOGE")), .usdt)
    let outcome = await client.ask([Binance()], for: .now(.crypto, [doge, CurrencyPair(.kaia, .usdt)]))[0]
    #expect(outcome.problem?.code == .noData, "\(outcome)")
    let now = try #require(try await book.requests().first?.lastTry)
    #expect(try await book.quotes(in: .crypto, at: now + 60).map(\.quote.pair) == [CurrencyPair(.kaia, .usdt)])
    let unknown = try await book.requests().first { $0.url.contains("DOGE") }
    #expect(unknown?.status == 400 && (unknown?.askableAt ?? 0) >= now + 86_000, "\(String(describing: unknown))")
  }

  @Test("It can multiply all rates by ten")
  func tenfold() async throws {
    let server = try RecordedServer(["--lie", "tenfold"], answers: fixture.folder)
    #expect(try await ask(server).problem == nil)
    #expect(try await kept() == ["445.526 2026-09-13"])
  }

  @Test(
    "Every way in which it fails or lies is told as a failure",
    arguments: [
      (["--down"], "unreachable"), (["--lie", "html"], "badAnswer"), (["--lie", "cut"], "unreachable"),
      (["--lie", "empty"], "badAnswer"), (["--lie", "huge"], "badAnswer"), (["--lie", "limit"], "limited"),
      (["--lie", "elsewhere"], "unreachable"), (["--today", "--lie", "future"], "badAnswer"),
    ])
  func lies(arguments: [String], code: String) async throws {
    let server = try RecordedServer(arguments, answers: fixture.folder)
    let outcome = try await ask(server)
    #expect(outcome.wasAsked && outcome.problem?.code.description == code, "\(outcome)")
    #expect(try await kept().isEmpty)
  }
}
