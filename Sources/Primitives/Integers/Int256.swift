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

  @inlinable public static var zero: Int256 { Int256() }
  @inlinable public static var max: Int256 { Int256(bitPattern: UInt256(high: .max >> 1, low: .max)) }
  @inlinable public static var min: Int256 { Int256(bitPattern: UInt256(high: 1 << 127, low: 0)) }
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
  @inlinable
  public static func == (left: Int256, right: Int256) -> Bool { left.bitPattern == right.bitPattern }

  @inlinable
  public static func < (left: Int256, right: Int256) -> Bool {
    let (first, second) = (Int128(truncatingIfNeeded: left.bitPattern.high), right.bitPattern.high)
    return left.bitPattern.high == second
      ? left.bitPattern.low < right.bitPattern.low : first < Int128(truncatingIfNeeded: second)
  }

  @inlinable
  public static func <= (left: Int256, right: Int256) -> Bool { !(right < left) }
  @inlinable
  public static func > (left: Int256, right: Int256) -> Bool { right < left }
  @inlinable
  public static func >= (left: Int256, right: Int256) -> Bool { !(left < right) }
}

extension Int256: SignedInteger, FixedWidthInteger {
  public typealias Magnitude = UInt256
  public typealias Words = UInt256.Words

  @inlinable public var words: Words { bitPattern.words }

  @inlinable public var magnitude: UInt256 { isNegative ? .zero &- bitPattern : bitPattern }

  @inlinable public var _lowWord: UInt { bitPattern._lowWord }

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

  @inlinable public var leadingZeroBitCount: Int { bitPattern.leadingZeroBitCount }
  @inlinable public var trailingZeroBitCount: Int { bitPattern.trailingZeroBitCount }
  @inlinable public var nonzeroBitCount: Int { bitPattern.nonzeroBitCount }
  @inlinable public var byteSwapped: Int256 { Int256(bitPattern: bitPattern.byteSwapped) }
}
