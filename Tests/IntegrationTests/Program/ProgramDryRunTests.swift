import ChainSupport
import ContractClient
import Foundation
import Keys
import LectureKit
import NodeRPC
import Primitives
import Sending
import StrictJSON
import Testing
import Transactions

/// `--dry-run` as a user runs it, against a node that is not ours.
@Suite(
  "The program's dry runs", .enabled(if: Program.canRun, "\(TestTools.programAdvice)"), .timeLimit(.minutes(20)))
struct ProgramDryRunTests {
  /// Runs a command without any password at hand.
  private func dry(_ cli: CLIFixture, _ arguments: String..., from account: String, status: Int = 0) async throws
    -> JSON
  {
    // A deployment has no contract yet.
    let options =
      arguments.first == "contract"
      ? [] : ["--contract", cli.contract, "--from-block", "\(cli.fixture.client.session.deploymentBlock)"]
    let run = try await cli.program.run(arguments + ["--dry-run", "--json", "--from", account] + options)
    #expect(run.status == status, "\(run.output)\(run.errors)")
    let json = try run.json()
    return try #require(json["result"] ?? json["error"])
  }

  @Test("Each step of a lecture's life is foretold, and nothing of it happens")
  func life() async throws {
    let cli = try await CLIFixture.open(on: try await Chain.start())
    let fixture = cli.fixture
    let head = try await fixture.node.blockNumber()
    let created = try await dry(cli, "create", "--price", "10", "--title", "Swift", from: "teacher")
    #expect(created["outcome"] == "success")
    #expect(created["call"] == "createLecture(lectureCost: 10, title: \"Swift\")")
    #expect(try await fixture.node.blockNumber() == head)
    try await fixture.create()

    let bought = try await dry(cli, "purchase", "0", "--price", "10", from: "student")
    let accounts = try #require(bought["accounts"]?.array)
    let market = try #require(accounts.first { $0["address"]?.string == cli.contract })
    #expect(market["before"]?["value"] == "0" && market["after"]?["value"] == "10")
    #expect(bought["events"]?[0]?["event"]?.string != nil)
    let receipt = try await fixture.buy(0)
    #expect(bought["gasUsed"]?.int == Int(receipt.receipt.gasUsed))

    // The node's own trial refuses it, as it does without the option.
    let twice = try await dry(cli, "purchase", "0", "--price", "10", from: "student", status: 3)
    #expect(twice["code"] == "lecture.boughtAlready")
    let rated = try await dry(cli, "evaluate", "0", "--scores", "100,80,34,77,99", from: "student")
    #expect(rated["outcome"] == "success")
    let settled = try await dry(cli, "settle", "0", from: "owner")
    #expect(
      settled["accounts"]?.array?.contains { $0["address"]?.string == fixture.teacher.address.checksummed } == true)
    let deployed = try await dry(cli, "contract", "deploy", "LectureMarket", from: "owner")
    #expect(deployed["contract"]?.string != nil && deployed["outcome"] == "success")
    #expect(try await fixture.node.transactionCount(of: fixture.owner.address) == 1)
  }

  @Test("The rows of a batch are tried one after the other")
  func batch() async throws {
    let cli = try await CLIFixture.open(on: try await Chain.start())
    try cli.folder.write("create,10,One\nsettle,0\nsettle,1\ncreate,12,Two\n", to: "rows.csv")
    let options = ["--contract", cli.contract, "--from-block", "\(cli.fixture.client.session.deploymentBlock)"]
    let run = try await cli.program.run(
      ["batch", cli.folder.file("rows.csv"), "--dry-run", "--json", "--from", "owner"] + options)
    #expect(run.status == 1, "\(run.output)\(run.errors)")
    let rows = try #require(try run.json()["result"]?["rows"]?.array, "\(run.output)")
    #expect(rows.map { $0["outcome"]?["state"]?.string } == ["tried", "tried", "failed", "tried"])
    #expect(try await cli.fixture.client.count() == 0)
  }

  @Test("A signed transaction is tried as it is")
  func raw() async throws {
    let cli = try await CLIFixture.open(on: try await Chain.start())
    let fixture = cli.fixture
    let plan = try await fixture.client.planCreate(price: klay(10), from: fixture.teacher.address)
    let raw = try plan.prepared.transaction(nonce: 0).signed(by: fixture.teacher).encoded.hex
    let result = try await dry(cli, "tx", "send", raw, from: "teacher")
    #expect(result["outcome"] == "success")
    #expect(result["from"]?.string == fixture.teacher.address.checksummed)
    #expect(try await fixture.node.transactionCount(of: fixture.teacher.address) == 0)
  }
}
