/// One row of the table of opcodes: what an instruction takes, gives and costs before anything that depends on its
/// operands.
public struct Operation: Sendable, Hashable {
  /// The instruction.
  public var opcode: Opcode
  /// The mnemonic, as the Yellow Paper or the EIP has it.
  public var name: String
  /// The number of words that it takes from the stack.
  public var takes: Int
  /// The number of words that it leaves there.
  public var gives: Int
  /// The gas that every execution costs; what memory, size, warmth or value add is in `GasSchedule`.
  public var gas: UInt64

  /// A row.
  public init(_ opcode: Opcode, _ name: String, takes: Int, gives: Int, gas: UInt64) {
    self.opcode = opcode
    self.name = name
    self.takes = takes
    self.gives = gives
    self.gas = gas
  }
}

extension Operation {
  /// The instructions of Frontier (Yellow Paper, appendices G and H).
  static let frontier = frontierSingles + pushes + dups + swaps + logs

  private static let pushes = (1...32).map {
    Operation(.push($0), "PUSH\($0)", takes: 0, gives: 1, gas: GasCost.veryLow)
  }

  private static let dups = (1...16).map {
    Operation(.dup($0), "DUP\($0)", takes: $0, gives: $0 + 1, gas: GasCost.veryLow)
  }

  private static let swaps = (1...16).map {
    Operation(.swap($0), "SWAP\($0)", takes: $0 + 1, gives: $0 + 1, gas: GasCost.veryLow)
  }

  private static let logs = (0...4).map {
    Operation(.log($0), "LOG\($0)", takes: $0 + 2, gives: 0, gas: GasCost.log + GasCost.logTopic * UInt64($0))
  }

