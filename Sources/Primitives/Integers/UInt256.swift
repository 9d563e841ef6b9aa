/// An unsigned integer of 256 bits, with all the operators of Swift's own integers.
///
/// As with those, `+`, `-`, `*` and `/` trap on overflow and on division by zero: use `addingReportingOverflow` and its
/// like on numbers from outside. `&+`, `&-`, `&*` wrap.
public struct UInt256: Hashable, Sendable {
  // Four words and not two halves of 128 bits: an argument of 16 bytes' alignment that finds no register is miscompiled
  // in tail calls between async functions (Swift 6.3, x86-64), and numbers are arguments everywhere.
  /// Bits 0…63.
  @usableFromInline var limb0: UInt64
  /// Bits 64…127.
  @usableFromInline var limb1: UInt64
  /// Bits 128…191.
  @usableFromInline var limb2: UInt64
  /// Bits 192…255.
  @usableFromInline var limb3: UInt64

  /// The low 128 bits.
  @inlinable @inline(__always)
  public var low: UInt128 { UInt128(limb1) << 64 | UInt128(limb0) }

  /// The high 128 bits.
  @inlinable @inline(__always)
  public var high: UInt128 { UInt128(limb3) << 64 | UInt128(limb2) }

  /// Zero.
  @inlinable @inline(__always)
  public init() { self.init(words: 0, 0, 0, 0) }

  /// A number of two halves.
  @inlinable @inline(__always)
  public init(high: UInt128, low: UInt128) {
    self.init(
      words: UInt64(truncatingIfNeeded: high >> 64), UInt64(truncatingIfNeeded: high),
      UInt64(truncatingIfNeeded: low >> 64), UInt64(truncatingIfNeeded: low))
  }

  /// A number of four words, the most significant first.
  @inlinable @inline(__always)
  public init(words word3: UInt64, _ word2: UInt64, _ word1: UInt64, _ word0: UInt64) {
    limb3 = word3
    limb2 = word2
    limb1 = word1
    limb0 = word0
  }

  /// The number 0.
  @inlinable public static var zero: UInt256 { UInt256() }
  /// The number 2²⁵⁶ − 1.
  @inlinable public static var max: UInt256 { UInt256(high: .max, low: .max) }
  /// The number 0.
  @inlinable public static var min: UInt256 { UInt256() }
  /// 256, whatever the value.
  @inlinable public static var bitWidth: Int { 256 }
}

extension UInt256: ExpressibleByIntegerLiteral {
  /// A literal of up to 256 bits; a negative or larger one traps.
  @inlinable @inline(__always)
  public init(integerLiteral value: StaticBigInt) {
    precondition(value.signum() >= 0, "a UInt256 literal is not negative")
    precondition(value.bitWidth <= 257, "a UInt256 literal has at most 256 bits")
    self.init(wordsOf: value)
  }

  @inlinable @inline(__always)
  init(wordsOf value: StaticBigInt) {
    // Machine words have 64 bits on every system this runs on.
    self.init(words: UInt64(value[3]), UInt64(value[2]), UInt64(value[1]), UInt64(value[0]))
  }
}

extension UInt256: Comparable {
  /// Whether all 256 bits are equal.
  @inlinable @inline(__always)
  public static func == (left: UInt256, right: UInt256) -> Bool {
    (left.low ^ right.low) | (left.high ^ right.high) == 0
  }

  /// Whether a number is below another.
  @inlinable @inline(__always)
  public static func < (left: UInt256, right: UInt256) -> Bool {
    // The topmost limbs that differ decide; in practice that is foreseen better than a choice of two comparisons.
    if left.limb3 != right.limb3 { return left.limb3 < right.limb3 }
    if left.limb2 != right.limb2 { return left.limb2 < right.limb2 }
    return left.low < right.low
  }

