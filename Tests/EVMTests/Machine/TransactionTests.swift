import EVM
import Keys
import Primitives
import Testing
import Transactions

@Suite("Executing transactions")
struct ExecutingTransactionTests {
  let sender = Address(truncating: UInt256(0x5e))
  let contract = Address(truncating: UInt256(0xc0))
  let coinbase = Address(truncating: UInt256(0xcb))

  func machine(_ fork: Fork, code: [UInt8] = [], balance: UInt256 = 1_000_000_000_000_000_000) -> Machine {
    let code = Code(code)
    var state = MemoryState()
    state.apply(
      StateChanges(accounts: [
        sender: .init(account: Account(balance: balance)),
        contract: .init(account: Account(nonce: 1, codeHash: code.hash), code: code),
      ]))
    let block = BlockEnvironment(coinbase: coinbase, baseFee: fork < .london ? 0 : 7)
    return Machine(rules: RuleSet(fork), block: block, state: Journal(state))
  }

  @Test("the sender pays, the coinbase earns the priority fee, and the base fee is burnt")
  func fees() throws {
    let machine = machine(.london)
    let result = try machine.execute(
      EVMTransaction(
        kind: .feeMarket, sender: sender, nonce: 0, to: contract, value: 11, gasLimit: 50_000, maxFeePerGas: 100,
        maxPriorityFeePerGas: 3))
    #expect(result.isSuccess && result.gasUsed == 21_000 && result.gasPrice == 10)
    let left: UInt256 = 1_000_000_000_000_000_000 - 210_011
    #expect(try machine.state.account(sender) == Account(nonce: 1, balance: left))
    #expect(try machine.state.account(coinbase)?.balance == 63_000)
    #expect(try machine.state.account(contract)?.balance == 11)
  }

  private func refusal(_ fork: Fork, _ change: (inout EVMTransaction) -> Void) throws -> EVMError.Code? {
    let machine = machine(fork, code: [0x00])
    var transaction = EVMTransaction(
      kind: .feeMarket, sender: sender, nonce: 0, to: contract, gasLimit: 30_000, maxFeePerGas: 10,
      maxPriorityFeePerGas: 1)
    change(&transaction)
    do {
      _ = try machine.execute(transaction)
      return nil
    } catch let refusal as EVMError {
      #expect(machine.state.changes.accounts.isEmpty)
      return refusal.code
    }
  }

