import ChainSupport
import Foundation
import Keys
import LectureKit
import NodeRPC
import Primitives
import StrictJSON
import Testing

/// `lectures` as a user runs it.
@Suite(
  "The program from end to end", .enabled(if: Program.canRun, "\(TestTools.programAdvice)"), .timeLimit(.minutes(20)))
struct ProgramLifeTests {
  @Test("A lecture's life, command by command, with the shapes that --json promises")
  func life() async throws {
    let cli = try await CLIFixture.open()
    let fixture = cli.fixture
    #expect(try await cli.text("list").contains("There are no lectures yet."))
    #expect(try await cli.result("list")["lectures"] == [])

    let created = try await cli.result(
      "create", "--price", "10", "--title", "스위프트 Swift", from: "teacher", yes: true)
    #expect(created["lecture"] == 0 && created["price"] == 10)
    try check(transaction: created["transaction"], call: "createLecture(lectureCost: 10, title: \"스위프트 Swift\")")

    let unrated = try await cli.result("average", "0")
    #expect(unrated["averages"] == [["lecture": 0, "average": nil]] && unrated["evidence"] == "told")
    #expect(try await cli.text("average", "0").contains("nobody rated it yet"))

    let before = try await fixture.balance(fixture.student)
    let bought = try await cli.result("purchase", "0", "--price", "10", from: "student", yes: true)
    #expect(bought["student"]?.string == fixture.student.address.checksummed)
    #expect(bought["paid"] == ["wei": "10000000000000000000", "value": "10", "symbol": "KLAY"])
    try check(transaction: bought["transaction"], call: "purchaseLecture(lectureNumber: 0)")
    let fee = try Amount(wei: UInt256(parsing: #require(bought["transaction"]?["fee"]?["wei"]?.string)))
    #expect(try await fixture.balance(fixture.student) == before.subtracting(.klay(10)).subtracting(fee))

    let students = try await cli.result("students", "0")
    #expect(students["students"]?.array?.map { $0["address"]?.string } == [fixture.student.address.checksummed])
    #expect(students["students"]?[0]?["price"] == 10 && students["students"]?[0]?["run"] == 0)
    #expect(try await cli.result("students", "0", "--check", "student")["student"] == true)
    #expect(
      try await cli.result("students", "0", "--check", fixture.owner.address.checksummed, status: 1)["student"] == false
    )

    let mine = try await cli.result("mine", from: "student")
    #expect(mine["account"]?.string == fixture.student.address.checksummed && mine["credit"]?["wei"] == "0")
    #expect(mine["lectures"]?.array?.count == 1)
    #expect(mine["lectures"]?[0]?["bought"] == true && mine["lectures"]?[0]?["canRate"] == true)
    #expect(mine["lectures"]?[0]?["scores"] == .null)

    let rated = try await cli.result("evaluate", "0", "--scores", "100,80,34,77,99", from: "student", yes: true)
    #expect(rated["average"] == 78)
    let scores: JSON = [
      "preparation": 100, "content": 80, "proceeding": 34, "communication": 77, "satisfaction": 99,
    ]
    #expect(rated["scores"] == scores)
    #expect(try await cli.result("average", "0")["averages"] == [["lecture": 0, "average": 78]])
    #expect(try await cli.result("average", "--all")["averages"] == [["lecture": 0, "average": 78]])
    #expect(try await cli.text("average", "0").hasPrefix("Lecture 0 averages 78"))
    let points = try await cli.result("points", "0")
    #expect(points == ["lecture": 0, "ratings": 1, "sums": scores, "average": 78])

    let settled = try await cli.result("settle", "0", from: "owner", yes: true)
    #expect(settled["settlement"]?["teacherShare"]?["value"] == "9.05")
    #expect(settled["settlement"]?["ownerShare"]?["value"] == "0.95")
    #expect(settled["settlement"]?["teacherPaid"] == true && settled["settlement"]?["run"] == 0)

    let shown = try await cli.result("show", "0")
    #expect(shown["contract"] == "market")
    let lecture = try #require(shown["lecture"])
    #expect(lecture["number"] == 0 && lecture["title"] == "스위프트 Swift" && lecture["price"] == 10)
    #expect(lecture["open"] == false && lecture["run"] == 0 && lecture["students"] == 1)
    #expect(lecture["ratings"] == 1 && lecture["average"] == 78 && lecture["escrow"]?["wei"] == "0")
    #expect(lecture["teacher"]?.string == fixture.teacher.address.checksummed)
    #expect(try await cli.result("list")["lectures"] == .array([lecture]))
    #expect(try await cli.result("list", "--open")["lectures"] == [])
    let table = try await cli.text("list")
    #expect(table.contains("스위프트 Swift") && table.contains("10 KLAY") && table.contains("settled"))
    #expect(!table.contains("\u{1b}"), "no colours where nobody looks")

    let reopened = try await cli.result("reopen", "0", "--price", "12", from: "teacher", yes: true)
    #expect(reopened["lecture"] == 0 && reopened["price"] == 12)
    #expect(try await cli.result("show", "0")["lecture"]?["run"] == 1)
    // To open the run after that is something else, be it at the same price and at once.
    _ = try await cli.result("settle", "0", from: "owner", yes: true)
    _ = try await cli.result("reopen", "0", "--price", "12", from: "teacher", yes: true)
    #expect(try await cli.result("show", "0")["lecture"]?["run"] == 2)
    #expect(try await cli.result("withdraw", from: "teacher", yes: true)["transaction"] == .null)
  }

  private func check(transaction: JSON?, call: String, at location: SourceLocation = #_sourceLocation) throws {
    let transaction = try #require(transaction, sourceLocation: location)
    #expect(
      transaction.object?.map(\.key) == [
        "hash", "block", "gasUsed", "fee", "value", "confirmations", "evidence", "endpoints", "call", "link",
      ],
      sourceLocation: location)
    #expect(throws: Never.self, sourceLocation: location) { try Hash32(transaction["hash"]?.string ?? "") }
    #expect(transaction["call"]?.string == call, sourceLocation: location)
    #expect((transaction["gasUsed"]?.int ?? 0) > 21_000, sourceLocation: location)
    #expect(transaction["confirmations"] == 1 && transaction["link"] == .null, sourceLocation: location)
  }