  /// Whether a number is not above another.
  @inlinable
  public static func <= (left: UInt256, right: UInt256) -> Bool { !(right < left) }
  /// Whether a number is above another.
  @inlinable
  public static func > (left: UInt256, right: UInt256) -> Bool { right < left }
  /// Whether a number is not below another.
  @inlinable
  public static func >= (left: UInt256, right: UInt256) -> Bool { !(left < right) }
}

extension UInt256: UnsignedInteger, FixedWidthInteger {
  /// The number's machine words, the least significant first.
  public struct Words: RandomAccessCollection, Sendable, Hashable {
    @usableFromInline let value: UInt256

    @inlinable
    init(_ value: UInt256) { self.value = value }

    /// The place of the lowest word.
    @inlinable public var startIndex: Int { 0 }
    /// The place behind the highest word, 4.
    @inlinable public var endIndex: Int { 4 }

    /// The word at a place, 0 the lowest; traps elsewhere.
    @inlinable
    public subscript(position: Int) -> UInt {
      switch position {
      case 0: UInt(value.limb0)
      case 1: UInt(value.limb1)
      case 2: UInt(value.limb2)
      case 3: UInt(value.limb3)
      default: preconditionFailure("a 256-bit number has no such word")
      }
    }
  }

  /// Four words, the lowest first.
  @inlinable public var words: Words { Words(self) }

  /// The lowest 64 bits.
  @inlinable public var _lowWord: UInt { UInt(limb0) }

  /// A number of 64 bits, with zeros above.
  @inlinable @inline(__always)
  public init(_truncatingBits bits: UInt) {
    self.init(high: 0, low: UInt128(bits))
  }

  /// Converts an integer; traps if it is negative or above 2²⁵⁶ − 1.
  @inlinable
  public init<T: BinaryInteger>(_ source: T) {
    if source.bitWidth <= 128 || T.self == UInt128.self {
      self.init(high: 0, low: UInt128(source))
    } else if let value = source as? UInt256 {
      self = value
    } else {
      guard let value = UInt256(exactly: source) else { preconditionFailure("not a UInt256: \(source)") }
      self = value
    }
  }

  /// Converts an integer in 0…2²⁵⁶ − 1; nil for any other.
  @inlinable
  public init?<T: BinaryInteger>(exactly source: T) {
    guard source >= (0 as T) else { return nil }
    var value = UInt256()
    var shift = 0
    for word in source.words {
      if shift < 256 {
        value |= UInt256(_truncatingBits: word) << shift
      } else if word != 0 {
        return nil
      }
      shift += UInt.bitWidth
    }
    self = value
  }

  /// The low 256 bits of the number in two's complement.
  @inlinable @inline(__always)
  public init<T: BinaryInteger>(truncatingIfNeeded source: T) {
    let low = UInt128(truncatingIfNeeded: source)
    if source.bitWidth > 128 {
      self.init(high: UInt128(truncatingIfNeeded: source >> (128 as Int)), low: low)
    } else {
      // The sign, if there is one, fills the rest.
      self.init(high: T.isSigned ? UInt128(truncatingIfNeeded: Int128(truncatingIfNeeded: low) >> 127) : 0, low: low)
    }
  }

  /// Zeros above the highest set bit; 256 for 0.
  @inlinable
  public var leadingZeroBitCount: Int {
    high == 0 ? 128 + low.leadingZeroBitCount : high.leadingZeroBitCount
  }

  /// Zeros below the lowest set bit; 256 for 0.
  @inlinable
  public var trailingZeroBitCount: Int {
    low == 0 ? 128 + high.trailingZeroBitCount : low.trailingZeroBitCount
  }

  /// The number of set bits.
  @inlinable
  public var nonzeroBitCount: Int { low.nonzeroBitCount + high.nonzeroBitCount }

  /// The 32 bytes in the opposite order.
  @inlinable
  public var byteSwapped: UInt256 { UInt256(high: low.byteSwapped, low: high.byteSwapped) }
}
