import EVM
import Keys
import Primitives
import Testing
import Transactions

@Suite("Delegations (EIP-7702)")
struct DelegationTests {
  let sender = Address(truncating: UInt256(0x5e))
  let contract = Address(truncating: UInt256(0xc0))

  func key(_ number: UInt64) throws -> PrivateKey { try PrivateKey(bytes: Hash32(UInt256(number)).bytes) }

  /// A machine over the sender, the contract with some code, and accounts with nonces.
  func machine(code: [UInt8], nonces: [Address: UInt64] = [:]) -> Machine {
    let code = Code(code)
    var changes = StateChanges(accounts: [
      sender: .init(account: Account(balance: 1_000_000_000)),
      contract: .init(account: Account(nonce: 1, codeHash: code.hash), code: code),
    ])
    for (address, nonce) in nonces { changes.accounts[address] = .init(account: Account(nonce: nonce)) }
    var state = MemoryState()
    state.apply(changes)
    return Machine(rules: RuleSet(.prague), block: BlockEnvironment(), state: Journal(state))
  }

  func execute(_ machine: Machine, to: Address, data: [UInt8] = [], _ authorizations: [Authorization]) throws
    -> ExecutionResult
  {
    try machine.execute(
      EVMTransaction(
        kind: .setCode, sender: sender, nonce: 0, to: to, data: data, gasLimit: 200_000,
        authorizations: authorizations))
  }

  @Test("one to an account that has one itself runs the marker, which is no instruction")
  func nested() throws {
    let (first, second) = (try key(1), try key(2))
    let machine = machine(code: [0x00])
    let result = try execute(
      machine, to: first.address,
      [
        Authorization(chainID: 1, address: second.address, nonce: 0, signedBy: first),
        Authorization(chainID: 1, address: contract, nonce: 0, signedBy: second),
      ])
    #expect(result.outcome == .failed(.invalidOpcode(0xef)))
    #expect(result.gasUsed == 200_000)
    #expect(try machine.state.code(first.address).delegate == second.address)
  }

  @Test("one to a precompile runs nothing, in a transaction and in a call")
  func precompile() throws {
    let key = try key(1)
    let identity = Address(truncating: UInt256(4))
    let authorization = try Authorization(chainID: 0, address: identity, nonce: 0, signedBy: key)
    let direct = try execute(machine(code: []), to: key.address, data: [0, 0, 0], [authorization])
    let intrinsic: UInt64 = 21_000 + 25_000 + 3 * 4
    #expect(direct.isSuccess && direct.output.isEmpty && direct.gasUsed == intrinsic)

    // RETURNDATASIZE after STATICCALL(gas, authority, 0, 32, 0, 0), as a word.
    let code = [0x5f, 0x5f, 0x60, 0x20, 0x5f, 0x73] + key.address.bytes + [0x5a, 0xfa, 0x3d, 0x01]
    let called = try execute(
      machine(code: code + [0x5f, 0x52, 0x60, 0x20, 0x5f, 0xf3]), to: contract, [authorization])
    // 1 for success and 0 bytes.
    #expect(called.output == UInt256(1).bigEndianBytes)
  }

  @Test("they stay, and what they give back with them, when the call reverts")
  func reverted() throws {
    let key = try key(1)
    let machine = machine(code: [0x5f, 0x5f, 0xfd], nonces: [key.address: 3])
    let result = try execute(
      machine, to: contract, [Authorization(chainID: 1, address: contract, nonce: 3, signedBy: key)])
    #expect(result.outcome == .reverted)
    // 12,500 are given back, but a fifth of what was used at most.
    let used: UInt64 = 21_000 + 25_000 + 4
    #expect(result.gasUsed == used - used / 5)
    #expect(try machine.state.code(key.address).delegate == contract)
    #expect(try machine.state.account(key.address)?.nonce == 4)
  }

  @Test("one of an account whose nonces have ended is passed over")
  func lastNonce() throws {
    let (ended, last) = (try key(1), try key(2))
    let machine = machine(code: [0x00], nonces: [ended.address: .max, last.address: .max - 1])
    let result = try execute(
      machine, to: contract,
      [
        Authorization(chainID: 1, address: contract, nonce: .max, signedBy: ended),
        Authorization(chainID: 1, address: contract, nonce: .max - 1, signedBy: last),
      ])
    #expect(result.isSuccess)
    #expect(try machine.state.account(ended.address) == Account(nonce: .max))
    #expect(try machine.state.account(last.address)?.nonce == .max)
    #expect(try machine.state.code(last.address).delegate == contract)
  }
}
