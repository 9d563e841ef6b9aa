import ChainSupport
import Foundation
import Keys
import NodeRPC
import Primitives
import StrictJSON
import Testing

/// What a student without a coin for gas does about a transaction that waits and that another pays for.
@Suite(
  "The program on what another pays for and waits", .enabled(if: Program.path != nil, "lectures is not built"),
  .timeLimit(.minutes(20)))
struct DelegatedReplacementProgramTests {
  private func wei(_ json: JSON?) throws -> UInt256 { try UInt256(parsing: #require(json?["wei"]?.string)) }

  /// The number of the one that is under way, once the node shows it.
  private func waiting(_ cli: CLIFixture) async throws -> String {
    while true {
      let open = try await cli.result("tx", "list", "--open")["intents"]?.array ?? []
      if open.count == 1, open[0]["state"] == "seen" { return try #require(open[0]["intent"]?.numberText) }
      try await Task.sleep(for: .milliseconds(100))
    }
  }

  /// Waits until so many were signed for it, and the last is in the pool.
  private func signed(_ count: Int, _ cli: CLIFixture) async throws {
    while true {
      let open = try await cli.result("tx", "list", "--open")["intents"]?.array ?? []
      if let attempts = open.first?["attempts"]?.array, attempts.count == count,
        let hash = attempts.last?["hash"]?.string.flatMap({ try? Hash32($0) }),
        try await cli.chain.node.transaction(hash) != nil
      {
        return
      }
      try await Task.sleep(for: .milliseconds(100))
    }
  }

  private func start(_ line: String, _ cli: CLIFixture, from account: String? = nil) throws -> Command.Running {
    try cli.program.start(
      line.split(separator: " ").map(String.init) + ["--json", "--yes"] + cli.options(from: account))
  }

  @Test("it is sped up, and another cancelled, by the platform's account; without it the way out is told")
  func account() async throws {
    let cli = try await CLIFixture.open(on: Chain.start(kaia: true))
    try await cli.result("create", "--price", "10", from: "teacher", yes: true)
    let (student, platform) = (cli.exact, cli.fixture.owner)
    let before = try await cli.fixture.balance(platform)
    try await cli.chain.automine(false)
    let first = try start("purchase 0 --price 10 --fee-payer owner", cli, from: "exact")
    let number = try await waiting(cli)
    let unsaid = await (try start("tx speed-up \(number)", cli)).end()
    let needed = try unsaid.json()["error"]
    #expect(unsaid.status == 64 && needed?["code"] == "sending.feePayerNeeded", "\(unsaid.output)")
    #expect(needed?["advice"]?.string?.contains("--fee-payer \(platform.address)") == true, "\(unsaid.output)")
    let faster = try start("tx speed-up \(number) --fee-payer owner", cli)
    try await signed(2, cli)
    try await cli.chain.mine()
    let (sped, told) = (await faster.end(), await first.end())
    let result = try sped.json()["result"]
    #expect(sped.status == 0 && result?["replaced"] == true, "\(sped.output)")
    #expect(result?["feePayer"]?.string == platform.address.checksummed, "\(sped.output)")
    #expect(told.status == 0, "\(told.output)")
    #expect(try told.json()["result"]?["transaction"]?["hash"] == result?["hash"])
    #expect(try await cli.fixture.balance(student) == .zero)
    #expect(try await cli.fixture.balance(platform).wei == before.wei - wei(result?["feePayerPaid"]))

    let rating = try start("evaluate 0 --scores 1,2,3,4,5 --fee-payer owner", cli, from: "exact")
    let other = try await waiting(cli)
    let poor = await (try start("tx cancel \(other)", cli)).end()
    #expect(poor.status == 4, "\(poor.output)")
    #expect(try poor.json()["error"]?["advice"]?.string?.contains("--fee-payer") == true, "\(poor.output)")
    let tried = await (try start("tx cancel \(other) --fee-payer owner --dry-run", cli)).end()
    #expect(tried.status == 0, "\(tried.output)")
    let nothing = try start("tx cancel \(other) --fee-payer owner", cli)
    try await signed(2, cli)
    try await cli.chain.mine()
    let (cancelled, refused) = (await nothing.end(), await rating.end())
    #expect(cancelled.status == 0, "\(cancelled.output)")
    #expect(try refused.json()["error"]?["code"] == "sending.cancelled", "\(refused.output)")
    let hash = try #require(try cancelled.json()["result"]?["hash"]?.string)
    let shown = try await cli.result("tx", "show", hash)
    #expect(shown["type"] == 0x39 && shown["feePayer"]?.string == platform.address.checksummed, "\(shown)")
    #expect(try await cli.fixture.balance(student) == .zero)
  }

  @Test("a service is asked anew by its rules, and its journal counts the two at most once")
  func service() async throws {
    let cli = try await CLIFixture.open(on: Chain.start(kaia: true))
    try await cli.result("create", "--price", "10", from: "teacher", yes: true)
    try cli.folder.write(
      """
      {"chainId": \(cli.chain.chainID),
       "contracts": [{"address": "\(cli.contract)", "methods": ["purchaseLecture(uint256)"], "maxValue": "10 klay"}],
       "maxGasPrice": "50 gwei", "maxGas": 500000, "perDay": "1 klay", "perSenderPerDay": "0.5 klay", "anonymous": true}
      """, to: "rules.json")
    let journal = cli.folder.file("fees.journal")
    let service = try cli.program.serve(
      "fee-payer", "serve", "--from", "owner", "--rules", cli.folder.file("rules.json"), "--journal", journal,
      "--port", "0", "--json", "--endpoint", cli.chain.url, "--keystore-dir", cli.folder.file("keystores"),
      "--password-file", cli.folder.file("password.txt"))
    let url = try #require(try await service.json()["result"]?["url"]?.string)
    try await cli.chain.automine(false)
    let first = try start("purchase 0 --price 10 --fee-service \(url)", cli, from: "exact")
    while try await cli.chain.node.transactionCount(of: cli.exact.address, at: .pending) == 0 {
      try await Task.sleep(for: .milliseconds(100))
    }
    // The student's machine ends, and the purchase waits.
    first.interrupt()
    _ = await first.end()
    let number = try #require(
      try await cli.result("tx", "list", "--open")["intents"]?[0]?["intent"]?.numberText)
    let forbidden = await (try start("tx cancel \(number) --fee-service \(url)", cli)).end()
    #expect(try forbidden.json()["error"]?["code"] == "sending.notReplaced", "\(forbidden.output)")
    #expect(
      try forbidden.json()["error"]?["reason"]?.string?.contains("Cancelling is not paid for") == true,
      "\(forbidden.output)")

    let before = try await cli.chain.node.call("txpool_content")
    let faster = try start("tx speed-up \(number) --fee-service \(url)", cli)
    func approved() async throws -> Bool {
      try await cli.result("fee-payer", "show", journal)["transactions"] == 2
    }
    while try await !approved() { try await Task.sleep(for: .milliseconds(100)) }
    while try await cli.chain.node.call("txpool_content") == before {
      try await Task.sleep(for: .milliseconds(100))
    }
    try await cli.chain.mine()
    let sped = await faster.end()
    let result = try sped.json()["result"]
    #expect(sped.status == 0 && result?["replaced"] == true, "\(sped.output)")
    #expect(try await cli.fixture.balance(cli.exact) == .zero)
    let shown = try await cli.result("fee-payer", "show", journal)
    #expect(try shown["transactions"] == 2 && wei(shown["spentToday"]) == wei(result?["feePayerPaid"]), "\(shown)")
    _ = try await service.end(signal: SIGINT)
  }
}
