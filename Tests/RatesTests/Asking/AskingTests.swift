import Database
import DatabaseSupport
import Files
import NodeDoubles
import Primitives
import Testing

@testable import Rates

@Suite("Asking sources", .overEachEngine)
struct AskingTests {
  private let noon = BookFixture.noon

  @Test("An answer is kept with the server's own time, and nothing is asked while it is fresh")
  func fresh() async throws {
    let fixture = try AskingFixture(
      .reply("41.5", headers: ["Date: Mon, 23 Nov 2026 11:59:30 GMT", "ETag: \"a\"", "Set-Cookie: a=b"]))
    let source = WordSource("https://fresh.test/rates?x=1")
    let outcome = await fixture.ask(source)
    #expect(outcome.wasAsked && outcome.problem == nil && outcome.nextTry == noon + 300)
    let kept = try await fixture.book.quotes(in: .crypto, at: noon)
    #expect(kept.map(\.quote.mid) == [ExactDecimal("41.5")] && kept.map(\.quote.asOf) == [noon - 30])
    let request = try #require(fixture.server.requests.first)
    #expect(request.method == "GET" && request.path == "/fresh.test/rates?x=1")
    #expect(request.headers["user-agent"] == "lectures/9.9" && request.headers["accept"]?.contains("json") == true)
    #expect(["origin", "cookie", "if-none-match", "content-type"].allSatisfy { request.headers[$0] == nil })
    for _ in 0..<2 {
      let again = await fixture.ask(source)
      #expect(!again.wasAsked && again.problem == nil && again.nextTry == noon + 300)
      fixture.clock.now = noon + 299
    }
    // Who wants it new gets it no sooner.
    #expect(await fixture.ask(source, isForced: true).wasAsked == false)
    fixture.clock.now = noon + 300
    #expect(await fixture.ask(source).wasAsked)
    #expect(fixture.server.requests.count == 2)
  }

  @Test("What is fresh for an hour is asked for again after five minutes by force alone")
  func forced() async throws {
    let fixture = try AskingFixture(.reply("41.5"))
    let source = WordSource("https://forced.test/", profile: BookFixture.profile(freshness: 3600))
    _ = await fixture.ask(source)
    fixture.clock.now = noon + 301
    #expect(await fixture.ask(source).wasAsked == false)
    #expect(await fixture.ask(source, isForced: true).wasAsked)
  }

  @Test("A source that has nothing new says so for its mark and its date, and the quotes count as asked for now")
  func notModified() async throws {
    let fixture = try AskingFixture { request in
      request.number == 1
        ? [.reply("41.5", headers: ["ETag: \"a\"", "Last-Modified: Mon, 23 Nov 2026 11:00:00 GMT"])]
        : [.reply("", status: 304)]
    }
    let source = WordSource("https://unchanged.test/")
    _ = await fixture.ask(source)
    fixture.clock.now = noon + 400
    let outcome = await fixture.ask(source)
    #expect(outcome.wasAsked && outcome.problem == nil)
    let headers = try #require(fixture.server.requests.last?.headers)
    #expect(headers["if-none-match"] == "\"a\"")
    #expect(headers["if-modified-since"] == "Mon, 23 Nov 2026 11:00:00 GMT")
    let quote = try #require(try await fixture.book.quotes(in: .crypto, at: noon + 400).first?.quote)
    #expect(quote.asOf == noon && quote.retrieved == noon + 400)
    #expect(try await fixture.record()?.status == 304)
    #expect(try await fixture.record()?.etag == "\"a\"")
  }

  @Test("That nothing is new where nothing is kept is a failure")
  func notModifiedAtFirst() async throws {
    let fixture = try AskingFixture(.reply("", status: 304))
    #expect(await fixture.ask(WordSource("https://unchanged-first.test/")).problem?.code == .unreachable)
  }

