import ChainSupport
import ContractClient
import Devnet
import DevnetServer
import Exchange
import Foundation
import Keys
import NodeDoubles
import NodeRPC
import Orders
import Outbox
import Primitives
import Relay
import Sending
import StrictJSON
import Testing

@testable import LecturesCommand

@Suite("lectures relay")
struct RelayCommandTests {
  @Test("an order that is posted is there after a restart with the same store", .enabled(if: Program.path != nil))
  func restart() async throws {
    let chain = try await Devnet.start()
    let server = try await DevnetServer.start(chain, port: 0)
    let exchange = try await Self.exchange(at: server.url)
    let program = try Program(settings: ["endpoint": server.url, "timeout": "600"])
    let arguments = [
      "relay", "serve", "--rules", try program.home.write(Self.rules(of: exchange), to: "rules.json"), "--store",
      program.home.file("relay.sqlite"), "--port", "0", "--json",
    ]
    let first = try program.serve(arguments)
    let url = try #require(try await first.json()["result"]?["url"]?.string)
    let signed = try await Self.order(of: exchange, on: chain)
    #expect(try await Self.status(untilReady: url) == "200")
    let order = try program.home.write(signed.json.serialized(), to: "order.json")
    let check = try await program.run(
      "relay", "check", order, "--rules", program.home.file("rules.json"), "--json")
    #expect(try check.status == 0 && check.json()["result"]?["taken"] == true)
    let broken = try program.home.write(
      signed.json.serialized().replacing("\"makerAmount\":\"1000\"", with: "\"makerAmount\":\"1001\""),
      to: "broken.json")
    let refusal = try await program.run("relay", "check", broken, "--rules", program.home.file("rules.json"), "--json")
    let error = try refusal.json()
    #expect(refusal.status == 1 && error["error"]?["code"] == "relay.refused" && error["result"]?["taken"] == false)
    #expect(error["result"]?["validationErrors"]?.array?.count == 1, "\(error)")
    let post = ["--header", "Content-Type: application/json", "--data", "@\(order)", url + "/orderbook/v1/order"]
    let taken = try await Self.curl(post)
    #expect(taken == "200", "\(taken)")
    #expect(try await first.end(signal: SIGINT).status == 0)

    let second = try program.serve(arguments + ["--read-only"])
    let again = try #require(try await second.json()["result"])
    #expect(again["readOnly"] == true && again["store"]?.string == program.home.file("relay.sqlite"))
    let place = try #require(again["url"]?.string)
    #expect(try await Self.curl(["\(place)/orderbook/v1/order/\(signed.hash)"]) == "200")
    #expect(try await Self.curl(["\(place)/orderbook/v1/order/\(Hash32.zero)"]) == "404")
    let refused = try await Self.curl(
      ["--header", "Content-Type: application/json", "--data", "@\(order)", place + "/orderbook/v1/order"])
    #expect(refused == "403")
    #expect(try await second.end(signal: SIGTERM).status == 0)
    await server.stop()
  }

  @Test("rules that are damaged are refused with their place, before a node is asked")
  func damaged() async throws {
    let folder = TemporaryDirectory()
    let cases: [(rules: String, words: String)] = [
      (#"{"chainId": 31337, "exchanges": {"v1": "0x12"}}"#, "exchanges.v1"),
      (#"{"chainId": 31337, "exchange": {}}"#, "exchange"),
      (RelayRules.example.replacing(#""precision": 5"#, with: #""precision": 500"#), "pairs[0].tokenA.precision"),
      (String(RelayRules.example.dropLast(3)), "JSON"),
    ]
    for (rules, words) in cases {
      let file = folder.write(rules, to: "rules.json")
      for line in ["relay serve --rules \(file) --endpoint http://127.0.0.1:9", "relay rules --check \(file)"] {
        let run = await CommandRun(line, environment: ["HOME": folder.path])
        #expect(run.status == .settings && run.output.isEmpty, "\(run.errors)")
        #expect(run.errors.contains(words), "\(run.errors)")
        #expect(run.errors.contains("lectures relay rules --help"), "\(run.errors)")
      }
    }
  }

  @Test("the example is printed as it is, can be used, and every member of it has its meaning in the help")
  func example() async throws {
    let folder = TemporaryDirectory()
    let example = await CommandRun("relay rules")
    #expect(try JSON(parsing: example.output) == JSON(parsing: RelayRules.example))
    let file = folder.write(example.output, to: "rules.json")
    let check = try JSON(parsing: await CommandRun("relay rules --check \(file) --json").output)
    #expect(check["result"]?["chainId"] == "1001" && check["result"]?["pairs"] == 1)
    #expect(await CommandRun("relay rules --json").status == .success)
    let help = await CommandRun("relay rules --help").output
    for (name, _) in RelayRules.format { #expect(help.contains("\(name): ")) }
  }

  // MARK: Support

  private static func exchange(at url: String) async throws -> DemoExchange {
    let endpoint = try Endpoint(url)
    let node = try NodeClient(endpoints: [endpoint], options: .patient)
    let sender = TransactionSender(
      node: node, chainID: 31_337, outbox: .inMemory(), trust: TrustPolicy(own: [endpoint]))
    return try await DemoExchange.open(over: ContractConnection(sender: sender), chainID: 31_337)
  }

  private static func rules(of exchange: DemoExchange) throws -> String {
    """
    {"chainId": 31337, "exchanges": {"v4": "\(try #require(exchange.contracts.v4))"},
     "pairs": [{"tokenA": {"address": "\(exchange.pair.base)"}, "tokenB": {"address": "\(exchange.pair.quote)"}}]}
    """
  }

  private static func order(of exchange: DemoExchange, on chain: Devnet) async throws -> SignedOrder<LimitOrder> {
    let time = try #require(await chain.block()).header.timestamp
    return try await LimitOrder(
      exchange: try #require(exchange.contracts.exchange(of: .v4)), maker: exchange.makers[0].address,
      makerToken: exchange.pair.base, takerToken: exchange.pair.quote, makerAmount: 1_000, takerAmount: 300,
      expiry: UInt256(time + 86_400), salt: 1
    ).signed(by: exchange.makers[0])
  }

  /// Asks whether a relay takes orders until it does.
  private static func status(untilReady url: String) async throws -> String {
    while true {
      let status = try await curl([url + "/readyz"])
      guard status == "503" else { return status }
      try await Task.sleep(for: .milliseconds(50))
    }
  }

  /// The status of an answer over HTTP.
  private static func curl(_ arguments: [String]) async throws -> String {
    try await Command.run(
      "/usr/bin/env",
      ["curl", "--silent", "--output", "/dev/null", "--write-out", "%{http_code}"] + arguments,
      environment: ["PATH": "/usr/bin:/bin"]
    ).output
  }
}