  private static let frontierSingles: [Operation] = [
    Operation(.stop, "STOP", takes: 0, gives: 0, gas: GasCost.zero),
    Operation(.add, "ADD", takes: 2, gives: 1, gas: GasCost.veryLow),
    Operation(.mul, "MUL", takes: 2, gives: 1, gas: GasCost.low),
    Operation(.sub, "SUB", takes: 2, gives: 1, gas: GasCost.veryLow),
    Operation(.div, "DIV", takes: 2, gives: 1, gas: GasCost.low),
    Operation(.sdiv, "SDIV", takes: 2, gives: 1, gas: GasCost.low),
    Operation(.mod, "MOD", takes: 2, gives: 1, gas: GasCost.low),
    Operation(.smod, "SMOD", takes: 2, gives: 1, gas: GasCost.low),
    Operation(.addmod, "ADDMOD", takes: 3, gives: 1, gas: GasCost.mid),
    Operation(.mulmod, "MULMOD", takes: 3, gives: 1, gas: GasCost.mid),
    Operation(.exp, "EXP", takes: 2, gives: 1, gas: GasCost.high),
    Operation(.signextend, "SIGNEXTEND", takes: 2, gives: 1, gas: GasCost.low),
    Operation(.lt, "LT", takes: 2, gives: 1, gas: GasCost.veryLow),
    Operation(.gt, "GT", takes: 2, gives: 1, gas: GasCost.veryLow),
    Operation(.slt, "SLT", takes: 2, gives: 1, gas: GasCost.veryLow),
    Operation(.sgt, "SGT", takes: 2, gives: 1, gas: GasCost.veryLow),
    Operation(.eq, "EQ", takes: 2, gives: 1, gas: GasCost.veryLow),
    Operation(.iszero, "ISZERO", takes: 1, gives: 1, gas: GasCost.veryLow),
    Operation(.and, "AND", takes: 2, gives: 1, gas: GasCost.veryLow),
    Operation(.or, "OR", takes: 2, gives: 1, gas: GasCost.veryLow),
    Operation(.xor, "XOR", takes: 2, gives: 1, gas: GasCost.veryLow),
    Operation(.not, "NOT", takes: 1, gives: 1, gas: GasCost.veryLow),
    Operation(.byte, "BYTE", takes: 2, gives: 1, gas: GasCost.veryLow),
    Operation(.keccak256, "KECCAK256", takes: 2, gives: 1, gas: GasCost.keccak256),
    Operation(.address, "ADDRESS", takes: 0, gives: 1, gas: GasCost.base),
    Operation(.balance, "BALANCE", takes: 1, gives: 1, gas: GasCost.frontierAccountRead),
    Operation(.origin, "ORIGIN", takes: 0, gives: 1, gas: GasCost.base),
    Operation(.caller, "CALLER", takes: 0, gives: 1, gas: GasCost.base),
    Operation(.callvalue, "CALLVALUE", takes: 0, gives: 1, gas: GasCost.base),
    Operation(.calldataload, "CALLDATALOAD", takes: 1, gives: 1, gas: GasCost.veryLow),
    Operation(.calldatasize, "CALLDATASIZE", takes: 0, gives: 1, gas: GasCost.base),
    Operation(.calldatacopy, "CALLDATACOPY", takes: 3, gives: 0, gas: GasCost.veryLow),
    Operation(.codesize, "CODESIZE", takes: 0, gives: 1, gas: GasCost.base),
    Operation(.codecopy, "CODECOPY", takes: 3, gives: 0, gas: GasCost.veryLow),
    Operation(.gasprice, "GASPRICE", takes: 0, gives: 1, gas: GasCost.base),
    Operation(.extcodesize, "EXTCODESIZE", takes: 1, gives: 1, gas: GasCost.frontierAccountRead),
    Operation(.extcodecopy, "EXTCODECOPY", takes: 4, gives: 0, gas: GasCost.frontierAccountRead),
    Operation(.blockhash, "BLOCKHASH", takes: 1, gives: 1, gas: GasCost.blockHash),
    Operation(.coinbase, "COINBASE", takes: 0, gives: 1, gas: GasCost.base),
    Operation(.timestamp, "TIMESTAMP", takes: 0, gives: 1, gas: GasCost.base),
    Operation(.number, "NUMBER", takes: 0, gives: 1, gas: GasCost.base),
    Operation(.prevrandao, "DIFFICULTY", takes: 0, gives: 1, gas: GasCost.base),
    Operation(.gaslimit, "GASLIMIT", takes: 0, gives: 1, gas: GasCost.base),
    Operation(.pop, "POP", takes: 1, gives: 0, gas: GasCost.base),
    Operation(.mload, "MLOAD", takes: 1, gives: 1, gas: GasCost.veryLow),
    Operation(.mstore, "MSTORE", takes: 2, gives: 0, gas: GasCost.veryLow),
    Operation(.mstore8, "MSTORE8", takes: 2, gives: 0, gas: GasCost.veryLow),
    Operation(.sload, "SLOAD", takes: 1, gives: 1, gas: GasCost.frontierStorageRead),
    Operation(.sstore, "SSTORE", takes: 2, gives: 0, gas: GasCost.zero),
    Operation(.jump, "JUMP", takes: 1, gives: 0, gas: GasCost.mid),
    Operation(.jumpi, "JUMPI", takes: 2, gives: 0, gas: GasCost.high),
    Operation(.pc, "PC", takes: 0, gives: 1, gas: GasCost.base),
    Operation(.msize, "MSIZE", takes: 0, gives: 1, gas: GasCost.base),
    Operation(.gas, "GAS", takes: 0, gives: 1, gas: GasCost.base),
    Operation(.jumpdest, "JUMPDEST", takes: 0, gives: 0, gas: GasCost.jumpDestination),
    Operation(.create, "CREATE", takes: 3, gives: 1, gas: GasCost.create),
    Operation(.call, "CALL", takes: 7, gives: 1, gas: GasCost.frontierCall),
    Operation(.callcode, "CALLCODE", takes: 7, gives: 1, gas: GasCost.frontierCall),
    Operation(.return, "RETURN", takes: 2, gives: 0, gas: GasCost.zero),
    Operation(.selfdestruct, "SELFDESTRUCT", takes: 1, gives: 0, gas: GasCost.zero),
  ]
}
