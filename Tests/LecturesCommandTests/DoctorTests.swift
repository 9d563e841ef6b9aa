import NodeDoubles
import StrictJSON
import Testing

@testable import LecturesCommand

@Suite("lectures doctor")
struct DoctorTests {
  /// A node whose newest block is so many seconds old by this machine's clock.
  private func node(age: Int64, chainID: Int) throws -> StubNode {
    try StubNode { chain in
      chain.chainID = chainID
      chain.answers["eth_getBlockByNumber"] = { _, _ in
        let word = "0x" + String(repeating: "1", count: 64)
        return .result([
          "number": "0x7", "hash": .string(word), "parentHash": .string(word),
          "timestamp": .string("0x" + String(LocalTime.now() - age, radix: 16)), "gasLimit": "0x1c9c380",
          "gasUsed": "0x5208", "transactions": [],
        ])
      }
    }
  }

  private func finding(_ home: WalletHome, _ line: String) async throws -> JSON? {
    let run = await home.run("doctor --json \(line)")
    let findings = try JSON(parsing: run.output)["result"]?["findings"]?.array
    return findings?.first { $0["subject"] == "Newest block" }
  }

  @Test(
    "a newest block that is old or of the future is told by which clock is wrong",
    arguments: [
      (790_000_000, "staleNode", " days old."), (3600, "staleNode", "60 minutes old."),
      (-221_000_000, "blockOfFuture", "ahead of this machine's clock."),
    ] as [(Int64, String, String)])
  func oddBlock(_ age: Int64, _ code: String, _ words: String) async throws {
    let home = WalletHome()
    home.use(try node(age: age, chainID: 8217))
    let kaia = try await finding(home, "--network kaia")
    #expect(kaia?["verdict"] == "bad" && kaia?["error"]?["code"]?.string == code, "\(kaia ?? .null)")
    #expect(kaia?["text"]?.string?.hasSuffix(words) == true, "\(kaia ?? .null)")
    // A chain of this machine makes blocks when it is given something to do.
    home.use(try node(age: age, chainID: 1337))
    let local = try await finding(home, "--network local")
    #expect(local?["verdict"] == "warning", "\(local ?? .null)")
  }

  @Test("an old block of a chain for development is fine: it makes one when it is given a transaction")
  func onDemand() async throws {
    let home = WalletHome()
    for (chainID, network, verdict) in [(1337, "local", "good"), (8217, "kaia", "bad")] {
      let node = try node(age: 86_400, chainID: chainID)
      node.change { $0.answers["hardhat_metadata"] = { _, _ in .result(["clientVersion": "devnet"]) } }
      home.use(node)
      let finding = try await finding(home, "--network \(network)")
      #expect(finding?["verdict"]?.string == verdict, "\(finding ?? .null)")
      #expect(finding?["text"]?.string?.contains("24 hours old") == true, "\(finding ?? .null)")
    }
  }

  @Test("a block of just now is fine, and so is one that is a few seconds ahead", arguments: [0, 200, -20] as [Int64])
  func fresh(_ age: Int64) async throws {
    let home = WalletHome()
    home.use(try node(age: age, chainID: 8217))
    let found = try await finding(home, "--network kaia")
    #expect(found?["verdict"] == "good", "\(found ?? .null)")
    // A second or two pass.
    #expect(found?["text"]?.string?.hasSuffix(" s ahead of this machine's clock") == (age < 0), "\(found ?? .null)")
  }
}
