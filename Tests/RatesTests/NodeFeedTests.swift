import Locking
import Primitives
import Testing

@testable import Rates

/// Readers that share a file of rates and use different nodes.
@Suite("The price feeds of several nodes")
struct NodeFeedTests {
  private let fixture: BookFixture
  private let now = BookFixture.noon
  private let pair = CurrencyPair(.kaia, .usd)

  init() throws { fixture = try BookFixture() }

  private func reader(_ feeds: NodeFeeds?, at time: Int64? = nil) throws -> RatesReader {
    let (book, time) = (try fixture.book(), time ?? now)
    return RatesReader(book: book, sources: [], asker: SourceClient(book: book), chain: feeds, clock: { time })
  }

  private func feeds(of nodes: String, _ price: String) throws -> NodeFeeds {
    let quote = try #require(
      Quote(
        source: "redstone-8217", market: .chain, kind: .chain, pair: pair, mid: ExactDecimal(price), asOf: now,
        retrieved: now))
    return NodeFeeds(of: nodes) { SourceFindings(quotes: [quote]) }
  }

  private func price(_ reader: RatesReader, _ choice: RatesChoice = RatesChoice()) async throws -> String? {
    let reading = try await reader.reading(of: [.chain], pairs: [pair], choice)
    return try? reading.rate(pair).mid?.decimal?.text
  }

  @Test("A node that only says that it is of a chain values no money while another is in use")
  func apart() async throws {
    let (own, devnet) = (try feeds(of: "aaaa", "0.104"), try feeds(of: "bbbb", "0.15"))
    #expect(try await price(reader(devnet)) == "0.15")
    // Asked at once, although the other's are not five minutes old.
    #expect(try await price(reader(own)) == "0.104")
    #expect(try await price(reader(devnet), RatesChoice(asking: .never)) == "0.15")
    #expect(try await price(reader(nil)) == nil)
    #expect(try await price(reader(try feeds(of: "cccc", "1")), RatesChoice(asking: .never)) == nil)
  }

  @Test("Its rates are told under the feed's name, those of days too, and are asked for again after five minutes")
  func named() async throws {
    let count = Guarded(0)
    let inner = try feeds(of: "aaaa", "0.104")
    let counted = NodeFeeds(of: "aaaa") {
      count.withLock { $0 += 1 }
      return try await inner.read()
    }
    for time in [now, now + 299, now + 300] { _ = try await price(reader(counted, at: time)) }
    #expect(count.withLock { $0 } == 2)
    let reader = try reader(counted, at: now + 400)
    #expect(try await reader.reading(of: [.chain], pairs: [pair]).rate(pair).source == "redstone-8217")
    let today = Zone.utc.day(at: now)
    let days = try await reader.days(of: pair, in: .chain, from: today, to: today, RatesChoice(asking: .never))
    #expect(days.days.map(\.source) == ["redstone-8217"])
    let other = try self.reader(try feeds(of: "bbbb", "1"))
    #expect(
      try await other.days(of: pair, in: .chain, from: today, to: today, RatesChoice(asking: .never)).days.isEmpty)
  }
}
