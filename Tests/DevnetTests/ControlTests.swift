import EVM
import Keys
import Primitives
import StrictJSON
import Testing
import Transactions

@testable import Devnet

/// Asks a devnet and gives its whole answer.
func ask(_ devnet: Devnet, _ method: String, _ parameters: JSON...) async -> JSON {
  await devnet.answer(["jsonrpc": "2.0", "id": 7, "method": .string(method), "params": .array(parameters)]) ?? .null
}

@Suite("Controls of mining and time", .timeLimit(.minutes(20)))
struct ControlTests {
  static func text(_ address: Address) -> JSON { .string(address.checksummed) }

  @Test("interval mining makes blocks until it is ended, and takes what waits")
  func interval() async throws {
    let devnet = try await Devnet.start()
    #expect(await ask(devnet, "anvil_getIntervalMining")["result"] == .null)
    #expect(await ask(devnet, "evm_setIntervalMining", 1)["result"] == true)
    #expect(await ask(devnet, "anvil_getIntervalMining")["result"] == 1)
    #expect(await ask(devnet, "anvil_getAutomine")["result"] == false)
    let hash = try await devnet.send(DevnetCall(to: devnet.accounts[1].address, value: 1))
    // Instant mining is off already: ending it leaves the interval.
    #expect(await ask(devnet, "evm_setAutomine", false)["result"] == true)
    while await devnet.blockNumber < 2 { try await Task.sleep(for: .milliseconds(20)) }
    // A busy machine may have made a block before it came.
    while await devnet.receipt(hash) == nil { try await Task.sleep(for: .milliseconds(20)) }
    #expect(await ask(devnet, "anvil_setIntervalMining", "0x0")["result"] == .null)
    #expect(await devnet.mining == .manual)
    #expect(await devnet.ticker == nil)
  }

  @Test("interval mining does not keep a devnet alive that nobody holds")
  func dropped() async throws {
    weak var dropped: Devnet?
    do {
      var options = Devnet.Options()
      options.mining = .interval(1)
      let devnet = try await Devnet.start(options)
      dropped = devnet
      #expect(await devnet.mining == .interval(1))
    }
    // A block that was just being made when it was dropped holds it to its end.
    while dropped != nil { try await Task.sleep(for: .milliseconds(20)) }
  }

