import EVM
import Primitives
import Testing
import Transactions

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
      try await devnet.send(DevnetCall(to: devnet.accounts[1].address, value: 1))
      try await devnet.mine()
      let (first, second) = (try #require(await devnet.block(.number(1))), try #require(await devnet.block()))
      #expect(second.header.parentHash == first.hash)
      #expect(first.transactions.count == 1)
      #expect(try await devnet.balance(of: devnet.accounts[1].address) == ether(10_000) + 1)
      // What was mined can be imported elsewhere.
      let block = try DevnetBlock(RLP.decode(first.encoded))
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
    let waiting = try await devnet.send(DevnetCall(from: from, to: to, value: 5))
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
    #expect(try await devnet.call(DevnetCall(to: address)) == UInt256(42).bigEndianBytes)
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
      try await reader.add(DevnetBlock(RLP.decode(block.encoded)))
    }
    #expect(await reader.block()?.hash == maker.block()?.hash)
    #expect(await reader.block(.number(3))?.receipts == maker.block(.number(3))?.receipts)
    #expect(try await reader.balance(of: market.address) == ether(8))
  }
}

@Suite("Blocks that can't be")
struct InvalidBlockTests {
  /// Code that logs a `DepositEvent` of no data.
  private static let malformed =
    [0x7f] + Keccak256.hash(Array("DepositEvent(bytes,bytes,bytes,bytes,bytes)".utf8)).bytes + [0x5f, 0x5f, 0xa1]