  @Test(
    "A status says how long the source is left alone, and what is kept stays as it was",
    arguments: [
      (429, ["Retry-After: 1000"], "limited", 1000), (429, ["Retry-After: 1"], "limited", 300),
      (429, ["Retry-After: 99999999999"], "limited", 86_400), (429, ["Retry-After: x"], "limited", 300),
      (429, [], "limited", 300), (503, ["Retry-After: 4000"], "unreachable", 4000), (503, [], "unreachable", 300),
      (418, [], "limited", 3600), (418, ["Retry-After: 7200"], "limited", 7200), (401, [], "unreachable", 86_400),
      (403, [], "unreachable", 86_400), (404, [], "noData", 86_400), (500, [], "unreachable", 300),
      (400, [], "unreachable", 300), (204, [], "unreachable", 300), (301, [], "unreachable", 300),
    ] as [(Int, [String], String, Int64)])
  func statuses(status: Int, headers: [String], code: String, pause: Int64) async throws {
    let fixture = try AskingFixture { request in
      request.number == 1 ? [.reply("41.5")] : [.reply("{}", status: status, headers: headers)]
    }
    let source = WordSource("https://s\(status)-\(headers.count)-\(pause).test/")
    _ = await fixture.ask(source)
    fixture.clock.now = noon + 300
    let outcome = await fixture.ask(source)
    #expect(outcome.wasAsked && outcome.problem?.code.description == code)
    #expect(outcome.problem?.reason?.contains("\(status)") == true)
    #expect(outcome.nextTry == noon + 300 + pause)
    #expect(try await fixture.rates == ["41.5"])
    #expect(try await fixture.book.quotes(in: .crypto, at: noon).first?.quote.retrieved == noon)
    fixture.clock.now += pause - 1
    let early = await fixture.ask(source, isForced: true)
    #expect(!early.wasAsked && early.problem?.code.description == code && early.nextTry == noon + 300 + pause)
    fixture.clock.now += 1
    #expect(await fixture.ask(source).wasAsked)
  }

  @Test("Retry-After may be a date")
  func retryDate() async throws {
    // The far future, so that the date of the day of the test does not matter.
    let fixture = try AskingFixture(.reply("", status: 503, headers: ["Retry-After: Fri, 31 Dec 2399 23:59:59 GMT"]))
    #expect(await fixture.ask(WordSource("https://date.test/")).nextTry == noon + 86_400)
  }

  @Test("A key that is refused is told as that, and no key is in what is kept or told", arguments: [401, 403])
  func keys(status: Int) async throws {
    let fixture = try AskingFixture { request in
      request.number == 1 ? [.reply("badAnswer")] : [.reply("no", status: status)]
    }
    let source = WordSource("https://key-\(status).test/s3cretKey/x", key: "s3cretKey")
    let first = await fixture.ask(source)
    #expect(fixture.server.requests.first?.path.contains("s3cretKey") == true)
    #expect(fixture.server.requests.first?.headers["x-key"] == "s3cretKey")
    #expect(first.problem?.description.contains("/KEY/x") == true)
    fixture.clock.now += 300
    let second = await fixture.ask(source)
    #expect(second.problem?.code == .badKey)
    let kept = try await fixture.book.file.read { try $0.rows("SELECT * FROM request").map { "\($0.columns)" } }
    #expect(!"\(first) \(second) \(kept)".contains("s3cretKey"))
  }

  @Test(
    "What a source says with status 200 is a failure of its kind",
    arguments: [("badKey", 86_400), ("limited", 300), ("badAnswer", 300), ("noData", 300)] as [(String, Int64)])
  func inside(code: String, pause: Int64) async throws {
    let fixture = try AskingFixture(.reply(code))
    let outcome = await fixture.ask(WordSource("https://inside-\(code).test/"))
    #expect(outcome.problem?.code.description == code && outcome.nextTry == noon + pause)
    #expect(try await fixture.record()?.status == 200)
  }

  @Test("An answer of which all is for another time is none")
  func incredible() async throws {
    let fixture = try AskingFixture(.reply("41.5", headers: ["Date: Fri, 31 Dec 2399 23:59:59 GMT"]))
    #expect(await fixture.ask(WordSource("https://incredible.test/")).problem?.code == .badAnswer)
    #expect(try await fixture.rates.isEmpty)
  }

  @Test("Pages are followed to the twentieth, and each is asked once in five minutes")
  func pages() async throws {
    let fixture = try AskingFixture { request in [.reply("4\(request.number) next=https://page\(request.number).test/")]
    }
    let source = WordSource("https://page0.test/")
    #expect(await fixture.ask(source).wasAsked)
    #expect(fixture.server.requests.count == 20)
    #expect(fixture.server.requests.last?.path == "/page19.test/")
    _ = await fixture.ask(source, isForced: true)
    #expect(fixture.server.requests.count == 20)
  }

  @Test(
    "The other addresses of a source are asked when one has no data, and not when the source is closed to all",
    arguments: [(404, 2), (400, 2), (500, 1), (429, 1), (403, 1)])
  func closed(status: Int, requests: Int) async throws {
    let fixture = try AskingFixture(.reply("", status: status))
    var source = WordSource("https://first-\(status).test/")
    source.others = [SourceRequest("https://second-\(status).test/", for: .now(.crypto, []))]
    _ = await fixture.ask(source)
    #expect(fixture.server.requests.count == requests)
  }

