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
  private func dry(_ desk: CLIFixture, _ arguments: String..., from account: String, status: Int = 0) async throws
    -> JSON
  {
    // A deployment has no contract yet.
    let options =
      arguments.first == "contract"
      ? [] : ["--contract", desk.contract, "--from-block", "\(desk.stage.client.session.deploymentBlock)"]
    let run = try await desk.program.run(arguments + ["--dry-run", "--json", "--from", account] + options)
    #expect(run.status == status, "\(run.output)\(run.errors)")
    let json = try run.json()
    return try #require(json["result"] ?? json["error"])
  }

  @Test("Each step of a lecture's life is foretold, and nothing of it happens")
  func life() async throws {
    let desk = try await CLIFixture.open(on: try await Chain.start())
    let stage = desk.stage
    let head = try await stage.node.blockNumber()
    let created = try await dry(desk, "create", "--price", "10", "--title", "Swift", from: "teacher")
    #expect(created["outcome"] == "success")
    #expect(created["call"] == "createLecture(lectureCost: 10, title: \"Swift\")")
    #expect(try await stage.node.blockNumber() == head)
    try await stage.create()

    let bought = try await dry(desk, "purchase", "0", "--price", "10", from: "student")
    let accounts = try #require(bought["accounts"]?.array)
    let market = try #require(accounts.first { $0["address"]?.string == desk.contract })
    #expect(market["before"]?["value"] == "0" && market["after"]?["value"] == "10")
    #expect(bought["events"]?[0]?["event"]?.string != nil)
    let receipt = try await stage.buy(0)
    #expect(bought["gasUsed"]?.int == Int(receipt.receipt.gasUsed))

    // The node's own trial refuses it, as it does without the option.
    let twice = try await dry(desk, "purchase", "0", "--price", "10", from: "student", status: 3)
    #expect(twice["code"] == "lecture.boughtAlready")
    let rated = try await dry(desk, "evaluate", "0", "--scores", "100,80,34,77,99", from: "student")
    #expect(rated["outcome"] == "success")
    let settled = try await dry(desk, "settle", "0", from: "owner")
    #expect(settled["accounts"]?.array?.contains { $0["address"]?.string == stage.teacher.address.checksummed } == true)
    let deployed = try await dry(desk, "contract", "deploy", "LectureMarket", from: "owner")
    #expect(deployed["contract"]?.string != nil && deployed["outcome"] == "success")
    #expect(try await stage.node.transactionCount(of: stage.owner.address) == 1)
  }

  @Test("The rows of a batch are tried one after the other")
  func batch() async throws {
    let desk = try await CLIFixture.open(on: try await Chain.start())
    try desk.folder.write("create,10,One\nsettle,0\nsettle,1\ncreate,12,Two\n", to: "rows.csv")
    let options = ["--contract", desk.contract, "--from-block", "\(desk.stage.client.session.deploymentBlock)"]
    let run = try await desk.program.run(
      ["batch", desk.folder.file("rows.csv"), "--dry-run", "--json", "--from", "owner"] + options)
    #expect(run.status == 1, "\(run.output)\(run.errors)")
    let rows = try #require(try run.json()["result"]?["rows"]?.array, "\(run.output)")
    #expect(rows.map { $0["outcome"]?["state"]?.string } == ["tried", "tried", "failed", "tried"])
    #expect(try await desk.stage.client.count() == 0)
  }

  @Test("A signed transaction is tried as it is")
  func raw() async throws {
    let desk = try await CLIFixture.open(on: try await Chain.start())
    let stage = desk.stage
    let plan = try await stage.client.planCreate(price: klay(10), from: stage.teacher.address)
    let raw = try plan.prepared.transaction(nonce: 0).signed(by: stage.teacher).encoded.hex
    let result = try await dry(desk, "tx", "send", raw, from: "teacher")
    #expect(result["outcome"] == "success")
    #expect(result["from"]?.string == stage.teacher.address.checksummed)
    #expect(try await stage.node.transactionCount(of: stage.teacher.address) == 0)
  }
}
