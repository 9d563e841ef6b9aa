import ChainSupport
import Keys
import Keystores
import LectureKit
import Localization
import NodeRPC
import Primitives
import StrictJSON
import Testing

@testable import LecturesCommand
@testable import Operations

@Suite("Invitations", .timeLimit(.minutes(20)))
struct InvitationTests {
  private static let contract = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8"
  private static let campus =
    "lectures:join?network=campus&chain=1337&contract=\(contract)&block=5&endpoint=http://10.0.0.5:8545&symbol=KLAY"

  @Test("are read as they are written, with and without endpoints")
  func reading() throws {
    for text in [
      Self.campus, Self.campus + "&kaia=true", Self.campus + "&site=https://lectures.example:8443",
      Self.campus + "&endpoint=school=https://node.example/rpc",
      "lectures:join?network=kairos&chain=1001&contract=\(Self.contract)&block=0",
    ] {
      let written = try Invitation(parsing: text).text
      #expect(try Invitation(parsing: written).text == written)
      #expect(Set(written.split { "?&".contains($0) }) == Set(text.split { "?&".contains($0) }))
    }
  }

  @Test(
    "that are not understood, lie about a chain or hold something secret are refused",
    arguments: [
      ("lectures:join", "does not begin"), ("lectures:join?", "name and a value"),
      (campus.replacing("block=5", with: "block=-1"), "block cannot be read"),
      (campus.replacing("&block=5", with: ""), "has no block"), (campus + "&block=6", "more than one block"),
      (campus + "&key=0x12", "not known here"),
      (campus.replacing("chain=1337", with: "chain=0"), "chain cannot be read"),
      (campus.replacing("0x7099", with: "0x7098"), "contract cannot be read"),
      (campus.replacing(contract, with: contract.lowercased()), "contract cannot be read"),
      (campus.replacing("chain=1337", with: "chain=8217"), "is the network kaia"),
      (campus.replacing("network=campus", with: "network=kaia"), "has the chain id 8217, not 1337"),
      (campus.replacing("network=campus&chain=1337", with: "network=kairos&chain=1001"), "which is known here"),
      (campus.replacing("&endpoint=http://10.0.0.5:8545", with: ""), "has no endpoint"),
      (campus.replacing("http://", with: "http://user:secret@"), "name and a value"),
      (campus.replacing(":8545", with: ":8545/v3/0123456789abcdef0123456789abcdef"), "something secret"),
      (campus.replacing(":8545", with: ":8545?key"), "name and a value"),
      (campus.replacing("http://", with: "ws://"), "cannot be used"),
      (campus.replacing("network=campus", with: "network=cam\u{7}pus"), "name and a value"),
      (campus.replacing("symbol=KLAY", with: "symbol=gwei"), "symbol cannot be read"),
      (campus + "&site=http://lectures.example", "site cannot be read"),
      (campus + "&site=https://lectures.example/join", "site cannot be read"),
      (campus + "&site=https://a.example&site=https://b.example", "more than one site"),
      (campus + String(repeating: "&endpoint=http://10.0.0.5:8545", count: 8), "endpoint"),
      (campus + String(repeating: "x", count: 2_000), "longer than 2000 bytes"),
    ])
  func refused(text: String, told: String) {
    let error = #expect(throws: SettingsError.self) { try Invitation(parsing: text) }
    #expect(error?.code == .badInvitation && error?.reason?.contains(told) == true, "\(error?.reason ?? "")")
  }

  @Test("leave endpoints with a password or a key out, and cannot be made where none is left")
  func secrets() throws {
    let address = try Address(Self.contract)
    var network = try #require(Network.builtIn("local"))
    network.endpoints = [
      "http://user:secret@10.0.0.5:8545", "https://node.example/v3/0123456789abcdef0123456789abcdef",
      "https://node.example?apikey=secret1234", "http://10.0.0.5:8545",
    ]
    let (invitation, leftOut) = try Invitation.to(address, fromBlock: 1, on: network, chainID: 31_337)
    #expect(invitation.endpoints == ["http://10.0.0.5:8545"] && leftOut == 3)
    #expect(!invitation.text.contains("secret") && !invitation.text.contains("0123456789abcdef"))
    network.endpoints.removeLast()
    #expect(throws: SettingsError.self) { try Invitation.to(address, fromBlock: 1, on: network, chainID: 31_337) }
    let kaia = try #require(Network.builtIn("kaia"))
    #expect(try Invitation.to(address, fromBlock: 1, on: kaia, chainID: 8217).invitation.endpoints.isEmpty)
  }

