import Primitives
import Testing

@Suite("UInt256 bits and conversions")
struct UInt256BitTests {
  @Test("Shifts by any amount move every bit to its place")
  func shifts() {
    var source = NumberSource(seed: 11)
    for count in -300...300 {
      let value = source.uint256()
      let bits = BitByBit.bits(value)
      let left = (0..<256).map { $0 - count >= 0 && $0 - count < 256 ? bits[$0 - count] : false }
      #expect(value << count == BitByBit.number(left))
      #expect(value >> -count == BitByBit.number(left))
      #expect(value << Int16(count) == value << count)
      if count >= 0 {
        #expect(value << UInt64(count) == value << count)
        #expect(value << UInt256(count) == value << count)
        #expect(value &<< UInt256(count) == value << (count & 255))
        #expect(value &>> UInt256(count) == value >> (count & 255))
      }
      var moved = value
      moved <<= count
      moved >>= -count
      #expect(moved == (value << count) << count)
    }
    #expect(UInt256.max << Int.max == 0)
    #expect(UInt256.max << Int.min == 0)
    #expect(UInt256.max >> Int.max == 0)
    #expect(UInt256.max >> Int.min == 0)
    #expect(UInt256.max >> UInt256.max == 0)
    #expect(UInt256(1) << Int64(255) == UInt256(high: 1 << 127, low: 0))
  }

  @Test("Counts of bits")
  func counts() {
    var source = NumberSource(seed: 12)
    for _ in 0..<100 {
      let value = source.uint256()
      let bits = BitByBit.bits(value)
      #expect(value.nonzeroBitCount == bits.count { $0 })
      #expect(value.trailingZeroBitCount == bits.firstIndex(of: true) ?? 256)
      #expect(value.leadingZeroBitCount == 255 - (bits.lastIndex(of: true) ?? -1))
      #expect(value.bigEndianBytes == value.byteSwapped.bigEndianBytes.reversed())
      #expect(BitByBit.bits(~value) == bits.map { !$0 })
    }
    #expect(UInt256.zero.leadingZeroBitCount == 256)
    #expect(UInt256.zero.trailingZeroBitCount == 256)
    #expect(UInt256.bitWidth == 256)
    #expect(UInt256.isSigned == false)
  }

  @Test("Order agrees with the big-endian bytes")
  func order() {
    var source = NumberSource(seed: 13)
    for _ in 0..<500 {
      let (left, right) = (source.uint256(), source.uint256())
      let expected = left.bigEndianBytes.lexicographicallyPrecedes(right.bigEndianBytes)
      #expect((left < right) == expected)
      #expect((right > left) == expected)
      #expect((left >= right) == !expected)
      #expect((right <= left) == !expected)
      #expect(!(left < left) && left <= left && left == left)
      #expect((left == right) == (left.bigEndianBytes == right.bigEndianBytes))
    }
  }

  @Test("Bytes in, bytes out")
  func bytes() throws {
    var source = NumberSource(seed: 14)
    for _ in 0..<100 {
      let value = source.uint256()
      #expect(value.bigEndianBytes.count == 32)
      #expect(try UInt256(bigEndian: value.bigEndianBytes) == value)
      let minimal = value.minimalBigEndianBytes
      #expect(minimal.first != 0)
      #expect(try UInt256(bigEndian: minimal) == value)
      #expect(UInt256(Hash32(value)) == value)
    }
    #expect(UInt256.zero.minimalBigEndianBytes == [])
    #expect(try UInt256(bigEndian: []) == 0)
    #expect(try UInt256(bigEndian: [1, 0]) == 256)
    #expect(throws: PrimitivesError.self) { try UInt256(bigEndian: Bytes(repeating: 0, count: 33)) }
  }

