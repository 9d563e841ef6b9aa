import EVM
import Primitives
import Testing

@testable import Devnet

@Suite("A devnet that goes on from another chain")
struct ForkTests {
  /// An account that in the fork source holds 500 wei, has sent 3 transactions and has a storage slot.
  static let holder = Address(truncating: UInt256(0x1234))
  static let counter: Bytes = [0x5f, 0x54, 0x60, 0x01, 0x01, 0x80, 0x5f, 0x55, 0x5f, 0x52, 0x60, 0x20, 0x5f, 0xf3]

  /// The state of the origin: a contract that counts its calls, which was called 41 times.
  static func state() -> CountingState {
    var state = MemoryState()
    let code = Code(counter)
    state.apply(
      StateChanges(accounts: [
        holder: StateChanges.Change(
          account: Account(nonce: 3, balance: 500, codeHash: code.hash), code: code, storage: [0: 41])
      ]))
    return CountingState(state)
  }

  static func origin(_ state: CountingState) -> ForkSource {
    var header = BlockHeader()
    header.number = 1_000_000
    header.gasLimit = 30_000_000
    header.timestamp = 1_700_000_000
    header.baseFee = 1_000_000_000
    header.excessBlobGas = 0
    header.blobGasUsed = 0
    return ForkSource(
      chainID: 4242, fork: .osaka, header: header, hash: Hash32(UInt256(0xf0)), state: state,
      blockHash: { Hash32(UInt256($0)) })
  }

  static func start(_ state: CountingState, _ mining: Devnet.Mining = .instant) async throws -> Devnet {
    var options = Devnet.Options()
    options.origin = origin(state)
    options.mining = mining
    return try await Devnet.start(options)
  }

  @Test("its blocks follow the origin's, under its chain id and in its time")
  func blocks() async throws {
    let devnet = try await Self.start(Self.state())
    #expect(devnet.chainID == 4242)
    #expect(await devnet.blockNumber == 1_000_000)
    try await devnet.mine(blocks: 2)
    let first = try #require(await devnet.block(.number(1_000_001)))
    #expect(first.header.parentHash == Hash32(UInt256(0xf0)))
    #expect(first.header.timestamp >= 1_700_000_001)
    #expect(first.header.timestamp < 1_700_001_000)
    #expect(first.header.stateRoot == .zero)
    #expect(await devnet.block()?.header.parentHash == first.hash)
    #expect(await devnet.block(.number(999_999)) == nil)
    #expect(await devnet.block(.earliest) == nil)
    #expect(await devnet.block(.number(.max)) == nil)
  }

