import ChainSupport
import Foundation
import Keys
import LectureKit
import NodeDoubles
import NodeRPC
import Primitives
import StrictJSON
import Testing

/// Each wrong thing, told by an exit code of its kind and in the shape that scripts read; nothing is sent.
@Suite(
  "What the program refuses", .enabled(if: Program.canRun, "\(TestTools.programAdvice)"), .timeLimit(.minutes(20)))
struct ProgramFailureTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let arguments: [String]
    let status: Int
    let code: String
    /// Whether `--yes` is given.
    var yes = true
    /// Replaces settings that all cases have.
    var settings: [String: String] = [:]

    var testDescription: String { "lectures \(arguments.joined(separator: " ")) → \(code)" }
  }

  /// Lecture 0 is open at 10 KLAY and bought and rated by `student`; 1 is settled; 2 is open and bought by nobody.
  static let cases: [Case] = [
    Case(
      arguments: ["purchase", "2", "--price", "10", "--from", "poor"], status: 4, code: "sending.notEnoughForValue"),
    Case(arguments: ["purchase", "2", "--price", "10", "--from", "exact"], status: 4, code: "sending.notEnoughForGas"),
    Case(arguments: ["purchase", "2", "--price", "9", "--from", "student"], status: 11, code: "lecture.priceChanged"),
    Case(arguments: ["purchase", "1", "--price", "10", "--from", "student"], status: 3, code: "lecture.closed"),
    Case(
      arguments: ["purchase", "3", "--price", "10", "--from", "student"], status: 3, code: "lecture.unknownLecture"),
    Case(arguments: ["purchase", "0", "--price", "10", "--from", "student"], status: 3, code: "lecture.boughtAlready"),
    Case(arguments: ["purchase", "0", "--price", "10", "--from", "teacher"], status: 3, code: "lecture.ownLecture"),
    Case(
      arguments: ["purchase", "2", "--price", "0.5", "--from", "student"], status: 64, code: "lecture.invalidPrice"),
    Case(arguments: ["purchase", "2", "--from", "student"], status: 64, code: "usage"),
    Case(
      arguments: ["purchase", "2", "--price", "10", "--from", "student"], status: 8, code: "needsConfirmation",
      yes: false),
    Case(
      arguments: ["purchase", "2", "--price", "10", "--max-total-fee", "1 peb", "--from", "student"], status: 11,
      code: "sending.feeAboveLimit"),
    Case(
      arguments: ["evaluate", "2", "--scores", "1,2,3,4,5", "--from", "student"], status: 3, code: "lecture.notStudent"),
    Case(
      arguments: ["evaluate", "0", "--scores", "1,2,3,4,5", "--from", "student"], status: 3,
      code: "lecture.ratedAlready"),
    Case(
      arguments: ["evaluate", "0", "--scores", "1,2,3,4,101", "--from", "student"], status: 64,
      code: "lecture.invalidScores"),
    Case(
      arguments: ["evaluate", "0", "--scores", "1,2,3,4", "--from", "student"], status: 64,
      code: "lecture.invalidScores"),
    Case(
      arguments: ["evaluate", "0", "--scores=-1,2,3,4,5", "--from", "student"], status: 64,
      code: "lecture.invalidScores"),
    Case(arguments: ["settle", "2", "--from", "student"], status: 3, code: "lecture.notOwner"),
    Case(arguments: ["settle", "1", "--from", "owner"], status: 3, code: "lecture.closed"),
    Case(arguments: ["create", "--price", "0", "--from", "teacher"], status: 64, code: "lecture.invalidPrice"),
    Case(arguments: ["create", "--price", "0.5", "--from", "teacher"], status: 64, code: "lecture.invalidPrice"),
    Case(arguments: ["reopen", "2", "--price", "1", "--from", "teacher"], status: 3, code: "lecture.stillOpen"),
    Case(arguments: ["reopen", "1", "--price", "1", "--from", "student"], status: 3, code: "lecture.notTeacher"),
    Case(arguments: ["show", "3"], status: 3, code: "lecture.unknownLecture", yes: false),
    Case(arguments: ["average", "0", "3"], status: 3, code: "lecture.unknownLecture", yes: false),
    Case(arguments: ["points", "3"], status: 3, code: "lecture.unknownLecture", yes: false),
    Case(arguments: ["students", "3"], status: 3, code: "lecture.unknownLecture", yes: false),
    Case(arguments: ["average"], status: 64, code: "usage"),
    Case(arguments: ["show", "none"], status: 64, code: "usage", yes: false),
    Case(arguments: ["purchse", "0"], status: 64, code: "usage"),
    Case(
      arguments: ["purchase", "2", "--price", "10", "--from", "student"], status: 7, code: "keystore.wrongPassword",
      settings: ["password-file": "wrong.txt"]),
    Case(arguments: ["purchase", "2", "--price", "10", "--from", "nobody"], status: 7, code: "keystore.notFound"),
    Case(
      arguments: ["show", "0"], status: 5, code: "node.unreachable", yes: false,
      settings: ["endpoint": "http://127.0.0.1:9"]),
    Case(arguments: ["show", "0"], status: 5, code: "node.notJSON", yes: false, settings: ["endpoint": "html"]),
    Case(
      arguments: ["show", "0"], status: 10, code: "node.unsupportedScheme", yes: false,
      settings: ["endpoint": "ws://127.0.0.1:8546"]),
    Case(arguments: ["show", "0", "--chain-id", "99"], status: 6, code: "wrongChain", yes: false),
    Case(arguments: ["list"], status: 6, code: "contract.noContract", yes: false, settings: ["contract": "nobody"]),
    Case(
      arguments: ["list"], status: 6, code: "lecture.unknownContract", yes: false, settings: ["contract": "another"]),
  ]

  @Test("and how it says so", arguments: cases)
  func refused(wrong: Case) async throws {
    let cli = try await Self.cli.value
    let page = try HostileServer { _ in
      [.reply("<!doctype html><title>Sign in</title><h1>Welcome</h1>", type: "text/html")]
    }
    var settings = [
      "endpoint": cli.chain.url, "contract": cli.contract, "keystore-dir": cli.folder.file("keystores"),
      "password-file": cli.folder.file("password.txt"), "timeout": "60",
    ]
    for (name, value) in wrong.settings {
      settings[name] =
        switch value {
        case "wrong.txt": cli.folder.file(value)
        case "html": page.url
        case "nobody": cli.fixture.teacher.address.checksummed
        case "another": try await Self.another.value
        default: value
        }
    }
    let program = try Program(settings: settings)
    let arguments = wrong.arguments + (wrong.yes ? ["--yes"] : [])

    let asked = try await cli.chain.accountsState(of: cli)
    let run = try await program.run(arguments + ["--json"])
    #expect(run.status == wrong.status, "\(run.output)\(run.errors)")
    let json = try run.json()
    #expect(json["ok"] == false && json.object?.map(\.key).prefix(2) == ["ok", "error"], "\(json)")
    #expect(json["error"]?["code"]?.string == wrong.code, "\(json)")
    #expect(json["error"]?["exit"]?.int == wrong.status)
    #expect(json["error"]?["message"]?.string?.isEmpty == false)

    let told = try await program.run(arguments)
    #expect(told.status == wrong.status && told.output.isEmpty, "\(told.output)")
    let text = told.errors.split(separator: "\n").drop { !$0.hasPrefix("error: ") }
    #expect((1...6).contains(text.count), "\(told.errors)")
    if wrong.code != "usage" { #expect(text.count <= 4, "\(told.errors)") }
    #expect(!told.errors.contains("horse"), "no password is told")
    #expect(try await cli.chain.accountsState(of: cli) == asked, "nothing was sent")
  }

  @Test("A price or a word mistyped comes with a suggestion")
  func suggestions() async throws {
    let program = try Program()
    #expect(try await program.run("purchse", "0").errors.contains("Did you mean 'purchase'?"))
    #expect(try await program.run("list", "--network", "kairoz").errors.contains("Did you mean 'kairos'?"))
  }

  @Test("A price above max-price is told by that name, for no --price helps; one above --price by that")
  func limitOfPrice() async throws {
    let cli = try await Self.cli.value
    for (bounds, told) in [
      (["--max-price", "9", "--price", "10"], "--max-price"), (["--max-price", "9"], "--max-price"),
      (["--max-price", "10", "--price", "9"], "--price 10"),
    ] {
      let run = try await cli.program.run(
        ["purchase", "2", "--yes", "--json"] + bounds + cli.options(from: "student"))
      let error = try run.json()["error"]
      #expect(run.status == 11 && error?["code"] == "lecture.priceChanged", "\(run.output)\(run.errors)")
      let texts = [error?["reason"]?.string, error?["advice"]?.string].compactMap { $0 }
      #expect(texts.last?.contains(told) == true, "\(run.output)")
      #expect(texts.first?.contains("max-price (--max-price), 9 KLAY") == (told == "--max-price"), "\(run.output)")
    }
  }

  /// One contract for all cases: none of them changes anything.
  private static let cli = Task {
    let cli = try await CLIFixture.open()
    let fixture = cli.fixture
    for _ in 0..<3 { try await fixture.create() }
    try await fixture.buy(0)
    try await fixture.rate(0, [1, 2, 3, 4, 5])
    try await fixture.settle(1)
    return cli
  }

  private static let another = Task {
    let cli = try await Self.cli.value
    return try await StandIn.deploy("CustomErrors", from: cli.poor, on: cli.chain).address.checksummed
  }
}

extension Chain {
  /// Nonces and balances of everybody in a fixture.
  fileprivate func accountsState(of cli: CLIFixture) async throws -> [String] {
    var state: [String] = []
    for key in [cli.fixture.owner, cli.fixture.teacher, cli.fixture.student, cli.exact] {
      state.append("\(try await node.transactionCount(of: key.address)) \(try await node.balance(of: key.address))")
    }
    return state
  }
}
