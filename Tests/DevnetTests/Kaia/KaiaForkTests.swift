import EVM
import Foundation
import Keys
import NodeRPC
import Primitives
import Simulation
import StrictJSON
import Testing
import Transactions

@testable import Devnet

@Suite("Going on from a chain of Kaia's kind, over HTTP", .timeLimit(.minutes(20)))
struct KaiaForkTests {
  /// A chain on which the first account has a new key, the second a multisig, and the third roles.
  private func origin(_ change: (inout Devnet.Options) -> Void = { _ in }) async throws -> KaiaFixture {
    let fixture = try await KaiaFixture(change)
    try await fixture.update(.publicKey(fixture.keys[5]))
    let others: [(Int, AccountKey)] = [
      (1, .multisig(2, of: [fixture.keys[6], fixture.keys[7], fixture.keys[8]])),
      (2, .roles([.legacy, .legacy, .publicKey(fixture.keys[9])])),
    ]
    for (index, key) in others {
      let receipt = try await fixture.send(
        fixture.transaction(.accountUpdate(key), from: fixture.addresses[index], signers: [index]))
      try #require(receipt?.isSuccess == true)
    }
    return fixture
  }

  /// A fixture on the fork, with the keys of the origin's accounts.
  private func fork(_ fixture: KaiaFixture, cache: StateCache? = nil) async throws -> (
    KaiaFixture, ForkOverHTTPTests.Node
  ) {
    let node = try ForkOverHTTPTests.Node(fixture.devnet)
    return (KaiaFixture(fixture, on: try await node.fork(cache: cache, accounts: 0)), node)
  }

