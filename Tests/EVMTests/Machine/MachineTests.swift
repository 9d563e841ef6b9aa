import EVM
import Primitives
import Testing
import Transactions

@Suite("Machine")
struct MachineTests {
  let sender = Address(truncating: UInt256(0x5e))
  let contract = Address(truncating: UInt256(0xc0))

  /// A journal over the contract with some code and the sender with an ether.
  func journal(_ code: [UInt8], storage: [UInt256: UInt256] = [:]) -> Journal {
    let code = Code(code)
    var state = MemoryState()
    state.apply(
      StateChanges(accounts: [
        sender: .init(account: Account(balance: 1_000_000_000_000_000_000)),
        contract: .init(account: Account(nonce: 1, codeHash: code.hash), code: code, storage: storage),
      ]))
    return Journal(state)
  }

  func machine(_ fork: Fork = .prague, _ journal: Journal) -> Machine {
    Machine(rules: RuleSet(fork), block: BlockEnvironment(gasLimit: 1 << 40), state: journal)
  }

  @Test("a contract that calls itself without end stops at depth 1024 and succeeds")
  func recursion() throws {
    // Memory[0] counts; each call gives back one more than the one it made.
    // CALL(gas, this, 0, 0, 0, 0, 32); MSTORE(0, MLOAD(0) + 1); RETURN(0, 32)
    let code = try [UInt8](hex: "6020600060006000600030" + "5af1" + "50" + "6000516001016000526020" + "6000f3")
    let journal = journal(code)
    let machine = machine(.homestead, journal)
    // Homestead passes all the gas that is asked for, less what is left for the rest: ask for GAS - 100,000.
    let greedy = try [UInt8](hex: "6020600060006000600030620186a05a03f1" + "50" + "6000516001016000526020" + "6000f3")
    try journal.setCode(contract, Code(greedy))
    let result = try machine.run(Message(caller: sender, target: contract, gas: 1 << 40))
    #expect(result.isSuccess)
    #expect(try UInt256(bigEndian: result.output) == 1025)
  }

  @Test("what a failed call changed, logged, warmed and refunded is taken back")
  func failure() throws {
    // SSTORE(1, 2); LOG0(0, 0); INVALID
    let journal = journal(try [UInt8](hex: "6002600155" + "60006000a0" + "fe"), storage: [1: 7])
    journal.beginTransaction()
    let result = try machine(.prague, journal).run(Message(caller: sender, target: contract, value: 5, gas: 100_000))
    #expect(result.outcome == .failed(.invalidOpcode(0xfe)))
    #expect(result.gasLeft == 0)
    #expect(try journal.storage(contract, 1) == 7)
    #expect(try journal.account(contract)?.balance == 0)
    #expect(journal.logs.isEmpty && journal.refund == 0)
    journal.endTransaction(deletingEmpty: true)
    #expect(journal.changes.accounts.isEmpty)
  }

  @Test("each failure is told by its name")
  func failures() throws {
    let expected: [(String, ExecutionFailure)] = [
      ("01", .stackUnderflow), ("600156", .invalidJump), ("0c", .invalidOpcode(0x0c)),
      ("60035660" + "5b", .invalidJump),
      ("60016000" + "3e", .stackUnderflow), ("6001600060003e", .returnDataOutOfBounds),
      ("63ffffffff" + "51", .outOfGas),
    ]
    for (code, failure) in expected {
      let result = try machine(.prague, journal([UInt8](hex: code))).run(
        Message(caller: sender, target: contract, gas: 100_000))
      #expect(result.outcome == .failed(failure), "\(code)")
    }
    let overflow = try machine(.prague, journal([UInt8](hex: "5b60006000" + "56"))).run(
      Message(caller: sender, target: contract, gas: 100_000_000))
    #expect(overflow.outcome == .failed(.stackOverflow))
    let write = try machine(.prague, journal([UInt8](hex: "60016000" + "55"))).run(
      Message(kind: .staticCall, caller: sender, target: contract, gas: 100_000))
    #expect(write.outcome == .failed(.writeProtection))
  }

  @Test("memory ends where the rules say, however much gas there is")
  func memoryLimit() throws {
    var rules = RuleSet(.prague)
    rules.memoryLimit = 1 << 16
    // MSTORE(2^16, 1)
    let journal = journal(try [UInt8](hex: "6001" + "62010000" + "52"))
    let machine = Machine(rules: rules, block: BlockEnvironment(), state: journal)
    let result = try machine.run(Message(caller: sender, target: contract, gas: 1 << 60))
    #expect(result.outcome == .failed(.memoryLimit))
  }

