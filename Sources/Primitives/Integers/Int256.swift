/// A signed integer of 256 bits in two's complement, with all the operators of Swift's own integers.
public struct Int256: Hashable, Sendable {
  /// The 256 bits, read without a sign.
  public var bitPattern: UInt256

  /// The number whose two's complement is `bitPattern`.
  @inlinable @inline(__always)
  public init(bitPattern: UInt256) { self.bitPattern = bitPattern }

  /// Zero.
  @inlinable @inline(__always)
  public init() { bitPattern = .zero }

  /// The number 2²⁵⁵ − 1.
  @inlinable public static var zero: Int256 { Int256() }
  /// The number 2²⁵⁵ − 1.
  @inlinable public static var max: Int256 { Int256(bitPattern: UInt256(high: .max >> 1, low: .max)) }
  /// The number −2²⁵⁵.
  @inlinable public static var min: Int256 { Int256(bitPattern: UInt256(high: 1 << 127, low: 0)) }
  /// 256, whatever the value.
  @inlinable public static var bitWidth: Int { 256 }

  @inlinable var isNegative: Bool { bitPattern.high >> 127 != 0 }

  /// The number with this sign and magnitude, and whether it did not fit (then it is what fits into 256 bits).
  @inline(__always)
  init(negative: Bool, magnitude: UInt256, overflow: inout Bool) {
    self.init(bitPattern: negative ? .zero &- magnitude : magnitude)
    overflow = overflow || (magnitude != .zero && isNegative != negative)
  }
}

extension UInt256 {
  /// Reads the 256 bits of a signed integer without a sign.
  @inlinable
  public init(bitPattern: Int256) { self = bitPattern.bitPattern }
}

extension Int256: ExpressibleByIntegerLiteral {
  /// A literal of up to 256 bits with its sign; a larger one traps.
  @inlinable @inline(__always)
  public init(integerLiteral value: StaticBigInt) {
    precondition(value.bitWidth <= 256, "an Int256 literal has at most 256 bits, the sign included")
    self.init(bitPattern: UInt256(wordsOf: value))
  }
}

extension Int256: Comparable {
  /// Whether all 256 bits are equal.
  @inlinable
  public static func == (left: Int256, right: Int256) -> Bool { left.bitPattern == right.bitPattern }

  /// Whether a number is below another, by sign first.
  @inlinable
  public static func < (left: Int256, right: Int256) -> Bool {
    let (first, second) = (Int128(truncatingIfNeeded: left.bitPattern.high), right.bitPattern.high)
    return left.bitPattern.high == second
      ? left.bitPattern.low < right.bitPattern.low : first < Int128(truncatingIfNeeded: second)
  }

  /// Whether a number is not above another.
  @inlinable
  public static func <= (left: Int256, right: Int256) -> Bool { !(right < left) }
  /// Whether a number is above another.
  @inlinable
  public static func > (left: Int256, right: Int256) -> Bool { right < left }
  /// Whether a number is not below another.
  @inlinable
  public static func >= (left: Int256, right: Int256) -> Bool { !(left < right) }
}

extension Int256: SignedInteger, FixedWidthInteger {
  /// The distance from 0, which can be 2²⁵⁵.
  public typealias Magnitude = UInt256
  /// The words of the two's complement.
  public typealias Words = UInt256.Words

  /// The words of the two's complement, the lowest first.
  @inlinable public var words: Words { bitPattern.words }

  /// The distance from 0.
  @inlinable public var magnitude: UInt256 { isNegative ? .zero &- bitPattern : bitPattern }

  /// The lowest 64 bits.
  @inlinable public var _lowWord: UInt { bitPattern._lowWord }

  /// A number of 64 bits, with zeros above.
  @inlinable
  public init(_truncatingBits bits: UInt) { self.init(bitPattern: UInt256(_truncatingBits: bits)) }

  /// Converts an integer; traps if it does not fit.
  public init<T: BinaryInteger>(_ source: T) {
    guard let value = Int256(exactly: source) else { preconditionFailure("not an Int256: \(source)") }
    self = value
  }

  /// Converts an integer in −2²⁵⁵…2²⁵⁵ − 1; nil for any other.
  public init?<T: BinaryInteger>(exactly source: T) {
    let negative = source < (0 as T)
    guard let magnitude = UInt256(exactly: source.magnitude) else { return nil }
    var overflow = false
    self.init(negative: negative, magnitude: magnitude, overflow: &overflow)
    if overflow { return nil }
  }

  /// The low 256 bits of the number in two's complement.
  @inlinable
  public init<T: BinaryInteger>(truncatingIfNeeded source: T) {
    self.init(bitPattern: UInt256(truncatingIfNeeded: source))
  }

  /// Zeros above the highest set bit; 256 for 0.
  @inlinable public var leadingZeroBitCount: Int { bitPattern.leadingZeroBitCount }
  /// Zeros below the lowest set bit; 256 for 0.
  @inlinable public var trailingZeroBitCount: Int { bitPattern.trailingZeroBitCount }
  /// The number of set bits.
  @inlinable public var nonzeroBitCount: Int { bitPattern.nonzeroBitCount }
  /// The 32 bytes in the opposite order.
  @inlinable public var byteSwapped: Int256 { Int256(bitPattern: bitPattern.byteSwapped) }
}