  @Test("Conversions from and to other integers are exact, clamped or cut off as asked")
  func conversions() {
    #expect(UInt256(exactly: -1) == nil)
    #expect(UInt256(exactly: Int128.min) == nil)
    #expect(UInt256(exactly: Int256(-1)) == nil)
    #expect(UInt256(exactly: Int256.max) == UInt256.max >> 1)
    #expect(UInt256(clamping: -5) == 0)
    #expect(UInt256(clamping: Int256.min) == 0)
    #expect(UInt256(truncatingIfNeeded: -1) == .max)
    #expect(UInt256(truncatingIfNeeded: Int128(-2)) == UInt256.max - 1)
    #expect(UInt256(truncatingIfNeeded: Int256(-3)) == UInt256.max - 2)
    #expect(UInt256(truncatingIfNeeded: UInt8.max) == 255)
    #expect(UInt256(UInt128.max) == UInt256(high: 0, low: .max))
    #expect(UInt64(exactly: UInt256.max) == nil)
    #expect(UInt64(exactly: UInt256(UInt64.max)) == .max)
    #expect(UInt64(clamping: UInt256.max) == .max)
    #expect(UInt64(truncatingIfNeeded: UInt256.max - 1) == UInt64.max - 1)
    #expect(Int(exactly: UInt256(Int.max)) == .max)
    #expect(Int(exactly: UInt256(Int.max) + 1) == nil)
    #expect(Int8(clamping: UInt256(200)) == 127)
    #expect(UInt256(exactly: 1.5) == nil)
    #expect(UInt256(exactly: 4294967296.0) == 4_294_967_296)
    #expect(Double(UInt256(1) << 200) == 0x1p200)
    #expect(UInt256(3.9) == 3)
    #expect(Array(UInt256(words: 4, 3, 2, 1).words) == [1, 2, 3, 4])
  }

  @Test("Literals hold all 256 bits")
  func literals() {
    let large: UInt256 = 0xffff_ffff_ffff_ffff_ffff_ffff_ffff_ffff_ffff_ffff_ffff_ffff_ffff_ffff_ffff_ffff
    #expect(large == .max)
    let decimal: UInt256 =
      115_792_089_237_316_195_423_570_985_008_687_907_853_269_984_665_640_564_039_457_584_007_913_129_639_935
    #expect(decimal == .max)
    let middle: UInt256 = 0x1_0000_0000_0000_0000
    #expect(middle == UInt256(words: 0, 0, 1, 0))
  }

  @Test("Importing the module leaves the meaning of plain integer expressions alone")
  func inference() {
    // Each of these became ambiguous when an operator was declared in a way that Swift's own integers do not have.
    let shifted = (0..<(1 << 4)).map { UInt8(truncatingIfNeeded: $0 &* 7) }
    #expect(shifted.count == 16)
    let product = (0..<10).map { $0 &* 7 }
    #expect(product[2] == 14)
    let sum = (0..<(1 << 3)).map { ($0 &+ 1) >> 1 }
    #expect(sum.last == 4)
    let number = 1 << 20
    #expect(type(of: number) == Int.self)
    let test: (UInt256) -> Bool = { $0 > 1 << 200 }
    #expect(test(.max))
  }

  @Test("Generic integer algorithms work")
  func generic() {
    func power<T: FixedWidthInteger>(_ base: T, _ exponent: Int) -> T {
      (0..<exponent).reduce(1) { sum, _ in sum * base }
    }
    #expect(power(UInt256(10), 77).description == "1" + String(repeating: "0", count: 77))
    #expect(UInt256("123", radix: 10) == 123)
    #expect(UInt256("ff", radix: 16) == 255)
    #expect(String(UInt256.max, radix: 16) == String(repeating: "f", count: 64))
    #expect((UInt256(1)...UInt256(5)).reduce(0, +) == 15)
    #expect(UInt256(12).isMultiple(of: 4))
    #expect([UInt256(3), 1, 2].sorted() == [1, 2, 3])
    #expect(UInt256(3).advanced(by: 2) == 5)
  }
}
