import NodeDoubles
import Primitives
import StrictJSON
import Testing
import Transactions

@testable import LecturesCommand

@Suite("The limit of gas of what is sent")
struct GasLimitTests {
  private static let contract = "0x5FbDB2315678afecb367f032d93F642f64180aa3"
  private static let poke = ["poke()", "--contract", contract, "--yes"]

  /// A devnet with a contract that stores something, and whose node estimates so much for that.
  private func fixture(_ estimate: String) async throws -> (WalletHome, StubNode) {
    let home = await WalletHome.withOwner()
    let node = try StubNode {
      $0.balances = [WalletHome.owner.lowercased(): 100]
      $0.answers["anvil_nodeInfo"] = { _, _ in .result(["hardFork": "berlin"]) }
      $0.answers["eth_getCode"] = { call, _ in
        .result(call.params[0].string == Self.contract.lowercased() ? "0x6001600055" : "0x")
      }
      $0.answers["eth_getStorageAt"] = { _, _ in .result(.string(Hash32.zero.hex)) }
      $0.answers["eth_estimateGas"] = { _, _ in .result(.string(estimate)) }
    }
    home.use(node)
    return (home, node)
  }

  private func limit(_ node: StubNode) throws -> UInt64? {
    try node.sent.first.map { try SignedTransaction(decodingHex: $0).transaction.gasLimit }
  }

  /// Gas of a call of poke() with a slot that becomes something, cold, under Berlin.
  private static let needed: UInt64 = 21_064 + 6 + 22_100

  @Test(
    "an estimate far from what a trial here needs gives way to it, which is said", arguments: ["0xd59f80", "0x5300"])
  func measured(estimate: String) async throws {
    let (home, node) = try await fixture(estimate)
    let run = await home.run("contract send", Self.poke[0], Self.poke[1], Self.poke[2], Self.poke[3])
    #expect(run.status == .success, "\(run.errors)")
    #expect(run.errors.contains("Tried here it needs \(Self.needed)"), "\(run.errors)")
    #expect(try limit(node) == Self.needed * 120 / 100)
  }

  @Test("an estimate near to that counts, and nothing is said")
  func near() async throws {
    let (home, node) = try await fixture("0xc350")
    let run = await home.run("contract send", Self.poke[0], Self.poke[1], Self.poke[2], Self.poke[3])
    #expect(run.status == .success && !run.errors.contains("Tried here"), "\(run.errors)")
    #expect(try limit(node) == 60_000)
  }

  @Test("an estimate that nothing can be is not signed", arguments: ["0x0", "0x1c9c381"])
  func absurd(estimate: String) async throws {
    let (home, node) = try await fixture(estimate)
    let run = await home.run("contract send", Self.poke[0], Self.poke[1], Self.poke[2], Self.poke[3], "--json")
    #expect(run.status == .nodeUnavailable)
    let error = try JSON(parsing: run.output)["error"]
    #expect(error?["code"] == "sending.absurdGas" && error?["leastGas"] == 21_064 && error?["mostGas"] == 30_000_000)
    #expect(error?["advice"]?.string?.contains("--gas-limit") == true)
    #expect(node.sent == [])
  }

  @Test("--gas-limit takes the place of the estimate, and is not below what the bytes cost")
  func chosen() async throws {
    let (home, node) = try await fixture("0x0")
    let line = ["--gas-limit", "90000"]
    let run = await home.run("contract send", Self.poke[0], Self.poke[1], Self.poke[2], Self.poke[3], line[0], line[1])
    #expect(run.status == .success, "\(run.errors)")
    #expect(try limit(node) == 90_000)
    let low = await home.run("contract send", Self.poke[0], Self.poke[1], Self.poke[2], Self.poke[3], line[0], "21063")
    #expect(low.status == .usage && low.errors.contains("Give --gas-limit 21064 or more"), "\(low.errors)")
    #expect(node.sent.count == 1)
  }

  @Test("tx send has no --gas-limit: it is signed already")
  func signed() async throws {
    let (home, _) = try await fixture("0x0")
    let run = await home.run("tx send 0x00 --gas-limit 1 --yes")
    #expect(run.status == .usage && run.errors.contains("Unknown option '--gas-limit'"), "\(run.errors)")
  }
}
