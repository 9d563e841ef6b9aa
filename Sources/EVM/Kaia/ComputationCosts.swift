/// Kaia's computation costs since its fork Cancun, as its documentation has them: what an instruction or a precompile
/// weighs, about in nanoseconds.
enum ComputationCosts {
  /// The most that a transaction may weigh.
  static let limit: UInt64 = 150_000_000

  /// By opcode; what is not here weighs nothing.
  static let weights: [Opcode: UInt64] = {
    var weights = other
    weights[.push0] = 80
    for size in 1...32 { weights[.push(size)] = 120 }
    for (index, weight) in dup.enumerated() { weights[.dup(index + 1)] = weight }
    for (index, weight) in swap.enumerated() { weights[.swap(index + 1)] = weight }
    return weights
  }()

  private static let other: [Opcode: UInt64] = [
    .add: 150, .mul: 200, .sub: 219, .div: 404, .sdiv: 360, .mod: 320, .smod: 560, .addmod: 360, .mulmod: 700,
    .exp: 720, .signextend: 481, .lt: 201, .gt: 264, .slt: 176, .sgt: 222, .eq: 220, .iszero: 165, .and: 288, .or: 160,
    .xor: 454, .not: 364, .byte: 589, .shl: 478, .shr: 498, .sar: 834, .keccak256: 560, .address: 284, .balance: 1407,
    .origin: 210, .caller: 188, .callvalue: 149, .calldataload: 596, .calldatasize: 194, .calldatacopy: 100,
    .codesize: 145, .codecopy: 898, .gasprice: 131, .extcodesize: 1481, .extcodecopy: 1000, .returndatasize: 10,
    .returndatacopy: 40, .extcodehash: 1000, .blockhash: 500, .coinbase: 189, .timestamp: 265, .number: 202,
    .prevrandao: 1498, .gaslimit: 166, .chainid: 120, .selfbalance: 374, .basefee: 198, .blobhash: 165,
    .blobbasefee: 120, .pop: 140, .mload: 376, .mstore: 288, .mstore8: 230, .sload: 2550, .sstore: 2510, .jump: 253,
    .jumpi: 176, .pc: 147, .msize: 137, .gas: 230, .jumpdest: 10, .tload: 220, .tstore: 280, .mcopy: 250, .log0: 100,
    .log1: 500, .log2: 500, .log3: 500, .log4: 500, .create: 2094, .call: 5000, .callcode: 4000, .delegatecall: 696,
    .create2: 10_000, .staticcall: 10_000,
  ]

  private static let dup: [UInt64] = [
    190, 190, 176, 142, 177, 165, 147, 157, 138, 174, 141, 144, 157, 143, 237, 149,
  ]

  private static let swap: [UInt64] = [
    141, 156, 145, 135, 115, 146, 199, 130, 160, 134, 147, 128, 121, 114, 197, 128,
  ]

  /// By precompile; that of modexp follows its gas.
  static let precompiles: [PrecompileAddress: @Sendable (ArraySlice<UInt8>) -> UInt64] = [
    .ecrecover: { _ in 113_150 },
    .sha256: { words($0) * 100 + 1000 },
    .ripemd160: { words($0) * 10 + 100 },
    .bn254Add: { _ in 8000 },
    .bn254Multiply: { _ in 100_000 },
    .bn254Pairing: { count($0, of: 192) * 1_000_000 + 2_000_000 },
    .blake2f: { input in
      guard input.count == 213 else { return 0 }
      return input.prefix(4).reduce(0) { $0 << 8 | UInt64($1) } * 10 + 10_000
    },
    .pointEvaluation: { _ in 2_200_000 },
    .bls12G1Add: { _ in 18_750 },
    .bls12G1MultiScalar: { count($0, of: 160) * 281_994 + 863_331 },
    .bls12G2Add: { _ in 30_000 },
    .bls12G2MultiScalar: { count($0, of: 288) * 314_140 + 1_490_842 },
    .bls12Pairing: { count($0, of: 384) * 1_630_000 + 1_885_000 },
    .bls12MapToG1: { _ in 275_000 },
    .bls12MapToG2: { _ in 1_190_000 },
    .p256Verify: { _ in 235_000 },
    .vmLog: { _ in 10 },
    .feePayer: { _ in 10 },
    .validateSender: { count($0, of: 65) * 180_000 + 10_000 },
  ]

  private static func words(_ input: ArraySlice<UInt8>) -> UInt64 { UInt64((input.count + 31) / 32) }

  private static func count(_ input: ArraySlice<UInt8>, of size: Int) -> UInt64 { UInt64(input.count / size) }
}
