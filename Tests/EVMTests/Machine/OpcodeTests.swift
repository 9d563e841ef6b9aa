import EVM
import Primitives
import Testing

@Suite("Opcodes")
struct OpcodeTests {
  private static let rules = RuleSet(.bpo2)

  /// How a machine ends that runs an instruction on a stack of so many small words.
  private func outcome(of byte: UInt8, words: Int) throws -> CallResult.Outcome {
    let contract = Address(truncating: 0xc0)
    let push = [Opcode.push1.rawValue, 0]
    let code = Code([[UInt8]](repeating: push, count: words).flatMap { $0 } + [byte])
    var state = MemoryState()
    state.apply(
      StateChanges(accounts: [contract: .init(account: Account(nonce: 1, codeHash: code.hash), code: code)]))
    let machine = Machine(rules: Self.rules, block: BlockEnvironment(gasLimit: 1 << 40), state: Journal(state))
    return try machine.run(Message(caller: .zero, target: contract, gas: 1 << 30)).outcome
  }

  @Test("the machine carries out every instruction of the rules, and no other byte")
  func complete() throws {
    var carriedOut = 0
    for byte in UInt8.min...UInt8.max {
      let isInvalid = try outcome(of: byte, words: 17) == .failed(.invalidOpcode(byte))
      #expect(isInvalid == (Self.rules.operation(Opcode(rawValue: byte)) == nil), "byte \(byte)")
      if !isInvalid { carriedOut += 1 }
    }
    #expect(carriedOut == 149)
  }

  @Test("an instruction takes from the stack what its row says")
  func stack() throws {
    for case let row? in Self.rules.operations where row.takes > 0 {
      #expect(try outcome(of: row.opcode.rawValue, words: row.takes - 1) == .failed(.stackUnderflow), "\(row.name)")
      #expect(try outcome(of: row.opcode.rawValue, words: row.takes) != .failed(.stackUnderflow), "\(row.name)")
    }
  }

  @Test("each row stands at its opcode, with a name of its own")
  func rows() {
    let rows = Self.rules.operations.enumerated().compactMap { index, row in row.map { (index, $0) } }
    for (index, row) in rows { #expect(Int(row.opcode.rawValue) == index) }
    #expect(Set(rows.map(\.1.name)).count == rows.count)
  }
}
