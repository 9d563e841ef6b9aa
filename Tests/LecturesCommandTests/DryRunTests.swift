import NodeDoubles
import Primitives
import StrictJSON
import Testing

@testable import LecturesCommand

@Suite("--dry-run")
struct DryRunTests {
  private static let contract = "0x5FbDB2315678afecb367f032d93F642f64180aa3"

  /// The owner and the student have 100 each; no password is at hand.
  private func fixture(
    _ change: @escaping (inout StubNode.Chain) -> Void = { _ in }
  ) async throws -> (WalletHome, StubNode) {
    let home = await WalletHome.withOwner()
    let node = try StubNode {
      $0.balances = [WalletHome.owner.lowercased(): 100, WalletHome.student.lowercased(): 100]
      $0.contracts = [Self.contract.lowercased()]
      $0.answers["anvil_nodeInfo"] = { _, _ in .result(["hardFork": "berlin"]) }
      change(&$0)
    }
    home.use(node)
    home.environment["LECTURES_PASSWORD_FILE"] = nil
    return (home, node)
  }

  /// A contract with some code, which the node's own calls find nothing wrong with.
  private func fixture(code: String) async throws -> (WalletHome, StubNode) {
    try await fixture {
      $0.answers["eth_getCode"] = { call, _ in
        .result(.string(call.params[0].string == Self.contract.lowercased() ? code : "0x"))
      }
    }
  }

