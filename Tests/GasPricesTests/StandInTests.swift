import Alerts
import Locking
import NodeDoubles
import NodeRPC
import Primitives
import StrictJSON
import Testing

@testable import GasPrices

@Suite("An oracle that fails, and the node that stands in for it") struct StandInTests {
  private static let ston: UInt256 = 1_000_000_000

  /// A node whose base fee is half a gwei, as the recorded oracle's.
  private func node(base: UInt256 = 500_000_000) throws -> StubNode {
    try StubNode { chain in
      chain.answers["eth_feeHistory"] = { _, _ in
        .result([
          "oldestBlock": "0x7", "baseFeePerGas": [.string(base.quantity), .string(base.quantity)],
          "gasUsedRatio": [.number("0.5")], "baseFeePerBlobGas": ["0x1", "0x7"],
          "reward": [[.string(Self.ston.quantity), .string(Self.ston.quantity), .string(Self.ston.quantity)]],
        ])
      }
    }
  }

  private func oracle(_ status: Int, _ body: JSON = OracleTests.answer()) throws -> (HostileServer, GasOracle) {
    let server = try HostileServer { _ in [.send(HTTPText.reply(body.serializedBytes(), status: status))] }
    return (server, try GasOracle(server.url, key: "SECRETKEY", chainID: 1, timeout: .seconds(20)))
  }

  private func reader(_ oracle: GasOracle, _ node: StubNode) -> PriceReader {
    let url = node.url
    return PriceReader(oracle: oracle, checkedWithin: .seconds(300)) {
      try NodeClient(endpoints: [Endpoint(url)], options: .patient)
    }
  }

