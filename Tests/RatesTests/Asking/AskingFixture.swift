import Locking
import NodeDoubles
import Primitives

@testable import Rates

/// A clock that stands still until it is set.
final class TestClock: Sendable {
  private let time: Guarded<Int64>

  init(_ time: Int64 = BookFixture.noon) { self.time = Guarded(time) }

  var now: Int64 {
    get { time.withLock { $0 } }
    set { time.withLock { $0 = newValue } }
  }
}

/// A source whose answers are words with a blank between them: a rate of USD/UAH each, `next=URL`, or the code of an error.
struct WordSource: RateSource {
  let profile: SourceProfile
  let request: SourceRequest
  /// More addresses.
  var others: [SourceRequest] = []

  /// - Parameter url: The address; each test has hosts of its own, which are asked once a second.
  init(_ url: String, name: String = "one", profile: SourceProfile? = nil, key: String? = nil) {
    self.profile = profile ?? BookFixture.profile(name)
    request = SourceRequest(url, for: .now(.crypto, []), hiding: key, headers: key.map { ["X-Key: \($0)"] } ?? [])
  }

  func requests(for query: RateQuery, at time: Int64) -> [SourceRequest] { [request] + others }

  func read(_ answer: SourceAnswer, to request: SourceRequest) throws(RatesError) -> SourceFindings {
    var findings = SourceFindings()
    for word in String(decoding: answer.body, as: UTF8.self).split(separator: " ") {
      if word.hasPrefix("next=") {
        findings.next = SourceRequest(String(word.dropFirst(5)), for: request.query)
      } else if let rate = ExactDecimal(word),
        let quote = Quote(
          source: profile.name, market: .crypto, kind: .exchange, pair: CurrencyPair(.usd, .uah), mid: rate,
          asOf: answer.date, retrieved: answer.retrieved)
      {
        findings.quotes.append(quote)
      } else {
        throw RatesError(ErrorCode(String(word)), "It says \(word).", reason: "The address is \(request.url).")
      }
    }
    return findings
  }
}

/// A book, a clock, and a server that stands for all sources.
struct AskingFixture {
  let files: BookFixture
  let book: RatesBook
  let clock = TestClock()
  let server: HostileServer
  let client: SourceClient

  init(
    shortestWait: Duration = .seconds(1), _ act: @escaping @Sendable (HostileServer.Request) -> [HostileServer.Act]
  ) throws {
    files = try BookFixture()
    book = try files.book()
    server = try HostileServer(act)
    client = SourceClient(
      book: book, mirror: try SourceMirror(server.url), userAgent: "lectures/9.9", shortestWait: shortestWait,
      clock: { [clock] in clock.now })
  }

  /// Answers all requests in the same way.
  init(_ act: HostileServer.Act...) throws { try self.init { _ in act } }

  var rates: [String] {
    get async throws {
      try await book.quotes(in: .crypto, at: clock.now, includesSuspects: true).compactMap { $0.quote.mid?.description }
    }
  }

  func ask(_ source: WordSource, isForced: Bool = false) async -> SourceOutcome {
    await client.ask([source], for: .now(.crypto, []), isForced: isForced)[0]
  }

  func record() async throws -> RequestRecord? { try await book.requests().first }
}
