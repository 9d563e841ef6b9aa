/// An instruction of the EVM, by its byte in the code (Yellow Paper, appendix H, and the EIPs since).
///
/// The names are the mnemonics; that of 0x44 is the present one. Not every chain has every instruction: a `RuleSet` says
/// which there are.
public struct Opcode: RawRepresentable, Sendable, Hashable {
  /// The byte.
  public let rawValue: UInt8

  // Transparent, and so is the comparison: the interpreter's switch is then one over bytes, in debug builds too, where it
  // would be twenty times as slow.
  /// An instruction by its byte, of which there may be none.
  @_transparent
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Whether a switch is at this instruction.
  @_transparent
  public static func ~= (pattern: Opcode, opcode: Opcode) -> Bool { pattern.rawValue == opcode.rawValue }

  // MARK: Arithmetic

  /// STOP: ends the execution.
  public static let stop = Opcode(rawValue: 0x00)
  /// ADD: the sum of two words.
  public static let add = Opcode(rawValue: 0x01)
  /// MUL: the product of two words.
  public static let mul = Opcode(rawValue: 0x02)
  /// SUB: the difference of two words.
  public static let sub = Opcode(rawValue: 0x03)
  /// DIV: the quotient of two words.
  public static let div = Opcode(rawValue: 0x04)
  /// SDIV: the quotient of two signed words.
  public static let sdiv = Opcode(rawValue: 0x05)
  /// MOD: the remainder of two words.
  public static let mod = Opcode(rawValue: 0x06)
  /// SMOD: the remainder of two signed words.
  public static let smod = Opcode(rawValue: 0x07)
  /// ADDMOD: a sum modulo a third word.
  public static let addmod = Opcode(rawValue: 0x08)
  /// MULMOD: a product modulo a third word.
  public static let mulmod = Opcode(rawValue: 0x09)
  /// EXP: a power.
  public static let exp = Opcode(rawValue: 0x0a)
  /// SIGNEXTEND: a shorter signed number as a word.
  public static let signextend = Opcode(rawValue: 0x0b)

  // MARK: Comparison and bits

  /// LT: whether a word is less than another.
  public static let lt = Opcode(rawValue: 0x10)
  /// GT: whether a word is greater than another.
  public static let gt = Opcode(rawValue: 0x11)
  /// SLT: whether a signed word is less than another.
  public static let slt = Opcode(rawValue: 0x12)
  /// SGT: whether a signed word is greater than another.
  public static let sgt = Opcode(rawValue: 0x13)
  /// EQ: whether two words are equal.
  public static let eq = Opcode(rawValue: 0x14)
  /// ISZERO: whether a word is zero.
  public static let iszero = Opcode(rawValue: 0x15)
  /// AND: the bits that two words have in common.
  public static let and = Opcode(rawValue: 0x16)
  /// OR: the bits that either of two words has.
  public static let or = Opcode(rawValue: 0x17)
  /// XOR: the bits in which two words differ.
  public static let xor = Opcode(rawValue: 0x18)
  /// NOT: the complement of a word.
  public static let not = Opcode(rawValue: 0x19)
  /// BYTE: a byte of a word.
  public static let byte = Opcode(rawValue: 0x1a)
  /// SHL: a word shifted to the left (EIP-145).
  public static let shl = Opcode(rawValue: 0x1b)
  /// SHR: a word shifted to the right (EIP-145).
  public static let shr = Opcode(rawValue: 0x1c)
  /// SAR: a signed word shifted to the right (EIP-145).
  public static let sar = Opcode(rawValue: 0x1d)
  /// CLZ: how many zero bits a word begins with (EIP-7939).
  public static let clz = Opcode(rawValue: 0x1e)

  // MARK: Hashing

  /// KECCAK256: the hash of a range of memory.
  public static let keccak256 = Opcode(rawValue: 0x20)

  // MARK: The call and its accounts

  /// ADDRESS: the account that runs.
  public static let address = Opcode(rawValue: 0x30)
  /// BALANCE: the balance of an account.
  public static let balance = Opcode(rawValue: 0x31)
  /// ORIGIN: the sender of the transaction.
  public static let origin = Opcode(rawValue: 0x32)
  /// CALLER: the account that calls.
  public static let caller = Opcode(rawValue: 0x33)
  /// CALLVALUE: the wei that come with the call.
  public static let callvalue = Opcode(rawValue: 0x34)
  /// CALLDATALOAD: a word of the calldata.
  public static let calldataload = Opcode(rawValue: 0x35)
  /// CALLDATASIZE: the size of the calldata.
  public static let calldatasize = Opcode(rawValue: 0x36)
  /// CALLDATACOPY: calldata to memory.
  public static let calldatacopy = Opcode(rawValue: 0x37)
  /// CODESIZE: the size of the code that runs.
  public static let codesize = Opcode(rawValue: 0x38)
  /// CODECOPY: code to memory.
  public static let codecopy = Opcode(rawValue: 0x39)
  /// GASPRICE: the price of a unit of gas.
  public static let gasprice = Opcode(rawValue: 0x3a)
  /// EXTCODESIZE: the size of an account's code.
  public static let extcodesize = Opcode(rawValue: 0x3b)
  /// EXTCODECOPY: an account's code to memory.
  public static let extcodecopy = Opcode(rawValue: 0x3c)
  /// RETURNDATASIZE: the size of what the last call returned (EIP-211).
  public static let returndatasize = Opcode(rawValue: 0x3d)
  /// RETURNDATACOPY: what the last call returned to memory (EIP-211).
  public static let returndatacopy = Opcode(rawValue: 0x3e)
  /// EXTCODEHASH: the hash of an account's code (EIP-1052).
  public static let extcodehash = Opcode(rawValue: 0x3f)

