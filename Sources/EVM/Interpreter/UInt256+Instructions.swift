import Primitives

/// The arithmetic of instructions where it is not that of Swift's integers: nothing traps, signs are two's complement.
extension UInt256 {
  @inline(__always)
  init(word: UInt64) { self.init(words: 0, 0, 0, word) }

  @inline(__always)
  init(_ truth: Bool) { self.init(words: 0, 0, 0, truth ? 1 : 0) }

  /// Thirty-two big-endian bytes.
  @inline(__always)
  init(bytes pointer: UnsafePointer<UInt8>) {
    let raw = UnsafeRawPointer(pointer)
    self.init(
      words: UInt64(bigEndian: raw.loadUnaligned(as: UInt64.self)),
      UInt64(bigEndian: raw.loadUnaligned(fromByteOffset: 8, as: UInt64.self)),
      UInt64(bigEndian: raw.loadUnaligned(fromByteOffset: 16, as: UInt64.self)),
      UInt64(bigEndian: raw.loadUnaligned(fromByteOffset: 24, as: UInt64.self)))
  }

  /// Writes thirty-two big-endian bytes.
  @inline(__always)
  func store(to pointer: UnsafeMutablePointer<UInt8>) {
    let raw = UnsafeMutableRawPointer(pointer)
    raw.storeBytes(of: UInt64(truncatingIfNeeded: high &>> 64).bigEndian, as: UInt64.self)
    raw.storeBytes(of: UInt64(truncatingIfNeeded: high).bigEndian, toByteOffset: 8, as: UInt64.self)
    raw.storeBytes(of: UInt64(truncatingIfNeeded: low &>> 64).bigEndian, toByteOffset: 16, as: UInt64.self)
    raw.storeBytes(of: UInt64(truncatingIfNeeded: low).bigEndian, toByteOffset: 24, as: UInt64.self)
  }

  @inline(__always)
  var low64: UInt64 { UInt64(truncatingIfNeeded: low) }

  /// The number, or 2⁶¹ if it is larger: sums of two such fit, and no offset is that large.
  @inline(__always)
  var clamped: Int {
    high == 0 && low < 1 << 61 ? Int(truncatingIfNeeded: low64) : 1 << 61
  }

  @inline(__always)
  var isNegative: Bool { high &>> 127 != 0 }

  @inline(__always)
  var negated: UInt256 { UInt256() &- self }

  @inline(__always)
  var magnitudeOfSigned: UInt256 { isNegative ? negated : self }

  @inline(__always)
  func isLessSigned(than other: UInt256) -> Bool {
    isNegative != other.isNegative ? isNegative : self < other
  }

  func dividedSigned(by divisor: UInt256) -> UInt256 {
    guard divisor != 0 else { return 0 }
    let quotient = magnitudeOfSigned / divisor.magnitudeOfSigned
    return isNegative != divisor.isNegative ? quotient.negated : quotient
  }

  func remainderSigned(by divisor: UInt256) -> UInt256 {
    guard divisor != 0 else { return 0 }
    let remainder = magnitudeOfSigned % divisor.magnitudeOfSigned
    return isNegative ? remainder.negated : remainder
  }

  static func addMod(_ left: UInt256, _ right: UInt256, _ modulus: UInt256) -> UInt256 {
    guard modulus > 1 else { return 0 }
    let (sum, overflow) = left.addingReportingOverflow(right)
    return overflow ? modulus.dividingFullWidth((1, sum)).remainder : sum % modulus
  }

  static func mulMod(_ left: UInt256, _ right: UInt256, _ modulus: UInt256) -> UInt256 {
    guard modulus > 1 else { return 0 }
    let product = left.multipliedFullWidth(by: right)
    if product.high == 0 { return product.low % modulus }
    return modulus.dividingFullWidth((product.high % modulus, product.low)).remainder
  }

  func power(_ exponent: UInt256) -> UInt256 {
    if self == 2 { return exponent.high == 0 && exponent.low < 256 ? 1 &<< exponent : 0 }
    var result: UInt256 = 1
    let bits = 256 - exponent.leadingZeroBitCount
    for bit in stride(from: bits - 1, through: 0, by: -1) {
      result = result &* result
      if exponent &>> UInt256(word: UInt64(bit)) & 1 != 0 { result = result &* self }
    }
    return result
  }

  /// Extends the sign of the low `index + 1` bytes.
  func signExtended(from index: UInt256) -> UInt256 {
    guard index.high == 0, index.low < 31 else { return self }
    let shift = UInt256(word: 248 &- 8 &* index.low64)
    return (self &<< shift).shiftedRightSigned(by: shift)
  }

  /// An arithmetic shift to the right.
  func shiftedRightSigned(by count: UInt256) -> UInt256 {
    guard count.high == 0, count.low < 256 else { return isNegative ? .max : 0 }
    guard isNegative, count.low != 0 else { return self &>> count }
    return self &>> count | .max &<< UInt256(word: 256 &- count.low64)
  }

  /// A byte, counted from the most significant one.
  @inline(__always)
  func byte(_ index: UInt256) -> UInt256 {
    guard index.high == 0, index.low < 32 else { return 0 }
    return (self &>> UInt256(word: 248 &- 8 &* index.low64)) & 0xff
  }
}
