import EVM
import NodeRPC
import Primitives
import StrictJSON
import Testing

@testable import Devnet

@Suite("A running devnet goes on from another chain")
struct RestartTests {
  /// The node of a chain with a few blocks, and an account with so many wei.
  private func node(chainID: UInt256, blocks: UInt64, wealth: UInt256) async throws -> ForkOverHTTPTests.Node {
    var options = Devnet.Options()
    options.chainID = chainID
    let devnet = try await Devnet.start(options)
    try await devnet.mine(blocks: blocks)
    try await devnet.setBalance(wealth, of: Self.rich)
    try await devnet.mine()
    return try ForkOverHTTPTests.Node(devnet)
  }

  private static let rich = Address(truncating: 0x51c4)
  private var rich: JSON { ControlTests.text(Self.rich) }

  private func reset(_ devnet: Devnet, _ fields: JSONObject, by method: String = "anvil_reset") async -> JSON {
    await ask(devnet, method, ["forking": .object(fields)])
  }

  @Test("from one node, from another's block, from the same node's, and from none again")
  func changing() async throws {
    let (one, two) = (
      try await node(chainID: 4242, blocks: 5, wealth: 11), try await node(chainID: 1001, blocks: 2, wealth: 22)
    )
    let devnet = try await Devnet.start()
    let genesis = try #require(await devnet.block())
    try await devnet.mine(blocks: 3)
    await devnet.impersonate(Self.rich)
    let (snapshot, filter) = (
      await devnet.snapshot(), try #require(await ask(devnet, "eth_newBlockFilter")["result"])
    )

    #expect(await reset(devnet, ["jsonRpcUrl": .string(one.url)])["result"] == .null)
    #expect(await ask(devnet, "eth_chainId")["result"] == "0x1092")
    #expect(await ask(devnet, "eth_getBalance", rich)["result"] == "0xb")
    #expect(await devnet.blockNumber == 6)
    #expect(try await devnet.revert(to: snapshot) == false)
    #expect(await devnet.senders.count == 10)
    // The funded accounts are funded there too, and transactions are signed for that chain.
    let hash = try await devnet.send(DevnetCall(to: Self.rich, value: 1))
    #expect(await devnet.receipt(hash)?.blockNumber == 7)
    let mined = JSON.string(try #require(await devnet.block()).hash.hex)
    #expect(await ask(devnet, "eth_getFilterChanges", filter)["result"] == [mined])
    let info = await ask(devnet, "anvil_nodeInfo")["result"]?["forkConfig"]
    #expect(info?["forkBlockNumber"] == 6 && info?["forkUrl"]?.string?.hasPrefix("http://127.0.0.1") == true)

    // The same node, an earlier block.
    #expect(await reset(devnet, ["blockNumber": 4])["result"] == .null)
    #expect(await devnet.blockNumber == 4)
    #expect(await ask(devnet, "eth_getBalance", rich)["result"] == "0x0")
    try await devnet.mine()
    #expect(await reset(devnet, [:])["result"] == .null)
    #expect(await devnet.blockNumber == 4)

    // A chain of Kaia's, by its number.
    #expect(devnet.isKaia == false)
    #expect(
      await reset(devnet, ["jsonRpcUrl": .string(two.url), "blockNumber": "0x3"], by: "hardhat_reset")["result"] == true
    )
    #expect(devnet.chainID == 1001)
    #expect(await ask(devnet, "eth_getBalance", rich)["result"] == "0x16")
    #expect(try await devnet.receipt(devnet.send(DevnetCall(to: Self.rich, value: 1)))?.isSuccess == true)

    #expect(await ask(devnet, "anvil_reset")["result"] == .null)
    #expect(devnet.chainID == 31337 && devnet.isKaia == false)
    #expect(await devnet.blockNumber == 0)
    #expect(await devnet.block()?.header.stateRoot == genesis.header.stateRoot)
    #expect(await ask(devnet, "eth_getBalance", rich)["result"] == "0x0")
    #expect(try await devnet.receipt(devnet.send(DevnetCall(to: Self.rich, value: 1)))?.isSuccess == true)
    one.stop()
    two.stop()
  }

  @Test("what can't be gone on from is said, and the chain stays as it is")
  func refusing() async throws {
    let node = try await node(chainID: 4242, blocks: 1, wealth: 1)
    var options = Devnet.Options()
    options.openOrigin = { url, block in
      guard url == "a" else { throw DevnetError(.originFailed, "the node is gone") }
      return try await .node(.init(node.url), block: block)
    }
    let devnet = try await Devnet.start(options)
    try await devnet.mine()
    let head = try #require(await devnet.block()).hash
    for (fields, code) in [
      ([:], -32602), (["blockNumber": 7], -32602), (["jsonRpcUrl": 5], -32602),
      (["jsonRpcUrl": "a", "blockNumber": "x"], -32602), (["jsonRpcUrl": "b"], -32000),
      (["jsonRpcUrl": "a", "blockNumber": 99], -32000),
    ] as [(JSONObject, Int)] {
      let answer = await reset(devnet, fields)
      #expect(answer["error"]?["code"]?.int == code, "\(fields): \(answer)")
      #expect((answer["error"]?["message"]?.string ?? "").split(separator: "\n").count <= 4)
    }
    #expect(await devnet.block()?.hash == head)
    #expect(devnet.chainID == 31337)
    #expect(await reset(devnet, ["jsonRpcUrl": "a"])["result"] == .null)
    #expect(devnet.chainID == 4242)
    node.stop()

    options.openOrigin = nil
    let other = try await Devnet.start(options)
    #expect(await reset(other, ["jsonRpcUrl": "a"])["error"]?["code"]?.int == -32602)
  }

  @Test("a chain that a file keeps stays the one it is, and can begin anew")
  func kept() async throws {
    let (node, folder) = (try await node(chainID: 4242, blocks: 1, wealth: 1), try ScratchFolder())
    var options = Devnet.Options()
    options.origin = try await .node(.init(node.url))
    options.storage = Devnet.Storage(path: folder.file())
    let devnet = try await Devnet.start(options)
    try await devnet.mine()
    #expect(await ask(devnet, "anvil_reset")["error"]?["code"]?.int == -32602)
    #expect(await reset(devnet, ["blockNumber": 1])["error"]?["code"]?.int == -32602)
    #expect(await devnet.blockNumber == 3)
    #expect(await reset(devnet, [:])["result"] == .null)
    #expect(await devnet.blockNumber == 2)
    try await devnet.mine()
    await devnet.close()
    let again = try await Devnet.start(options)
    #expect(await again.blockNumber == 3)
    #expect(again.recovery.blocks == 1)
    node.stop()
  }
}
