/// Kaia's computation costs since its fork Cancun, as its documentation has them: what an instruction or a precompile
/// weighs, about in nanoseconds.
enum ComputationCosts {
  /// The most that a transaction may weigh.
  static let limit: UInt64 = 150_000_000

  /// By opcode; what is not here weighs nothing.
  static let weights: [UInt8: UInt64] = {
    var weights = other
    weights[0x5f] = 80
    for opcode: UInt8 in 0x60...0x7f { weights[opcode] = 120 }
    for (index, weight) in dup.enumerated() { weights[0x80 + UInt8(index)] = weight }
    for (index, weight) in swap.enumerated() { weights[0x90 + UInt8(index)] = weight }
    return weights
  }()

  private static let other: [UInt8: UInt64] = [
    0x01: 150, 0x02: 200, 0x03: 219, 0x04: 404, 0x05: 360, 0x06: 320, 0x07: 560, 0x08: 360, 0x09: 700, 0x0a: 720,
    0x0b: 481, 0x10: 201, 0x11: 264, 0x12: 176, 0x13: 222, 0x14: 220, 0x15: 165, 0x16: 288, 0x17: 160, 0x18: 454,
    0x19: 364, 0x1a: 589, 0x1b: 478, 0x1c: 498, 0x1d: 834, 0x20: 560, 0x30: 284, 0x31: 1407, 0x32: 210, 0x33: 188,
    0x34: 149, 0x35: 596, 0x36: 194, 0x37: 100, 0x38: 145, 0x39: 898, 0x3a: 131, 0x3b: 1481, 0x3c: 1000, 0x3d: 10,
    0x3e: 40, 0x3f: 1000, 0x40: 500, 0x41: 189, 0x42: 265, 0x43: 202, 0x44: 1498, 0x45: 166, 0x46: 120, 0x47: 374,
    0x48: 198, 0x49: 165, 0x4a: 120, 0x50: 140, 0x51: 376, 0x52: 288, 0x53: 230, 0x54: 2550, 0x55: 2510, 0x56: 253,
    0x57: 176, 0x58: 147, 0x59: 137, 0x5a: 230, 0x5b: 10, 0x5c: 220, 0x5d: 280, 0x5e: 250, 0xa0: 100, 0xa1: 500,
    0xa2: 500, 0xa3: 500, 0xa4: 500, 0xf0: 2094, 0xf1: 5000, 0xf2: 4000, 0xf4: 696, 0xf5: 10_000, 0xfa: 10_000,
  ]

  private static let dup: [UInt64] = [
    190, 190, 176, 142, 177, 165, 147, 157, 138, 174, 141, 144, 157, 143, 237, 149,
  ]

  private static let swap: [UInt64] = [
    141, 156, 145, 135, 115, 146, 199, 130, 160, 134, 147, 128, 121, 114, 197, 128,
  ]

  /// By a precompile's number; that of 0x05 follows its gas.
  static let precompiles: [UInt64: @Sendable (ArraySlice<UInt8>) -> UInt64] = [
    0x01: { _ in 113_150 },
    0x02: { words($0) * 100 + 1000 },
    0x03: { words($0) * 10 + 100 },
    0x06: { _ in 8000 },
    0x07: { _ in 100_000 },
    0x08: { count($0, of: 192) * 1_000_000 + 2_000_000 },
    0x09: { input in
      guard input.count == 213 else { return 0 }
      return input.prefix(4).reduce(0) { $0 << 8 | UInt64($1) } * 10 + 10_000
    },
    0x0a: { _ in 2_200_000 },
    0x0b: { _ in 18_750 },
    0x0c: { count($0, of: 160) * 281_994 + 863_331 },
    0x0d: { _ in 30_000 },
    0x0e: { count($0, of: 288) * 314_140 + 1_490_842 },
    0x0f: { count($0, of: 384) * 1_630_000 + 1_885_000 },
    0x10: { _ in 275_000 },
    0x11: { _ in 1_190_000 },
    0x100: { _ in 235_000 },
    0x3fd: { _ in 10 },
    0x3fe: { _ in 10 },
    0x3ff: { count($0, of: 65) * 180_000 + 10_000 },
  ]

  private static func words(_ input: ArraySlice<UInt8>) -> UInt64 { UInt64((input.count + 31) / 32) }

  private static func count(_ input: ArraySlice<UInt8>, of size: Int) -> UInt64 { UInt64(input.count / size) }
}