  @Test("accounts keep their keys, and who may sign there may sign here, nobody else", arguments: [1001, 424_242])
  func keys(chainID: Int) async throws {
    let (fixture, node) = try await fork(
      origin { options in
        options.chainID = UInt256(UInt64(chainID))
        options.kaia = KaiaChainParameters()
      })
    defer { node.stop() }
    #expect(fixture.devnet.isKaia && fixture.devnet.chainID == UInt256(UInt64(chainID)))
    for (index, address) in fixture.addresses.prefix(4).enumerated() {
      let key = await fixture.result("kaia_getAccountKey", .string(address.lowercaseHex), "latest")
      #expect(key["keyType"] == [2, 4, 5, 1][index], "\(key)")
    }
    let to = KaiaTransaction.Operation.valueTransfer(to: Address(truncating: 0xcafe), value: 5)
    #expect(try await fixture.refusal(fixture.transaction(to, nonce: 1)) == "invalid sender: invalid account key")
    #expect(try await fixture.send(fixture.transaction(to, nonce: 1, signers: [5]))?.isSuccess == true)
    // One of two is not enough; the third account pays with the key of its role alone.
    func joint(_ signers: [Int], _ payers: [Int]) throws -> SignedTransaction {
      try fixture.transaction(
        to, .delegated, nonce: 1, from: fixture.addresses[1], payer: fixture.addresses[2], signers: signers,
        payerSigners: payers)
    }
    #expect(try await fixture.refusal(joint([6], [9])) == "invalid sender: invalid account key")
    #expect(try await fixture.refusal(joint([6, 8], [2])) == "invalid fee payer: invalid account key")
    #expect(try await fixture.send(joint([6, 8], [9]))?.isSuccess == true)
    // A key that is changed here is changed, and there it stays.
    try await fixture.update(.publicKey(fixture.keys[4]), nonce: 2, signers: [5])
    #expect(try await fixture.refusal(fixture.transaction(to, nonce: 3, signers: [5])) != nil)
    #expect(try await fixture.send(fixture.transaction(to, nonce: 3, signers: [4]))?.isSuccess == true)
    let there = try #require(
      await node.devnet.answer([
        "jsonrpc": "2.0", "id": 1, "method": "kaia_getAccountKey",
        "params": [.string(fixture.sender.lowercaseHex), "latest"],
      ])?["result"])
    #expect(try AccountKey(json: there) == .publicKey(fixture.keys[5]))
  }

  @Test("the devnet's own accounts keep the keys, too, that they have there")
  func ownAccounts() async throws {
    let fixture = try await origin()
    let node = try ForkOverHTTPTests.Node(fixture.devnet)
    defer { node.stop() }
    let fork = KaiaFixture(fixture, on: try await node.fork())
    for (index, address) in fixture.addresses.prefix(4).enumerated() {
      let key = await fork.result("kaia_getAccountKey", .string(address.lowercaseHex), "latest")
      #expect(key["keyType"] == [2, 4, 5, 1][index], "\(key)")
    }
    let transfer = KaiaTransaction.Operation.valueTransfer(to: Address(truncating: 0xcafe), value: 5)
    #expect(try await fork.refusal(fork.transaction(transfer, nonce: 1)) == "invalid sender: invalid account key")
    #expect(try await fork.send(fork.transaction(transfer, nonce: 1, signers: [5]))?.isSuccess == true)
  }

  @Test("a key is asked for when it is needed, once, and kept for the next run")
  func lazily() async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString).path
    let origin = try await origin()
    func questions(_ node: ForkOverHTTPTests.Node) -> Int { node.methods.count { $0 == "kaia_getAccountKey" } }
    let (fixture, node) = try await fork(origin, cache: StateCache(directory: folder))
    defer { node.stop() }
    let asked = questions(node)
    let sender = JSON.string(fixture.sender.lowercaseHex)
    for _ in 0..<3 { #expect(await fixture.result("kaia_getAccountKey", sender, "latest")["keyType"] == 2) }
    #expect(questions(node) <= asked + 1)
    let (again, second) = try await fork(origin, cache: StateCache(directory: folder))
    defer { second.stop() }
    let before = questions(second)
    #expect(await again.result("kaia_getAccountKey", sender, "latest")["keyType"] == 2)
    #expect(questions(second) == before)
    // What lies before the fork is asked of the node.
    #expect(await again.result("kaia_getAccountKey", sender, "0x0")["keyType"] == 1)
  }

  @Test("the prices are those that the other chain's governance has set")
  func parameters() async throws {
    var parameters = KaiaChainParameters()
    parameters.baseFee.lower = 30_000_000_000
    parameters.baseFee.gasTarget = 1_000_000
    let chosen = parameters
    let (fixture, node) = try await fork(
      KaiaFixture { options in
        options.chainID = 424_242
        options.kaia = chosen
      })
    defer { node.stop() }
    #expect(await fixture.result("kaia_lowerBoundGasPrice") == "0x6fc23ac00")
    #expect(await fixture.result("kaia_getParams", "latest")["kip71.gastarget"] == 1_000_000)
  }

  @Test("a contract of the other chain has no key, and nobody signs for it")
  func contract() async throws {
    let origin = try await origin()
    try await origin.send(
      origin.transaction(.deploy(KaiaFixture.creationCode), from: origin.addresses[3], signers: [3]))
    let contract = Address.contract(deployer: origin.addresses[3], nonce: 0)
    let (fixture, node) = try await fork(origin)
    defer { node.stop() }
    let account = await fixture.result("kaia_getAccount", .string(contract.lowercaseHex), "latest")
    #expect(account["accType"] == 2 && account["account"]?["key"]?["keyType"] == 3)
    #expect(
      await fixture.result("eth_call", ["to": .string(contract.lowercaseHex)], "latest").string?.hasSuffix("2a") == true
    )
  }

  @Test("a node of Kaia's kind says when none of its forks began, and what it has beyond Ethereum's precompiles")
  func configuration() async throws {
    let fixture = try await KaiaFixture { options in
      options.chainID = 424_242
      options.kaia = KaiaChainParameters()
    }
    let current = await fixture.result("eth_config")["current"]
    #expect(current?["activationTime"] == nil && current?["blobSchedule"]?["max"] == 1)
    #expect(current?["precompiles"]?["VALIDATE_SENDER"] == "0x00000000000000000000000000000000000003ff")
    let node = try ForkOverHTTPTests.Node(fixture.devnet)
    defer { node.stop() }
    let rules = try await Simulation.begin(with: NodeClient(node.url)).rules
    #expect(rules.isKaia && rules.fork == .osaka && rules.areCertain)
  }
}
