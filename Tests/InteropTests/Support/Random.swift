import Keys
import Primitives

/// Numbers that look random and are the same in each run (SplitMix64), so that a failure comes back.
struct Seeded: RandomNumberGenerator {
  private var state: UInt64

  init(_ seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }

  mutating func bytes(_ count: Int) -> Bytes { (0..<count).map { _ in UInt8(truncatingIfNeeded: next() >> 24) } }

  /// A number of any length up to so many bits: short ones as often as long ones.
  mutating func number(bits: Int) -> UInt256 {
    let width = Int.random(in: 0...bits, using: &self)
    return width == 0 ? 0 : bytes(32).reduce(UInt256(0)) { $0 << 8 | UInt256($1) } >> UInt256(256 - width)
  }

  mutating func word(bits: Int = 63) -> UInt64 { UInt64(truncatingIfNeeded: number(bits: bits)) }
  mutating func address() throws -> Address { try Address(bytes(20)) }
  mutating func key() throws -> PrivateKey { try PrivateKey(bytes: bytes(32)) }
}

extension PrivateKey {
  var hex: String { secret.withUnsafeBytes { Bytes($0).hex } }
}