  @Test("accounts are as there, the test accounts have their ether, and what is sent changes only this chain")
  func sending() async throws {
    let state = Self.state()
    let devnet = try await Self.start(state)
    #expect(try await devnet.balance(of: Self.holder) == 500)
    #expect(try await devnet.nonce(of: Self.holder) == 3)
    #expect(try await devnet.balance(of: devnet.accounts[3].address) == ether(10_000))
    let snapshot = await devnet.snapshot()
    for count in 42...44 as ClosedRange<UInt256> {
      #expect(try await devnet.call(DevnetCall(to: Self.holder)) == count.bigEndianBytes)
      let receipt = try #require(
        await devnet.receipt(devnet.send(DevnetCall(to: Self.holder, value: 1))))
      #expect(receipt.isSuccess)
      #expect(try await devnet.storage(of: Self.holder, slot: 0) == count)
    }
    #expect(try await devnet.balance(of: Self.holder) == 503)
    for (number, count) in zip(1_000_000...1_000_003 as ClosedRange<UInt64>, 41...44 as ClosedRange<UInt256>) {
      #expect(try await devnet.storage(of: Self.holder, slot: 0, at: .number(number)) == count)
      #expect(
        try await devnet.call(DevnetCall(to: Self.holder), at: .number(number)) == (count + 1).bigEndianBytes)
    }
    #expect(try await devnet.revert(to: snapshot))
    #expect(try await devnet.storage(of: Self.holder, slot: 0) == 41)
    #expect(try await devnet.balance(of: Self.holder) == 500)
    #expect(try state.storage(Self.holder, 0) == 41)
  }

  @Test("BLOCKHASH knows the origin's blocks and its own")
  func blockHashes() async throws {
    let devnet = try await Self.start(Self.state())
    try await devnet.mine(blocks: 2)
    let address = Address(truncating: UInt256(0xb10c))
    // BLOCKHASH of the calldata's first word.
    try await devnet.setCode([0x5f, 0x35, 0x40, 0x5f, 0x52, 0x60, 0x20, 0x5f, 0xf3], of: address)
    func hash(_ number: UInt256) async throws -> Bytes {
      try await devnet.call(DevnetCall(to: address, data: number.bigEndianBytes))
    }
    #expect(try await hash(999_900) == UInt256(999_900).bigEndianBytes)
    #expect(try await hash(1_000_000) == UInt256(0xf0).bigEndianBytes)
    #expect(try await hash(1_000_001) == devnet.block(.number(1_000_001))?.hash.bytes)
    #expect(try await hash(999_000) == UInt256(0).bigEndianBytes)
  }

  @Test("when the origin can't be read the request fails with its words, and chain and pool stay as they were")
  func failing() async throws {
    // However many questions are answered first.
    var succeeded = false
    for count in 0..<200 where !succeeded {
      let state = Self.state()
      let devnet = try await Self.start(state)
      state.fail(after: count)
      do {
        try await devnet.send(DevnetCall(to: Self.holder, value: 1))
        succeeded = true
      } catch let error as DevnetError {
        #expect(error.code == .originFailed)
        #expect(error.message == "the node is gone")
        #expect(await devnet.blockNumber == 1_000_000)
        #expect(await devnet.pool.count == 0)
      }
      state.fail(after: nil)
      try await devnet.send(DevnetCall(to: Self.holder, value: 1))
      #expect(try await devnet.storage(of: Self.holder, slot: 0) == (succeeded ? 43 : 42))
    }
    #expect(succeeded)
  }

  @Test("a block that can't be mined leaves what waits in the pool, for the time when it can")
  func failingMine() async throws {
    let state = Self.state()
    let devnet = try await Self.start(state, .manual)
    var request = DevnetCall(to: Self.holder, value: 1)
    request.gas = 100_000
    let hash = try await devnet.send(request)
    state.fail(after: 0)
    await #expect(throws: DevnetError(.originFailed, "")) { try await devnet.mine() }
    #expect(await devnet.blockNumber == 1_000_000)
    await #expect(throws: DevnetError(.originFailed, "")) { try await devnet.balance(of: Self.holder) }
    state.fail(after: nil)
    try await devnet.mine()
    #expect(await devnet.receipt(hash)?.isSuccess == true)
  }

  @Test("the test accounts keep the nonce, the code and the storage that they have there, and get only ether")
  func ownAccounts() async throws {
    let accounts = try await Devnet.start().accounts.map(\.address)
    var state = MemoryState()
    let (deployed, delegation) = (Code(Self.counter), Code([0xef, 0x01, 0x00] + Self.holder.bytes))
    var changes = StateChanges(accounts: [
      // It has deployed with the nonces 0 and 1.
      accounts[0]: StateChanges.Change(account: Account(nonce: 2, balance: 5)),
      accounts[1]: StateChanges.Change(
        account: Account(nonce: 1, balance: ether(20_000), codeHash: delegation.hash), code: delegation,
        storage: [0: 7]),
      Self.holder: StateChanges.Change(account: Account(nonce: 1, codeHash: deployed.hash), code: deployed),
    ])
    for nonce in 0...1 as ClosedRange<UInt64> {
      changes.accounts[.contract(deployer: accounts[0], nonce: nonce)] = StateChanges.Change(
        account: Account(nonce: 1, codeHash: deployed.hash), code: deployed)
    }
    state.apply(changes)
    let devnet = try await Self.start(CountingState(state))
    #expect(try await devnet.balance(of: accounts[0]) == ether(10_000))
    #expect(try await devnet.nonce(of: accounts[0]) == 2)
    // PUSH0, PUSH0, RETURN.
    let receipt = try #require(
      await devnet.receipt(devnet.send(DevnetCall(from: accounts[0], data: [0x5f, 0x5f, 0xf3]))))
    #expect(receipt.isSuccess)
    #expect(receipt.contractAddress == .contract(deployer: accounts[0], nonce: 2))
    // Who has more keeps it, and stays delegated.
    #expect(try await devnet.balance(of: accounts[1]) == ether(20_000))
    #expect(try await devnet.code(of: accounts[1]) == delegation.bytes)
    try await devnet.send(DevnetCall(from: accounts[2], to: accounts[1]))
    #expect(try await devnet.storage(of: accounts[1], slot: 0) == 8)
    #expect(try await devnet.balance(of: accounts[0], at: .number(1_000_000)) == ether(10_000))
  }

  @Test("a fork begins without a question about its accounts")
  func asksNothing() async throws {
    let state = Self.state()
    _ = try await Self.start(state)
    let few = state.count
    var options = Devnet.Options()
    options.origin = Self.origin(state)
    options.accountCount = 1000
    _ = try await Devnet.start(options)
    #expect(state.count == few * 2)
  }
}
