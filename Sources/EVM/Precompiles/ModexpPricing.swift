import Primitives

/// The lengths that a call of modexp begins with, and the first bytes of its exponent.
struct ModexpHeader {
  /// In bytes, cut to 2⁷⁰: more than that nobody can pay by any rule, and the price still fits in 256 bits.
  let base, exponent, modulus: UInt256
  /// The exponent's first 32 bytes, or all of them if they are fewer, as a number.
  let exponentHead: UInt256

  init(_ input: ArraySlice<UInt8>) {
    func length(at offset: Int) -> UInt256 { min(input.paddedWord(at: offset), 1 << 70) }
    base = length(at: 0)
    exponent = length(at: 32)
    modulus = length(at: 64)
    guard base < UInt256(input.count) else {
      exponentHead = 0
      return
    }
    let count = Int(min(exponent, 32))
    exponentHead = input.paddedWord(at: 96 + Int(base)) >> (8 * (32 - count))
  }

  /// The length of the longer one of base and modulus.
  var longest: UInt256 { max(base, modulus) }

  /// The iteration count of the exponent: its bit length − 1, where each byte beyond the first 32 counts as so many
  /// bits; at least 1.
  func iterations(bitsPerByte: UInt256) -> UInt256 {
    let head = UInt256(max(255 - exponentHead.leadingZeroBitCount, 0))
    let tail = exponent > 32 ? bitsPerByte * (exponent - 32) : 0
    return max(head + tail, 1)
  }
}

/// The prices of modexp since a fork.
struct ModexpPricing: Sendable {
  /// The complexity of a multiplication, by the longest length in bytes.
  let complexity: @Sendable (_ longest: UInt256) -> UInt256
  /// The number of bits that a byte of the exponent beyond the first 32 counts for.
  let bitsPerByte: UInt256
  let divisor: UInt256
  let minimum: UInt256

  /// Byzantium (EIP-198).
  static let eip198 = ModexpPricing(
    complexity: { longest in
      let square = longest * longest
      if longest <= 64 { return square }
      if longest <= 1024 { return square / 4 + 96 * longest - 3072 }
      return square / 16 + 480 * longest - 199_680
    },
    bitsPerByte: 8, divisor: 20, minimum: 0)

  /// Berlin (EIP-2565).
  static let eip2565 = ModexpPricing(
    complexity: { longest in
      let words = (longest + 7) / 8
      return words * words
    },
    bitsPerByte: 8, divisor: 3, minimum: 200)

  /// Osaka (EIP-7883).
  static let eip7883 = ModexpPricing(
    complexity: { longest in
      let words = (longest + 7) / 8
      return longest <= 32 ? 16 : 2 * words * words
    },
    bitsPerByte: 16, divisor: 1, minimum: 500)

  /// The price in gas, `UInt64.max` if it is more than that.
  func gas(_ header: ModexpHeader) -> UInt64 {
    // At most 2¹⁴⁰ · 2⁷⁵.
    let cost = complexity(header.longest) * header.iterations(bitsPerByte: bitsPerByte) / divisor
    return UInt64(min(max(cost, minimum), UInt256(UInt64.max)))
  }
}
