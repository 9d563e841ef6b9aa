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

/// What the program does about what went wrong: failures that are kept, gaps, limits, an outbox that was lost.
@Suite("The outbox cared for, by the program", .enabled(if: Program.canRun), .timeLimit(.minutes(20)))
struct OutboxCareTests {
  private static func outbox(of cli: CLIFixture) -> String {
    "\(cli.program.home.path)/.local/share/lectures/outbox.sqlite"
  }

  /// A transaction of the student's, signed elsewhere.
  private static func raw(
    _ cli: CLIFixture, to: Address, _ value: Amount, data: Bytes = [], nonce: UInt64? = nil, gasLimit: UInt64 = 200_000
  ) async throws -> SignedTransaction {
    let student = cli.fixture.student
    let next = try await cli.fixture.node.transactionCount(of: student.address, at: .pending)
    return try UnsignedTransaction.feeMarket(
      FeeMarketTransaction(
        chainID: cli.chain.chainID, nonce: nonce ?? next, maxPriorityFeePerGas: Amount.gwei(1).wei,
        maxFeePerGas: Amount.gwei(100).wei, gasLimit: gasLimit, to: to, value: value.wei, data: data, accessList: [])
    ).signed(by: student)
  }

  @Test("What failed on the chain is listed and shown with its reason, by its number too, and history tells it")
  func failed() async throws {
    let cli = try await CLIFixture.open()
    let number = try await cli.fixture.create(price: 3)
    let call = try await cli.fixture.client.planPurchase(number, from: cli.fixture.student.address).prepared.request
      .data
    let raw = try await Self.raw(cli, to: cli.fixture.market.address, .klay(1), data: call)
    let sent = try await cli.program.run(
      ["tx", "send", raw.encoded.hex, "--force", "--json", "--yes"] + cli.options())
    #expect(sent.status != 0, "\(sent.output)")
    let listed = try #require(try await cli.result("tx", "list")["intents"]?[0])
    #expect(listed["state"] == "reverted" && listed["reason"] == "wrong payment", "\(listed)")
    let id = try #require(listed["intent"]?.numberText)
    let shown = try await cli.result("tx", "show", id)
    #expect(shown["hash"]?.string == raw.hash.hex && shown["reason"] == "wrong payment", "\(shown)")
    #expect(shown["outbox"] == (try await cli.result("tx", "show", raw.hash.hex)["outbox"]))
    #expect(try await cli.text("tx", "list").contains("wrong payment"))
    let told = try await cli.result("history", from: "student")
    #expect(told["entries"]?[0]?["what"]?.string?.contains("wrong payment") == true, "\(told)")
    #expect(try await cli.program.run(["tx", "show", "99"]).status != 0)
  }

  @Test("A raw transaction counts for the limits with its value and the most that its gas can cost")
  func limits() async throws {
    let cli = try await CLIFixture.open()
    let gas = try Amount(parsing: "0.02 klay")
    let raw = try await Self.raw(cli, to: cli.fixture.teacher.address, .klay(2))
    func send(_ limit: Amount) async throws -> Command.Run {
      try await cli.program.run(
        ["tx", "send", raw.encoded.hex, "--json", "--yes", "--limit-per-command", "\(limit.formatted(in: .klay))"]
          + cli.options())
    }
    let before = try await cli.fixture.balance(cli.fixture.teacher)
    let refused = try await send(try Amount.klay(2).adding(gas).subtracting(Amount(wei: 1)))
    #expect(try refused.json()["error"]?["code"] == "sending.limitExceeded", "\(refused.output)")
    #expect(try await cli.fixture.balance(cli.fixture.teacher) == before)
    let taken = try await send(try Amount.klay(2).adding(gas))
    #expect(taken.status == 0, "\(taken.output)")
    #expect(try await cli.fixture.balance(cli.fixture.teacher) == before.adding(.klay(2)))
  }

