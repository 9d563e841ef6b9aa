import EVM
import Primitives
import Testing

@testable import Devnet

@Suite("Blocks, time and snapshots")
struct MiningTests {
  func devnet(_ mining: Devnet.Mining = .instant) async throws -> Devnet {
    var options = Devnet.Options()
    options.mining = mining
    options.timestamp = 1_000_000
    options.clock = { 1_000_000 }
    return try await Devnet.start(options)
  }

  @Test("the accounts are those of the mnemonic that everybody uses")
  func accounts() async throws {
    let devnet = try await devnet()
    #expect(devnet.accounts.count == 10)
    #expect(devnet.accounts[0].address.checksummed == "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266")
    #expect(devnet.accounts[9].address.checksummed == "0xa0Ee7A142d267C1f36714E4a8F75612F20a79720")
    #expect(try await devnet.balance(of: devnet.accounts[9].address) == ether(10_000))
  }

  @Test("the base fee falls by an eighth with every empty block (EIP-1559)")
  func baseFee() async throws {
    let devnet = try await devnet(.manual)
    try await devnet.mine(blocks: 3)
    var fees: [UInt256?] = []
    for number in 0...3 { fees.append(await devnet.block(.number(UInt64(number)))?.header.baseFee) }
    // The first block after the genesis follows one of no gas.
    #expect(fees == [1_000_000_000, 875_000_000, 765_625_000, 669_921_875])
  }

  @Test("every fork has blocks, which follow one another")
  func forks() async throws {
    for fork in [.frontier, .byzantium, .london, .paris, .shanghai, .cancun, .prague, .osaka, .bpo2] as [EVM.Fork] {
      var options = Devnet.Options()
      options.fork = fork
      let devnet = try await Devnet.start(options)
      try await devnet.send(CallRequest(to: devnet.accounts[1].address, value: 1))
      try await devnet.mine()
      let (first, second) = (try #require(await devnet.block(.number(1))), try #require(await devnet.block()))
      #expect(second.header.parentHash == first.hash)
      #expect(first.transactions.count == 1)
      #expect(try await devnet.balance(of: devnet.accounts[1].address) == ether(10_000) + 1)
      // What was mined can be imported elsewhere.
      let block = try Block(RLP.decode(first.encoded))
      #expect(block.hash == first.hash)
    }
  }

  @Test("time can be set and passed, and always goes on")
  func time() async throws {
    let devnet = try await devnet(.manual)
    try await devnet.mine()
    #expect(await devnet.block()?.header.timestamp == 1_000_001)
    #expect(try await devnet.increaseTime(by: 100) == 100)
    try await devnet.mine()
    #expect(await devnet.block()?.header.timestamp == 1_000_100)
    try await devnet.setNextBlockTimestamp(2_000_000)
    try await devnet.mine(blocks: 3, interval: 10)
    #expect(await devnet.block()?.header.timestamp == 2_000_020)
    for wrong in [0, 2_000_020, UInt64.max] {
      await #expect(throws: DevnetError(.invalidTimestamp, "")) { try await devnet.setNextBlockTimestamp(wrong) }
    }
    await #expect(throws: DevnetError(.invalidTimestamp, "")) { try await devnet.increaseTime(by: .max) }
    await #expect(throws: DevnetError(.limitExceeded, "")) { try await devnet.mine(blocks: .max) }
  }

  @Test("a snapshot brings back blocks, receipts, state, pool and time")
  func snapshots() async throws {
    let devnet = try await devnet(.manual)
    let (from, to) = (devnet.accounts[0].address, devnet.accounts[1].address)
    let waiting = try await devnet.send(CallRequest(from: from, to: to, value: 5))
    let first = await devnet.snapshot()
    let before = try #require(await devnet.block()).hash
    try await devnet.mine(blocks: 2)
    try await devnet.setBalance(7, of: to)
    let second = await devnet.snapshot()
    try await devnet.increaseTime(by: 1000)
    try await devnet.mine()
    #expect(try await devnet.balance(of: to) == 7)
    #expect(try await devnet.balance(of: to, at: .number(1)) == ether(10_000) + 5)
    #expect(try await devnet.balance(of: to, at: .earliest) == ether(10_000))
    #expect(await devnet.receipt(waiting)?.isSuccess == true)

    #expect(try await devnet.revert(to: first))
    #expect(await devnet.block()?.hash == before)
    #expect(await devnet.receipt(waiting) == nil)
    #expect(try await devnet.balance(of: to) == ether(10_000))
    #expect(try await devnet.revert(to: second) == false)
    #expect(try await devnet.revert(to: first) == false)
    try await devnet.mine()
    #expect(await devnet.receipt(waiting)?.isSuccess == true)
    #expect(await devnet.block()?.header.timestamp == 1_000_001)
  }

  @Test("accounts can be changed by hand, and the next block's root knows of it")
  func edits() async throws {
    let devnet = try await devnet(.manual)
    let address = Address(truncating: UInt256(0xed17))
    try await devnet.setCode([0x5f, 0x54, 0x5f, 0x52, 0x60, 0x20, 0x5f, 0xf3], of: address)
    try await devnet.setStorage(42, slot: 0, of: address)
    try await devnet.setNonce(9, of: address)
    try await devnet.setBalance(.max, of: address)
    #expect(try await devnet.call(CallRequest(to: address)) == UInt256(42).bigEndianBytes)
    #expect(try await devnet.nonce(of: address) == 9)
    let root = try #require(await devnet.block()).header.stateRoot
    try await devnet.mine()
    #expect(await devnet.block()?.header.stateRoot != root)
    try await devnet.setBalance(0, of: Address(truncating: UInt256(1)))
    #expect(try await devnet.storage(of: address, slot: 0) == 42)
  }

  @Test("what one devnet mined another imports, with every root and fee")
  func imported() async throws {
    let (maker, reader) = (try await devnet(), try await devnet())
    let market = try await Market.open(maker, cost: 2)
    for student in 2..<6 { try await maker.send(market.purchase(value: ether(2), from: student)) }
    try await maker.mine(blocks: 2, interval: 100)
    for number in 1...(await maker.blockNumber) {
      let block = try #require(await maker.block(.number(number)))
      try await reader.add(Block(RLP.decode(block.encoded)))
    }
    #expect(await reader.block()?.hash == maker.block()?.hash)
    #expect(await reader.block(.number(3))?.receipts == maker.block(.number(3))?.receipts)
    #expect(try await reader.balance(of: market.address) == ether(8))
  }
}