  @Test("coinbase and gas limit last, base fee and PREVRANDAO are the next block's alone")
  func nextBlock() async throws {
    let devnet = try await Devnet.start()
    let coinbase = Address(truncating: UInt256(0xc0))
    let randao = Hash32(UInt256(77))
    #expect(await ask(devnet, "hardhat_setCoinbase", Self.text(coinbase))["result"] == true)
    #expect(await ask(devnet, "evm_setBlockGasLimit", 12_345_678)["result"] == true)
    #expect(await ask(devnet, "anvil_setNextBlockBaseFeePerGas", "0x3b9aca01")["result"] == .null)
    #expect(await ask(devnet, "hardhat_setPrevRandao", .string(randao.hex))["result"] == true)
    #expect(await ask(devnet, "eth_baseFee")["result"] == "0x3b9aca01")
    let snapshot = await devnet.snapshot()
    try await devnet.mine(blocks: 2)
    let (first, second) = (try #require(await devnet.block(.number(1))), try #require(await devnet.block()))
    #expect([first, second].map(\.header.coinbase) == [coinbase, coinbase])
    #expect([first, second].map(\.header.gasLimit) == [12_345_678, 12_345_678])
    #expect([first, second].map(\.header.baseFee) == [1_000_000_001, 875_000_001])
    #expect(first.header.mixHash == randao)
    #expect(second.header.mixHash == Keccak256.hash(first.hash.bytes))
    try await devnet.revert(to: snapshot)
    try await devnet.mine()
    #expect(await devnet.block()?.header.baseFee == 1_000_000_001)
    #expect(await ask(devnet, "evm_setBlockGasLimit", 4999)["error"]?["code"]?.int == -32602)
    #expect(await ask(devnet, "anvil_setMinGasPrice", 1)["error"]?["code"]?.int == -32602)
    var options = Devnet.Options()
    options.fork = .byzantium
    let old = try await Devnet.start(options)
    #expect(await ask(old, "anvil_setNextBlockBaseFeePerGas", 1)["error"]?["code"]?.int == -32602)
    #expect(await ask(old, "hardhat_setPrevRandao", .string(randao.hex))["error"]?["code"]?.int == -32602)
  }

  @Test("blocks keep a distance that was set, and time can be set")
  func time() async throws {
    var options = Devnet.Options()
    options.mining = .manual
    options.timestamp = 1_000_000
    options.clock = { 1_000_000 }
    let devnet = try await Devnet.start(options)
    #expect(await ask(devnet, "anvil_removeBlockTimestampInterval")["result"] == false)
    #expect(await ask(devnet, "anvil_setBlockTimestampInterval", 50)["result"] == .null)
    try await devnet.mine(blocks: 2)
    #expect(await devnet.block()?.header.timestamp == 1_000_100)
    #expect(await ask(devnet, "evm_setNextBlockTimestamp", "1000101")["result"] == .null)
    try await devnet.mine(blocks: 2)
    #expect(await devnet.block()?.header.timestamp == 1_000_151)
    #expect(await ask(devnet, "anvil_removeBlockTimestampInterval")["result"] == true)
    #expect(await ask(devnet, "evm_setTime", .number("1500000000000"))["result"] == .number("1499000000"))
    #expect(await ask(devnet, "evm_mine")["result"] == "0x0")
    #expect(await devnet.block()?.header.timestamp == 1_500_000_000)
    #expect(await ask(devnet, "evm_setTime", "0xffffffffffffffff")["error"] != nil)
  }

  @Test("mining by hand takes a time and a count, and tells of the blocks if asked")
  func mining() async throws {
    var options = Devnet.Options()
    options.mining = .manual
    let devnet = try await Devnet.start(options)
    let hash = try await devnet.send(DevnetCall(to: devnet.accounts[1].address, value: 1))
    let made = await ask(devnet, "evm_mine_detailed", ["timestamp": "0x100000000", "blocks": 2])["result"]
    #expect(made?.array?.count == 2)
    #expect(made?[0]?["timestamp"] == "0x100000000")
    #expect(made?[0]?["transactions"]?[0]?["hash"]?.string == hash.hex)
    #expect(made?[1]?["number"] == "0x2")
    #expect(await ask(devnet, "evm_mine", .number("4294967400"))["result"] == "0x0")
    #expect(await devnet.block()?.header.timestamp == 4_294_967_400)
    #expect(await ask(devnet, "evm_mine", ["blocks": .number("99999999")])["error"]?["code"]?.int == -32005)
  }

  @Test("others are answered while many blocks are made", arguments: ["anvil_mine", "evm_mine", "library"])
  func miningBesideOthers(_ method: String) async throws {
    let devnet = try await Devnet.start()
    var seen = false
    // However busy the machine is: once somebody has to come in between.
    for _ in 0..<200 where !seen {
      let start = await devnet.blockNumber
      let mining = Task {
        switch method {
        case "library": try await devnet.mine(blocks: 50)
        case "anvil_mine": _ = await ask(devnet, method, 50)
        default: _ = await ask(devnet, method, ["blocks": 50])
        }
      }
      var number = start
      while number < start + 50 {
        number = await devnet.blockNumber
        seen = seen || (number > start && number < start + 50)
        await Task.yield()
      }
      try await mining.value
    }
    #expect(seen)
  }

  @Test("going back in the middle of many blocks leaves a chain whose blocks follow one another")
  func goingBackMeanwhile() async throws {
    let devnet = try await Devnet.start()
    try await devnet.mine(blocks: 3)
    await withTaskGroup(of: Void.self) { group in
      group.addTask { _ = await ask(devnet, "anvil_mineDetailed", ["blocks": 100]) }
      group.addTask {
        for _ in 0..<20 {
          let snapshot = await devnet.snapshot()
          _ = try? await devnet.send(DevnetCall(to: devnet.accounts[1].address, value: 1))
          _ = try? await devnet.revert(to: snapshot)
        }
        _ = await ask(devnet, "anvil_rollback", 2)
      }
    }
    // How many are left is a matter of chance.
    let head = await devnet.blockNumber
    try #require(head >= 1)
    for number in 1...head {
      let (parent, block) = await (devnet.block(.number(number - 1)), devnet.block(.number(number)))
      #expect(block?.header.parentHash == parent?.hash && parent != nil)
    }
  }
}

@Suite("Impersonation")
struct ImpersonationTests {
  let someone = Address(truncating: UInt256(0x50))
  let other = Address(truncating: UInt256(0x51))