  // MARK: The block

  /// BLOCKHASH: the hash of one of the last blocks.
  public static let blockhash = Opcode(rawValue: 0x40)
  /// COINBASE: the recipient of the block's fees.
  public static let coinbase = Opcode(rawValue: 0x41)
  /// TIMESTAMP: the time of the block.
  public static let timestamp = Opcode(rawValue: 0x42)
  /// NUMBER: the number of the block.
  public static let number = Opcode(rawValue: 0x43)
  /// DIFFICULTY, and since the merge PREVRANDAO (EIP-4399).
  public static let prevrandao = Opcode(rawValue: 0x44)
  /// GASLIMIT: the gas limit of the block.
  public static let gaslimit = Opcode(rawValue: 0x45)
  /// CHAINID: the chain id (EIP-1344).
  public static let chainid = Opcode(rawValue: 0x46)
  /// SELFBALANCE: the balance of the account that runs (EIP-1884).
  public static let selfbalance = Opcode(rawValue: 0x47)
  /// BASEFEE: the base fee of the block (EIP-3198).
  public static let basefee = Opcode(rawValue: 0x48)
  /// BLOBHASH: the versioned hash of a blob (EIP-4844).
  public static let blobhash = Opcode(rawValue: 0x49)
  /// BLOBBASEFEE: the base fee of blob gas (EIP-7516).
  public static let blobbasefee = Opcode(rawValue: 0x4a)

  // MARK: Stack, memory, storage and flow

  /// POP: takes a word away.
  public static let pop = Opcode(rawValue: 0x50)
  /// MLOAD: a word of memory.
  public static let mload = Opcode(rawValue: 0x51)
  /// MSTORE: writes a word to memory.
  public static let mstore = Opcode(rawValue: 0x52)
  /// MSTORE8: writes a byte to memory.
  public static let mstore8 = Opcode(rawValue: 0x53)
  /// SLOAD: a slot of storage.
  public static let sload = Opcode(rawValue: 0x54)
  /// SSTORE: writes a slot of storage.
  public static let sstore = Opcode(rawValue: 0x55)
  /// JUMP: goes on elsewhere.
  public static let jump = Opcode(rawValue: 0x56)
  /// JUMPI: goes on elsewhere unless a word is zero.
  public static let jumpi = Opcode(rawValue: 0x57)
  /// PC: the position in the code.
  public static let pc = Opcode(rawValue: 0x58)
  /// MSIZE: the size of the memory.
  public static let msize = Opcode(rawValue: 0x59)
  /// GAS: the gas that is left.
  public static let gas = Opcode(rawValue: 0x5a)
  /// JUMPDEST: a place where jumps may land.
  public static let jumpdest = Opcode(rawValue: 0x5b)
  /// TLOAD: a slot of transient storage (EIP-1153).
  public static let tload = Opcode(rawValue: 0x5c)
  /// TSTORE: writes a slot of transient storage (EIP-1153).
  public static let tstore = Opcode(rawValue: 0x5d)
  /// MCOPY: memory to memory (EIP-5656).
  public static let mcopy = Opcode(rawValue: 0x5e)

  // MARK: Calls and creations

  /// CREATE: a new contract.
  public static let create = Opcode(rawValue: 0xf0)
  /// CALL: calls an account.
  public static let call = Opcode(rawValue: 0xf1)
  /// CALLCODE: runs another account's code on one's own storage.
  public static let callcode = Opcode(rawValue: 0xf2)
  /// RETURN: ends the execution with data.
  public static let `return` = Opcode(rawValue: 0xf3)
  /// DELEGATECALL: runs another account's code in one's own place (EIP-7).
  public static let delegatecall = Opcode(rawValue: 0xf4)
  /// CREATE2: a new contract at an address that its code decides (EIP-1014).
  public static let create2 = Opcode(rawValue: 0xf5)
  /// STATICCALL: calls an account without leave to change anything (EIP-214).
  public static let staticcall = Opcode(rawValue: 0xfa)
  /// REVERT: takes all back and ends with data (EIP-140).
  public static let revert = Opcode(rawValue: 0xfd)
  /// INVALID: fails by definition (EIP-141).
  public static let invalid = Opcode(rawValue: 0xfe)
  /// SELFDESTRUCT: sends all ether to a beneficiary.
  public static let selfdestruct = Opcode(rawValue: 0xff)
}
