import Foundation
import JSONFields
import Locking
import Primitives
import StrictJSON
import Testing

@testable import Devnet

@Suite("JSON-RPC in process")
struct RPCTests {
  func ask(_ devnet: Devnet, _ method: String, _ parameters: JSON...) async -> JSON {
    await devnet.answer([
      "jsonrpc": "2.0", "id": 7, "method": .string(method), "params": .array(parameters),
    ]) ?? .null
  }

  @Test("the controls of other devnets work under their names")
  func controls() async throws {
    let devnet = try await Devnet.start()
    let address = "0x00000000000000000000000000000000000000aa" as JSON
    #expect(await ask(devnet, "evm_snapshot")["result"] == "0x1")
    #expect(await ask(devnet, "anvil_setBalance", address, "0x10")["result"] == .null)
    #expect(await ask(devnet, "hardhat_setNonce", address, "0x3")["result"] == true)
    #expect(await ask(devnet, "hardhat_setCode", address, "0x5f545f5260205ff3")["result"] == true)
    #expect(await ask(devnet, "anvil_setStorageAt", address, "0x0", .string(Hash32(UInt256(5)).hex))["result"] == true)
    #expect(await ask(devnet, "eth_getBalance", address)["result"] == "0x10")
    #expect(await ask(devnet, "eth_getTransactionCount", address, "latest")["result"] == "0x3")
    #expect(await ask(devnet, "eth_call", ["to": address])["result"] == .string(Hash32(UInt256(5)).hex))
    #expect(await ask(devnet, "evm_increaseTime", 60)["result"] == 60)
    #expect(await ask(devnet, "evm_mine")["result"] == "0x0")
    #expect(await ask(devnet, "anvil_mine", "0x2", 12)["result"] == .null)
    #expect(await ask(devnet, "eth_blockNumber")["result"] == "0x3")
    #expect(await ask(devnet, "evm_revert", "0x1")["result"] == true)
    #expect(await ask(devnet, "evm_revert", "0x1")["result"] == false)
    #expect(await ask(devnet, "eth_getBalance", address)["result"] == "0x0")
    #expect(await ask(devnet, "eth_blockNumber")["result"] == "0x0")
    #expect(await ask(devnet, "net_version")["result"] == "31337")
    #expect(await ask(devnet, "eth_chainId")["result"] == "0x7a69")
  }

