import ChainSupport
import ContractClient
import Foundation
import Keys
import LectureKit
import NodeRPC
import Outbox
import Primitives
import Sending
import StrictJSON
import Testing
import Transactions

/// The program after a crash and beside itself: whatever happens, a lecture is paid once.
@Suite("Exactly once, by the program", .enabled(if: Program.canRun), .timeLimit(.minutes(20)))
struct OutboxProgramTests {
  /// Where a program without settings keeps what it sends.
  private static func outbox(of cli: CLIFixture) -> String {
    "\(cli.program.home.path)/.local/share/lectures/outbox.sqlite"
  }

  /// Leaves what a process leaves that dies between signing a purchase and sending it.
  private static func dieAfterSigning(_ number: UInt256, at cli: CLIFixture) async throws {
    let student = cli.fixture.student
    let plan = try await cli.fixture.client.planPurchase(number, from: student.address)
    let request = plan.prepared.request
    let outbox = Outbox(path: outbox(of: cli))
    let draft = IntentDraft(
      chain: try await cli.fixture.client.connection.sender.chain(), account: student.address, key: plan.key,
      label: request.label, to: request.to, value: request.value, data: request.data, cost: plan.prepared.maximumCost)
    guard case .begun(let intent, _) = try await outbox.begin(draft, count: plan.prepared.transactionCount),
      let nonce = intent.nonce
    else { throw Unexpected() }
    let signed = try plan.prepared.transaction(nonce: nonce).signed(by: student)
    try await outbox.record(
      AttemptDraft(
        hash: signed.hash, raw: signed.encoded, nonce: nonce, maximumPerGas: signed.transaction.maxFeePerGas),
      of: intent.id, label: request.label)
    await outbox.close()
  }

  private struct Unexpected: Error {}

  @Test("A purchase that was killed right after it was signed is completed by the next one, with one payment")
  func killedAfterSigning() async throws {
    let cli = try await CLIFixture.open()
    let number = try await cli.fixture.create(price: 3)
    let before = try await cli.fixture.balance(cli.fixture.student)
    try await Self.dieAfterSigning(number, at: cli)
    #expect(try await cli.fixture.balance(cli.fixture.student) == before)

    // It needs neither a price, nor a password, nor a yes: all that was given to the first.
    let run = try await cli.program.run([
      "purchase", "\(number)", "--from", "student", "--password-file", "/nowhere",
    ])
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.output.contains("interrupted") && run.output.contains("Nothing was paid twice"), "\(run.output)")
    let spent = try before.subtracting(try await cli.fixture.balance(cli.fixture.student))
    #expect(spent > .klay(3) && spent < .klay(4), "\(spent)")

    let again = try await cli.result("purchase", "\(number)", from: "student", yes: false)
    #expect(again["transaction"]?["earlier"]?["standing"] == "done")
    #expect(try before.subtracting(try await cli.fixture.balance(cli.fixture.student)) == spent)