  @Test("a school's invitation is taken by its link and its picture, and shown before anything is kept")
  func taken() async throws {
    let home = try await MarketHome()
    try await home.done("create --price 10 --title Swift --from teacher --yes")
    let picture = home.file("invitation.png")
    let made = try await home.json("network invite --output \(picture) --site https://lectures.example")
    let link = try #require(made["link"]?.string)
    #expect(made["chainID"]?.int == 31_337 && made["endpointsLeftOut"] == 0, "\(made)")
    let student = WalletHome()
    func run(_ line: String, answers: [String]? = nil) async -> CommandRun {
      await CommandRun(
        line.split(separator: " ").map(String.init), environment: student.environment, answers: answers)
    }
    let lost = await run("list --endpoint \(home.chain.url)")
    #expect(
      lost.errors.contains("Ask your school for an invitation") && !lost.errors.contains("deploy"), "\(lost.errors)")
    let unasked = await run("network use \(link)")
    #expect(unasked.status == .notConfirmed, "\(unasked.errors)")
    let declined = await run("network use \(link)", answers: ["n"])
    #expect(declined.status == .notConfirmed)
    for part in ["local", "31337", try #require(made["contract"]?.string), home.chain.url, "https://lectures.example"] {
      #expect(declined.questions.first?.contains(part) == true, "\(part): \(declined.questions)")
    }
    #expect(await run("list").status != .success, "nothing was kept")
    for source in [link, picture] {
      let taken = await run("network use \(source)", answers: ["y"])
      #expect(taken.status == .success, "\(taken.errors)")
      #expect(await run("list").output.contains("Swift"))
    }
    // Another contract on the network that is set up by now.
    let other = link.replacing(try #require(made["contract"]?.string), with: Self.contract)
    let replacing = await run("network use \(other)", answers: ["n"])
    #expect(replacing.questions.first?.contains("Contract now") == true, "\(replacing.questions)")
    #expect(await run("list").output.contains("Swift"))
    let moved = await run("network use \(link.replacing("lectures.example", with: "other.example"))", answers: ["n"])
    #expect(moved.questions.first?.contains("Site now") == true, "\(moved.questions)")
    #expect(await run("config get site").output == "https://lectures.example\n")
    let secret = await home.run(
      "network invite --endpoint \(home.chain.url.replacing("http://", with: "http://school:secret@"))")
    #expect(secret.errors.contains("--endpoint URL") && !secret.errors.contains("secret"), "\(secret.errors)")
    let both = await run("network use \(link) --contract \(Self.contract) --yes")
    #expect(both.status == .usage, "\(both.errors)")
  }

  @Test("to a contract that is not known beyond doubt are agreed to by its address, typed, and by no --yes")
  func doubtful() async throws {
    let home = try await MarketHome()
    let made = try await home.json("network invite")
    let (link, contract) = (try #require(made["link"]?.string), try #require(made["contract"]?.string))
    let student = WalletHome()
    func run(_ line: String, answers: [String]? = nil) async -> CommandRun {
      await CommandRun(
        line.split(separator: " ").map(String.init), environment: student.environment, answers: answers)
    }
    func setCode(_ code: Bytes) async throws {
      _ = try await home.chain.node.call("anvil_setCode", [.string(contract), .string(Hex.encode(code))])
    }
    let nobody = link.replacing(contract, with: Self.contract)
    let nowhere = link.replacing(home.chain.url, with: "http://127.0.0.1:1")
    let elsewhere = link.replacing("local&chain=31337", with: "campus&chain=1338")
    for (link, told) in [
      (nobody, "No contract is"), (nowhere, "No node says"), (elsewhere, "No node says"),
    ] {
      let refused = await run("network use \(link) --yes")
      #expect(refused.status == .notConfirmed && refused.errors.contains(told), "\(refused.errors)")
    }
    try await setCode([0x60, 0x00])
    let program = await run("network use \(link) --yes --json")
    #expect(program.status == .notConfirmed && program.output.contains("\"invitation.doubtful\""), "\(program.output)")
    #expect(program.output.contains("is not a lecture contract"))
    // It does all that ours does, and could do more.
    let code = LectureMarket.deployedBytecode + [0]
    try await setCode(code)
    for language in Language.allCases {
      let refused = await run("network use \(link) --yes --language \(language.rawValue)")
      #expect(refused.status == .notConfirmed, "\(refused.errors)")
      #expect(refused.errors.contains(Keccak256.hash(code).hex), "\(refused.errors)")
      #expect(language == .english || ForeignWords.of(refused.errors) == [], "\(refused.errors)")
    }
    let slip = await run("network use \(link)", answers: ["y"])
    #expect(slip.status == .notConfirmed && slip.questions.count == 1, "\(slip.errors)")
    #expect(await run("list").status != .success, "nothing was kept")
    let typed = await run("network use \(link)", answers: [contract])
    #expect(typed.status == .success && typed.errors.contains("not known to this program"), "\(typed.errors)")
    #expect(await run("config get contract").output == "\(contract)\n")
    try await setCode(LectureMarket.deployedBytecode)
    let known = await run("network use \(link) --yes")
    #expect(known.status == .success, "\(known.errors)")
  }

  @Test("speak Korean and Ukrainian", arguments: [Language.korean, .ukrainian])
  func languages(language: Language) async throws {
    let home = WalletHome()
    let link = Self.campus.replacing("10.0.0.5:8545", with: "127.0.0.1:1")
    for (line, answers) in [
      ("network use \(link) --yes", []), ("network use \(link)&site=https://lectures.example", [Self.contract]),
      ("network use lectures:join?x=1", []), ("list --network campus", []),
    ] as [(String, [String])] {
      let run = await CommandRun(
        (line + " --language \(language.rawValue)").split(separator: " ").map(String.init),
        environment: home.environment, answers: answers)
      let all = run.output + run.errors + run.questions.joined(separator: "\n")
      #expect(ForeignWords.of(all) == [], "\(line): \(all)")
    }
  }

  @Test("devnet fund adds to a balance by name, and refuses a public network before it is asked")
  func fund() async throws {
    let home = try await MarketHome()
    let before = try await home.chain.node.balance(of: home.student.address)
    let funded = await home.run("devnet fund student --amount 1.5")
    #expect(funded.status == .success && funded.output.contains("student 0x"), "\(funded.output)\(funded.errors)")
    let gained = try await home.chain.node.balance(of: home.student.address).subtracting(before)
    #expect(gained == Amount(wei: 1_500_000_000_000_000_000))
    let refused = await home.run("devnet fund student --network kairos")
    #expect(refused.status == .usage && refused.errors.contains("public"), "\(refused.errors)")
    #expect(await home.run("devnet fund nobody").status == .locked)
    #expect(try await home.json("devnet fund student")["added"]?["value"] == "100")
  }
}
