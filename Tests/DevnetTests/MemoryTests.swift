import EVM
import Primitives
import StrictJSON
import Testing

@testable import Devnet

@Suite("What hostile and endless requests may take")
struct MemoryTests {
  private func devnet(limit: Int) async throws -> Devnet {
    var options = Devnet.Options()
    options.memoryLimit = limit
    return try await Devnet.start(options)
  }

  private func ask(_ devnet: Devnet, _ method: String, _ parameters: JSON...) async -> JSON {
    await devnet.answer([
      "jsonrpc": "2.0", "id": 1, "method": .string(method), "params": .array(parameters),
    ]) ?? .null
  }

  @Test("a batch of requests for blocks without end stops at the chain's limit, and going back makes room")
  func blocks() async throws {
    let devnet = try await devnet(limit: 10 << 20)
    let snapshot = await devnet.snapshot()
    let request: JSON = ["jsonrpc": "2.0", "id": 1, "method": "anvil_mine", "params": ["0x3e8"]]
    let answers = await devnet.answer(.array(Array(repeating: request, count: 100)))?.array ?? []
    #expect(answers.first?["result"] == .null)
    #expect(answers.last?["error"]?["code"]?.int == -32005)
    #expect(await devnet.blockNumber < 10_000)
    // What reads goes on, what changes doesn't.
    #expect(try await devnet.balance(of: devnet.accounts[0].address) == ether(10_000))
    await #expect(throws: DevnetError(.limitExceeded, "")) { try await devnet.setBalance(1, of: .zero) }
    await #expect(throws: DevnetError(.limitExceeded, "")) {
      try await devnet.send(DevnetCall(to: devnet.accounts[1].address, value: 1))
    }
    try await devnet.revert(to: snapshot)
    #expect(await devnet.chain.footprint == 0)
    #expect(try await devnet.receipt(devnet.send(DevnetCall(to: devnet.accounts[1].address, value: 1))) != nil)
  }

  @Test("changes by hand count by what they hold, and are forgotten with the step that made them")
  func edits() async throws {
    let devnet = try await devnet(limit: 8 << 20)
    let code = Bytes(repeating: 0x5b, count: 1 << 20)
    for turn in 0..<20 {
      let snapshot = await devnet.snapshot()
      try await devnet.setCode(code + [UInt8(turn)], of: .zero)
      #expect(await devnet.chain.footprint > code.count)
      try await devnet.revert(to: snapshot)
    }
    #expect(await devnet.chain.footprint == 0)
    await #expect(throws: DevnetError(.limitExceeded, "")) {
      for turn in 0..<20 { try await devnet.setCode(code + [UInt8(turn)], of: .zero) }
    }
  }

  @Test("a file with more than the limit is read, takes nothing more, and says what to do")
  func kept() async throws {
    let folder = try ScratchFolder()
    var options = Devnet.Options()
    options.storage = Devnet.Storage(path: folder.file())
    let devnet = try await Devnet.start(options)
    try await devnet.mine(blocks: 20)
    #expect(await devnet.lackOfMemory == nil)
    await devnet.close()
    options.memoryLimit = 10_000
    let small = try await Devnet.start(options)
    #expect(await small.blockNumber == 20)
    let lack = try #require(await small.lackOfMemory)
    #expect(lack.code == .limitExceeded && lack.message.contains("start with a higher limit"))
    await #expect(throws: DevnetError(.limitExceeded, "")) { try await small.mine() }
    #expect(try await small.balance(of: small.accounts[0].address) == ether(10_000))
    // Going back is what it says, and it is kept.
    try await small.rollback(blocks: 19)
    #expect(await small.lackOfMemory == nil)
    try await small.mine()
    await small.close()
    #expect(try await Devnet.start(options).blockNumber == 2)
  }

  @Test("snapshots of what waits are kept as long as they are small together, the latest always")
  func snapshots() async throws {
    let devnet = try await devnet(limit: 1 << 30)
    await devnet.setMining(.manual)
    let data = Bytes(repeating: 0, count: 120_000)
    let count = Snapshots.mostBytes / 3_000_000 + 10
    var ids: [UInt64] = []
    for nonce in 0..<25 {
      var request = DevnetCall(to: .zero, data: data, gas: 1_300_000)
      request.nonce = UInt64(nonce)
      try await devnet.send(request)
    }
    for _ in 0..<count { ids.append(await devnet.snapshot()) }
    #expect(await devnet.snapshots.all.count < count)
    #expect(try await devnet.revert(to: ids[0]) == false)
    #expect(try await devnet.revert(to: ids[count - 1]))
  }

  @Test("accounts are impersonated one by one up to a number, and all at once beyond it")
  func impersonation() async throws {
    let devnet = try await Devnet.start()
    for number in 0..<Impersonation.most {
      await devnet.impersonate(Address(truncating: UInt256(UInt64(number))))
    }
    let address: JSON = "0xffffffffffffffffffffffffffffffffffffffff"
    #expect(await ask(devnet, "anvil_impersonateAccount", address)["error"]?["code"]?.int == -32005)
    #expect(await ask(devnet, "anvil_autoImpersonateAccount", true)["result"] == .null)
    #expect(
      await ask(devnet, "eth_sendTransaction", ["from": address, "to": address])["error"]?["code"]?.int == -32000)
  }

  @Test("a filter of pending transactions tells each once, mined or waiting, and is not slow to forget")
  func pending() async throws {
    let devnet = try await Devnet.start()
    let filter = try #require(await ask(devnet, "eth_newPendingTransactionFilter")["result"])
    var hashes: [JSON] = []
    for value in 1...3 {
      let hash = try await devnet.send(DevnetCall(to: devnet.accounts[1].address, value: UInt256(UInt64(value))))
      hashes.append(.string(hash.hex))
      if value == 2 { await devnet.setMining(.manual) }
    }
    #expect(await ask(devnet, "eth_getFilterChanges", filter)["result"] == .array(hashes))
    try await devnet.mine()
    #expect(await ask(devnet, "eth_getFilterChanges", filter)["result"] == [])
    var filters = Filters()
    let known = filters.sentCount
    for number in 0..<(5 * Filters.mostSent) { filters.noteSent(Hash32(UInt256(UInt64(number)))) }
    #expect((Filters.mostSent...2 * Filters.mostSent).contains(filters.sent(after: known).count))
    #expect(filters.sent(after: filters.sentCount - 1) == [Hash32(UInt256(UInt64(5 * Filters.mostSent - 1)))])
  }

  @Test("no transaction has gas for a loop of minutes, whatever a block may have")
  func gas() async throws {
    var options = Devnet.Options()
    options.fork = .prague
    let devnet = try await Devnet.start(options)
    try await devnet.setBlockGasLimit(1 << 62)
    try await devnet.setBalance(.max, of: devnet.accounts[0].address)
    try await devnet.setCode([0x5b, 0x5f, 0x56], of: .zero)
    await #expect(throws: DevnetError(.refusedTransaction, "")) {
      try await devnet.send(DevnetCall(to: .zero, gas: 1 << 61))
    }
  }
}
