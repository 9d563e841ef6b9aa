import EVM
import Primitives
import Testing
import Transactions

@Suite("Blocks")
struct BlockTests {
  let coinbase = Address(truncating: UInt256(0xcb))

  func machine(_ fork: Fork, _ state: MemoryState = MemoryState()) -> Machine {
    let block = BlockEnvironment(
      number: 9, timestamp: 1000, coinbase: coinbase, parentHash: Hash32(UInt256(77)),
      parentBeaconBlockRoot: Hash32(UInt256(88)))
    return Machine(rules: RuleSet(fork), block: block, state: Journal(state))
  }

  /// A state with contracts of some code.
  func state(_ contracts: [(Address, String)]) throws -> MemoryState {
    var changes = StateChanges()
    for (address, hex) in contracts {
      let code = Code(try [UInt8](hex: hex))
      changes.accounts[address] = .init(account: Account(nonce: 1, codeHash: code.hash), code: code)
    }
    var state = MemoryState()
    state.apply(changes)
    return state
  }

  @Test("producers and ommers are paid as before the merge, nobody after it")
  func rewards() throws {
    let ommer = Address(truncating: UInt256(0x0e))
    for (fork, ether) in [(Fork.frontier, 5), (.byzantium, 3), (.constantinople, 2), (.london, 2)] as [(Fork, UInt256)]
    {
      let machine = machine(fork)
      try BlockBoundary(machine).payRewards(ommers: [(ommer, 7)])
      let reward = ether * 1_000_000_000_000_000_000
      #expect(try machine.state.account(coinbase)?.balance == reward + reward / 32)
      #expect(try machine.state.account(ommer)?.balance == reward * 6 / 8)
    }
    let paris = machine(.paris)
    try BlockBoundary(paris).payRewards()
    #expect(paris.state.changes.accounts.isEmpty)
  }

  @Test("withdrawals are paid in gwei; one of nothing leaves no account")
  func withdrawals() throws {
    let machine = machine(.shanghai)
    let address = Address(truncating: UInt256(1))
    try BlockBoundary(machine).pay([
      Withdrawal(index: 0, validator: 1, address: address, amount: 3),
      Withdrawal(index: 1, validator: 1, address: coinbase, amount: 0),
    ])
    let paid = StateChanges.Change(account: Account(balance: 3_000_000_000), replacesStorage: true)
    #expect(machine.state.changes.accounts == [address: paid])
  }

  @Test("a block begins with the calls of its fork, as the system's address")
  func opening() throws {
    // SSTORE(CALLER, CALLDATALOAD(0))
    let code = "600035" + "33" + "55" + "00"
    let roots = try #require(RuleSet(.cancun).openingCalls.first).target
    let hashes = try #require(RuleSet(.prague).openingCalls.last).target
    #expect(roots.checksummed == "0x000F3df6D732807Ef1319fB7B8bB8522d0Beac02")
    #expect(hashes.checksummed == "0x0000F90827F1C53a10cb7A02335B175320002935")
    let machine = machine(.prague, try state([(roots, code), (hashes, code)]))
    try BlockBoundary(machine).begin()
    #expect(try machine.state.storage(roots, UInt256(SystemCall.caller)) == 88)
    #expect(try machine.state.storage(hashes, UInt256(SystemCall.caller)) == 77)
    #expect(try machine.state.account(SystemCall.caller) == nil)
    let empty = self.machine(.prague)
    try BlockBoundary(empty).begin()
    #expect(empty.state.changes.accounts.isEmpty)
  }

  @Test("a block's end gives the requests that aren't empty, and refuses what is missing or fails")
  func requests() throws {
    let targets = RuleSet(.prague).closingCalls.map(\.target)
    #expect(
      targets.map(\.checksummed) == [
        "0x00000961Ef480Eb55e80D19ad83579A64c007002", "0x0000BBdDc7CE488642fb579F8B00f3a590007251",
      ])
    // RETURN(0, 2); STOP
    let good = machine(.prague, try state([(targets[0], "60026000f3"), (targets[1], "00")]))
    #expect(try BlockBoundary(good).end(logs: []) == [[1, 0, 0]])
    #expect(throws: EVMError(.missingSystemContract, "")) { try BlockBoundary(machine(.prague)).end(logs: []) }
    let bad = machine(.prague, try state([(targets[0], "fe"), (targets[1], "00")]))
    #expect(throws: EVMError(.systemCallFailed, "")) { try BlockBoundary(bad).end(logs: []) }
    #expect(try BlockBoundary(machine(.cancun)).end(logs: []).isEmpty)
  }

  @Test("deposits are read from the contract's logs, and odd ones are refused")
  func deposits() throws {
    var data: [UInt8] = []
    for offset in [160, 256, 320, 384, 512] as [UInt256] { data += offset.bigEndianBytes }
    var expected: [UInt8] = [0]
    for (index, length) in [48, 32, 8, 96, 8].enumerated() {
      let field = [UInt8](repeating: UInt8(index + 1), count: length)
      expected += field
      data += UInt256(length).bigEndianBytes + field + [UInt8](repeating: 0, count: (32 - length % 32) % 32)
    }
    let contract = try #require(RuleSet(.prague).depositContract)
    #expect(contract.checksummed.lowercased() == "0x00000000219ab540356cbb839cbe05303d7705fa")
    let topic = try Hash32("0x649bbc62d0e31342afea4e5cd82d4049e7e1ee912fc0889aa790803be39038c5")
    let targets = RuleSet(.prague).closingCalls.map(\.target)
    let machine = machine(.prague, try state(targets.map { ($0, "00") }))
    #expect(try BlockBoundary(machine).end(logs: [Log(address: contract, topics: [topic], data: data)]) == [expected])
    #expect(try BlockBoundary(machine).end(logs: [Log(address: contract, topics: [], data: [])]).isEmpty)
    data[31] = 161
    #expect(throws: EVMError(.malformedDeposit, "")) {
      try BlockBoundary(machine).end(logs: [Log(address: contract, topics: [topic], data: data)])
    }
  }

  @Test("the hash of no requests, and of some, is that of EIP-7685")
  func requestsHash() throws {
    let none = try Hash32("0xe3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
    #expect(BlockRequests.hash([]) == none)
    let two = try Hash32("0xb08c1aad8cf821e25a1c8a39d646c70759739e7ff014e610925b660ae47ae53d")
    #expect(BlockRequests.hash([[0, 1, 2], [1, 3]]) == two)
  }
}
