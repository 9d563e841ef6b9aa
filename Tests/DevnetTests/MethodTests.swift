import EVM
import JSONFields
import Primitives
import StrictJSON
import Testing
import Tries

@testable import Devnet

@Suite("Methods that clients ask beside the usual ones")
struct MethodTests {
  private func ask(_ devnet: Devnet, _ method: String, _ parameters: JSON...) async -> JSON {
    await devnet.answer(["jsonrpc": "2.0", "id": 1, "method": .string(method), "params": .array(parameters)]) ?? .null
  }

  @Test("a transaction is found by sender and nonce, while it waits and in a block, and by its bytes")
  func transactions() async throws {
    let devnet = try await Devnet.start()
    await devnet.setMining(.manual)
    let sender = JSON.address(devnet.accounts[0].address)
    let filter = try #require(await ask(devnet, "eth_newPendingTransactionFilter")["result"])
    let hash = try await devnet.send(DevnetCall(to: devnet.accounts[1].address, value: 1))
    #expect(await ask(devnet, "eth_getFilterChanges", filter)["result"] == [.hash(hash)])
    #expect(await ask(devnet, "eth_pendingTransactions")["result"]?.array?.count == 1)
    let inspected = await ask(devnet, "txpool_inspect")["result"]?["pending"]
    #expect(inspected?[devnet.accounts[0].address.checksummed]?["0"]?.string?.contains("1 wei + 21000 gas") == true)
    for _ in 0..<2 {
      let found = await ask(devnet, "eth_getTransactionBySenderAndNonce", sender, "0x0")["result"]
      #expect(found?["hash"] == .hash(hash))
      try await devnet.mine()
    }
    #expect(await ask(devnet, "eth_getTransactionBySenderAndNonce", sender, "0x1")["result"] == .null)
    #expect(await ask(devnet, "eth_getFilterChanges", filter)["result"] == [])
    let raw = await ask(devnet, "eth_getRawTransactionByHash", .hash(hash))["result"]
    #expect(raw?.string?.hasPrefix("0x02") == true)
    #expect(await ask(devnet, "eth_getRawTransactionByBlockNumberAndIndex", "0x1", "0x0")["result"] == raw)
    #expect(await ask(devnet, "eth_getRawTransactionByBlockNumberAndIndex", "0x1", "0x1")["result"] == .null)
  }

  @Test("storage is told for several contracts at once, and as a range")
  func storage() async throws {
    let devnet = try await Devnet.start()
    let address = Address(truncating: UInt256(0xee))
    for slot in 0..<5 as Range<UInt64> {
      try await devnet.setStorage(UInt256(slot + 1), slot: UInt256(slot), of: address)
    }
    let text = JSON.address(address).string ?? ""
    let values = await ask(devnet, "eth_getStorageValues", [text: ["0x1", "0x9"]])["result"]
    #expect(values == [text: [.hash(Hash32(UInt256(2))), .hash(.zero)]])
    #expect(await ask(devnet, "eth_getStorageValues", [:])["error"]?["code"] == -32602)

    try await devnet.mine()
    let block = JSON.hash(try #require(await devnet.block()).hash)
    let range = await ask(devnet, "debug_storageRangeAt", block, 0, .string(text), "0x0", 3)["result"]
    #expect(range?["storage"]?.object?.count == 3)
    let next = try #require(range?["nextKey"])
    let rest = await ask(devnet, "debug_storageRangeAt", block, 0, .string(text), next, 3)["result"]
    #expect(rest?["storage"]?.object?.count == 2 && rest?["nextKey"] == .null)
    let key = Keccak256.hash(UInt256(1).bigEndianBytes).hex
    let entry = range?["storage"]?[key] ?? rest?["storage"]?[key]
    #expect(entry == ["key": .hash(Hash32(UInt256(1))), "value": .hash(Hash32(UInt256(2)))])
    let account = await ask(devnet, "eth_getAccount", .string(text), "latest")["result"]
    #expect(account?["storageRoot"] != .hash(.emptyTrieRoot) && account?["nonce"] == "0x0")
  }

  @Test("the configuration tells the fork's rules, and the next fork when there is one")
  func configuration() async throws {
    let devnet = try await Devnet.start()
    let config = await ask(devnet, "eth_config")["result"]
    #expect(config?["current"]?["blobSchedule"]?["max"] == 9 && config?["next"] == .null && config?["last"] == .null)
    #expect(config?["current"]?["precompiles"]?.object?.count == 18)
    #expect(config?["current"]?["systemContracts"]?.object?.count == 5)
    var options = Devnet.Options()
    options.genesis = Genesis(
      chainID: 7, forks: ForkSchedule([.shanghai: .block(0), .cancun: .time(1 << 40), .prague: .time(1 << 41)]))
    let growing = try await Devnet.start(options)
    let forks = await ask(growing, "eth_config")["result"]
    #expect(forks?["current"]?["blobSchedule"] == .null)
    #expect(forks?["next"]?["activationTime"]?.int == 1 << 40 && forks?["last"]?["activationTime"]?.int == 1 << 41)
    #expect(forks?["next"]?["forkId"] != forks?["last"]?["forkId"])
  }

  @Test("headers, ommers and modules are told")
  func others() async throws {
    let devnet = try await Devnet.start()
    let block = await ask(devnet, "eth_getBlockByNumber", "latest", false)["result"]
    let header = await ask(devnet, "eth_getHeaderByNumber", "latest")["result"]
    #expect(header?["hash"] == block?["hash"] && header?["transactions"] == nil)
    #expect(await ask(devnet, "eth_getUncleByBlockNumberAndIndex", "latest", "0x0")["result"] == .null)
    #expect(await ask(devnet, "rpc_modules")["result"]?["debug"] == "1.0")
    #expect(await ask(devnet, "eth_coinbase")["result"] == .address(.zero))
  }

  @Test("a built block becomes no part of the chain")
  func building() async throws {
    let devnet = try await Devnet.start()
    await devnet.setMining(.manual)
    _ = try await devnet.send(DevnetCall(to: devnet.accounts[1].address, value: 1))
    let head = try #require(await devnet.block())
    let attributes: JSON = [
      "timestamp": .quantity(head.header.timestamp + 5), "prevRandao": .hash(.zero),
      "suggestedFeeRecipient": .address(devnet.accounts[2].address), "withdrawals": [],
      "parentBeaconBlockRoot": .hash(.zero),
    ]
    let built = await ask(devnet, "testing_buildBlockV1", .hash(head.hash), attributes, .null, "0x01")["result"]
    let payload = built?["executionPayload"]
    #expect(payload?["transactions"]?.array?.count == 1 && payload?["extraData"] == "0x01")
    #expect(built?["blockValue"] == .quantity(21_000 * 1_000_000_000 as UInt64))
    let empty = await ask(devnet, "testing_buildBlockV1", .hash(head.hash), attributes, [])["result"]
    #expect(empty?["executionPayload"]?["transactions"] == [])
    #expect(await devnet.blockNumber == 0)
    let elsewhere = await ask(devnet, "testing_buildBlockV1", .hash(.zero), attributes, [])
    #expect(elsewhere["error"]?["code"] == -32000)
  }
}
