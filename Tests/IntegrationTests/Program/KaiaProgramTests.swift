import ChainSupport
import Foundation
import Keys
import Keystores
import NodeRPC
import Primitives
import StrictJSON
import Testing

/// Features of Kaia alone, run as a user does: fee payers, and account keys that change.
@Suite(
  "The program on Kaia", .enabled(if: Program.path != nil, "lectures is not built"), .timeLimit(.minutes(20)))
struct KaiaProgramTests {
  /// A fixture with a lecture that is open, on a chain of Kaia's kind.
  private func open() async throws -> CLIFixture {
    let cli = try await CLIFixture.open(on: Chain.start(kaia: true))
    try await cli.result("create", "--price", "10", from: "teacher", yes: true)
    return cli
  }

  private func wei(_ json: JSON?) throws -> UInt256 { try UInt256(parsing: #require(json?["wei"]?.string)) }

  @Test("a student with nothing for gas buys and rates; the platform pays, to the last peb, and tx show tells who did")
  func feePayer() async throws {
    let cli = try await open()
    let (student, platform) = (cli.exact, cli.fixture.owner)
    let before = try await cli.fixture.balance(platform)
    let bought = try await cli.result(
      "purchase", "0", "--price", "10", "--fee-payer", "owner", from: "exact", yes: true)
    #expect(try await cli.fixture.balance(student) == .zero)
    let rated = try await cli.result(
      "evaluate", "0", "--scores", "100,80,34,77,99", "--fee-payer", "owner", from: "exact", yes: true)
    #expect(rated["average"] == 78)
    let paid = try wei(bought["transaction"]?["feePayerPaid"]) + wei(rated["transaction"]?["feePayerPaid"])
    #expect(try await cli.fixture.balance(platform).wei == before.wei - paid)
    #expect(try await cli.fixture.balance(student) == .zero)

    let hash = try #require(rated["transaction"]?["hash"]?.string)
    let shown = try await cli.result("tx", "show", hash)
    #expect(shown["type"] == 0x31 && shown["feePayer"]?.string == platform.address.checksummed)
    #expect(try wei(shown["feePayerPaid"]) == wei(rated["transaction"]?["feePayerPaid"]))
    #expect(try wei(shown["senderPaid"]) == 0)
    let text = try await cli.text("tx", "show", hash)
    #expect(text.contains("Fee payer paid") && text.contains(platform.address.checksummed))
  }

  @Test("a share of the fee is the share, and a dry run of it sends nothing")
  func ratio() async throws {
    let cli = try await open()
    let student = cli.fixture.student
    let tried = try await cli.result(
      "purchase", "0", "--price", "10", "--fee-payer", "owner", "--fee-ratio", "30", "--dry-run", from: "student",
      yes: true)
    #expect(tried["dryRun"] == true && tried["outcome"] == "success")
    let whole = try wei(tried["fee"])
    #expect(tried["feePayer"]?.string == cli.fixture.owner.address.checksummed)
    #expect(try wei(tried["feePayerPays"]) == whole * 30 / 100)
    #expect(try wei(tried["senderPays"]) == whole - whole * 30 / 100)
    let trial = [
      "purchase", "0", "--price", "10", "--dry-run", "--fee-service", "http://127.0.0.1:9", "--fee-ratio", "30",
    ]
    let unknown = try await cli.program.run(trial + cli.options(from: "student"))
    #expect(unknown.output.contains("the service http://127.0.0.1:9 pays 0.0"), "\(unknown.output)")
    let (before, platform) = (try await cli.fixture.balance(student), try await cli.fixture.balance(cli.fixture.owner))
    let bought = try await cli.result(
      "purchase", "0", "--price", "10", "--fee-payer", "owner", "--fee-ratio", "30", from: "student", yes: true)
    let fee = try wei(bought["transaction"]?["fee"])
    #expect(try await cli.fixture.balance(cli.fixture.owner).wei == platform.wei - fee * 30 / 100)
    #expect(try await cli.fixture.balance(student).wei == before.wei - Amount.klay(10).wei - (fee - fee * 30 / 100))
  }

  private static let evaluate = "evaluateLecture(uint256,uint256,uint256,uint256,uint256,uint256)"

  /// Starts a service that pays for calls of one method.
  private func serve(
    _ cli: CLIFixture, paying method: String, journal: String, _ options: String...
  ) async throws -> (LineProcess, url: String) {
    try writeRules(cli, paying: method)
    let service = try cli.program.serve(serving(cli, journal) + options)
    return (service, try #require(try await service.json()["result"]?["url"]?.string))
  }

  private func serving(_ cli: CLIFixture, _ journal: String) -> [String] {
    [
      "fee-payer", "serve", "--from", "owner", "--rules", cli.folder.file("rules.json"), "--journal", journal,
      "--port", "0", "--json", "--endpoint", cli.chain.url, "--keystore-dir", cli.folder.file("keystores"),
      "--password-file", cli.folder.file("password.txt"),
    ]
  }

  private func writeRules(_ cli: CLIFixture, paying method: String) throws {
    try cli.folder.write(
      """
      {"chainId": \(cli.chain.chainID),
       "contracts": [{"address": "\(cli.contract)", "methods": ["\(method)"], "maxValue": "10 klay"}],
       "maxGasPrice": "50 gwei", "maxGas": 500000, "perDay": "1 klay", "perSenderPerDay": "0.5 klay", "anonymous": true}
      """, to: "rules.json")
  }

  @Test("what one service refused is handed to another when it is taken up, and is paid once")
  func another() async throws {
    let cli = try await open()
    let (first, refusing) = try await serve(cli, paying: Self.evaluate, journal: cli.folder.file("first.journal"))
    let refused = try await cli.program.run(
      ["purchase", "0", "--price", "10", "--fee-service", refusing, "--yes"] + cli.options(from: "student"))
    #expect(refused.status == 3, "\(refused.errors)")
    let alone = try await cli.program.run(["tx", "resume"])
    #expect(alone.status != 0 && alone.errors.contains("--fee-service URL"), "\(alone.errors)")

    // The account has one journal; the rules may be others.
    _ = try await first.end(signal: SIGINT)
    let (second, paying) = try await serve(
      cli, paying: "purchaseLecture(uint256)", journal: cli.folder.file("first.journal"))
    let before = try await cli.fixture.balance(cli.fixture.student)
    let foretold = try await cli.program.run(["tx", "resume", "--fee-service", paying, "--dry-run", "--json"])
    #expect(try foretold.json()["result"]?["intents"]?[0]?["would"] == "handOverAgain", "\(foretold.errors)")
    let taken = try await cli.program.run(["tx", "resume", "--fee-service", paying, "--json"])
    #expect(taken.status == 0, "\(taken.output)")
    #expect(try taken.json()["result"]?["intents"]?[0]?["state"] == "final")
    #expect(try await cli.fixture.balance(cli.fixture.student) == before.subtracting(.klay(10)))
    let nothing = try await cli.program.run(["tx", "resume", "--json"])
    #expect(try nothing.json()["result"]?["intents"] == [])
    _ = try await second.end(signal: SIGINT)
  }

  @Test("a service pays by its rules, tells what it paid, and refuses what they do not allow")
  func service() async throws {
    let cli = try await open()
    let journal = cli.folder.file("fees.journal")
    try await cli.result("purchase", "0", "--price", "10", "--fee-payer", "owner", from: "exact", yes: true)
    // A new journal has no budget of its own on a day on which the account has paid.
    try writeRules(cli, paying: Self.evaluate)
    let anew = try await cli.program.run(serving(cli, journal))
    #expect(try anew.json()["error"]?["code"] == "feePayer.strangerPays", "\(anew.errors)")
    let (service, url) = try await serve(cli, paying: Self.evaluate, journal: journal, "--count-others")
    let counted = try await wei(cli.result("fee-payer", "show", journal)["spentToday"])
    let platform = try await cli.fixture.balance(cli.fixture.owner)
    let rated = try await cli.result(
      "evaluate", "0", "--scores", "1,2,3,4,5", "--fee-service", url, from: "exact", yes: true)
    #expect(rated["transaction"]?["feePayer"]?.string == cli.fixture.owner.address.checksummed)
    let cost = try wei(rated["transaction"]?["feePayerPaid"])
    #expect(try await cli.fixture.balance(cli.fixture.owner).wei == platform.wei - cost)

    let refused = try await cli.program.run(
      ["purchase", "0", "--price", "10", "--fee-service", url, "--json", "--yes"] + cli.options(from: "student"))
    #expect(try refused.status == 3 && refused.json()["error"]?["code"] == "sending.serviceRefused")
    #expect(try refused.json()["error"]?["reason"]?.string?.contains("is not paid for") == true)
    #expect(try refused.json()["error"]?["requestId"]?.string?.isEmpty == false)
    // It has a signature now: what is done instead takes its nonce, so that one of the two at most is mined.
    let student = cli.fixture.student.address
    let nonce = try await cli.chain.node.transactionCount(of: student, at: .latest)
    try await cli.result("purchase", "0", "--price", "10", from: "student", yes: true)
    #expect(try await cli.chain.node.transactionCount(of: student, at: .latest) == nonce + 1)
    #expect(try await cli.text("tx", "list", "--open").contains("purchase") == false)

    let shown = try await cli.result("fee-payer", "show", journal)
    #expect(try counted > 0 && shown["transactions"] == 1 && wei(shown["spentToday"]) == counted + cost)
    _ = try await service.end(signal: SIGINT)

    // What the account pays beside the service has to be counted, or was somebody else.
    let own = try await cli.result(
      "wallet", "transfer", "--to", cli.poor.address.checksummed, "--amount", "0.001", "--fee-payer", "owner",
      from: "teacher", yes: true)
    let hash = try #require(own["transaction"]?["hash"]?.string)
    let arguments = serving(cli, journal)
    let stranger = try await cli.program.run(arguments)
    let error = try stranger.json()["error"]
    #expect(error?["code"] == "feePayer.strangerPays", "\(stranger.errors)")
    #expect(
      error?["reason"]?.string?.contains(hash) == true && error?["advice"]?.string?.contains("--count-others") == true)
    var second = arguments
    second[7] = cli.folder.file("second.journal")
    #expect(try await cli.program.run(second).json()["error"]?["code"] == "feePayer.journalExchanged")
    let counting = try cli.program.serve(arguments + ["--count-others"])
    #expect(try await wei(counting.json()["result"]?["spentToday"]) > counted + cost)
    #expect(try await cli.result("fee-payer", "show", journal)["paidElsewhere"] == 2)
    _ = try await counting.end(signal: SIGINT)
  }

  @Test("all of the money is sent where another pays for the gas, and who pays for itself keeps its part")
  func everything() async throws {
    let cli = try await open()
    let poor = try await cli.fixture.balance(cli.poor)
    try await cli.result(
      "wallet", "transfer", "--max", "--to", cli.poor.address.checksummed, "--fee-payer", "owner", from: "exact",
      yes: true)
    #expect(try await cli.fixture.balance(cli.exact) == .zero)
    #expect(try await cli.fixture.balance(cli.poor).wei == poor.wei + Amount.klay(10).wei)
    let run = try await cli.program.run(
      ["wallet", "transfer", "--max", "--to", cli.exact.address.checksummed, "--fee-payer", "student", "--yes"]
        + cli.options(from: "student"))
    #expect(run.status == 0, "\(run.errors)")
    #expect(!run.output.contains("Gas          nothing") && !run.output.contains("Fee payer"), "\(run.output)")
    // Who has not enough for the price is told so, and nothing of gas that another pays.
    let lacking = try await cli.program.run(
      ["purchase", "0", "--price", "10", "--fee-payer", "owner", "--json", "--yes"] + cli.options(from: "student"))
    #expect(lacking.status == 4)
    #expect(try lacking.json()["error"]?["advice"] == "Fund the account with what is missing.")
  }

  @Test("what a student signed at home the platform signs and sends")
  func handed() async throws {
    let cli = try await open()
    try cli.folder.write(
      """
      {"typeInt": 9, "chainId": \(cli.chain.chainID), "from": "\(cli.exact.address)", "nonce": 0, "gas": 31000,
       "gasPrice": "50000000000", "to": "\(cli.poor.address)", "value": "1000000000000000000"}
      """, to: "transfer.json")
    let half = try await cli.result("tx", "sign", cli.folder.file("transfer.json"), from: "exact")
    let raw = try #require(half["raw"]?.string)
    let whole = try await cli.result("tx", "sign-as-fee-payer", raw, from: "owner", yes: true)
    #expect(whole["complete"] == true)
    let before = try await cli.fixture.balance(cli.poor)
    try await cli.result("tx", "send", try #require(whole["raw"]?.string), yes: true)
    #expect(try await cli.fixture.balance(cli.poor).wei == before.wei + Amount.klay(1).wei)
    #expect(try await cli.fixture.balance(cli.exact) == .klay(9))

    // The same in one command.
    let text = try String(contentsOfFile: cli.folder.file("transfer.json"), encoding: .utf8)
    try cli.folder.write(text.replacing("\"nonce\": 0", with: "\"nonce\": 1"), to: "next.json")
    let second = try await cli.result("tx", "sign", cli.folder.file("next.json"), from: "exact")
    let handed = try #require(second["raw"]?.string)
    let tried = try await cli.result("tx", "send", handed, "--fee-payer", "owner", "--dry-run", yes: true)
    #expect(tried["outcome"] == "success")
    let foretold = try await cli.result(
      "tx", "sign-as-fee-payer", handed, "--send", "--dry-run", from: "owner", yes: true)
    #expect(foretold["outcome"] == "success" && foretold["dryRun"] == true && foretold["raw"] == nil)
    #expect(try await cli.fixture.balance(cli.exact) == .klay(9))
    let sent = try await cli.result("tx", "send", handed, "--fee-payer", "owner", yes: true)
    #expect(sent["feePayer"]?.string == cli.fixture.owner.address.checksummed)
    #expect(try await cli.fixture.balance(cli.exact) == .klay(8))
  }

  @Test("of a multisig two of three sign, at one machine or at two, and one alone is refused")
  func multisig() async throws {
    let cli = try await open()
    let joint = cli.fixture.student
    try await cli.result("account", "update", "--key", "2:poor,exact,teacher", from: "student", yes: true)
    let shown = try await cli.result("account", "show", joint.address.checksummed)
    #expect(shown["kind"] == "AccountKeyWeightedMultiSig")

    let manager = try KeystoreManager(directory: cli.folder.file("keystores"))
    for (name, keys) in [("two", [cli.poor, cli.exact]), ("one", [cli.poor])] {
      _ = try await manager.importKeyring(
        Keyring(address: joint.address, roles: [keys]), name: name, password: SecretBytes(utf8: CLIFixture.password),
        kdf: .light)
    }
    let to = cli.fixture.owner.address.checksummed
    try await cli.result("wallet", "transfer", "--to", to, "--amount", "1", from: "two", yes: true)
    let alone = try await cli.program.run(
      ["wallet", "transfer", "--to", to, "--amount", "2", "--json", "--yes"] + cli.options(from: "one"))
    #expect(try alone.status == 7 && alone.json()["error"]?["code"] == "sending.keyNotHeld")

    // Those of several keystores together suffice; the account itself needs none, and one alone is not enough.
    try await cli.result(
      "wallet", "transfer", "--to", to, "--amount", "3", "--sign-with", "poor,teacher", from: joint.address.checksummed,
      yes: true)
    try await cli.result(
      "wallet", "transfer", "--to", to, "--amount", "4", "--sign-with", "exact", "--sign-with", "poor", from: "student",
      yes: true)
    let single = try await cli.program.run(
      ["wallet", "transfer", "--to", to, "--amount", "5", "--sign-with", "poor", "--json", "--yes"]
        + cli.options(from: "student"))
    #expect(single.status == 7)
    #expect(try single.json()["error"]?["advice"]?.string?.contains("--sign-with") == true)

    let nonce = try await cli.chain.node.transactionCount(of: joint.address, at: .latest)
    try cli.folder.write(
      """
      {"typeInt": 8, "chainId": \(cli.chain.chainID), "from": "\(joint.address)", "nonce": \(nonce), "gas": 36000,
       "gasPrice": "50000000000", "to": "\(to)", "value": "1000000000000000000"}
      """, to: "joint.json")
    var copies: [String] = []
    for name in ["poor", "teacher"] {
      let signed = try await cli.result("tx", "sign", cli.folder.file("joint.json"), from: name)
      copies.append(try #require(signed["raw"]?.string))
    }
    let half = try await cli.program.run(["tx", "send", copies[0], "--json", "--yes"] + cli.options())
    let error = try half.json()["error"]
    #expect(half.status == 3 && error?["code"] == "sending.signaturesMissing")
    #expect(error?["message"] == "The signatures do not suffice: weight 1 of 2 is there.")
    #expect(error?["reason"]?.string?.contains("teacher (") == true)
    #expect(error?["reason"]?.string?.contains("exact (") == true)
    // The node's own refusal says nothing of all that.
    let forced = try await cli.program.run(["tx", "send", copies[0], "--force", "--json", "--yes"] + cli.options())
    #expect(try forced.status == 3 && forced.json()["error"]?["code"] == "sending.signaturesMissing")
    let merged = try await cli.result("tx", "merge", copies[0], copies[1])
    #expect(merged["signatures"] == 2)
    try await cli.result("tx", "send", try #require(merged["raw"]?.string), yes: true)
  }

  @Test("a key of the fee-payer role pays fees and can do nothing else")
  func roles() async throws {
    let cli = try await open()
    let updated = try await cli.result("account", "update", "--fee-payer-key", "new:payer", from: "owner", yes: true)
    #expect(updated["kept"] == ["payer"])
    try await cli.result("purchase", "0", "--price", "10", "--fee-payer", "payer", from: "exact", yes: true)

    func refusal(_ arguments: String..., from account: String) async throws -> JSON {
      let run = try await cli.program.run(arguments + ["--json", "--yes"] + cli.options(from: account))
      #expect(run.status == 7, "\(run.output)")
      return try run.json()["error"]?["code"] ?? .null
    }
    let to = cli.poor.address.checksummed
    #expect(
      try await refusal("wallet", "transfer", "--to", to, "--amount", "1", from: "payer") == "sending.keyNotHeld")
    #expect(
      try await refusal(
        "evaluate", "0", "--scores", "1,2,3,4,5", "--fee-payer", "owner", from: "exact") == "sending.keyNotHeld")
    // The owner's own key still sends.
    try await cli.result("wallet", "transfer", "--to", to, "--amount", "1", from: "owner", yes: true)
  }

  @Test("after a rotation the old key is refused with the reason, and the new one sends")
  func rotation() async throws {
    let cli = try await open()
    try await cli.result("account", "update", "--key", "new:fresh", from: "student", yes: true)
    let old = try await cli.program.run(
      ["purchase", "0", "--price", "10", "--json", "--yes"] + cli.options(from: "student"))
    #expect(old.status == 7)
    let error = try old.json()["error"]
    #expect(error?["code"] == "sending.keyNotHeld")
    #expect(error?["reason"]?.string?.contains("key was changed on the chain") == true)
    try await cli.result("purchase", "0", "--price", "10", from: "fresh", yes: true)
    #expect(try await cli.result("show", "0")["lecture"]?["students"] == 1)

    let locked = try await cli.program.run(
      [
        "account", "update", "--key", "0x02dbac81e8486d68eac4e6ef9db617f7fbd79a04a3b323c982a09cdfc61f0ae0e8", "--json",
        "--yes",
      ] + cli.options(from: "fresh"))
    #expect(try locked.status == 3 && locked.json()["error"]?["code"] == "account.locksOut")
  }
}
