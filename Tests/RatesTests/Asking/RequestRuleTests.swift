import Testing

@testable import Rates

@Suite("When a source may be asked")
struct RequestRuleTests {
  private let noon = BookFixture.noon

  private func record(tried: Int64? = nil, succeeded: Int64? = nil, day: Day? = nil) -> RequestRecord {
    var record = RequestRecord(url: "https://a.example/", source: "one")
    (record.lastTry, record.lastSuccess, record.day) = (tried ?? succeeded, succeeded, day)
    return record
  }

  private func request(_ query: RateQuery = .now(.crypto, []), freshness: Int64? = nil) -> SourceRequest {
    SourceRequest("https://a.example/", for: query, freshness: freshness)
  }

  @Test("Five minutes after an attempt, whatever came of it, and not before the source says")
  func pause() {
    #expect(record().askableAt == 0)
    #expect(record(tried: noon).askableAt == noon + 300)
    var failed = record(tried: noon)
    failed.fail(RatesError(.limited, ""), status: 429, at: noon, pause: 1000)
    #expect(failed.askableAt == noon + 1000)
    failed.succeed(status: 200, at: noon, newest: nil)
    #expect(failed.askableAt == noon + 300 && failed.failures == 0 && failed.problem == nil)
    failed.notBefore = .max
    #expect(failed.askableAt == noon + 86_400)
  }

  @Test("After failures in a row it is left alone for 5, 10, 20, 40 minutes, and an hour from then on")
  func backoff() {
    var failing = record(tried: noon)
    let pauses = (0..<6).map { _ in
      failing.fail(RatesError(.unreachable, ""), status: nil, at: noon)
      return failing.notBefore - noon
    }
    #expect(pauses == [300, 600, 1200, 2400, 3600, 3600])
  }

  @Test("A clock that was set back makes the last attempt one of now, and shortens no pause that was asked for")
  func clock() {
    var ahead = record(tried: noon + 86_400, succeeded: noon + 86_300)
    ahead.notBefore = noon + 86_400 + 1000
    #expect(ahead.isAhead(of: noon))
    ahead.setBack(to: noon)
    #expect(ahead.lastTry == noon && ahead.lastSuccess == noon - 100 && ahead.askableAt == noon + 1000)
    #expect(!ahead.isAhead(of: noon))
  }

  @Test("An answer is fresh for its source's time, or its own")
  func freshness() {
    let profile = BookFixture.profile(freshness: 600)
    #expect(!record().isFresh(for: request(), of: profile, at: noon))
    #expect(record(succeeded: noon - 599).isFresh(for: request(), of: profile, at: noon))
    #expect(!record(succeeded: noon - 600).isFresh(for: request(), of: profile, at: noon))
    #expect(record(succeeded: noon - 86_399).isFresh(for: request(freshness: 86_400), of: profile, at: noon))
    // None is fresh for less than five minutes.
    #expect(record(succeeded: noon - 299).isFresh(for: request(freshness: 1), of: profile, at: noon))
  }

  @Test("Days that were over when they were asked for are never asked for again; those that were not are")
  func days() throws {
    let profile = BookFixture.profile()
    let today = Zone.utc.day(at: noon)
    let query = { (last: Day) in
      RateQuery.days(.nbu, CurrencyPair(.usd, .uah), from: last.adding(-30), to: last)
    }
    #expect(
      record(succeeded: noon).isFresh(for: request(query(today.adding(-1))), of: profile, at: noon + 9_000_000))
    #expect(!record(succeeded: noon).isFresh(for: request(query(today)), of: profile, at: noon + 9_000_000))
  }

  @Test(
    "Official rates are fresh until the next are due, and half an hour each from then on until they are there",
    arguments: [
      // 16:00 in Frankfurt on Monday 2026-11-23 is 15:00 in UTC.
      (-3, 10, 0, 14, true), (-3, 10, 0, 15, false), (0, 15, 0, 23, true), (0, 15, 1, 14, true), (0, 15, 1, 15, false),
      // Friday's are fresh over the weekend, until Monday at 16:00.
      (-3, 16, -2, 23, true), (-3, 16, -1, 23, true), (-3, 16, 0, 14, true), (-3, 16, 0, 15, false),
    ])
  func publication(day: Int, askedHour: Int64, lookedDay: Int64, lookedHour: Int64, isFresh: Bool) {
    let profile = BookFixture.profile(freshness: 300, publication: 57_600, zone: .frankfurt)
    let midnight = noon - 43_200
    let asked = midnight + Int64(day) * 86_400 + askedHour * 3600
    let kept = record(succeeded: asked, day: Zone.utc.day(at: noon).adding(day))
    #expect(
      kept.isFresh(for: request(), of: profile, at: midnight + lookedDay * 86_400 + lookedHour * 3600) == isFresh)
  }

  @Test("While the new day is awaited an answer without it is fresh for half an hour")
  func awaited() {
    let profile = BookFixture.profile(publication: 57_600, zone: .frankfurt)
    let asked = noon - 43_200 + 15 * 3600 + 600
    let without = record(succeeded: asked, day: Zone.utc.day(at: noon).adding(-3))
    #expect(without.isFresh(for: request(), of: profile, at: asked + 1799))
    #expect(!without.isFresh(for: request(), of: profile, at: asked + 1800))
  }
}
