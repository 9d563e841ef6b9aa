import CrashSupport
import Database
import Foundation
import NodeDoubles
import NodeRPC
import Primitives
import Relay

/// A relay for a market, as another process runs it.
struct RelayWork: Codable, Sendable {
  /// Where the chain listens on the loopback.
  var port: UInt16
  var market: TradeMarket
  /// The book's file; nil keeps it in memory.
  var store: String?
  /// The server that has the book, as libpq takes it; nil where a file has it, or the memory.
  var database: String?
  /// The file in which the relay writes where it listens.
  var place: String

  func rules() throws -> RelayRules {
    var rules = RelayRules(chainID: TradeMarket.chainID)
    rules.exchangeV1 = try Address(market.exchangeV1)
    rules.settlementV1 = SettlementV1(proxy: try Address(market.proxy), feeToken: try Address(market.feeToken))
    rules.exchangeV4 = try Address(market.exchangeV4)
    // A fill of the least amounts is not rounded.
    rules.pairs = [
      PairRule(
        TokenRange(try Address(market.base), minAmount: 10), TokenRange(try Address(market.quote), minAmount: 30))
    ]
    // All clients of the tests have one address.
    (rules.limits.readsPerMinute, rules.limits.postsPerMinute) = (1_000_000, 1_000_000)
    (rules.limits.newOrdersPerMinute, rules.limits.newOrdersAtOnce) = (600_000, 600_000)
    (rules.limits.openOrdersOfMaker, rules.limits.timesBalance) = (100_000, 1_000_000)
    return rules
  }

  /// Opens the relay over a way to the chain that waits for a machine that is busy.
  func start(over chain: String) async throws -> RelayServer {
    try await start(
      over: NodeClient(
        chain,
        options: NodeClient.Options().with {
          $0.requestTimeout = .seconds(60)
          $0.deadline = .seconds(120)
          $0.firstBackoff = .milliseconds(5)
          $0.maximumBackoff = .milliseconds(50)
        }))
  }

  /// Opens the relay.
  func start(over node: NodeClient) async throws -> RelayServer {
    var options = RelayServer.Options(clock: { UInt64(max(0, Date().timeIntervalSince1970 * 1000)) })
    options.port = 0
    options.pollInterval = .milliseconds(100)
    guard let database else {
      return try await RelayServer.start(rules: try rules(), node: node, store: store, options)
    }
    let place = DatabasePlace.server(try PostgresAddress(database, isSecret: true))
    return try await RelayServer.start(rules: try rules(), node: node, at: place, options)
  }

  /// Runs the relay until the process is killed; steps of disk and network are counted, and what is planned happens at one.
  func run(_ plan: KillPlan) async throws {
    let counter = StepCounter(plan)
    counter.install()
    let proxy = try FaultProxy(FaultProxy.node(port: port), observe: { counter.network($0) })
    defer { withExtendedLifetime(proxy) {} }
    let server = try await start(over: proxy.url)
    // Whole or not at all, for who waits for it.
    try Data("\(server.port)".utf8).write(to: URL(fileURLWithPath: place), options: .atomic)
    await server.run()
  }
}
