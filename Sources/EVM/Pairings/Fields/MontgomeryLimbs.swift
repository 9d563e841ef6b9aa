/// A natural number of a fixed count of 64-bit words, below a prime modulus whose topmost bit is free, and the modular
/// arithmetic of such numbers.
///
/// Products are Montgomery's: a · b / 2^(64 · count), so that no division is needed.
protocol MontgomeryLimbs: Equatable, Sendable {
  /// The number of words.
  static var count: Int { get }
  /// Zero.
  init()
  /// A word, the least significant first.
  subscript(index: Int) -> UInt64 { get set }

  /// a + b without the carry, which the free bit makes impossible for numbers below the modulus.
  static func sum(_ a: Self, _ b: Self) -> Self
  /// a − b, and 1 if it wrapped around, else 0.
  static func difference(_ a: Self, _ b: Self) -> (Self, borrow: UInt64)
  /// `first` where the mask's bits are set, `second` where they aren't; the mask is the same for all words.
  static func choose(_ first: Self, _ second: Self, mask: UInt64) -> Self
  /// a · b / 2^(64 · count) modulo `modulus`, where `inverse` is −1 / modulus modulo 2⁶⁴.
  static func product(_ a: Self, _ b: Self, modulus: Self, inverse: UInt64) -> Self
}

extension MontgomeryLimbs {
  /// The number if it is below the modulus, the number less the modulus if not.
  @inline(__always)
  func reduced(by modulus: Self) -> Self {
    let (less, borrow) = Self.difference(self, modulus)
    return Self.choose(self, less, mask: 0 &- borrow)
  }

  /// Whether the number is below another.
  func isBelow(_ other: Self) -> Bool { Self.difference(self, other).borrow == 1 }

  /// A big-endian number of at most 8 · count bytes.
  init(bigEndian bytes: some Sequence<UInt8>) {
    self.init()
    for byte in bytes {
      var carry = UInt64(byte)
      for index in 0..<Self.count {
        let word = self[index]
        self[index] = word << 8 | carry
        carry = word >> 56
      }
    }
  }

  /// The number as 8 · count big-endian bytes.
  var bigEndianBytes: [UInt8] {
    (0..<(8 * Self.count)).reversed().map { UInt8(truncatingIfNeeded: self[$0 / 8] >> (8 * ($0 % 8))) }
  }

  /// The low words of a number.
  init(wordsOf number: StaticBigInt) {
    self.init()
    for index in 0..<Self.count { self[index] = UInt64(number[index]) }
  }

  /// The number shifted to the right by fewer than 64 bits.
  func shiftedRight(by bits: Int) -> Self {
    var result = Self()
    for index in 0..<Self.count {
      let above = index + 1 < Self.count ? self[index + 1] : 0
      result[index] = UInt64(truncatingIfNeeded: (UInt128(above) << 64 | UInt128(self[index])) >> UInt128(bits))
    }
    return result
  }

  /// The number less a small one that it is not below.
  func subtracting(_ small: UInt64) -> Self {
    var other = Self()
    other[0] = small
    return Self.difference(self, other).0
  }
}

/// a · b + c + carry; its high word becomes the carry.
@inline(__always)
func multiplyAdd(_ a: UInt64, _ b: UInt64, _ c: UInt64, _ carry: inout UInt64) -> UInt64 {
  let wide = UInt128(a) &* UInt128(b) &+ UInt128(c) &+ UInt128(carry)
  carry = UInt64(truncatingIfNeeded: wide >> 64)
  return UInt64(truncatingIfNeeded: wide)
}

// Carries are computed in 128 bits and choices made by masks: flags that are tested become branches, and these are
// mispredicted half of the time.

/// a + b + carry, where the carry is 0 or 1.
@inline(__always)
func addCarry(_ a: UInt64, _ b: UInt64, _ carry: inout UInt64) -> UInt64 {
  let wide = UInt128(a) &+ UInt128(b) &+ UInt128(carry)
  carry = UInt64(truncatingIfNeeded: wide >> 64)
  return UInt64(truncatingIfNeeded: wide)
}

/// a − b − borrow, where the borrow is 0 or 1.
@inline(__always)
func subtractBorrow(_ a: UInt64, _ b: UInt64, _ borrow: inout UInt64) -> UInt64 {
  let wide = UInt128(a) &- UInt128(b) &- UInt128(borrow)
  borrow = UInt64(truncatingIfNeeded: wide >> 127)
  return UInt64(truncatingIfNeeded: wide)
}
