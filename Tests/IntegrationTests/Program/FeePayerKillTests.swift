import ChainSupport
import DatabaseSupport
import FixtureSupport
import Foundation
import Keys
import NodeDoubles
import NodeRPC
import Primitives
import Sending
import StrictJSON
import Testing
import Transactions

/// `lectures fee-payer serve`, several processes over one server of PostgreSQL, of which one after the other is killed.
@Suite(
  "Fee payers that are killed", .enabled(if: Program.canRun && PostgresCluster.isInstalled), .timeLimit(.minutes(10)))
struct FeePayerKillTests {
  private static let gas: UInt64 = 40_000
  private static let price = Amount.ston(30).wei
  /// Students with their orders, one order after the other; `make crash-test` has a thousand orders in all.
  private static let students = LongRun.isOn ? 40 : 8
  private static let ordersOfEach: UInt64 = LongRun.isOn ? 25 : 6
  private static let kills = LongRun.isOn ? 20 : 4
  /// The maximum fee of a number of orders; mined they cost less.
  private static let budget = price * UInt256(gas) * (LongRun.isOn ? 500 : 20)

  /// The processes and their ports.
  private actor Instances {
    let ports: [UInt16]
    private var running: [LineProcess] = []
    private let start: @Sendable (UInt16) async throws -> LineProcess

    init(_ count: Int, start: @escaping @Sendable (UInt16) async throws -> LineProcess) async throws {
      self.start = start
      let kept = try (0..<count).map { _ in try RawSocket.bindFreePort(listening: false) }
      for socket in kept { RawSocket.end(socket.number) }
      ports = kept.map(\.port)
      for port in ports { running.append(try await start(port)) }
    }

    /// Kills one, and starts another in its place.
    func replace(_ number: Int) async throws {
      _ = try await running[number].end(signal: SIGKILL)
      running[number] = try await start(ports[number])
    }

    func end() async throws { for instance in running { _ = try await instance.end(signal: SIGTERM) } }
  }

  private func writeRules(_ cli: CLIFixture) throws {
    try cli.folder.write(
      """
      {"chainId": \(cli.chain.chainID), "contracts": [], "transfers": {"maxValue": "1 klay"},
       "maxGasPrice": "50 ston", "maxGas": \(Self.gas), "perDay": "\(Self.budget) peb",
       "perSenderPerDay": "\(Self.budget) peb", "perMinute": {"address": 100000, "key": 1}, "anonymous": true}
      """, to: "rules.json")
  }

  private func serve(_ cli: CLIFixture, over place: String, on port: UInt16 = 0) async throws -> LineProcess {
    let process = try cli.program.serve(
      "fee-payer", "serve", "--from", "owner", "--rules", cli.folder.file("rules.json"), "--database", place,
      "--port", "\(port)", "--forwarded", "--allow-host", "localhost", "--json")
    _ = try #require(try await process.json()["result"]?["url"]?.string)
    return process
  }

  /// Hands in the orders of a student, one after the other, until all are paid or the budget is spent.
  ///
  /// - Returns: The number of those that were paid.
  private func order(
    _ key: PrivateKey, number: Int, _ cli: CLIFixture, _ services: [FeeService]
  ) async throws -> UInt64 {
    var turn = number
    for nonce in 0..<Self.ordersOfEach {
      var half = PartlySignedTransaction(
        KaiaTransaction(
          chainID: cli.chain.chainID, nonce: nonce, gasPrice: Self.price, gasLimit: Self.gas, from: key.address,
          operation: .valueTransfer(to: cli.poor.address, value: 1), feePayment: .delegated))
      try half.sign(by: key)
      while true {
        turn += 1
        let answer = await services[turn % services.count].sign(half, as: .random())
        if case .sent = answer { break }
        if case .spent = answer { return nonce }
        if case .refused(let words) = answer, !words.contains("temporarily unavailable") {
          Issue.record("\(number), \(nonce): \(words)")
          return nonce
        }
        try await Task.sleep(for: .milliseconds(50))
      }
    }
    return Self.ordersOfEach
  }

  @Test("pay each order once and keep to the budget, and their record has what the chain has")
  func killed() async throws {
    try await run { ports in try ports.map { try FeeService("http://127.0.0.1:\($0)") } }
  }

  @Test(
    "do so behind nginx as well, with TLS, as the docs have it",
    .enabled(if: NginxFront.isInstalled, "nginx or openssl is not installed"))
  func behindNginx() async throws {
    var front: NginxFront?
    try await run { ports in
      let nginx = try NginxFront("fee-payer.md", before: ports)
      front = nginx
      return [try FeeService(nginx.url, authorityFile: nginx.certificate.path)]
    }
    withExtendedLifetime(front) {}
  }

  /// Kills one instance after the other while students hand in orders, and compares records and chain.
  ///
  /// - Parameter services: Entrances to instances with these ports.
  private func run(through services: ([UInt16]) throws -> [FeeService]) async throws {
    let cli = try await CLIFixture.open(on: Chain.start(kaia: true))
    let place = try TestDatabases.$current.withValue(TestDatabases()) { try TestDatabases.argument("fees") }
    try writeRules(cli)
    var keys: [PrivateKey] = []
    for _ in 0..<Self.students { keys.append(try await cli.chain.account(klay: 1)) }
    let before = try await cli.fixture.balance(cli.fixture.owner)
    let instances = try await Instances(2) { try await self.serve(cli, over: place, on: $0) }
    let (students, services) = (keys, try services(instances.ports))
    let paid = try await withThrowingTaskGroup(of: UInt64.self) { group in
      for (number, key) in students.enumerated() {
        group.addTask { try await self.order(key, number: number, cli, services) }
      }
      for turn in 0..<Self.kills {
        try await Task.sleep(for: .milliseconds(300))
        try await instances.replace(turn % 2)
      }
      return try await group.reduce(0, +)
    }
    try await instances.end()
    // One that starts looks up what became of all orders.
    let last = try await serve(cli, over: place)
    _ = try await last.end(signal: SIGTERM)
    let shown = try await cli.result("fee-payer", "show", "--database", place, "--last", "2000")
    let spent = try UInt256(parsing: #require(shown["spentToday"]?["wei"]?.string))
    let mined = (shown["latest"]?.array ?? []).filter { $0["block"]?.numberText != nil }
    var count: UInt64 = 0
    for key in keys { count += try await cli.chain.node.transactionCount(of: key.address, at: .latest) }
    let after = try await cli.fixture.balance(cli.fixture.owner)
    #expect(spent == before.wei - after.wei, "\(shown)")
    #expect(spent <= Self.budget && spent > Self.budget / 2)
    #expect(UInt64(mined.count) == count && shown["transactions"]?.numberText == "\(count)", "\(shown)")
    #expect(paid == count && paid < UInt64(Self.students) * Self.ordersOfEach)
    #expect(shown["paidElsewhere"]?.numberText == "0")
  }
}
