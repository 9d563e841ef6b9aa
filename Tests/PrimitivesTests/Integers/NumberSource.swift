import FixtureSupport
import Primitives

/// Numbers that look random and are the same in every run, with many limbs at the edges of their range.
struct NumberSource: RandomNumberGenerator {
  private var numbers: Seeded

  init(seed: UInt64) { numbers = Seeded(seed) }

  mutating func next() -> UInt64 { numbers.next() }

  private mutating func limb() -> UInt64 {
    switch next() % 8 {
    case 0: 0
    case 1: .max
    case 2: 1
    case 3: 1 << 63
    case 4: .max - 1
    default: next()
    }
  }

  /// A number with any count of significant bits.
  mutating func uint256() -> UInt256 {
    let value = UInt256(words: limb(), limb(), limb(), limb())
    return value >> Int(next() % 4 == 0 ? next() % 256 : (next() % 4) * 64)
  }

  mutating func int256() -> Int256 { Int256(bitPattern: uint256()) }
}

/// The slowest arithmetic there is, to compare with: one bit after the other.
enum BitByBit {
  static func bits(_ value: UInt256) -> [Bool] { (0..<256).map { bit(value, $0) } }

  static func bit(_ value: UInt256, _ index: Int) -> Bool {
    let half = index < 128 ? value.low : value.high
    return (half >> UInt128(index % 128)) & 1 == 1
  }

  static func number(_ bits: [Bool]) -> UInt256 {
    var (low, high): (UInt128, UInt128) = (0, 0)
    for (index, bit) in bits.prefix(256).enumerated() where bit {
      if index < 128 { low |= 1 << UInt128(index) } else { high |= 1 << UInt128(index - 128) }
    }
    return UInt256(high: high, low: low)
  }

  static func add(_ left: [Bool], _ right: [Bool]) -> [Bool] {
    var result: [Bool] = []
    var carry = false
    for index in 0..<max(left.count, right.count) {
      let (one, two) = (index < left.count && left[index], index < right.count && right[index])
      result.append((one != two) != carry)
      carry = (one && two) || (carry && (one || two))
    }
    return result + [carry]
  }

  /// The product, in 512 bits and more.
  static func multiply(_ left: UInt256, _ right: UInt256) -> (high: UInt256, low: UInt256) {
    var sum = [Bool](repeating: false, count: 512)
    let factor = bits(left)
    for index in 0..<256 where bit(right, index) {
      sum = Array(add(sum, [Bool](repeating: false, count: index) + factor).prefix(512))
    }
    return (number(Array(sum[256...])), number(sum))
  }
}