  @Test("an impersonated account sends without a key, a contract too")
  func sending() async throws {
    let devnet = try await Devnet.start()
    let to = devnet.accounts[1].address
    await #expect(throws: DevnetError(.unknownAccount, "")) {
      try await devnet.send(DevnetCall(from: someone, to: to))
    }
    #expect(await ask(devnet, "anvil_impersonateAccount", ControlTests.text(someone))["result"] == .null)
    #expect(await ask(devnet, "hardhat_impersonateAccount", ControlTests.text(other))["result"] == true)
    var hashes: [Hash32] = []
    for account in [someone, other] {
      try await devnet.setBalance(ether(1), of: account)
      // Any contract's code: EIP-3607 is not looked at.
      try await devnet.setCode([0x00], of: account)
      var request = DevnetCall(from: account, to: to, value: 5)
      request.gas = 21_000
      hashes.append(try await devnet.send(request))
    }
    #expect(hashes[0] != hashes[1])
    for (hash, account) in zip(hashes, [someone, other]) {
      #expect(await devnet.receipt(hash)?.from == account)
      #expect(await devnet.receipt(hash)?.isSuccess == true)
    }
    #expect(try await devnet.balance(of: to) == ether(10_000) + 10)
    #expect(await ask(devnet, "eth_accounts")["result"]?.array?.count == 12)
    #expect(await ask(devnet, "anvil_stopImpersonatingAccount", ControlTests.text(someone))["result"] == .null)
    await #expect(throws: DevnetError(.unknownAccount, "")) {
      try await devnet.send(DevnetCall(from: someone, to: to))
    }
    #expect(await ask(devnet, "anvil_autoImpersonateAccount", true)["result"] == .null)
    try await devnet.send(DevnetCall(from: someone, to: to))
    #expect(await ask(devnet, "anvil_autoImpersonateAccount", false)["result"] == .null)
    let unsigned = await ask(devnet, "eth_sendUnsignedTransaction", ["from": ControlTests.text(someone)])
    #expect(unsigned["result"] != nil, "\(unsigned)")
  }

  @Test("its signature is no key's, and nobody else's transaction or block may have such a one")
  func outside() async throws {
    let (devnet, reader) = (try await Devnet.start(), try await Devnet.start())
    await devnet.setImpersonatesAll(true)
    try await devnet.setBalance(ether(1), of: someone)
    try await reader.setBalance(ether(1), of: someone)
    let hash = try await devnet.send(DevnetCall(from: someone, to: other, value: 1))
    let block = try #require(await devnet.block())
    let sent = try #require(block.transactions.first)
    #expect(sent.hash == hash)
    #expect(sent.transaction.signature.s == 0)
    #expect(sent.transaction.signature.r == UInt256(someone))
    #expect(throws: TransactionError.self) { try sent.transaction.sender() }
    await #expect(throws: DevnetError(.malformedTransaction, "")) {
      try await reader.send(rawTransaction: sent.transaction.encoded)
    }
    #expect(throws: (any Error).self) { try DevnetBlock(RLP.decode(block.encoded)) }
    #expect(throws: (any Error).self) { try DevnetBlock(RLP.decode(block.encoded), allowingHighS: true) }
  }
}