  @Test("A send that was done under its name is found before anything is priced or anybody asked")
  func named() async throws {
    let cli = try await CLIFixture.open()
    let transfer = ["wallet", "transfer", "--to", "teacher", "--amount", "1", "--id", "rent-12", "--json"]
    let first = try await cli.program.run(transfer + ["--yes"] + cli.options(from: "student"))
    #expect(first.status == 0, "\(first.output)")
    // The account could not pay a second one, and nobody says yes or gives a password.
    let rest = try await cli.fixture.balance(cli.fixture.student).subtracting(.klay(1))
    let raw = try await Self.raw(cli, to: cli.fixture.teacher.address, rest, gasLimit: 21_000)
    _ = try await cli.fixture.node.sendRawTransaction(raw.encoded)
    let second = try await cli.program.run(transfer + ["--from", "student", "--password-file", "/nowhere"])
    #expect(second.status == 0, "\(second.output)\(second.errors)")
    #expect(try second.json()["result"]?["transaction"]?["earlier"]?["standing"] == "done")
    #expect(
      try second.json()["result"]?["transaction"]?["hash"] == (try first.json()["result"]?["transaction"]?["hash"]))
  }

  @Test("A nonce that nothing has below what waits is closed by `tx resume` with an empty transaction")
  func gap() async throws {
    let cli = try await CLIFixture.open()
    let student = cli.fixture.student.address
    let next = try await cli.fixture.node.transactionCount(of: student, at: .pending)
    let raw = try await Self.raw(cli, to: cli.fixture.teacher.address, .klay(1), nonce: next + 1)
    let outbox = Outbox(path: Self.outbox(of: cli))
    var draft = IntentDraft(
      chain: try await cli.fixture.client.connection.sender.chain(), account: student, label: "a stranded one",
      to: cli.fixture.teacher.address, value: .klay(1), cost: .klay(2))
    draft.nonce = next + 1
    guard case .begun(let intent, _) = try await outbox.begin(draft, count: next) else {
      Issue.record("nothing was begun")
      return
    }
    try await outbox.record(
      AttemptDraft(hash: raw.hash, raw: raw.encoded, nonce: next + 1, maximumPerGas: Amount.gwei(100).wei),
      of: intent.id, label: "a stranded one")
    await outbox.close()

    let run = try await cli.program.run(["tx", "resume", "--json", "--yes"] + cli.options())
    #expect(run.status == 0, "\(run.output)\(run.errors)")
    #expect(run.errors.contains("Nonce \(next) is missing"), "\(run.errors)")
    #expect(try await cli.fixture.node.transactionCount(of: student, at: .latest) == next + 2)
    let states = try run.json()["result"]?["intents"]?.array?.map { $0["state"] }
    #expect(states == ["final", "final"], "\(run.output)")
    #expect(try await cli.result("tx", "list", "--open")["intents"]?.array?.isEmpty == true)
  }

  @Test("A damaged outbox is made anew of what the chain tells: what was bought is not paid again")
  func rebuilt() async throws {
    let cli = try await CLIFixture.open()
    let number = try await cli.fixture.create(price: 3)
    let bought = try await cli.result("purchase", "\(number)", "--price", "3", from: "student", yes: true)
    _ = try await cli.result("evaluate", "\(number)", "--scores", "100,80,34,77,99", from: "student", yes: true)
    let before = try await cli.fixture.balance(cli.fixture.student)
    let path = Self.outbox(of: cli)
    for suffix in ["-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + suffix) }
    try Data(repeating: 7, count: 8192).write(to: URL(fileURLWithPath: path))
    let refused = try await cli.program.run(["tx", "list", "--json"])
    #expect(try refused.json()["error"]?["code"] == "sending.outboxDamaged", "\(refused.output)")

    let rebuilt = try await cli.result("tx", "rebuild", yes: true)
    // The teacher's opening, the purchase and the rating.
    #expect(rebuilt["restored"]?.numberText == "3" && rebuilt["kept"]?.string != nil, "\(rebuilt)")
    let intents = try await cli.result("tx", "list", from: "student")["intents"]?.array ?? []
    #expect(intents.map { $0["state"] } == ["final", "final"], "\(intents)")
    #expect(Set(intents.compactMap { $0["what"]?.string }) == ["bought lecture \(number)", "rated lecture \(number)"])
    let again = try await cli.result("purchase", "\(number)", from: "student")
    #expect(again["transaction"]?["hash"] == bought["transaction"]?["hash"], "\(again)")
    #expect(try await cli.fixture.balance(cli.fixture.student) == before)
    #expect(try await cli.result("tx", "rebuild")["rebuilt"] == false)
    // Lost altogether, it comes out the same.
    for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + suffix) }
    #expect(try await cli.result("tx", "rebuild")["restored"]?.numberText == "3")
  }

  @Test(
    "A transfer waits for its price without a nonce; interrupted it stays, goes on with `tx resume`, or is given up")
  func price() async throws {
    let cli = try await CLIFixture.open()
    let before = try await cli.fixture.balance(cli.fixture.teacher)
    func start(_ amount: String) throws -> Command.Running {
      try cli.program.start(
        ["wallet", "transfer", "--to", "teacher", "--amount", amount, "--wait-for-price", "0.000000001"]
          + ["--gas-speed", "fast", "--deadline", "2d", "--yes"] + cli.options(from: "student"))
    }
    func waiting(_ count: Int) async throws -> [JSON] {
      while true {
        let open = try await cli.result("tx", "list", "--open")["intents"]?.array ?? []
        if open.count == count, open.allSatisfy({ $0["state"] == "waiting" }) { return open }
        try await Task.sleep(for: .milliseconds(100))
      }
    }
    let first = try start("1")
    let row = try #require(try await waiting(1).first)
    #expect(row["nonce"] == .null && row["waitsFor"]?["price"] == "1" && row["waitsFor"]?["speed"] == "fast", "\(row)")
    let number = try #require(row["intent"]?.numberText)
    first.interrupt()
    let told = await first.end()
    #expect(told.status == 130, "\(told.errors)")
    #expect(told.errors.contains("still written down") && told.errors.contains("number \(number)"), "\(told.errors)")

    // The same again goes on with the same row; another is a row of its own, and is given up.
    let again = try start("1")
    let other = try start("2")
    let rows = try await waiting(2)
    let second = try #require(rows.first { $0["intent"]?.numberText != number }?["intent"]?.numberText)
    let cancelled = try await cli.result("tx", "cancel", second)
    #expect(cancelled["replaced"] == false, "\(cancelled)")
    #expect(await other.end().status != 0)
    again.interrupt()
    _ = await again.end()
    #expect(try await waiting(1)[0]["intent"]?.numberText == number)
    #expect(try await cli.fixture.balance(cli.fixture.teacher) == before)

    let price = ["--wait-for-price", "1000", "--yes", "--json"]
    let sent = try await cli.program.run(
      ["wallet", "transfer", "--to", "teacher", "--amount", "1"] + price + cli.options(from: "student"))
    #expect(sent.status == 0, "\(sent.output)\(sent.errors)")
    let intents = try await cli.result("tx", "list")["intents"]?.array ?? []
    #expect(intents.compactMap { $0["state"]?.string }.sorted() == ["cancelled", "final"], "\(intents)")
    #expect(try await cli.fixture.balance(cli.fixture.teacher) == before.adding(.klay(1)))
  }

  @Test("What waits goes on with `tx resume`, and a deadline that passes ends it")
  func resumedWait() async throws {
    let cli = try await CLIFixture.open()
    let transfer = ["wallet", "transfer", "--to", "teacher", "--amount", "1", "--json", "--yes"]
    let late = try await cli.program.run(
      transfer + ["--wait-for-price", "0.000000001", "--deadline", "1s"] + cli.options(from: "student"))
    #expect(try late.json()["error"]?["code"] == "sending.priceNotMet", "\(late.output)")
    let outbox = Outbox(path: Self.outbox(of: cli))
    let student = cli.fixture.student.address
    var draft = IntentDraft(
      chain: try await cli.fixture.client.connection.sender.chain(), account: student, label: "a patient one",
      to: cli.fixture.teacher.address, value: .klay(1), cost: .klay(2))
    draft.wait = PriceWait(limit: Amount.gwei(1000).wei)
    draft.isPlain = true
    let begun = try await outbox.begin(draft, count: 0)
    guard case .begun(let intent, _) = begun, intent.state == .waiting else {
      Issue.record("\(begun)")
      return
    }
    await outbox.close()
    let before = try await cli.fixture.balance(cli.fixture.teacher)
    let resumed = try await cli.result("tx", "resume", yes: true)
    #expect(resumed["intents"]?[0]?["state"] == "final", "\(resumed)")
    #expect(try await cli.fixture.balance(cli.fixture.teacher) == before.adding(.klay(1)))
  }

  @Test("With --quorum two endpoints have to agree; more than there are is refused with advice")
  func quorum() async throws {
    let cli = try await CLIFixture.open()
    let other = cli.chain.url.replacingOccurrences(of: "127.0.0.1", with: "localhost")
    let endpoints = ["--endpoint", other, "--endpoint", cli.chain.url]
    let transfer = ["wallet", "transfer", "--to", "teacher", "--amount", "1", "--json", "--yes"] + endpoints
    let refused = try await cli.program.run(transfer + ["--quorum", "3"] + cli.options(from: "student"))
    #expect(try refused.json()["error"]?["code"] == "sending.noQuorum", "\(refused.output)")
    let sent = try await cli.program.run(transfer + ["--quorum", "2"] + cli.options(from: "student"))
    #expect(sent.status == 0, "\(sent.output)")
  }
}
