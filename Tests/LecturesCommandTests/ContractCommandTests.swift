import NodeDoubles
import Primitives
import StrictJSON
import Testing

@testable import LecturesCommand

@Suite("lectures contract")
struct ContractCommandTests {
  private static let contract = "0x5FbDB2315678afecb367f032d93F642f64180aa3"
  private static func word(_ digits: String) -> String { String(repeating: "0", count: 64 - digits.count) + digits }

  private func fixture(
    _ change: @escaping (inout StubNode.Chain) -> Void = { _ in }
  ) async throws -> (WalletHome, StubNode) {
    let home = await WalletHome.withOwner()
    let node = try StubNode {
      $0.balances = [WalletHome.owner.lowercased(): 100]
      $0.contracts = [Self.contract.lowercased()]
      change(&$0)
    }
    home.use(node)
    return (home, node)
  }

  // MARK: Without a node

  @Test(
    "encode makes the calldata of any function",
    arguments: [
      (["purchaseLecture", "3"], "0x7f1dfa6b" + word("3")),
      (
        ["transfer(address,uint256)", WalletHome.student, "100"],
        "0xa9059cbb" + word(String(WalletHome.student.lowercased().dropFirst(2))) + word("64")
      ),
      (["function f(bool)", "true"], "0x98c3a6c9" + word("1")),
      (["constructor"], "0x"),
    ])
  func encode(_ words: [String], _ calldata: String) async throws {
    let run = await CommandRun(["contract", "encode"] + words)
    #expect(run.status == .success)
    if words[0] != "function f(bool)" { #expect(run.output == calldata + "\n") }
    #expect(run.output.hasSuffix(String(calldata.suffix(64)) + "\n"))
  }

  @Test("encode takes an interface whose code needs libraries, and deploy says which")
  func unlinked() async throws {
    let home = await WalletHome.withOwner()
    let code = "0x6001__contracts/Set.sol:Set" + String(repeating: "_", count: 17)
    home.directory.write(
      #"{"abi":[{"type":"function","name":"f","inputs":[{"type":"bool"}]}],"bytecode":"\#(code)"}"#, to: "a.json")
    let encoded = await home.run("contract encode f true --abi \(home.file("a.json"))")
    #expect(encoded.output == "0x98c3a6c1" + Self.word("1") + "\n", "\(encoded.errors)")
    let deploy = await home.run("contract deploy \(home.file("a.json")) --from owner --yes")
    #expect(deploy.status == .usage && deploy.errors.contains("It needs contracts/Set.sol:Set."), "\(deploy.errors)")
  }

  @Test("a struct in a file of signatures may go over several lines")
  func structLines() async {
    let home = WalletHome()
    home.directory.write(
      "function f(Pair p)\nstruct Pair {\n  uint256 a;\n  bool b;\n}\n# the end\n", to: "pair.abi")
    let run = await home.run("contract encode f", "(5,true)", "--abi", home.file("pair.abi"))
    #expect(run.output.hasSuffix(Self.word("5") + Self.word("1") + "\n"), "\(run.errors)")
  }

  @Test("encode takes negative numbers behind --")
  func negative() async {
    let run = await CommandRun(["contract", "encode", "f(int256)", "--", "-5"])
    #expect(run.output.hasSuffix("fffffffb\n"))
  }

  @Test("encode says what is wrong with what was typed")
  func encodeWrong() async {
    for (words, text) in [
      (["purchaseLecture"], "0 arguments where 1 was expected"),
      (["purchaseLectur", "1"], "Did you mean purchaseLecture?"),
      (["createLecture"], "functions are called createLecture"), (["purchaseLecture", "x"], "is not a uint256"),
      (["balanceOf(address)", "x"], "is not an address"),
      (["purchaseLecture", "-1"], "nknown option"), (["f(uint257)", "1"], "uint257"), (["f(", "1"], "error"),
    ] {
      let run = await CommandRun(["contract", "encode"] + words)
      #expect(run.status == .usage, "\(words)")
      #expect(run.errors.contains(text), "\(words): \(run.errors)")
    }
  }

  @Test("decode tells calldata, results and reverts")
  func decode() async throws {
    let home = WalletHome()
    let call = await home.run("contract decode 0x7f1dfa6b\(Self.word("3"))")
    #expect(call.output == "purchaseLecture(uint256)\nlectureNumber  3\n")
    let results = await home.run("contract decode 0x\(Self.word("5")) --function lectureCount --results")
    #expect(results.output == "uint256  5\n")
    let revert = try await home.json(
      "contract decode 0x4e487b71\(Self.word("11"))")
    #expect(revert["kind"] == "revert")
    #expect(revert["reason"]?.string?.contains("overflow") == true)
    let unknown = await home.run("contract decode 0x01020304")
    #expect(unknown.status == .failure)
    #expect(await home.run("contract decode zz").status == .usage)
    #expect(await home.run("contract decode 0x --results").status == .usage)
  }

  @Test("the help of decode shows calls that there are")
  func decodeExamples() async {
    let help = await CommandRun("contract decode --help").output
    let lecture = await CommandRun(["contract", "encode", "purchaseLecture", "3"]).output
    #expect(help.contains("lectures contract decode \(lecture.prefix(10))…\n"))
    let transfer = await CommandRun(["contract", "encode", "transfer(address,uint256)", WalletHome.student, "1"]).output
    #expect(help.contains("decode \(transfer.prefix(10))… --function 'transfer(address,uint256)'\n"))
  }

  @Test("an interface is read from JSON, an artifact or signatures")
  func interfaces() async {
    let home = WalletHome()
    home.directory.write("# a token\nfunction mint(address to, uint256 amount)\n\nerror Full()\n", to: "token.abi")
    let run = await home.run("contract encode mint \(WalletHome.student) 1 --abi \(home.file("token.abi"))")
    #expect(run.output.hasPrefix("0x40c10f19"))
    home.directory.write(#"{"abi": [{"type": "function", "name": "mint", "inputs": []}]}"#, to: "token.json")
    #expect(await home.run("contract encode mint --abi \(home.file("token.json"))").output == "0x1249c58b\n")
    #expect(await home.run("contract encode burn --abi \(home.file("token.json"))").errors.contains("It has mint."))
    home.directory.write("{", to: "bad.json")
    for name in ["none", "bad.json"] {
      #expect(await home.run("contract encode mint --abi \(home.file(name))").status == .usage, "\(name)")
    }
  }

  // MARK: With one

  @Test("call prints what a function returns")
  func call() async throws {
    let (home, _) = try await fixture { $0.callResult = "0x" + Self.word("2a") }
    let run = await home.run("contract call lectureCount --contract \(Self.contract)")
    #expect(run.output == "uint256  42\n")
    let raw = await home.run("contract call unknown() --contract \(Self.contract)")
    #expect(raw.output.hasPrefix("0x\(Self.word("2a"))\n"))
    let json = try await home.json("contract call a()(uint256) --contract \(Self.contract) --at 5")
    #expect(json["outputs"] == [["name": "", "type": "uint256", "value": "42"]])
    #expect(await home.run("contract call lectureCount --contract \(Self.contract) --at now").status == .usage)
    #expect(await home.run("contract call lectureCount").status == .settings)
  }

  @Test("call tells an address without a contract, and a refusal")
  func callRefused() async throws {
    let (home, node) = try await fixture()
    for function in ["lectureCount", "nothing()"] {
      let run = await home.run("contract call \(function) --contract \(WalletHome.student)")
      #expect(run.status == .wrongChain)
      #expect(run.errors.contains("There is no contract at \(WalletHome.student)."))
    }
    node.change { $0.revertData = "0x" }
    #expect(await home.run("contract call lectureCount --contract \(Self.contract)").status == .refused)
  }

  @Test("send tries the call, asks and sends")
  func send() async throws {
    let (home, node) = try await fixture()
    let line = "contract send purchaseLecture 0 --value 10 --contract \(Self.contract)"
    let run = await home.run(line, answers: ["y"])
    #expect(run.status == .success)
    #expect(
      run.questions == [
        """
        Send purchaseLecture?
          Contract     \(Self.contract)
          Pays         10 KLAY
          Gas at most  0.00002543 KLAY
          From         owner \(WalletHome.owner)
          Yours then   89.99997457 KLAY at least, now 100 KLAY
          Network      local (chain 1337)
          Call         purchaseLecture(lectureNumber: 0)
        Go on? [y/N]\(" ")
        """
      ])
    #expect(run.output.hasPrefix("Done: purchaseLecture(lectureNumber: 0)\nPaid         10 KLAY\n"))
    #expect(node.sent.count == 1)
    node.change { $0.revertData = "0x" }
    #expect(await home.run(line + " --yes").status == .refused)
    #expect(await home.run("contract send lectureCount --contract \(Self.contract)").status == .usage)
    #expect(node.sent.count == 1)
  }

  @Test("send refuses money for a function that its interface says takes none; a signature need not tell")
  func sendMoney() async throws {
    let (home, node) = try await fixture()
    let abi = home.directory.write(
      #"[{"type": "function", "name": "mint", "inputs": [], "outputs": [], "stateMutability": "nonpayable"}]"#,
      to: "mint.json")
    let line = "contract send --contract \(Self.contract) --yes --value 1"
    let refused = await home.run("\(line) mint --abi \(abi)")
    #expect(refused.status == .usage && refused.errors.contains("mint takes no money"), "\(refused.errors)")
    #expect(node.sent.isEmpty)
    #expect(await home.run("\(line) mint()").status == .success)
    #expect(node.sent.count == 1)
  }

  @Test("send with an --id that something else was sent with is refused, and tells what; another price is the same")
  func otherWithID() async throws {
    let (home, node) = try await fixture()
    let line = "contract send --contract \(Self.contract) --yes --id call-1 purchaseLecture"
    #expect(await home.run(line + " 0 --value 10").status == .success)
    let again = await home.run(line + " 0 --value 10 --gas-speed fast")
    #expect(again.status == .success && again.output.contains("nothing was paid again"), "\(again.errors)")
    for other in [
      "\(line) 1 --value 10", "\(line) 0 --value 11", "wallet transfer --to owner --amount 1 --yes --id call-1",
    ] {
      let run = await home.run(other)
      #expect(run.status == .usage && run.output.isEmpty, "\(run.output)")
      #expect(run.errors.contains("Something else was sent with this --id; nothing was sent now."), "\(run.errors)")
      #expect(run.errors.contains("Call: purchaseLecture(lectureNumber: 0)"), "\(run.errors)")
    }
    #expect(node.sent.count == 1)
  }

  @Test("deploy shows the constructor, asks, and keeps the lecture contract in the profile")
  func deploy() async throws {
    let (home, node) = try await fixture { $0.created = Self.contract }
    let no = await home.run("contract deploy LectureMarket", answers: ["n"])
    #expect(no.questions.first?.contains("  Constructor  constructor()\n") == true)
    #expect(node.sent.isEmpty)
    let run = await home.run("contract deploy LectureMarket --yes")
    #expect(run.status == .success)
    #expect(run.output.hasPrefix("LectureMarket is deployed at \(Self.contract).\n"))
    let kept = try JSON(parsing: home.directory.read("lectures/config.json") ?? "")
    #expect(
      kept["profiles"]?["default"]?["networks"]?["local"] == [
        "contract": .string(Self.contract), "from-block": "8",
      ])
    #expect(await home.run("contract call lectureCount").errors.contains("does not answer as its ABI says"))
  }

  @Test("deploy does not believe a node that tells another place than sender and nonce give")
  func deployElsewhere() async throws {
    let (home, _) = try await fixture {
      $0.created = WalletHome.student.lowercased()
      $0.contracts.insert(WalletHome.student.lowercased())
    }
    let run = await home.run("contract deploy LectureMarket --yes")
    #expect(run.status == .refused)
    #expect(run.errors.contains("left no contract"))
    #expect(home.directory.read("lectures/config.json") == nil)
  }

  @Test("deploy keeps nothing with --no-keep, and nothing of other contracts")
  func deployOthers() async throws {
    let (home, node) = try await fixture { $0.created = Self.contract }
    let run = await home.run("contract deploy --no-keep --yes")
    #expect(run.output.hasSuffix("Use it with --contract \(Self.contract) --from-block 8.\n"))
    home.directory.write(
      #"{"abi": [{"type": "constructor", "inputs": [{"name": "cap", "type": "uint8"}]}], "bytecode": "0x6001"}"#,
      to: "Token.json")
    let second = Address.contract(deployer: try Address(WalletHome.owner), nonce: 1).lowercaseHex
    node.change {
      $0.created = second
      $0.contracts.insert(second)
    }
    let token = try await home.json("contract deploy \(home.file("Token.json")) 18 --yes --quiet")
    #expect(token["name"] == "Token")
    #expect(token["constructor"] == "constructor(cap: 18)")
    #expect(token["kept"] == false)
    #expect(home.directory.read("lectures/config.json") == nil)
    #expect(node.sent.count == 2)
    #expect(await home.run("contract deploy \(home.file("Token.json")) 256 --yes").status == .usage)
    #expect(await home.run("contract deploy \(home.file("Token.json")) --yes").status == .usage)
    // What is deployed under a name stands for that name only.
    let named = try await home.json("contract deploy \(home.file("Token.json")) 18 --yes --quiet --again --id dep")
    #expect(named["error"] == nil && node.sent.count == 3, "\(named)")
    let other = await home.run("contract deploy \(home.file("Token.json")) 19 --yes --id dep")
    #expect(
      other.status == .usage && other.errors.contains("Something else was sent with this --id"), "\(other.errors)")
    #expect(node.sent.count == 3)
    let typo = await home.run("contract deploy LectureMarkt --yes")
    #expect(typo.errors.contains("Did you mean 'LectureMarket'?"))
    home.directory.write(#"{"abi": []}"#, to: "Interface.json")
    #expect(await home.run("contract deploy \(home.file("Interface.json"))").errors.contains("has no code to deploy"))
    #expect(node.sent.count == 3)
  }

  @Test("events decodes logs, and looks by indexed parameters")
  func events() async throws {
    let (home, node) = try await fixture {
      $0.logs = [
        [
          "address": .string(Self.contract),
          "topics": [
            "0x624c4b605a511cd2bef5580db80b5e0d7eda896735ff487d51641710017f688a", .string("0x" + Self.word("0")),
            .string("0x" + Self.word(String(WalletHome.student.lowercased().dropFirst(2)))),
            .string("0x" + Self.word("0")),
          ],
          "data": .string("0x" + Self.word("a")), "blockNumber": "0x5",
          "transactionHash": .string("0x" + Self.word("9")),
          "logIndex": "0x0",
        ]
      ]
    }
    let line = "contract events --contract \(Self.contract)"
    let run = await home.run(line)
    #expect(
      run.output.contains(
        "    5  PurchasingLecture(lectureNumber: 0, student: \(WalletHome.student), run: 0, lectureCost: 10)  0x"))
    let json = try await home.json("\(line) PurchasingLecture --where lectureNumber=0")
    #expect(json["events"]?[0]?["arguments"]?[3] == ["name": "lectureCost", "type": "uint256", "value": "10"])
    #expect(await home.run("\(line) PurchasingLectur").errors.contains("Did you mean PurchasingLecture?"))
    for condition in ["lectureCost=10", "lectureNumber", "lectureNumber=x"] {
      #expect(await home.run("\(line) PurchasingLecture --where \(condition)").status == .usage, "\(condition)")
    }
    #expect(await home.run("\(line) --where a=1").status == .usage)
    node.change { $0.logs = [] }
    #expect(await home.run(line).output == "Nothing of the kind from block 0 on.\n")
    let ended = await home.run("\(line) --from-block 5 --to-block 100")
    #expect(ended.output == "Nothing of the kind in the blocks from 5 to 7.\n", "7 is the newest")
    #expect(node.calls(of: "eth_getLogs").last?.params.first?["toBlock"] == "0x7")
    #expect(try await home.json("\(line) --from-block 5 --to-block 100")["toBlock"] == 7)
    let ahead = await home.run("\(line) --from-block 8 --to-block 9")
    #expect(ahead.status == .success && ahead.output == "Nothing of the kind: block 7 is the newest.\n")
    let reversed = await home.run("\(line) --from-block 5 --to-block 4")
    #expect(reversed.status == .usage && reversed.errors.contains("No blocks are from 5 to 4."), "\(reversed.errors)")
    #expect(await home.run("contract events --contract \(WalletHome.student)").status == .wrongChain)
    #expect(await home.run("\(line) --network kairos").status == .usage)
  }
}
