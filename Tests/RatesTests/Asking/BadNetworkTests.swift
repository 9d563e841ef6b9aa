import NodeDoubles
import Testing

@testable import Rates

@Suite("Sources that answer badly or not at all")
struct BadNetworkTests {
  private let noon = BookFixture.noon

  private func outcome(
    _ name: String, _ act: @escaping @Sendable (HostileServer.Request) -> [HostileServer.Act]
  ) async throws -> (SourceOutcome, AskingFixture) {
    let fixture = try AskingFixture(act)
    return (await fixture.ask(WordSource("https://\(name).test/")), fixture)
  }

  @Test("A connection that ends before the answer is whole brings nothing, and is tried once")
  func cutOff() async throws {
    for (name, act) in [
      ("closed", [.close]), ("reset", [.reset]),
      ("cut", [.send(Array("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n41.5".utf8)), .close]),
      ("no-http", [.send(Array("41.5\r\n\r\n".utf8)), .close]),
    ] as [(String, [HostileServer.Act])] {
      let (outcome, fixture) = try await outcome(name) { _ in act }
      #expect(outcome.wasAsked && outcome.problem?.code == .unreachable, "\(name)")
      #expect(outcome.nextTry == noon + 300)
      #expect(fixture.server.requests.count == 1 && fixture.server.connections == 1, "\(name)")
      #expect(try await fixture.rates.isEmpty)
    }
  }

  @Test("Nobody who listens is told as that")
  func nobody() async throws {
    let files = try BookFixture()
    let client = SourceClient(book: try files.book(), mirror: try SourceMirror(try HostileServer.nobody()))
    let outcome = await client.ask([WordSource("https://nobody.test/")], for: .news)[0]
    withExtendedLifetime(files) {}
    #expect(outcome.problem?.code == .unreachable)
    #expect(outcome.problem?.reason?.contains("refused") == true)
  }

  @Test("Nothing is asked without TLS but on this machine")
  func insecure() async throws {
    let files = try BookFixture()
    let client = SourceClient(book: try files.book())
    let outcome = await client.ask([WordSource("http://192.0.2.1/")], for: .news)[0]
    withExtendedLifetime(files) {}
    #expect(outcome.problem?.reason?.contains("Only https:// is asked") == true)
  }

  @Test("An answer of 2 MiB is not received to its end")
  func large() async throws {
    let (outcome, _) = try await outcome("large") { _ in
      [.reply("41.5" + String(repeating: " ", count: 2 << 20))]
    }
    #expect(outcome.problem?.code == .badAnswer)
    #expect(outcome.problem?.reason?.contains("more than 1048576 bytes") == true)
  }

  @Test("Headers without an end, or with what no header has, bring nothing or no harm")
  func headers() async throws {
    let (endless, _) = try await outcome("endless") { _ in
      [
        .send(
          Array(
            ("HTTP/1.1 200 OK\r\n"
              + String(repeating: "X-Filler: \(String(repeating: "a", count: 900))\r\n", count: 200)).utf8)), .close,
      ]
    }
    #expect(endless.problem?.code == .unreachable)
    let (odd, fixture) = try await outcome("odd") { _ in
      [
        .reply(
          "41.5",
          headers: ["ETag: \u{1b}[2J\u{202e}", "Last-Modified: \(String(repeating: "a", count: 300))", "Date: never"])
      ]
    }
    #expect(odd.problem == nil)
    let record = try #require(try await fixture.record())
    #expect(record.etag == nil && record.lastModified == nil)
    #expect(try await fixture.book.quotes(in: .crypto, at: noon).first?.quote.asOf == noon)
  }

  @Test("A redirect is followed on the same host, three times at most")
  func sameHost() async throws {
    let (outcome, fixture) = try await outcome("moved") { request in
      switch request.path {
      case "/moved.test/": [.reply("", status: 301, headers: ["Location: /moved.test/a"])]
      case "/moved.test/a":
        [.reply("", status: 302, headers: ["Location: http://\(request.headers["host"] ?? "")/moved.test/b"])]
      default: [.reply("41.5")]
      }
    }
    #expect(outcome.problem == nil && fixture.server.requests.count == 3)
    let (circle, other) = try await self.outcome("round") { _ in
      [.reply("", status: 307, headers: ["Location: /round.test/"])]
    }
    #expect(circle.problem?.code == .unreachable && other.server.requests.count == 4)
  }

  @Test(
    "A redirect to another place is not followed",
    arguments: ["http://127.0.0.2:1/", "//127.0.0.1:1/x", "https://127.0.0.1/", "ftp://127.0.0.1/", "x", "", "/a b"])
  func otherHost(location: String) async throws {
    let (outcome, fixture) = try await outcome("away\(location.utf8.count)") { _ in
      [.reply("", status: 302, headers: ["Location: \(location)"])]
    }
    #expect(outcome.problem?.code == .unreachable && fixture.server.requests.count == 1)
  }

  @Test("A source that does not answer is given up, and the task can be cancelled before")
  func silent() async throws {
    let fixture = try AskingFixture(shortestWait: .zero) { _ in [.hang] }
    let task = Task { await fixture.ask(WordSource("https://silent.test/")) }
    try await fixture.server.waitForRequests(1)
    task.cancel()
    #expect(await task.value.wasAsked)
    // It was asked all the same.
    #expect(await fixture.ask(WordSource("https://silent.test/"), isForced: true).wasAsked == false)
    #expect(fixture.server.requests.count == 1)
  }

  @Test("One that its asker gives up at once counts as not asked, and is asked the next time")
  func givenUp() async throws {
    let fixture = try AskingFixture(shortestWait: .seconds(86_400)) { _ in [.hang] }
    for turn in 1...2 {
      let task = Task { await fixture.ask(WordSource("https://givenup.test/")) }
      try await fixture.server.waitForRequests(turn)
      task.cancel()
      let outcome = await task.value
      #expect(!outcome.wasAsked && outcome.problem == nil, "\(outcome)")
    }
    #expect(fixture.server.requests.count == 2)
  }
}