  @Test("a transaction that would make its block invalid is left out and told of, and mining goes on")
  func poison() async throws {
    let devnet = try await Devnet.start()
    let contract = try #require(await devnet.chain.rules(of: .osaka).depositContract)
    try await devnet.setCode(Self.malformed, of: contract)
    await #expect(throws: DevnetError(.refusedTransaction, "")) {
      try await devnet.send(DevnetCall(to: contract, gas: 100_000))
    }
    #expect(await devnet.pool.count == 0)
    // The same where it waits with others, of the same sender and another.
    await devnet.setMining(.manual)
    var events = await devnet.events().makeAsyncIterator()
    let poison = try await devnet.send(DevnetCall(to: contract, gas: 100_000))
    let behind = try await devnet.send(DevnetCall(to: devnet.accounts[1].address, value: 1, gas: 21_000))
    let other = try await devnet.send(
      DevnetCall(from: devnet.accounts[2].address, to: devnet.accounts[1].address, value: 1))
    let before = try await devnet.balance(of: devnet.accounts[0].address)
    try await devnet.mine()
    #expect(await devnet.block()?.transactions.map(\.hash) == [other])
    let pool = await devnet.pool
    #expect(pool[poison] == nil && pool[behind] != nil)
    #expect(try await devnet.balance(of: devnet.accounts[0].address) == before)
    var dropped: [Hash32] = []
    for _ in 0..<5 {
      if case .dropped(let sent, let reason) = await events.next() {
        dropped.append(sent.hash)
        #expect(reason.contains("no deposit"))
      }
    }
    #expect(dropped == [poison])
    // Others may still call and trace what no block can have.
    #expect(try await devnet.call(DevnetCall(to: contract)) == [])
    try await devnet.mine(blocks: 2)
  }

  private func devnet(_ fork: EVM.Fork) async throws -> Devnet {
    var options = Devnet.Options()
    options.fork = fork
    options.timestamp = 1_000_000
    options.clock = { 1_000_000 }
    return try await Devnet.start(options)
  }

  /// The next block of a devnet with its header changed.
  private func block(
    after devnet: Devnet, ommers: [BlockHeader] = [], _ change: (inout BlockHeader) -> Void = { _ in }
  ) async -> DevnetBlock {
    var header = await devnet.nextHeader
    header.ommersHash = Keccak256.hash(RLP.encode(.list(ommers.map(\.item))))
    change(&header)
    return DevnetBlock(header: header, ommers: ommers, withdrawals: header.withdrawalsRoot == nil ? nil : [])
  }

  private func refusal(of block: DevnetBlock, by devnet: Devnet) async -> String? {
    do {
      try await devnet.add(block)
      return nil
    } catch {
      return "\(error)"
    }
  }

  @Test(
    "a header with a wrong time, gas limit, extra data, difficulty or nonce is refused with the reason",
    arguments: [EVM.Fork.frontier, .london, .osaka])
  func headers(_ fork: EVM.Fork) async throws {
    let devnet = try await devnet(fork)
    let limit = try #require(await devnet.block()).header.gasLimit
    let wrong: [(String, (inout BlockHeader) -> Void)] = [
      ("time", { $0.timestamp -= 1 }), ("time", { $0.timestamp = .max }),
      ("gas limit", { $0.gasLimit = limit + limit / 1024 }), ("gas limit", { $0.gasLimit = limit - limit / 1024 }),
      ("gas limit", { $0.gasLimit = .max }), ("gas limit", { $0.gasLimit = 0 }),
      ("gas", { $0.gasUsed = $0.gasLimit + 1 }), ("extra data", { $0.extraData = Bytes(repeating: 1, count: 33) }),
    ]
    for (word, change) in wrong {
      let reason = await refusal(of: await block(after: devnet, change), by: devnet)
      #expect(reason?.contains(word) == true, "\(word): \(reason ?? "accepted")")
    }
    for change in [{ $0.difficulty = 1 }, { $0.nonce = 1 }] as [(inout BlockHeader) -> Void] {
      let reason = await refusal(of: await block(after: devnet, change), by: devnet)
      #expect(reason?.contains("EIP-3675") == (fork >= .paris), "\(reason ?? "accepted")")
    }
    #expect(await devnet.blockNumber == 0)
  }

  @Test("ommers are other children of recent blocks, two at most, each named once, and none after the merge")
  func ommers() async throws {
    let devnet = try await devnet(.byzantium)
    try await devnet.mine(blocks: 2)
    let chain = await devnet.chain
    /// A sibling of a block.
    func sibling(of number: Int, _ nonce: UInt64 = 1) -> BlockHeader {
      var header = chain.blocks[number].header
      header.nonce = nonce
      return header
    }
    var old = sibling(of: 1)
    old.number = 2
    var late = sibling(of: 2)
    late.extraData = Bytes(repeating: 0, count: 33)
    let wrong: [(String, [BlockHeader])] = [
      ("3 ommers", [sibling(of: 1), sibling(of: 1, 2), sibling(of: 2)]), ("named before", [sibling(of: 2, 0)]),
      ("named before", [sibling(of: 1), sibling(of: 1)]), ("follow its parent", [old]), ("extra data", [late]),
      ("parent of its ommer", [await devnet.nextHeader]),
    ]
    for (word, ommers) in wrong {
      let reason = await refusal(of: await block(after: devnet, ommers: ommers), by: devnet)
      #expect(reason?.contains(word) == true, "\(word): \(reason ?? "accepted")")
    }
    // These are only refused for the state's root, which rewards change.
    let right = await refusal(of: await block(after: devnet, ommers: [sibling(of: 1), sibling(of: 2)]), by: devnet)
    #expect(right?.contains("stateRoot") == true, "\(right ?? "accepted")")
    let merged = try await self.devnet(.paris)
    try await merged.mine(blocks: 2)
    let reason = await refusal(of: await block(after: merged, ommers: [sibling(of: 1)]), by: merged)
    #expect(reason?.contains("EIP-3675") == true, "\(reason ?? "accepted")")
  }

  @Test("signatures are bound to a chain since Spurious Dragon, and to this chain")
  func signatures() async throws {
    for fork in [EVM.Fork.homestead, .tangerineWhistle, .spuriousDragon] {
      let devnet = try await devnet(fork)
      let key = devnet.accounts[0].key
      func send(chainID: UInt256?) async throws {
        let transaction = LegacyTransaction(
          chainID: chainID, nonce: 0, gasPrice: 1_000_000_000, gasLimit: 21_000, to: .zero, value: 1, data: [])
        try await devnet.send(rawTransaction: try UnsignedTransaction.legacy(transaction).signed(by: key).encoded)
      }
      await #expect(throws: DevnetError(.wrongChain, "")) { try await send(chainID: 1) }
      if fork >= .spuriousDragon {
        try await send(chainID: devnet.chainID)
      } else {
        await #expect(throws: DevnetError(.refusedTransaction, "")) { try await send(chainID: devnet.chainID) }
        try await send(chainID: nil)
      }
      // What the devnet signs itself is right in any fork.
      try await devnet.send(DevnetCall(to: .zero, value: 1))
    }
  }
}