    let list = try await cli.result("tx", "list")
    let intents = try #require(list["intents"]?.array)
    #expect(intents.count == 1 && intents[0]["state"] == "final", "\(list)")
    #expect(intents[0]["attempts"]?.array?.count == 1)
  }

  @Test("Two programs that buy the same lecture at the same moment buy it once, and the other says so")
  func twoTerminals() async throws {
    let cli = try await CLIFixture.open()
    let number = try await cli.fixture.create(price: 3)
    let before = try await cli.fixture.balance(cli.fixture.student)
    async let first = cli.result("purchase", "\(number)", "--price", "3", from: "student", yes: true)
    async let second = cli.result("purchase", "\(number)", "--price", "3", from: "student", yes: true)
    let results = try await [first, second]
    let hashes = Set(results.map { $0["transaction"]?["hash"]?.string })
    #expect(hashes.count == 1, "\(results)")
    #expect(results.count { $0["transaction"]?["earlier"] != nil } == 1, "\(results)")
    let spent = try before.subtracting(try await cli.fixture.balance(cli.fixture.student))
    #expect(spent > .klay(3) && spent < .klay(4), "\(spent)")
  }

  @Test("What was left signed is taken up by `tx resume`, and what was never signed is struck out")
  func resume() async throws {
    let cli = try await CLIFixture.open()
    let number = try await cli.fixture.create(price: 3)
    try await Self.dieAfterSigning(number, at: cli)
    for _ in 0..<2 {
      let foretold = try await cli.result("tx", "resume", "--dry-run")
      #expect(foretold["intents"]?.array?.count == 1 && foretold["gaps"] == [], "\(foretold)")
      #expect(foretold["intents"]?[0]?["would"] == "offerAgain" && foretold["intents"]?[0]?["open"] == true)
    }
    let resumed = try await cli.result("tx", "resume")
    #expect(resumed["intents"]?[0]?["state"] == "final", "\(resumed)")
    #expect(try await cli.result("tx", "resume")["intents"]?.array?.isEmpty == true)
    #expect(try await cli.result("tx", "list", "--open")["intents"]?.array?.isEmpty == true)
  }

  @Test(
    "The same transfer again is asked about, fails in a script, and is sent with --again; with --id it is sent once")
  func justSent() async throws {
    let cli = try await CLIFixture.open()
    let transfer = ["wallet", "transfer", "--to", "teacher", "--amount", "0.5", "--json", "--yes"]
    let options = cli.options(from: "student")
    let start = try await cli.fixture.balance(cli.fixture.teacher)
    func gained() async throws -> Amount { try await cli.fixture.balance(cli.fixture.teacher).subtracting(start) }
    #expect(try await cli.program.run(transfer + options).status == 0)
    let refused = try await cli.program.run(transfer + options)
    #expect(refused.status == 3 || refused.status == 8, "\(refused.output)")
    #expect(try refused.json()["error"]?["code"] == "sending.sameJustSent", "\(refused.output)")
    #expect(try await gained() == Amount(wei: Amount.klay(1).wei / 2))
    #expect(try await cli.program.run(transfer + ["--again"] + options).status == 0)
    #expect(try await gained() == .klay(1))
    for turn in 0..<3 {
      let run = try await cli.program.run(transfer + ["--id", "rent-11"] + options)
      #expect(run.status == 0, "\(run.output)")
      #expect((try run.json()["result"]?["transaction"]?["earlier"] != nil) == (turn > 0), "\(run.output)")
    }
    #expect(try await gained() == Amount(wei: Amount.klay(1).wei / 2 * 3))
  }
}