  @Test("Prices that come with another status than success are none", arguments: [203, 403, 404, 429, 500, 503])
  func status(status: Int) async throws {
    let (server, oracle) = try oracle(status)
    defer { withExtendedLifetime(server) {} }
    guard status != 203 else {
      #expect(try await oracle.quote().block == 23_467_872)
      return
    }
    let error = await #expect(throws: GasPricesError.self) { try await oracle.quote() }
    #expect(
      error?.code == .oracleRefused && error?.reason?.contains("\(status)") == true, "\(error?.description ?? "")")
  }

  @Test("The words of a refusal are told whatever its status is")
  func refusal() async throws {
    let (server, oracle) = try oracle(
      429, ["status": "0", "message": "NOTOK", "result": "Max rate limit reached (SECRETKEY)"])
    defer { withExtendedLifetime(server) {} }
    let error = await #expect(throws: GasPricesError.self) { try await oracle.quote() }
    #expect(error?.reason == "Max rate limit reached (***).", "\(error?.description ?? "")")
  }

  @Test("Where the oracle fails the node's prices are told, with the reason; where it does well its own are")
  func standIn() async throws {
    let node = try node()
    let (failing, bad) = try oracle(503)
    let quote = try await reader(bad, node).quote()
    #expect(quote.source == .node && quote.baseFee == 500_000_000)
    #expect(
      quote.oracleProblem?.contains("HTTP status 503") == true && quote.oracleProblem?.contains("SECRET") == false)
    let (well, good) = try oracle(200)
    let told = try await reader(good, node).quote()
    #expect(told.source == .oracle && told.oracleProblem == nil)
    #expect(quote.blobBaseFee == 7 && told.blobBaseFee == 7, "the node's, beside an oracle's prices too")
    #expect(told.with(told.tiers).blobBaseFee == 7)
    withExtendedLifetime((failing, well)) {}
  }

  @Test("Where both fail the oracle's failure is told, and the node's beside it")
  func both() async throws {
    let (server, oracle) = try oracle(503)
    defer { withExtendedLifetime(server) {} }
    let reader = PriceReader(oracle: oracle) { throw NodeError(.cancelled) }
    let error = try #require(await #expect(throws: GasPricesError.self) { try await reader.quote() })
    #expect(error.code == .oracleRefused && error.reason?.contains("No node stands in for it.") == true, "\(error)")
    #expect(error.kinds == ["GasPricesErrors.oracleRefused", "GasPricesErrors.noNode"])
  }

  @Test("How an oracle fails, and that its node fails too, are kinds of failure of their own, whatever the words say")
  func kinds() async throws {
    let node = try node(base: 25_000_000_000)
    let (failing, bad) = try oracle(503)
    let (lying, liar) = try oracle(200)
    let closed = try GasOracle("http://127.0.0.1:1", key: "K", chainID: 1, timeout: .seconds(20))
    for (oracle, code) in [(bad, "oracleRefused"), (liar, "badOracleReply"), (closed, "oracleSilent")] {
      let problem = try await reader(oracle, node).quote().sourceProblem
      #expect(problem?.kinds == ["GasPricesErrors.\(code)"], "\(String(describing: problem))")
    }
    let away: @Sendable () async throws -> NodeClient = { throw NodeError(.cancelled) }
    let silent = PriceReader(oracle: closed, standIn: away)
    let error = try #require(await #expect(throws: GasPricesError.self) { try await silent.quote() })
    #expect(error.kinds == ["GasPricesErrors.oracleSilent", "GasPricesErrors.noNode"], "\(error)")
    let alone = try await PriceReader(oracle: liar, checkedWithin: .seconds(300), standIn: away).quote()
    #expect(alone.sourceProblem?.kinds == ["GasPricesErrors.noNode"])
    withExtendedLifetime((failing, lying)) {}
  }

  @Test(
    "An oracle whose base fee is far from the node's is not believed; one that is near is, and none is verified alone")
  func lies() async throws {
    let (server, oracle) = try oracle(200)
    defer { withExtendedLifetime(server) {} }
    for base in [250_000_000, 990_000_000] as [UInt256] {
      let near = try node(base: base)
      #expect(try await reader(oracle, near).quote().source == .oracle, "\(base)")
      withExtendedLifetime(near) {}
    }
    for base in [25_000_000_000, 200_000_000] as [UInt256] {
      let far = try node(base: base)
      let quote = try await reader(oracle, far).quote()
      #expect(quote.source == .node && quote.baseFee == base)
      #expect(quote.oracleProblem?.contains("not believed") == true, "\(quote.oracleProblem ?? "")")
      let url = far.url
      let named = PriceReader(oracle: oracle, checkedWithin: .seconds(300), unit: "ston") {
        try NodeClient(endpoints: [Endpoint(url)], options: .patient)
      }
      let reason = try await named.quote().oracleProblem ?? ""
      #expect(reason.split(separator: " ston").count == 3 && !reason.contains("gwei"), "\(reason)")
      withExtendedLifetime(far) {}
    }
    let away = PriceReader(oracle: oracle, checkedWithin: .seconds(300)) { throw NodeError(.cancelled) }
    let alone = try await away.quote()
    #expect(alone.source == .oracle && alone.isUnverified && !alone.isDoubtful)
    #expect(try await PriceReader(oracle: oracle).quote().isUnverified)
  }

  @Test("An oracle that was not believed stays so while its node is away, until a node confirms it")
  func disbelief() async throws {
    let (server, oracle) = try oracle(200)
    let (far, near) = (try node(base: 25_000_000_000), try node())
    defer { withExtendedLifetime((server, far, near)) {} }
    let url = Guarded<String?>(far.url)
    let reader = PriceReader(oracle: oracle, checkedWithin: .seconds(300)) {
      guard let url = url.withLock({ $0 }) else { throw NodeError(.cancelled) }
      return try NodeClient(endpoints: [Endpoint(url)], options: .patient)
    }
    #expect(try await reader.quote().source == .node)
    url.withLock { $0 = nil }
    for _ in 0..<2 {
      let error = await #expect(throws: GasPricesError.self) { try await reader.quote() }
      #expect(
        error?.code == .badOracleReply && error?.reason?.contains("25 gwei") == true, "\(String(describing: error))")
    }
    url.withLock { $0 = near.url }
    let confirmed = try await reader.quote()
    #expect(confirmed.source == .oracle && !confirmed.isUnverified)
    url.withLock { $0 = nil }
    #expect(try await reader.quote().isUnverified)
  }

  @Test("A price that is far beyond the base fee is not believed, though the base fee is the node's")
  func dearSpeed() async throws {
    let (server, oracle) = try oracle(200, OracleTests.answer(["FastGasPrice": "9000000"]))
    let node = try node()
    let quote = try await reader(oracle, node).quote()
    #expect(quote.source == .node && quote.oracleProblem?.contains("9,000,000 gwei") == true, "\(quote)")
    withExtendedLifetime((server, node)) {}
  }

  @Test("Where there is no base fee the price is compared with the node's")
  func noBaseFee() async throws {
    let (server, oracle) = try oracle(200, OracleTests.answer(["suggestBaseFee": "0"]))
    for (price, source) in [(500_000_000, .oracle), (5_000_000_000, .node)] as [(UInt256, GasQuote.Source)] {
      let node = try StubNode { chain in
        chain.answers["eth_gasPrice"] = { _, _ in .result(.string(price.quantity)) }
      }
      #expect(try await reader(oracle, node).quote().source == source, "\(price)")
      withExtendedLifetime(node) {}
    }
    withExtendedLifetime(server) {}
  }
}
