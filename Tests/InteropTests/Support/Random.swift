import FixtureSupport
import Keys
import Primitives

extension Seeded {
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