  @Test("what can't be in a block is refused by its name and changes nothing")
  func refusals() throws {
    #expect(try refusal(.osaka) { _ in } == nil)
    #expect(try refusal(.berlin) { _ in } == .unknownKind)
    #expect(try refusal(.osaka) { $0.nonce = 1 } == .nonceTooHigh)
    #expect(try refusal(.osaka) { $0.gasLimit = 20_999 } == .intrinsicGas)
    #expect(try refusal(.osaka) { $0.gasLimit = 16_777_217 } == .gasLimitTooHigh)
    #expect(try refusal(.prague) { $0.gasLimit = 30_000_001 } == .blockGasLimit)
    #expect(try refusal(.osaka) { $0.maxFeePerGas = 6 } == .feeCapTooLow)
    #expect(try refusal(.osaka) { $0.maxPriorityFeePerGas = 11 } == .priorityAboveFeeCap)
    #expect(try refusal(.osaka) { $0.value = .max } == .insufficientFunds)
    #expect(
      try refusal(.osaka) {
        $0.sender = contract
        $0.nonce = 1
        $0.maxFeePerGas = 7
      } == .insufficientFunds)
    #expect(try refusal(.osaka) { $0.kind = .setCode } == .noAuthorizations)
    #expect(try refusal(.osaka) { $0.kind = .blob } == .noBlobs)
    #expect(
      try refusal(.shanghai) {
        $0.to = nil
        $0.data = [UInt8](repeating: 0, count: 49_153)
        $0.gasLimit = 10_000_000
      } == .initCodeSize)
    // Forty zero bytes cost 160 of gas, and 400 at least since EIP-7623.
    #expect(
      try refusal(.cancun) {
        $0.data = [UInt8](repeating: 0, count: 40)
        $0.gasLimit = 21_399
      } == nil)
    #expect(
      try refusal(.prague) {
        $0.data = [UInt8](repeating: 0, count: 40)
        $0.gasLimit = 21_399
      } == .intrinsicGas)
  }

  @Test("of several reasons the one is told that the specification looks at first")
  func order() throws {
    let hash = try Hash32([1] + [UInt8](repeating: 0, count: 31))
    // The last nonce is refused right after the intrinsic gas, whatever the account's is.
    #expect(try refusal(.osaka) { $0.nonce = .max } == .nonceOverflow)
    #expect(
      try refusal(.osaka) {
        $0.nonce = .max
        $0.gasLimit = 1 << 40
      } == .nonceOverflow)
    #expect(
      try refusal(.osaka) {
        $0.nonce = .max
        $0.gasLimit = 20_999
      } == .intrinsicGas)
    // The block's room for blobs comes before the fees, how many a transaction may have after them.
    func blobs(_ count: Int, fee: UInt256) throws -> EVMError.Code? {
      try refusal(.osaka) {
        $0.kind = .blob
        $0.blobHashes = Array(repeating: hash, count: count)
        ($0.maxFeePerGas, $0.maxPriorityFeePerGas) = (fee, 0)
      }
    }
    #expect(try blobs(10, fee: 6) == .tooManyBlobs)
    #expect(try blobs(7, fee: 6) == .feeCapTooLow)
    #expect(try blobs(7, fee: 7) == .tooManyBlobs)
    #expect(
      try refusal(.osaka) {
        $0.kind = .setCode
        $0.to = nil
        $0.gasLimit = 100_000
      } == .missingRecipient)
  }

  @Test("an authorization gives an account code, which then runs as the account; invalid ones are passed over")
  func delegation() throws {
    let key = try PrivateKey(bytes: Hash32(UInt256(0x1234)).bytes)
    let authority = key.publicKey.address
    // SSTORE(1, CALLER)
    let machine = machine(.prague, code: [0x33, 0x60, 0x01, 0x55])
    let good = try Authorization(chainID: 1, address: contract, nonce: 0, signedBy: key)
    let otherChain = try Authorization(chainID: 2, address: sender, nonce: 0, signedBy: key)
    let oldNonce = try Authorization(chainID: 0, address: sender, nonce: 0, signedBy: key)
    let result = try machine.execute(
      EVMTransaction(
        kind: .setCode, sender: sender, nonce: 0, to: authority, gasLimit: 200_000, maxFeePerGas: 7,
        maxPriorityFeePerGas: 0, authorizations: [otherChain, good, oldNonce]))
    #expect(result.isSuccess)
    // 21000 + 3 · 25000, then CALLER, PUSH1 and a cold SSTORE to a new value.
    let used: UInt64 = 21_000 + 75_000 + 2 + 3 + 22_100
    #expect(result.gasUsed == used)
    #expect(try machine.state.account(authority)?.nonce == 1)
    let code = try machine.state.code(authority)
    #expect(code == Code.delegation(to: contract) && code.bytes.starts(with: [0xef, 0x01, 0x00]))
    #expect(try machine.state.storage(authority, 1) == UInt256(sender))
    #expect(try machine.state.storage(contract, 1) == 0)

    // The account may send transactions all the same, and take the code away again.
    try machine.state.setBalance(authority, 1_000_000_000)
    let clear = try Authorization(chainID: 1, address: .zero, nonce: 2, signedBy: key)
    let second = try machine.execute(
      EVMTransaction(
        kind: .setCode, sender: authority, nonce: 1, to: coinbase, gasLimit: 100_000, maxFeePerGas: 7,
        maxPriorityFeePerGas: 0, authorizations: [clear]))
    // The account was there: 12500 are given back, but a fifth at most.
    let least: UInt64 = 46_000 - 46_000 / 5
    #expect(second.gasUsed == least)
    #expect(try machine.state.account(authority)?.nonce == 3)
    #expect(try machine.state.code(authority).count == 0)
  }

  @Test("a simulation that offers less than blobs cost pays what it offers, and never more than it has")
  func blobsBelowTheirPrice() throws {
    let state = Journal(MemoryState())
    try state.setBalance(sender, 500_000)
    let machine = Machine(rules: RuleSet(.cancun), block: BlockEnvironment(excessBlobGas: 100_000_000), state: state)
    let hash = try Hash32([1] + [UInt8](repeating: 0, count: 31))
    let transaction = EVMTransaction(
      kind: .blob, sender: sender, nonce: 0, to: contract, gasLimit: 21_000, maxFeePerGas: 0, maxFeePerBlobGas: 2,
      blobHashes: [hash])
    #expect(throws: EVMError(.blobFeeCapTooLow, "")) { try machine.execute(transaction) }
    _ = try machine.execute(transaction, leniency: .fees)
    #expect(try state.account(sender)?.balance == 500_000 - 2 * 131_072)
  }

  @Test("CLZ counts leading zeros since Osaka")
  func countLeadingZeros() throws {
    for (shift, expected) in [(0, 255), (1, 254), (63, 192), (64, 191), (255, 0)] {
      // RETURN(CLZ(1 << shift))
      let code: [UInt8] = [0x60, 1, 0x60, UInt8(shift), 0x1b, 0x1e, 0x5f, 0x52, 0x60, 0x20, 0x5f, 0xf3]
      let message = Message(caller: sender, target: contract, gas: 10_000)
      #expect(try machine(.osaka, code: code).run(message).output == UInt256(expected).bigEndianBytes)
      #expect(try machine(.prague, code: code).run(message).outcome == .failed(.invalidOpcode(0x1e)))
    }
    let zero = machine(.osaka, code: [0x5f, 0x1e, 0x5f, 0x52, 0x60, 0x20, 0x5f, 0xf3])
    #expect(
      try zero.run(Message(caller: sender, target: contract, gas: 10_000)).output == UInt256(256).bigEndianBytes)
  }
}