  @Test("a heavy call waits for another, and what is quick is answered meanwhile")
  func heavy() async throws {
    let devnet = try await Devnet.start()
    let (begun, end) = (AsyncStream<Void>.makeStream(), AsyncStream<Void>.makeStream())
    let first = Task {
      try await devnet.takingTurn {
        begun.continuation.finish()
        for await _ in end.stream {}
      }
    }
    for await _ in begun.stream {}
    let isDone = Guarded(false)
    let second = Task {
      let answer = await ask(devnet, "eth_call", ["to": "0x00000000000000000000000000000000000000aa"])
      isDone.withLock { $0 = true }
      return answer
    }
    for _ in 0..<100 { #expect(await ask(devnet, "eth_blockNumber")["result"] == "0x0") }
    #expect(!isDone.withLock { $0 })
    end.continuation.finish()
    try await first.value
    #expect(await second.value["result"] == "0x")
  }

  @Test("what is quick is answered before the heavy calls that came with it")
  func quickAmongHeavy() async throws {
    let devnet = try await Devnet.start()
    let order = Guarded<[String]>([])
    let started = Guarded(0)
    // All of them wait for the devnet, which is busy until they do.
    let (heavy, quick) = await devnet.busy {
      let heavy = (0..<8).map { _ in
        Task.detached {
          started.withLock { $0 += 1 }
          try await devnet.takingTurn {
            usleep(50_000)
            order.withLock { $0.append("heavy") }
          }
        }
      }
      while started.withLock({ $0 }) < 8 { usleep(1_000) }
      usleep(300_000)
      let quick = Task.detached {
        started.withLock { $0 += 1 }
        _ = await self.ask(devnet, "eth_chainId")
        order.withLock { $0.append("quick") }
      }
      while started.withLock({ $0 }) < 9 { usleep(1_000) }
      usleep(300_000)
      return (heavy, quick)
    }
    for task in heavy { try await task.value }
    await quick.value
    #expect(order.withLock { $0.firstIndex(of: "quick") ?? 9 } < 8)
  }

  @Test("what other nodes take is taken: empty data, null among topics, numbers as storage; one block has one name")
  func leniency() async throws {
    let devnet = try await Devnet.start()
    let address = "0x00000000000000000000000000000000000000aa" as JSON
    #expect(await ask(devnet, "eth_call", ["to": address, "data": ""])["result"] == "0x")
    // PUSH1 7, PUSH0, LOG1.
    #expect(await ask(devnet, "anvil_setCode", address, "0x60075f5fa1")["result"] == .null)
    let from = JSON.string(devnet.accounts[0].address.checksummed)
    #expect(await ask(devnet, "eth_sendTransaction", ["from": from, "to": address])["result"]?.string != nil)
    let (seven, eight) = (JSON.hash(Hash32(UInt256(7))), JSON.hash(Hash32(UInt256(8))))
    for (topics, count) in [([[eight, nil]], 1), ([[nil]], 1), ([[seven, eight]], 1), ([[eight]], 0)] as [(JSON, Int)] {
      let logs = await ask(devnet, "eth_getLogs", ["fromBlock": "0x0", "topics": topics])["result"]
      #expect(logs?.array?.count == count, "\(topics)")
    }
    for (slot, value) in [(5, 12), ("6", "0xd"), ("0x7", "14")] as [(JSON, JSON)] {
      #expect(await ask(devnet, "anvil_setStorageAt", address, slot, value)["result"] == true)
    }
    for (slot, value) in [("0x5", 12), ("0x6", 13), ("0x7", 14)] as [(JSON, UInt64)] {
      #expect(await ask(devnet, "eth_getStorageAt", address, slot)["result"] == .hash(Hash32(UInt256(value))))
    }
    let head = JSON.hash(try #require(await devnet.block()).hash)
    #expect(await ask(devnet, "eth_getBalance", address, ["blockHash": head])["result"] == "0x0")
    let both = await ask(devnet, "eth_getBalance", address, ["blockHash": head, "blockNumber": "0x1"])["error"]
    #expect(both?["code"]?.int == -32602)
    #expect(both?["message"]?.string?.contains("cannot specify both BlockHash and BlockNumber") == true)
  }

  @Test("a waiting transaction is there, in no block, and in the pending block")
  func waiting() async throws {
    let devnet = try await Devnet.start()
    #expect(await ask(devnet, "evm_setAutomine", false)["result"] == true)
    let (from, to) = (devnet.accounts[0].address.checksummed, devnet.accounts[1].address.checksummed)
    let sent = await ask(
      devnet, "eth_sendTransaction", ["from": .string(from), "to": .string(to), "value": "0x1"])
    let hash = try #require(sent["result"])
    let found = await ask(devnet, "eth_getTransactionByHash", hash)["result"]
    #expect(found?["blockHash"] == .null)
    #expect(found?["type"] == "0x2")
    #expect(await ask(devnet, "eth_getTransactionReceipt", hash)["result"] == .null)
    #expect(await ask(devnet, "txpool_status")["result"] == ["pending": "0x1", "queued": "0x0"])
    let pending = await ask(devnet, "eth_getBlockByNumber", "pending", false)["result"]
    #expect(pending?["transactions"] == [hash])
    #expect(pending?["hash"] == .null)
    #expect(await ask(devnet, "eth_getTransactionCount", .string(from), "pending")["result"] == "0x1")
    #expect(await ask(devnet, "evm_mine")["result"] == "0x0")
    #expect(await ask(devnet, "eth_getTransactionReceipt", hash)["result"]?["status"] == "0x1")
    #expect(await ask(devnet, "eth_getLogs", ["fromBlock": "0x0", "toBlock": "latest"])["result"] == [])
  }

  @Test("a broken or hostile message gets an error and does no harm")
  func hostile() async throws {
    let devnet = try await Devnet.start()
    let methods = RPCMethod.ethereum.keys.sorted()
    let values: [JSON] = [
      .null, true, 0, -1, "", "0x", "0x0", "0x00", "latest", [], [[]], [:], .number("1e999"), .number("-0.5"),
      .string("0x" + String(repeating: "f", count: 64)), .string("0x" + String(repeating: "f", count: 65)),
      .string(String(repeating: "f", count: 40)), .string("0x" + String(repeating: "0", count: 40)),
      ["to": "0x", "data": 5], ["data": "0xfe"], ["data": "0x5b600056", "gas": "0xffffffffffffffff"],
      [
        "from": "0x00000000000000000000000000000000000000aa",
        "value": .string("0x" + String(repeating: "f", count: 64)),
      ],
      ["blockHash": "0x1"], ["blockNumber": "0xffffffffffffffff"], ["address": [1], "topics": [[[]]]],
      ["fromBlock": "0xffffffffffffffff", "toBlock": "0xffffffffffffffff"], "0xffffffffffffffff",
    ]
    for method in methods {
      for value in values {
        for parameters in [[value], [value, value], [.string(devnet.accounts[0].address.checksummed), value, value]] {
          let answer = await devnet.answer([
            "jsonrpc": "2.0", "id": 1, "method": .string(method), "params": .array(parameters),
          ])
          let error = answer?["error"]?["code"]?.int
          #expect(answer?["result"] != nil || error != nil)
          #expect(error != -32603, "\(method) \(parameters): \(answer ?? .null)")
        }
      }
    }
    #expect(await ask(devnet, "web3_clientVersion")["result"] != nil)
  }

  @Test("messages that are no requests are told so, and notifications get no answer")
  func messages() async throws {
    let devnet = try await Devnet.start()
    let wrong: [(JSON, Int)] = [
      (.null, -32600), (1, -32600), ("x", -32600), ([], -32600), ([:], -32600),
      (["id": 1, "method": "eth_chainId"], -32600),
      (["jsonrpc": "2.0", "id": [:], "method": "eth_chainId"], -32600),
      (["jsonrpc": "2.0", "id": 1, "method": "eth_nothing"], -32601),
      (["jsonrpc": "2.0", "id": 1, "method": "eth_chainId", "params": [:]], -32602),
      (["jsonrpc": "2.0", "id": 1, "method": "eth_chainId", "params": [1]], -32602),
      (["jsonrpc": "2.0", "id": 1, "method": "eth_getBalance", "params": []], -32602),
    ]
    for (message, code) in wrong {
      #expect(await devnet.answer(message)?["error"]?["code"]?.int == code, "\(message)")
    }
    let notification: JSON = ["jsonrpc": "2.0", "method": "eth_chainId"]
    #expect(await devnet.answer(notification) == nil)
    let request: JSON = ["jsonrpc": "2.0", "id": "a", "method": "eth_chainId"]
    #expect(
      await devnet.answer([request, notification, 5])
        == [
          ["jsonrpc": "2.0", "id": "a", "result": "0x7a69"],
          ["jsonrpc": "2.0", "id": .null, "error": ["code": -32600, "message": "invalid request"]],
        ])
    let long = JSON.array(Array(repeating: request, count: Devnet.mostRequests + 1))
    #expect(await devnet.answer(long)?["error"]?["code"]?.int == -32600)
  }

  @Test("a call sees overridden accounts and blocks, and leaves no trace of them")
  func overrides() async throws {
    let devnet = try await Devnet.start()
    let address = "0x00000000000000000000000000000000000000aa" as JSON
    // SLOAD(0) + SLOAD(1) + SELFBALANCE + NUMBER + TIMESTAMP
    let code = "0x5f5460015401470143014201" + "5f5260205ff3"
    try await devnet.setCode(try Bytes(hex: code), of: Address(truncating: UInt256(0xaa)))
    try await devnet.setStorage(1000, slot: 1, of: Address(truncating: UInt256(0xaa)))
    let block: JSON = ["number": "0x5", "time": "0x7"]
    func call(_ state: JSON) async -> JSON? {
      await ask(devnet, "eth_call", ["to": address], "latest", state, block)["result"]
    }
    func word(_ number: UInt256) -> JSON { .string(Hash32(number).hex) }
    #expect(await call(.null) == word(1012))
    #expect(await call([address.string ?? "": ["balance": "0x64", "stateDiff": ["0x0": "0x2710"]]]) == word(11_112))
    #expect(await call([address.string ?? "": ["state": ["0x0": "0x1"]]]) == word(13))
    #expect(await call([address.string ?? "": ["code": "0x435f5260205ff3"]]) == word(5))
    #expect(await call([:]) == word(1012))
    let unknown = await ask(devnet, "eth_call", ["to": address], "latest", [:], ["extraData": "0x1"])
    #expect(unknown["error"]?["code"]?.int == -32602)
    let both = await ask(
      devnet, "eth_call", ["to": address], "latest", [address.string ?? "": ["state": [:], "stateDiff": [:]]])
    #expect(both["error"]?["code"]?.int == -32602)
  }

  @Test("filters tell once of each new block and event, also after going back")
  func filters() async throws {
    let devnet = try await Devnet.start()
    let market = try await Market.open(devnet, cost: 1)
    let blocks = try #require(await ask(devnet, "eth_newBlockFilter")["result"])
    let logs = try #require(
      await ask(devnet, "eth_newFilter", ["address": .string(market.address.checksummed)])["result"])
    #expect(await ask(devnet, "eth_getFilterChanges", blocks)["result"] == [])
    let snapshot = await devnet.snapshot()
    let hash = try await devnet.send(market.purchase(value: ether(1)))
    let head = try #require(await devnet.block()).hash
    #expect(await ask(devnet, "eth_getFilterChanges", blocks)["result"] == [.string(head.hex)])
    #expect(await ask(devnet, "eth_getFilterChanges", blocks)["result"] == [])
    let found = await ask(devnet, "eth_getFilterChanges", logs)["result"]
    #expect(found?.array?.count == 1)
    #expect(found?[0]?["transactionHash"]?.string == hash.hex)
    #expect(await ask(devnet, "eth_getFilterChanges", logs)["result"] == [])
    #expect(await ask(devnet, "eth_getFilterLogs", logs)["result"]?.array?.count == 1)
    try await devnet.revert(to: snapshot)
    try await devnet.mine()
    #expect(await ask(devnet, "eth_getFilterChanges", blocks)["result"]?.array?.count == 1)
    #expect(await ask(devnet, "eth_uninstallFilter", blocks)["result"] == true)
    #expect(await ask(devnet, "eth_uninstallFilter", blocks)["result"] == false)
    #expect(await ask(devnet, "eth_getFilterChanges", blocks)["error"]?["message"] == "filter not found")
    #expect(await ask(devnet, "eth_getFilterLogs", logs)["result"] == [])
  }
}

extension Devnet {
  /// Does something while nothing else is done.
  fileprivate func busy<Value: Sendable>(_ work: @Sendable () -> Value) -> Value { work() }

  /// Does something as a heavy request.
  fileprivate func takingTurn(_ work: @Sendable () async -> Void) async throws {
    try await HeavyRequestQueue.taking(turns: true, on: self) { _ in await work() }
  }
}
