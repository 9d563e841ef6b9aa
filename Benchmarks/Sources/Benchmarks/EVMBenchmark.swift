import EVM
import Primitives

/// Loops of a hundred million gas through the EVM, revm (by its Python binding, whose one call doesn't count) and py-evm.
struct EVMBenchmark: Benchmark {
  static let name = "evm"

  /// Units of gas that a loop takes.
  private static let gas: UInt64 = 100_000_000
  /// py-evm runs this part of it.
  private static let part: UInt32 = 50

  private let contract = Address(truncating: 0x1111)
  private let callee = Address(truncating: 0x2222)
  private let sender = Address(truncating: 0x3333)

  func rows(on ground: Ground) async throws -> [Row] {
    var rows: [Row] = []
    for program in EVMProgram.all(callee: callee) { rows += try await self.rows(program, on: ground) }
    return rows
  }

  private func rows(_ program: EVMProgram, on ground: Ground) async throws -> [Row] {
    let each = try (gas(program.code(turns: 2_000)) - gas(program.code(turns: 1_000))) / 1_000
    let turns = UInt32(Self.gas / each) + 1
    var rows = [try await row(program, turns, peer: "revm", part: 1, bound: program.bound, rounds: 7, on: ground)]
    if program.meetsPyEVM {
      rows.append(try await row(program, turns, peer: "py-evm", part: Self.part, bound: 50, rounds: 3, on: ground))
    }
    return rows
  }

  /// A duel in seconds for a unit of gas.
  private func row(
    _ program: EVMProgram, _ turns: UInt32, peer: String, part: UInt32, bound: Double?, rounds: Int, on ground: Ground
  ) async throws -> Row {
    let code = program.code(turns: turns)
    let peerCode = program.code(turns: turns / part)
    let (used, peerUsed) = (try gas(code), try gas(peerCode))
    let duel = try await Duel.run(rounds: rounds) {
      try seconds(each: Int(used)) { _ = try gas(code) }
    } peer: {
      let answer = try ground.python.run(
        "evm", peer, peerCode.hex, contract.checksummed, EVMProgram.callee.hex, callee.checksummed)
      try require(
        answer.result == "\(peerUsed)", "\(peer) uses \(answer.result) gas for \(program.name), not \(peerUsed)")
      return answer.seconds / Double(peerUsed)
    }
    return Row(
      "EVM: \(program.name)", peer: peer, .gas, duel, bound: bound, limit: program.limit,
      remarks: part > 1 ? ["py-evm runs a \(part)th of the loop's turns"] : [])
  }

  /// The gas that a transaction to a contract of this code uses.
  private func gas(_ code: Bytes) throws -> UInt64 {
    let (program, other) = (Code(code), Code(EVMProgram.callee))
    var state = MemoryState()
    state.apply(
      StateChanges(accounts: [
        contract: .init(account: Account(nonce: 1, codeHash: program.hash), code: program),
        callee: .init(account: Account(nonce: 1, codeHash: other.hash), code: other),
      ]))
    let machine = Machine(rules: RuleSet(.cancun), block: BlockEnvironment(gasLimit: 1 << 40), state: Journal(state))
    let result = try machine.execute(EVMTransaction(sender: sender, nonce: 0, to: contract, gasLimit: 1 << 40))
    try require(result.isSuccess, "a loop ended with \(result.outcome)")
    return result.gasUsed + result.gasRefunded
  }
}