  @Test(
    "an offset or a size of any magnitude fails the frame and nothing else", arguments: Array(29...72) + [128, 255])
  func memoryMagnitudes(bits: Int) throws {
    let rules = RuleSet(.osaka)
    // MLOAD, MSTORE, MSTORE8, then those that take an offset and a size, each with 2^bits for the one and the other.
    let number = [0x7f] + (UInt256(1) << bits).bigEndianBytes
    let zero: [UInt8] = [0x5f]
    let one: [UInt8] = [0x60, 1]
    let programs = [
      number + [0x51], zero + number + [0x52], zero + number + [0x53],
      one + number + [0x20], number + zero + [0x20], one + number + [0xf3], number + zero + [0xfd],
      one + zero + number + [0x37], number + zero + zero + [0x39], number + zero + zero + [0x30, 0x3c],
      one + zero + number + [0x5e], one + number + zero + [0x5e], number + zero + [0xa0], one + number + [0xa0],
      number + zero + zero + [0xf0], zero + one + number + zero + [0xf5],
      zero + zero + number + zero + zero + zero + zero + [0xf1], number + zero + zero + zero + zero + zero + [0xfa],
    ]
    for program in programs {
      for gas in [100_000, 1 << 62] as [UInt64] {
        let machine = Machine(rules: rules, block: BlockEnvironment(), state: journal(program))
        let result = try machine.run(Message(caller: sender, target: contract, gas: gas))
        #expect(result.outcome == .failed(.outOfGas) || result.outcome == .failed(.memoryLimit))
      }
    }
  }

  @Test("a chain may take instructions away, reprice them and limit the work of a transaction")
  func otherRules() throws {
    var rules = RuleSet(.cancun)
    rules.reprice(.add, to: 1000)
    rules.remove(.mul)
    rules.computation = ComputationRules(weights: [.jumpdest: 10], limit: 95)
    // ADD
    let add = Machine(rules: rules, block: BlockEnvironment(), state: journal([0x5f, 0x5f, 0x01]))
    #expect(try add.run(Message(caller: sender, target: contract, gas: 2000)).gasLeft == 2000 - 1004)
    let multiply = Machine(rules: rules, block: BlockEnvironment(), state: journal([0x5f, 0x5f, 0x02]))
    #expect(
      try multiply.run(Message(caller: sender, target: contract, gas: 2000)).outcome == .failed(.invalidOpcode(0x02)))
    // JUMPDEST, PUSH0, JUMP
    let loop = Machine(rules: rules, block: BlockEnvironment(), state: journal([0x5b, 0x5f, 0x56]))
    #expect(
      try loop.run(Message(caller: sender, target: contract, gas: 1_000_000)).outcome == .failed(.computationLimit))
    #expect(loop.computation == 100)
  }

  @Test("a reader's error comes out unchanged and leaves the state as it was")
  func readerFails() throws {
    struct Unreachable: Error {}
    struct Broken: StateReader {
      let code: Code

      func account(_ address: Address) throws -> Account? { Account(nonce: 1, balance: 9, codeHash: code.hash) }
      func storage(_ address: Address, _ slot: UInt256) throws -> UInt256 {
        if slot == 2 { throw Unreachable() }
        return 1
      }
      func code(_ address: Address, hash: Hash32) throws -> Code { code }
    }
    // SSTORE(1, 5); SLOAD(2)
    let journal = Journal(Broken(code: Code(try [UInt8](hex: "6005600155" + "600254"))))
    #expect(throws: Unreachable.self) {
      try machine(.prague, journal).run(Message(caller: sender, target: contract, value: 3, gas: 100_000))
    }
    #expect(try journal.storage(contract, 1) == 1)
    #expect(try journal.account(contract)?.balance == 9)
  }

  @Test("the tracers see steps, costs, calls, logs and changes of storage")
  func tracers() throws {
    // SSTORE(1, 2); CALL(50000, 4, 0, 0, 32, 0, 32); LOG0(0, 32)
    let code = try [UInt8](hex: "6002600155" + "60206000602060006000600461c350f150" + "60206000a000")
    let machine = machine(.prague, journal(code))
    machine.tracer = StructLogTracer()
    let result = try machine.run(Message(caller: sender, target: contract, gas: 100_000))
    let steps = try #require(machine.tracer as? StructLogTracer).entries
    #expect(result.isSuccess)
    #expect(steps.map(\.opcode).prefix(3) == [.push1, .push1, .sstore])
    #expect(steps[2].stack == [2, 1] && steps[2].gasCost == 22_100 && steps[2].storage == [1: 2])
    let call = try #require(steps.first { $0.opcode == .call })
    // 100 for a warm account, 3 for a word of memory, and what the precompile was given.
    #expect(call.gasCost == 100 + 3 + 50_000)
    #expect(steps.reduce(0) { $0 + $1.gasCost } - 50_000 + 18 == 100_000 - result.gasLeft)

    machine.tracer = CallTreeTracer()
    _ = try machine.run(Message(caller: sender, target: contract, gas: 100_000))
    let roots = try #require(machine.tracer as? CallTreeTracer).roots
    #expect(roots.count == 1 && roots[0].calls.count == 1 && roots[0].logs.count == 1)
    #expect(roots[0].calls[0].gasUsed == 18 && roots[0].calls[0].result?.output.count == 32)
  }
}
