/// One row of the table of opcodes: what an instruction takes, gives and costs before anything that depends on its
/// operands.
public struct Operation: Sendable, Hashable {
  /// The opcode.
  public var byte: UInt8
  /// The mnemonic, as the Yellow Paper or the EIP has it.
  public var name: String
  /// How many words it takes from the stack.
  public var takes: Int
  /// How many words it leaves there.
  public var gives: Int
  /// The gas that every execution costs; what memory, size, warmth or value add is in `GasCosts`.
  public var gas: UInt32
  /// The EIP that brought the instruction or its present base cost; nil for the Yellow Paper's.
  public var eip: Int?

  /// A row.
  public init(_ byte: UInt8, _ name: String, takes: Int, gives: Int, gas: UInt32, eip: Int? = nil) {
    self.byte = byte
    self.name = name
    self.takes = takes
    self.gives = gives
    self.gas = gas
    self.eip = eip
  }
}

extension Operation {
  /// The instructions of Frontier (Yellow Paper, appendices G and H).
  static let frontier: [Operation] =
    [
      Operation(0x00, "STOP", takes: 0, gives: 0, gas: 0),
      Operation(0x01, "ADD", takes: 2, gives: 1, gas: 3),
      Operation(0x02, "MUL", takes: 2, gives: 1, gas: 5),
      Operation(0x03, "SUB", takes: 2, gives: 1, gas: 3),
      Operation(0x04, "DIV", takes: 2, gives: 1, gas: 5),
      Operation(0x05, "SDIV", takes: 2, gives: 1, gas: 5),
      Operation(0x06, "MOD", takes: 2, gives: 1, gas: 5),
      Operation(0x07, "SMOD", takes: 2, gives: 1, gas: 5),
      Operation(0x08, "ADDMOD", takes: 3, gives: 1, gas: 8),
      Operation(0x09, "MULMOD", takes: 3, gives: 1, gas: 8),
      Operation(0x0a, "EXP", takes: 2, gives: 1, gas: 10),
      Operation(0x0b, "SIGNEXTEND", takes: 2, gives: 1, gas: 5),
      Operation(0x10, "LT", takes: 2, gives: 1, gas: 3),
      Operation(0x11, "GT", takes: 2, gives: 1, gas: 3),
      Operation(0x12, "SLT", takes: 2, gives: 1, gas: 3),
      Operation(0x13, "SGT", takes: 2, gives: 1, gas: 3),
      Operation(0x14, "EQ", takes: 2, gives: 1, gas: 3),
      Operation(0x15, "ISZERO", takes: 1, gives: 1, gas: 3),
      Operation(0x16, "AND", takes: 2, gives: 1, gas: 3),
      Operation(0x17, "OR", takes: 2, gives: 1, gas: 3),
      Operation(0x18, "XOR", takes: 2, gives: 1, gas: 3),
      Operation(0x19, "NOT", takes: 1, gives: 1, gas: 3),
      Operation(0x1a, "BYTE", takes: 2, gives: 1, gas: 3),
      Operation(0x20, "KECCAK256", takes: 2, gives: 1, gas: 30),
      Operation(0x30, "ADDRESS", takes: 0, gives: 1, gas: 2),
      Operation(0x31, "BALANCE", takes: 1, gives: 1, gas: 20),
      Operation(0x32, "ORIGIN", takes: 0, gives: 1, gas: 2),
      Operation(0x33, "CALLER", takes: 0, gives: 1, gas: 2),
      Operation(0x34, "CALLVALUE", takes: 0, gives: 1, gas: 2),
      Operation(0x35, "CALLDATALOAD", takes: 1, gives: 1, gas: 3),
      Operation(0x36, "CALLDATASIZE", takes: 0, gives: 1, gas: 2),
      Operation(0x37, "CALLDATACOPY", takes: 3, gives: 0, gas: 3),
      Operation(0x38, "CODESIZE", takes: 0, gives: 1, gas: 2),
      Operation(0x39, "CODECOPY", takes: 3, gives: 0, gas: 3),
      Operation(0x3a, "GASPRICE", takes: 0, gives: 1, gas: 2),
      Operation(0x3b, "EXTCODESIZE", takes: 1, gives: 1, gas: 20),
      Operation(0x3c, "EXTCODECOPY", takes: 4, gives: 0, gas: 20),
      Operation(0x40, "BLOCKHASH", takes: 1, gives: 1, gas: 20),
      Operation(0x41, "COINBASE", takes: 0, gives: 1, gas: 2),
      Operation(0x42, "TIMESTAMP", takes: 0, gives: 1, gas: 2),
      Operation(0x43, "NUMBER", takes: 0, gives: 1, gas: 2),
      Operation(0x44, "DIFFICULTY", takes: 0, gives: 1, gas: 2),
      Operation(0x45, "GASLIMIT", takes: 0, gives: 1, gas: 2),
      Operation(0x50, "POP", takes: 1, gives: 0, gas: 2),
      Operation(0x51, "MLOAD", takes: 1, gives: 1, gas: 3),
      Operation(0x52, "MSTORE", takes: 2, gives: 0, gas: 3),
      Operation(0x53, "MSTORE8", takes: 2, gives: 0, gas: 3),
      Operation(0x54, "SLOAD", takes: 1, gives: 1, gas: 50),
      Operation(0x55, "SSTORE", takes: 2, gives: 0, gas: 0),
      Operation(0x56, "JUMP", takes: 1, gives: 0, gas: 8),
      Operation(0x57, "JUMPI", takes: 2, gives: 0, gas: 10),
      Operation(0x58, "PC", takes: 0, gives: 1, gas: 2),
      Operation(0x59, "MSIZE", takes: 0, gives: 1, gas: 2),
      Operation(0x5a, "GAS", takes: 0, gives: 1, gas: 2),
      Operation(0x5b, "JUMPDEST", takes: 0, gives: 0, gas: 1),
      Operation(0xf0, "CREATE", takes: 3, gives: 1, gas: 32_000),
      Operation(0xf1, "CALL", takes: 7, gives: 1, gas: 40),
      Operation(0xf2, "CALLCODE", takes: 7, gives: 1, gas: 40),
      Operation(0xf3, "RETURN", takes: 2, gives: 0, gas: 0),
      Operation(0xff, "SELFDESTRUCT", takes: 1, gives: 0, gas: 0),
    ]
    + (1...32).map { Operation(UInt8(0x5f + $0), "PUSH\($0)", takes: 0, gives: 1, gas: 3) }
    + (1...16).map { Operation(UInt8(0x7f + $0), "DUP\($0)", takes: $0, gives: $0 + 1, gas: 3) }
    + (1...16).map { Operation(UInt8(0x8f + $0), "SWAP\($0)", takes: $0 + 1, gives: $0 + 1, gas: 3) }
    + (0...4).map { Operation(UInt8(0xa0 + $0), "LOG\($0)", takes: $0 + 2, gives: 0, gas: UInt32(375 * ($0 + 1))) }
}