/// What `lectures tx …` and `lectures history` do on a chain that mines when it is told to.
@Suite("What was sent, by the program", .enabled(if: Program.canRun), .timeLimit(.minutes(20)))
struct OutboxCommandTests {
  @Test("A transaction that waits is sped up, another is cancelled; the waiting runs tell both")
  func replaced() async throws {
    let chain = try await Chain.start()
    let cli = try await CLIFixture.open(on: chain)
    try await chain.automine(false)
    func start(_ amount: String) throws -> Command.Running {
      try cli.program.start(
        ["wallet", "transfer", "--to", "teacher", "--amount", amount, "--json", "--yes"] + cli.options(from: "student")
      )
    }
    func waiting(_ count: Int) async throws -> [JSON] {
      while true {
        let open = try await cli.result("tx", "list", "--open")["intents"]?.array ?? []
        if open.count == count, open.allSatisfy({ $0["state"] == "seen" }) { return open }
        try await Task.sleep(for: .milliseconds(100))
      }
    }
    let first = try start("1")
    let number = try #require(try await waiting(1)[0]["intent"]?.numberText)
    let second = try start("2")
    let other = try #require(
      try await waiting(2).first { $0["intent"]?.numberText != number }?["intent"]?.numberText)
    func replace(_ command: String, _ number: String) throws -> Command.Running {
      try cli.program.start(["tx", command, number, "--json", "--yes"] + cli.options(from: nil))
    }
    let faster = try replace("speed-up", number)
    let nothing = try replace("cancel", other)
    while try await cli.result("tx", "list", "--open")["intents"]?.array?.contains(where: {
      $0["attempts"]?.array?.count != 2
    }) == true {
      try await Task.sleep(for: .milliseconds(100))
    }
    try await chain.mine()
    let (sped, cancelled) = (await faster.end(), await nothing.end())
    #expect(sped.status == 0, "\(sped.output)")
    #expect(cancelled.status == 0, "\(cancelled.output)")
    #expect(try sped.json()["result"]?["replaced"] == true)
    let (told, refused) = (await first.end(), await second.end())
    #expect(told.status == 0, "\(told.output)")
    #expect(try told.json()["result"]?["transaction"]?["hash"] == sped.json()["result"]?["hash"])
    #expect(refused.status == 3, "\(refused.output)")
    #expect(try refused.json()["error"]?["code"] == "sending.cancelled", "\(refused.output)")
    #expect(try refused.json()["sent"]?[0]?["state"] == "cancelled", "\(refused.output)")
    let states = try await cli.result("tx", "list")["intents"]?.array?.compactMap { $0["state"]?.string }
    #expect(states?.sorted() == ["cancelled", "final"])
  }

  @Test("Limits of the profile stop what would exceed them, and nothing is spent")
  func limits() async throws {
    let cli = try await CLIFixture.open()
    func transfer(_ amount: String, _ limits: String...) async throws -> Command.Run {
      try await cli.program.run(
        ["wallet", "transfer", "--to", "teacher", "--amount", amount, "--json", "--yes"] + limits
          + cli.options(from: "student"))
    }
    #expect(try await transfer("1", "--limit-per-day", "2.5").status == 0)
    let over = try await transfer("2", "--limit-per-day", "2.5")
    #expect(over.status == 11, "\(over.output)")
    #expect(try over.json()["error"]?["code"] == "sending.limitExceeded")
    #expect(try await transfer("2", "--limit-per-command", "1.5").status == 11)
    #expect(try await transfer("1.2", "--limit-per-contract", "2.5").status == 0)
    #expect(try await transfer("1.3", "--limit-per-contract", "2.5").status == 11)
  }

  @Test("The same rating again tells the first; one with other scores is refused, and tells which were given")
  func ratedTwice() async throws {
    let cli = try await CLIFixture.open()
    let number = try await cli.fixture.create(price: 3)
    _ = try await cli.result("purchase", "\(number)", "--price", "3", from: "student", yes: true)
    let rate = { (scores: String) in
      try await cli.program.run(
        ["evaluate", "\(number)", "--scores", scores, "--json", "--yes"] + cli.options(from: "student"))
    }
    let (first, again) = (try await rate("100,80,34,77,99").json(), try await rate("100,80,34,77,99").json())
    #expect(first["ok"] == true && again["result"]?["scores"] == first["result"]?["scores"], "\(again)")
    #expect(again["result"]?["transaction"]?["hash"] == first["result"]?["transaction"]?["hash"], "\(again)")
    let other = try await rate("1,2,3,4,5")
    let error = try other.json()["error"]
    #expect(other.status == 3 && error?["code"] == "lecture.ratedAlready", "\(other.output)")
    #expect(error?["reason"]?.string?.contains("100,80,34,77,99") == true, "\(other.output)")
  }

  @Test("History tells what was bought, rated and paid in fees, with the outbox and without it")
  func history() async throws {
    let cli = try await CLIFixture.open()
    let number = try await cli.fixture.create(price: 3)
    _ = try await cli.result("purchase", "\(number)", "--price", "3", from: "student", yes: true)
    _ = try await cli.result("evaluate", "\(number)", "--scores", "100,80,34,77,99", from: "student", yes: true)
    _ = try await cli.result("wallet", "transfer", "--to", "teacher", "--amount", "1", from: "student", yes: true)
    let told = try await cli.result("history", from: "student")
    #expect(told["entries"]?.array?.compactMap { $0["kind"]?.string } == ["bought", "rated", "sent"], "\(told)")
    #expect(told["entries"]?[0]?["amount"]?["value"] == "3")
    let text = try await cli.text("history", "--csv", from: "student")
    #expect(text.split(separator: "\n").count == 4, "\(text)")
    let fees = try #require(told["fees"]?["value"]?.string)
    let shown = try await cli.text("history", from: "student")
    #expect(shown.hasSuffix("Fees in all: \(fees) KLAY\n"), "what was paid is not rounded: \(shown)")
    // With what is noted of it in the state folder: else it is missed.
    for folder in ["share", "state"] {
      try FileManager.default.removeItem(atPath: "\(cli.program.home.path)/.local/\(folder)/lectures")
    }
    let without = try await cli.result("history", from: "student")
    #expect(without["entries"]?.array?.compactMap { $0["kind"]?.string } == ["bought", "rated"], "\(without)")
    #expect(without["entries"]?[0] == told["entries"]?[0] && without["entries"]?[1] == told["entries"]?[1])
  }
}