  @Test("A page that leads to itself is asked once")
  func circle() async throws {
    let fixture = try AskingFixture(.reply("41 next=https://circle.test/"))
    _ = await fixture.ask(WordSource("https://circle.test/"))
    #expect(fixture.server.requests.count == 1)
  }

  @Test("One source that fails takes nothing from the others, and outcomes are in the order of sources")
  func sideBySide() async throws {
    let fixture = try AskingFixture { request in
      request.path.contains("bad") ? [.close] : [.reply("4\(request.path.utf8.count)")]
    }
    let sources = (0..<8).map { WordSource("https://\($0 % 2 == 0 ? "bad" : "good")-side\($0).test/", name: "s\($0)") }
    let outcomes = await fixture.client.ask(sources, for: .now(.crypto, []))
    #expect(outcomes.map(\.source) == (0..<8).map { "s\($0)" })
    #expect(outcomes.map { $0.problem == nil } == (0..<8).map { $0 % 2 == 1 })
    #expect(try await fixture.rates.count == 4)
  }

  @Test("While another has a source's lock nobody asks; when it is free what the other heard is used")
  func locked() async throws {
    let fixture = try AskingFixture(.reply("41"))
    let lock = try #require(try await SourceLock.take("one", of: fixture.book))
    let source = WordSource("https://locked.test/")
    async let outcome = fixture.ask(source)
    try await Task.sleep(for: .milliseconds(100))
    #expect(fixture.server.requests.isEmpty)
    var record = RequestRecord(url: "https://locked.test/", source: "one")
    record.lastTry = noon
    record.succeed(status: 200, at: noon, newest: nil)
    try await fixture.book.save(record)
    await lock.release()
    #expect(await outcome.wasAsked == false)
    #expect(fixture.server.requests.isEmpty)
  }

  @Test("Of two that found an address unasked only the first to begin asks it")
  func begun() async throws {
    let fixture = try AskingFixture(.pause(milliseconds: 50), .reply("41"))
    let other = try fixture.files.book()
    let before = RequestRecord(url: "https://begun.test/", source: "one")
    var record = before
    record.lastTry = noon
    #expect(try await fixture.book.begin(record, after: before))
    #expect(try await !other.begin(record, after: before))
    #expect(try await other.begin(record, after: record), "and who saw that attempt may make the next one")
    // And by clients, each with the book as it opened it.
    let client = SourceClient(book: other, mirror: try SourceMirror(fixture.server.url), clock: { noon })
    let source = WordSource("https://twice.test/")
    async let one = fixture.ask(source)
    async let two = client.ask([source], for: .now(.crypto, []))
    _ = await (one, two)
    #expect(fixture.server.requests.count == 1)
    #expect(try await other.quotes(in: .crypto, at: noon).count == 1)
  }

  @Test("A clock that goes back by a day asks nothing for five minutes, and then once")
  func clockBack() async throws {
    let fixture = try AskingFixture(.reply("41"))
    let source = WordSource("https://back.test/", profile: BookFixture.profile(freshness: 600))
    _ = await fixture.ask(source)
    let start = noon - 86_400
    fixture.clock.now = start
    for second in [0, 100, 299] as [Int64] {
      fixture.clock.now = start + second
      #expect(await fixture.ask(source, isForced: true).wasAsked == false)
    }
    fixture.clock.now = start + 300
    #expect(await fixture.ask(source, isForced: true).wasAsked)
    #expect(fixture.server.requests.count == 2)
  }

  @Test("A book that cannot be written to asks nobody")
  func unwritable() async throws {
    let fixture = try AskingFixture(.reply("41"))
    try await fixture.book.file.write { try $0.execute("DROP TABLE request") }
    let outcome = await fixture.ask(WordSource("https://unwritable.test/"))
    #expect(outcome.problem?.code == .bookFailed && !outcome.wasAsked)
    #expect(fixture.server.requests.isEmpty)
  }

  @Test(
    "A mirror is an address by TLS or of this machine, without a query",
    arguments: [
      ("https://rates.example.edu/all/", true), ("http://127.0.0.1:8399", true), ("http://rates.example.edu", false),
      ("https://rates.example.edu/?x", false), ("ftp://a", false), ("", false), ("https://\u{202e}", false),
    ])
  func mirrors(address: String, isOne: Bool) {
    let mirror = try? SourceMirror(address)
    #expect((mirror != nil) == isOne)
    if address.hasSuffix("all/") {
      #expect(mirror?.address(for: "https://a.ua/x?y=1") == "https://rates.example.edu/all/a.ua/x?y=1")
    }
  }
}