  @Test("The demo brings its own chain, runs to its end, and says the average and what it cost")
  func demo() async throws {
    let program = try Program()
    let run = try await program.run("demo")
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.output.contains("Average of lecture 0: 78") && run.output.contains("10 KLAY"))
    let json = try await program.run("demo", "--json").json()
    #expect(json["result"]?["average"] == 78 && json["result"]?["steps"]?.array?.count == 5)
    #expect(json["result"]?["paid"]?["value"] == "10")
    #expect(program.home.names().isEmpty, "nothing is kept: \(program.home.names())")
  }

  @Test("The doctor says what is well and what is not")
  func doctor() async throws {
    let cli = try await CLIFixture.open()
    let healthy = try await cli.result("doctor", from: "student")
    #expect(healthy["healthy"] == true)
    let subjects = healthy["findings"]?.array?.compactMap { $0["subject"]?.string }
    #expect(subjects == ["Settings", "Node", "Newest block", "Contract", "Keystores", "Outbox", "Account"])
    // A chain of the tests that made more than a block a second is ahead of the clock.
    let isWell = healthy["findings"]?.array?.allSatisfy { $0["verdict"] == "good" || $0["subject"] == "Newest block" }
    #expect(isWell == true, "\(healthy)")
    let alone = try Program(settings: ["endpoint": "http://127.0.0.1:9", "timeout": "2"])
    let sick = try await alone.run("doctor", "--json")
    #expect(sick.status == 1)
    #expect(try sick.json()["result"]?["healthy"] == false)
    let node = try sick.json()["result"]?["findings"]?.array?.first { $0["subject"] == "Node" }
    #expect(node?["verdict"] == "bad" && node?["error"]?["code"] == "node.unreachable", "\(sick.output)")
    #expect(try sick.json()["error"]?["code"] == "unhealthy")
    let told = try await alone.run("doctor")
    #expect(told.status == 1)
    let lines = told.output.split(separator: "\n")
    let start = try #require(lines.firstIndex { $0.hasPrefix("fails Node: ") }, "\(told.output)")
    // Four lines of one error, each a line of its own.
    #expect(lines[start + 2].hasPrefix("      Call: eth_chainId at http://127.0.0.1:9"), "\(told.output)")
    #expect(!told.output.contains("\\n"), "\(told.output)")
  }

  @Test("Balances of names and addresses")
  func balance() async throws {
    let cli = try await CLIFixture.open()
    let json = try await cli.result("balance", "poor", cli.exact.address.lowercaseHex)
    #expect(json["balances"]?.array?.map { $0["balance"]?["value"]?.string } == ["5", "10"])
    #expect(json["balances"]?[1]?["address"]?.string == cli.exact.address.checksummed)
    #expect(try await cli.result("balance", from: "exact")["balances"]?[0]?["balance"]?["symbol"] == "KLAY")
  }

  @Test("A batch does its rows once, however often it is run")
  func batch() async throws {
    let cli = try await CLIFixture.open()
    let rows = try cli.folder.write(
      "# spring\ncreate,10,Swift\n\ncreate,12,\"Vyper, the language\"\n", to: "create.csv")
    let first = try await cli.result("batch", rows, from: "teacher", yes: true)
    #expect(first["rows"]?.array?.map { $0["outcome"]?["state"]?.string } == ["done", "done"] && first["failed"] == 0)
    #expect(first["rows"]?.array?.map { $0["row"]?.int } == [2, 4])
    let again = try await cli.result("batch", rows, from: "teacher", yes: true)
    #expect(again["rows"]?.array?.map { $0["outcome"]?["state"]?.string } == ["skipped", "skipped"])
    #expect(try await cli.fixture.client.lectures().map(\.title) == ["Swift", "Vyper, the language"])

    try await cli.fixture.buy(0)
    let ratings = try cli.folder.write("evaluate,0,100,80,34,77,99\nevaluate,1,1,1,1,1,1\n", to: "rate.csv")
    let held = try await cli.result("batch", ratings, from: "student", yes: true, status: 1)
    #expect(held["rows"]?[0]?["outcome"]?["state"] == "notSent" && held["failed"] == 1)
    let partly = try await cli.result("batch", ratings, "--keep-going", from: "student", yes: true, status: 1)
    #expect(partly["rows"]?[0]?["outcome"]?["state"] == "done" && partly["failed"] == 1)
    #expect(partly["rows"]?[1]?["outcome"]?["error"]?["code"] == "lecture.notStudent")
    let failing = try await cli.program.run(["batch", ratings, "--yes", "--json"] + cli.options(from: "student"))
    #expect(try failing.json()["error"]?["code"] == "rowsFailed")
    let settlements = try cli.folder.write("settle,1\nsettle,0\n", to: "settle.csv")
    let settled = try await cli.result("batch", settlements, from: "owner", yes: true)
    #expect(settled["failed"] == 0)
    #expect(try await cli.fixture.client.lectures().map(\.isOpen) == [false, false])

    // Files of the first run do nothing to the second, unless a row names it.
    _ = try await cli.result("reopen", "0", "--price", "10", from: "teacher", yes: true)
    try await cli.fixture.buy(0)
    for (old, account) in [(settlements, "owner"), (ratings, "student")] {
      let later = try await cli.program.run(["batch", old, "--yes", "--json"] + cli.options(from: account)).json()
      let outcomes = later["result"]?["rows"]?.array?.compactMap { $0["outcome"] } ?? []
      #expect(outcomes.contains { $0["state"] == "skipped" && $0["note"] == "for its run 1 write 0/1" }, "\(later)")
      #expect(!outcomes.contains { $0["state"] == "done" }, "\(later)")
    }
    let second = try cli.folder.write("evaluate,0/1,1,1,1,1,1\n", to: "rate-1.csv")
    #expect(try await cli.result("batch", second, from: "student", yes: true)["failed"] == 0)
    #expect(
      try await cli.fixture.client.enrolments(of: cli.fixture.student.address).map { $0.scores?.values.first } == [
        100, 1,
      ])
    #expect(try await cli.fixture.client.lecture(0).isOpen == true)
    let last = try cli.folder.write("settle,0/1\n", to: "settle-1.csv")
    let paid = try await cli.program.run(["batch", last, "--yes"] + cli.options(from: "owner"))
    #expect(paid.status == 0 && paid.errors.contains("  Pays out  10 KLAY of the escrow\n"), "\(paid.errors)")
    // With both runs settled there is none left to advise.
    let over = try await cli.text("batch", settlements, "--yes", from: "owner")
    #expect(over.contains("done before") && !over.contains("0/1"), "\(over)")

    let wrong = try cli.folder.write("create,10,Rust\ncreate,0.5,C\n", to: "wrong.csv")
    let refused = try await cli.program.run(["batch", wrong, "--yes", "--json"] + cli.options(from: "teacher"))
    #expect(refused.status == 64)
    #expect(try refused.json()["error"]?["message"]?.string?.contains("Row 2") == true)
    #expect(try await cli.fixture.client.count() == 2, "the whole file is checked before anything is sent")
  }

  @Test("An old contract by the program: its price from the logs, then from the cache")
  func oldContract() async throws {
    let cli = try await CLIFixture.open()
    let old = try await StandIn.deploy("LegacyMarketV2", from: cli.fixture.owner, on: cli.chain)
    let options = ["--contract", old.address.checksummed, "--from-block", "\(old.block)", "--json"]
    let sending = options + ["--yes"]
    for arguments in [
      ["create", "--price", "10", "--from", "teacher"], ["purchase", "0", "--price", "10", "--from", "student"],
      ["evaluate", "0", "--scores", "100,80,34,77,99", "--from", "student"], ["settle", "0", "--from", "owner"],
    ] {
      let run = try await cli.program.run(arguments + sending)
      #expect(run.status == 0, "\(arguments) \(run.output)\(run.errors)")
    }
    let shown = try await cli.program.run(["show", "0"] + options).json()["result"]
    #expect(shown?["contract"] == "v2" && shown?["lecture"]?["price"] == 10 && shown?["lecture"]?["average"] == 78)
    #expect(shown?["lecture"]?["open"] == false && shown?["lecture"]?["run"] == 0)
    let earlier = try await cli.program.run(["purchase", "0", "--price", "10", "--from", "student"] + sending)
    #expect(try earlier.json()["result"]?["transaction"]?["earlier"]?["standing"] == "done", "\(earlier.output)")
    let closed = try await cli.program.run(
      ["purchase", "0", "--price", "10", "--again", "--from", "student"] + sending)
    #expect(closed.status == 3)
    #expect(try closed.json()["error"]?["code"] == "lecture.closed")
    let students = try await cli.program.run(["students", "0"] + options)
    #expect(students.status == 6)
    #expect(try students.json()["error"]?["code"] == "lecture.notSupported")
  }

  @Test("Ctrl-C while a receipt is awaited says what was already sent")
  func interrupted() async throws {
    let chain = try await Chain.start()
    let cli = try await CLIFixture.open(on: chain)
    try await cli.fixture.create()
    try await chain.automine(false)
    let running = try cli.program.start(
      ["purchase", "0", "--price", "10", "--yes", "--json"] + cli.options(from: "student"))
    var waited = 0
    while try await chain.node.call("txpool_status")["pending"] != "0x1", waited < 1_200 {
      try await Task.sleep(for: .milliseconds(100))
      waited += 1
    }
    running.interrupt()
    let run = await running.end()
    #expect(run.status == 130)
    let json = try run.json()
    #expect(json["ok"] == false && json["error"]?["code"] == "interrupted")
    try await chain.mine()
    let block = try #require(try await chain.node.block(.latest))
    let hash = try #require(block.transactionHashes.first)
    #expect(run.output.contains(hash.hex), "\(run.output)\(run.errors)")
    #expect(try await cli.fixture.client.isStudent(cli.fixture.student.address, of: 0))
  }
}
