import ChainSupport
import ContractClient
import Foundation
import NodeDoubles
import NodeRPC
import Primitives
import StrictJSON
import Testing

/// `lectures gas` as a user runs it, on a devnet whose base fee is driven up and down.
@Suite(
  "The gas monitor of the program", .enabled(if: Program.path != nil, "lectures is not built"), .timeLimit(.minutes(20))
)
struct GasProgramTests {
  let chain: Chain
  let program: Program

  init() async throws {
    chain = try await Chain.start()
    program = try Program(settings: ["endpoint": chain.url])
  }

  /// Makes the next block's base fee so many gwei: an empty block lowers its own by an eighth.
  func drive(_ gwei: Int) async throws {
    let wei = UInt256(gwei) * 1_000_000_000 * 8 / 7 + 8
    _ = try await chain.node.call("hardhat_setNextBlockBaseFeePerGas", [.string(wei.quantity)])
    try await chain.mine()
  }

  /// Waits for something, a minute at most.
  func wait(_ what: String, _ condition: () async throws -> Bool) async throws {
    for _ in 0..<600 {
      if try await condition() { return }
      try await Task.sleep(for: .milliseconds(100))
    }
    Issue.record("this did not come: \(what)")
  }

  func json(_ arguments: String...) async throws -> JSON {
    let run = try await program.run(arguments + ["--json"])
    return try run.json()["result"] ?? .null
  }

  @Test("It tells the prices of each speed and of usual actions, in other money too")
  func now() async throws {
    try await drive(20)
    let quote = try await json("gas", "--fiat-rate", "2000 USD")
    #expect(quote["source"] == "node")
    let base = try #require(quote["baseFee"]?.string)
    #expect(base.hasPrefix("2000000000") && base.count == 11)
    #expect(quote["tiers"]?.array?.map { $0["speed"] } == ["slow", "standard", "fast"])
    let transfer = try #require(quote["actions"]?.array?.first)
    #expect(transfer["gas"] == 21000)
    // 21,000 · (20 + 1) gwei at 2000 USD.
    #expect(transfer["costs"]?.array?.first?["fiat"] == "0.88 USD")
    let text = try await program.run("gas").output
    for word in ["Base fee", "standard", "purchase", "as measured on a devnet"] { #expect(text.contains(word)) }
  }

  @Test("What is watched is kept, drawn and written")
  func history() async throws {
    let run = try await program.run("gas", "watch", "--every", "1", "--count", "2")
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.output.split(separator: "\n").count == 3)
    let (svg, csv) = (program.home.file("gas.svg"), program.home.file("gas.csv"))
    let history = try await program.run("gas", "history", "--svg", svg, "--csv", csv)
    #expect(history.output.contains("The cheapest hours of the week"))
    #expect(program.home.read("gas.svg")?.contains("<polyline") == true)
    #expect(program.home.read("gas.csv")?.hasPrefix("time,samples,") == true)
  }

  @Test("An alert is told once for each crossing, though the webhook fails twice and the daemon is killed")
  func killed() async throws {
    let receiver = try HostileServer(inTurn: [[.reply("{}", status: 503)], [.reply("{}", status: 503)], [.reply("{}")]])
    let secret = try program.home.write("a secret\n", to: "secret")
    let added = try await json(
      "gas", "alert", "add", "--below", "25", "--webhook", receiver.url, "--webhook-secret-file", secret)
    #expect(added["alert"] == 1)
    try await drive(100)
    let status = { () async throws -> JSON in try await self.json("gas", "daemon", "--status") }
    #expect(try await status()["running"] == false)

    func start() throws -> LineProcess {
      try program.serve("gas", "daemon", "--every", "1", "--endpoint", chain.url)
    }
    let first = try start()
    #expect(try await first.line().contains("1 alert"))
    try await wait("a first price") { try await status()["lastSample"]?.int != nil }
    #expect(try await status()["running"] == true)
    try await drive(10)
    try await wait("the first attempt") { !receiver.requests.isEmpty }
    #expect(try await first.end(signal: SIGKILL).status == -Int(SIGKILL))

    let second = try start()
    try await wait("the delivery") { try await status()["delivered"] == 1 }
    try await drive(100)
    try await wait("the price above") { (try await status()["standard"]?.string?.count ?? 0) > 11 }
    try await drive(10)
    try await wait("the second crossing") { try await status()["delivered"] == 2 }
    let other = try await program.run("gas", "daemon")
    #expect(other.status != 0 && other.errors.contains("Another process watches"))
    #expect(try await second.end(signal: SIGTERM).status == 0)

    let ids = receiver.requests.compactMap { $0.headers["x-lectures-delivery"] }
    #expect(Set(ids).count == 2, "one for each crossing")
    #expect(ids.last != ids.first)
    #expect(receiver.requests.allSatisfy { $0.headers["x-lectures-signature"]?.hasPrefix("sha256=") == true })
    // Two were refused; of those that were taken each is another.
    #expect(ids.dropFirst(2).count == 2 && Set(ids.dropFirst(2)).count == 2, "\(ids)")
    #expect(try await status()["waiting"] == 0)
  }

  @Test("An oracle is asked by GET with the key, which no text repeats")
  func oracle() async throws {
    let reply = """
      {"status":"1","message":"OK","result":{"LastBlock":"1","SafeGasPrice":"44","ProposeGasPrice":"44",\
      "FastGasPrice":"48","suggestBaseFee":"43.5","gasUsedRatio":"0.5"}}
      """
    let refusal = #"{"status":"0","message":"NOTOK","result":"Invalid API Key (TOPSECRETKEY)"}"#
    let oracle = try HostileServer(inTurn: [[.reply(reply)], [.reply(refusal)]])
    let key = try program.home.write("TOPSECRETKEY\n", to: "key")
    let options = [
      "gas", "--network", "mainnet", "--endpoint", "http://127.0.0.1:1", "--oracle", oracle.url + "/v2/api",
      "--oracle-key-file", key, "--fiat-rate",
      "2233.56 USD", "--json",
    ]
    let told = try await program.run(options)
    #expect(oracle.requests.first?.method == "GET")
    #expect(
      oracle.requests.first?.path
        == "/v2/api?chainid=1&module=gastracker&action=gasoracle&apikey=TOPSECRETKEY")
    let fiat = try told.json()["result"]?["actions"]?.array?.first?["costs"]?.array?.map { $0["fiat"] }
    #expect(fiat == ["2.06 USD", "2.06 USD", "2.25 USD"])
    let refused = try await program.run(options)
    #expect(refused.status == 5)
    #expect(!(refused.output + refused.errors).contains("TOPSECRETKEY"))
  }

  @Test(
    "What buying and rating take is as it was measured: the contract's own receipts say so",
    .enabled(if: Program.canRun))
  func measured() async throws {
    let fixture = try await ContractFixture.open(on: chain)
    let quote = try await json("gas")
    func told(_ name: String) throws -> UInt64 {
      let action = try #require(quote["actions"]?.array?.first { $0["name"]?.string == name })
      #expect(action["origin"] == "measured", "\(action)")
      return try #require(action["gas"]?.numberText.flatMap { UInt64($0) })
    }
    let number = try await fixture.create(price: 3)
    let bought = try await fixture.buy(number).receipt.gasUsed
    let rated = try await fixture.rate(number, [100, 80, 60, 40, 20]).receipt.gasUsed
    for (used, measured) in [(bought, try told("purchase")), (rated, try told("evaluate"))] {
      // Zeros in the calldata cost less than other bytes.
      #expect(max(used, measured) - min(used, measured) <= measured / 100, "\(used) where \(measured) is told")
    }
  }
}