  @Test("tells what would come of a transfer, asks for no password and sends nothing")
  func transfer() async throws {
    let (home, node) = try await fixture()
    let run = await home.run("wallet transfer --to \(WalletHome.student) --amount 1.5 --dry-run")
    #expect(run.status == .success)
    #expect(
      run.output == """
        It would succeed: send 1.5 KLAY. Nothing was sent.
        To     \(WalletHome.student)
        Call   transfer of 1.5 KLAY to \(WalletHome.student)
        From   \(WalletHome.owner)
        Gas    0.000021 KLAY for 21000 units at 1 ston
        State  after block 7 of local (chain 1337), rules of Berlin

        Account                                       Before           After  What
        0x0000000000000000000000000000000000000000    0 KLAY   0.000021 KLAY  gets the fees (as in block 7)
        \(WalletHome.student)  100 KLAY      101.5 KLAY  receiver
        \(WalletHome.owner)  100 KLAY  98.499979 KLAY  sender

        """)
    #expect(run.errors == "")
    #expect(run.questions == [])
    #expect(node.sent == [])
    #expect(node.calls(of: "eth_sendRawTransaction").isEmpty)
  }

  @Test("asks for nothing although somebody is there")
  func unasked() async throws {
    let (home, _) = try await fixture()
    let run = await home.run(
      "wallet transfer --to \(WalletHome.student) --amount 1 --dry-run", answers: ["n", "secret"])
    #expect(run.status == .success)
    #expect(run.questions == [])
  }

  @Test("takes an address without a keystore for the account")
  func address() async throws {
    let (home, _) = try await fixture()
    let run = await home.run("wallet transfer --from \(WalletHome.student) --to owner --amount 1 --dry-run")
    #expect(run.status == .success)
    #expect(run.output.contains("From   \(WalletHome.student)\n"))
    #expect(await home.run("wallet transfer --from \(WalletHome.student) --to owner --amount 1").status != .success)
  }

  @Test("has a stable shape in JSON")
  func json() async throws {
    let (home, _) = try await fixture()
    let result = try await home.json("wallet transfer --to \(WalletHome.student) --amount 1 --dry-run")
    #expect(result["dryRun"] == true)
    #expect(result["outcome"] == "success")
    #expect(result["error"] == .null)
    #expect(result["from"]?.string == WalletHome.owner)
    #expect(result["to"]?.string == WalletHome.student)
    #expect(result["value"] == ["wei": "1000000000000000000", "value": "1", "symbol": "KLAY"])
    #expect(result["block"] == 7)
    #expect(result["gasUsed"] == 21_000)
    #expect(result["gasLimit"] == 21_000)
    #expect(result["gasPrice"] == "1000000000")
    #expect(result["fee"] == ["wei": "21000000000000", "value": "0.000021", "symbol": "KLAY"])
    #expect(result["events"] == [])
    let accounts = try #require(result["accounts"]?.array)
    #expect(accounts.count == 3)
    #expect(accounts[1]["address"]?.string == WalletHome.student)
    #expect(accounts[1]["before"]?["value"] == "100")
    #expect(accounts[1]["after"]?["value"] == "101")
    #expect(accounts[1]["storage"] == [])
  }

  @Test("tells events by their names and values")
  func events() async throws {
    let signature = "event Marked(uint256 indexed number, address by)"
    // MSTORE(0, ADDRESS); LOG2(0, 32, topic, 7)
    let topic = Keccak256.hash(Array("Marked(uint256,address)".utf8)).hex.dropFirst(2)
    let (home, _) = try await fixture(code: "0x3060005260077f\(topic)60206000a200")
    let abi = home.directory.write("\(signature)\nfunction mark()", to: "marks.abi")
    let run = await home.run("contract send mark --abi \(abi) --contract \(Self.contract) --dry-run")
    #expect(run.status == .success, "\(run.errors)")
    #expect(
      run.output.contains(
        """
        Event   Name    Value
        Marked  number  7
                by      \(Self.contract)
        """), "\(run.output)")
  }

  @Test("tells why a contract would refuse, with the refusal's status")
  func revert() async throws {
    // REVERT(0, 0)
    let (home, node) = try await fixture(code: "0x60006000fd")
    let run = await home.run(
      "contract send", "poke()", "--contract", Self.contract, "--dry-run")
    #expect(run.status == .refused)
    #expect(
      run.output.hasPrefix(
        "It would fail: send poke. Nothing was sent.\nContract  \(Self.contract)\nCall      poke()\n"))
    #expect(run.errors.contains("error: The transaction would fail."))
    #expect(node.sent == [])
    let stopped = try await fixture(code: "0xfe")
    let end = await stopped.0.run("contract send", "poke()", "--contract", Self.contract, "--dry-run")
    #expect(end.status == .refused)
    #expect(end.errors.contains("0xfe is no instruction"))
  }

  /// A chain of which nothing tells the rules, and a contract that stores something.
  private func unknownChain(_ answers: [String: StubNode.Answer]) async throws -> (WalletHome, StubNode) {
    try await fixture {
      $0.answers["anvil_nodeInfo"] = nil
      $0.answers["eth_getCode"] = { call, _ in
        .result(call.params[0].string == Self.contract.lowercased() ? "0x6001600055" : "0x")
      }
      $0.answers["eth_getStorageAt"] = { _, _ in .result(.string(Hash32.zero.hex)) }
      for (name, answer) in answers { $0.answers[name] = { _, _ in answer } }
    }
  }

  @Test("says that a chain's rules are not known, and takes the node's own word")
  func unknownRules() async throws {
    let line = ["contract send", "poke()", "--contract", Self.contract, "--dry-run"]
    let (home, _) = try await unknownChain(["eth_estimateGas": .result("0xa410")])
    let run = await home.run(line[0], line[1], line[2], line[3], line[4])
    #expect(run.status == .success, "\(run.errors)")
    #expect(run.output.contains("0.000042 KLAY for 42000 units"))
    #expect(
      run.output.contains(
        "(chain 1337), whose rules are not known here: the node's own eth_call and eth_estimateGas decided"))
    let result = try await home.json("contract send poke() --contract \(Self.contract) --dry-run")
    #expect(result["rules"] == .null && result["gasUsed"] == 42_000 && result["accounts"] == [])
    let (known, _) = try await fixture()
    let transfer = try await known.json("wallet transfer --to \(WalletHome.student) --amount 1 --dry-run")
    #expect(transfer["rules"] == "Berlin")
  }

  @Test("fails where the node itself says so, on a chain whose rules are not known")
  func unknownRulesAndRevert() async throws {
    let (home, _) = try await unknownChain([
      "eth_estimateGas": .result("0xa410"), "eth_call": .error(code: 3, "execution reverted", data: "0x"),
    ])
    let run = await home.run(
      "contract send", "poke()", "--contract", Self.contract, "--dry-run", "--gas-limit", "50000")
    #expect(run.status == .refused)
    #expect(run.errors.contains("The contract refuses this call"))
  }

  @Test("tells that the node does not give its state")
  func noState() async throws {
    let (home, _) = try await fixture {
      $0.answers["eth_getBlockByNumber"] = { _, _ in .error("no") }
    }
    let run = await home.run("wallet transfer --to \(WalletHome.student) --amount 1 --dry-run")
    #expect(run.status == .nodeUnavailable)
  }

  @Test("keeps what it read for the next run, beside other things that can be read again")
  func cache() async throws {
    let (home, node) = try await fixture(code: "0x60005400")
    let line = "contract send poke() --contract \(Self.contract) --dry-run"
    // The state's answers are asked for by hash; only those count here.
    node.change { $0.answers["eth_getStorageAt"] = { _, _ in .result("0x0") } }
    #expect(await home.run(line).status == .success)
    #expect(node.calls(of: "eth_getStorageAt").count == 1)
    #expect(await home.run(line).status == .success)
    #expect(node.calls(of: "eth_getStorageAt").count == 1)
  }

  @Test(
    "is offered by every command that sends",
    arguments: [
      "purchase", "evaluate", "create", "reopen", "settle", "reclaim", "withdraw", "batch", "contract deploy",
      "contract send", "wallet transfer", "tx send",
    ])
  func offered(command: String) async {
    #expect(await CommandRun("\(command) --help").output.contains("--dry-run"))
  }

  @Test("is not offered by commands that send nothing", arguments: ["list", "show", "tx sign", "contract call"])
  func notOffered(command: String) async {
    #expect(await !CommandRun("\(command) --help").output.contains("--dry-run"))
  }
}
