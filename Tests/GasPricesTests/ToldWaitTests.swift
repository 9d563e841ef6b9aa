import Alerts
import Locking
import NodeDoubles
import Primitives
import StrictJSON
import Testing

@testable import GasPrices

/// Answers to `gasestimate` as Etherscan's documentation records them, and what becomes of them.
@Suite("Waits that an oracle estimates") struct ToldWaitTests {
  /// An oracle with the recorded prices, which answers each question for a wait with what `estimate` makes of the
  /// price.
  private func oracle(
    _ estimate: @escaping @Sendable (String) -> (status: Int, body: JSON)
  ) throws -> (HostileServer, GasOracle) {
    let server = try HostileServer { request in
      let price = request.path.split(separator: "&").first { $0.hasPrefix("gasprice=") }.map { String($0.dropFirst(9)) }
      let (status, body) = price.map(estimate) ?? (200, OracleTests.answer())
      return [.send(HTTPText.reply(body.serializedBytes(), status: status))]
    }
    return (server, try GasOracle(server.url, key: "SECRETKEY", chainID: 1, timeout: .seconds(60)))
  }

  private func waits(_ oracle: GasOracle) async throws -> [Int?] {
    let reader = PriceReader(oracle: oracle)
    let quote = try await reader.quote()
    let told = await reader.withReportedWaits(quote)
    #expect(told.source == .oracle && told.tiers.map(\.price) == quote.tiers.map(\.price))
    return told.tiers.map(\.toldWait)
  }

  private static func answer(_ seconds: String) -> JSON {
    ["status": "1", "message": "OK", "result": .string(seconds)]
  }

  @Test("Each speed has the seconds that were told for its own price in wei")
  func recorded() async throws {
    let (server, oracle) = try oracle { price in
      let told = ["496839934": "9227", "496840168": "45", "554119170": "0"]
      return (200, Self.answer(told[price] ?? "refused"))
    }
    #expect(try await waits(oracle) == [9227, 45, 0])
    withExtendedLifetime(server) {}
  }

  @Test("Once calls are limited nobody is asked further, and what was told before stays")
  func limited() async throws {
    let limit: JSON = ["status": "0", "message": "NOTOK", "result": "Max calls per sec rate limit reached (3/sec)"]
    let (server, oracle) = try oracle { $0 == "496839934" ? (200, Self.answer("9227")) : (200, limit) }
    #expect(try await waits(oracle) == [9227, nil, nil])
    #expect(server.requests.count == 3)
  }

  @Test(
    "An answer that is no time is none",
    arguments: ["-1", "1.5", "1e3", "", "soon", "0x10", "1000000000", "99999999999999999999"])
  func nonsense(_ text: String) async throws {
    let (server, oracle) = try oracle { _ in (200, Self.answer(text)) }
    #expect(try await waits(oracle) == [nil, nil, nil], "\(text)")
    withExtendedLifetime(server) {}
  }

  @Test("A time that comes with another status than success is none", arguments: [403, 429, 503])
  func status(_ status: Int) async throws {
    let (server, oracle) = try oracle { _ in (status, Self.answer("45")) }
    #expect(try await waits(oracle) == [nil, nil, nil])
    withExtendedLifetime(server) {}
  }

  @Test("Of a node's prices the oracle is asked for no wait")
  func node() async throws {
    let (server, oracle) = try oracle { _ in (200, Self.answer("45")) }
    let quote = GasQuote(
      source: .node, block: 7, baseFee: 1, fullness: [], tiers: PriceRule.tiers(prices: [1, 2, 3], baseFee: 1),
      blockTime: 1)
    let told = await PriceReader(oracle: oracle).withReportedWaits(quote)
    #expect(told == quote && server.requests.isEmpty)
  }

  @Test("A watch asks for them where people look at them, and no longer than it is told to", arguments: [60, nil, 0])
  func watch(seconds: Int?) async throws {
    let (server, oracle) = try oracle { _ in (200, Self.answer("45")) }
    let folder = try Folder()
    let monitor = GasMonitor(
      book: try folder.open(), chainID: 1, reader: PriceReader(oracle: oracle), node: nil, pace: .every(.seconds(60)),
      lock: nil, toldWaits: seconds.map { .seconds($0) }, clock: { 100 })
    let told = Guarded<[Int?]>([])
    try await monitor.run { event in
      guard case .reading(let quote, _) = event else { return false }
      told.withLock { $0 = quote.tiers.map(\.toldWait) }
      return false
    }
    switch seconds {
    case 60: #expect(told.withLock { $0 } == [45, 45, 45] && server.requests.count == 4)
    case nil: #expect(told.withLock { $0 } == [nil, nil, nil] && server.requests.count == 1)
    default: #expect(told.withLock { $0.count } == 3, "there are prices all the same")
    }
  }
}
