import Primitives
import Testing

@Suite("Int256")
struct Int256Tests {
  @Test("Small numbers behave as Int128 does")
  func likeInt128() {
    var source = NumberSource(seed: 21)
    for _ in 0..<300 {
      let left = Int128(truncatingIfNeeded: source.uint256().low) >> Int128(source.next() % 128)
      let right = Int128(truncatingIfNeeded: source.uint256().low) >> Int128(source.next() % 128)
      let (one, two) = (Int256(left), Int256(right))
      #expect((one < two) == (left < right))
      #expect(one + two - two == one)
      #expect(one.description == left.description)
      #expect(Int128(exactly: one) == left)
      #expect(one.magnitude == UInt256(left.magnitude))
      let (sum, overflow) = left.addingReportingOverflow(right)
      if !overflow { #expect(one + two == Int256(sum)) }
      let (product, tooLarge) = left.multipliedReportingOverflow(by: right)
      if !tooLarge { #expect(one * two == Int256(product)) }
      if right != 0 && !(left == .min && right == -1) {
        #expect(one / two == Int256(left / right))
        #expect(one % two == Int256(left % right))
      }
      for count in [-130, -1, 0, 1, 63, 64, 127] where count < 128 {
        #expect(one >> count == Int256(left) >> count)
      }
      #expect(one >> 3 == Int256(left >> 3))
      #expect(one & two == Int256(left & right))
      #expect(one | two == Int256(left | right))
      #expect(one ^ two == Int256(left ^ right))
      #expect(~one == Int256(~left))
    }
  }

  @Test("Division rounds toward zero, the remainder has the dividend's sign")
  func division() {
    var source = NumberSource(seed: 22)
    for _ in 0..<1000 {
      let (left, right) = (source.int256(), source.int256())
      guard right != 0, !(left == .min && right == -1) else { continue }
      let (quotient, remainder) = left.quotientAndRemainder(dividingBy: right)
      #expect(quotient &* right &+ remainder == left)
      #expect(remainder.magnitude < right.magnitude)
      #expect(remainder == 0 || (remainder < 0) == (left < 0))
    }
    #expect(Int256(-7) / 2 == -3)
    #expect(Int256(-7) % 2 == -1)
    #expect(Int256(7) / -2 == -3)
    #expect(Int256(7) % -2 == 1)
  }

  @Test("Overflow is reported exactly when the true result does not fit")
  func overflow() {
    var source = NumberSource(seed: 23)
    for _ in 0..<1000 {
      let (left, right) = (source.int256(), source.int256())
      let (high, low) = left.multipliedFullWidth(by: right)
      let (partial, overflow) = left.multipliedReportingOverflow(by: right)
      #expect(partial.bitPattern == low)
      #expect(overflow == (high != (partial < 0 ? -1 : 0)))
      #expect(left &* right == partial)
      let (sum, carry) = left.addingReportingOverflow(right)
      #expect(carry == ((left < 0) == (right < 0) && (sum < 0) != (left < 0)))
      let (difference, borrow) = left.subtractingReportingOverflow(right)
      #expect(difference &+ right == left)
      #expect(borrow == ((difference < 0) != (left < right)))
    }
  }

  @Test("Full-width division inverts full-width multiplication")
  func fullWidth() {
    var source = NumberSource(seed: 24)
    for _ in 0..<1000 {
      let (left, right) = (source.int256(), source.int256())
      guard right != 0 else { continue }
      let product = left.multipliedFullWidth(by: right)
      let (quotient, remainder) = right.dividingFullWidth(product)
      #expect(quotient == left && remainder == 0)
    }
  }

  @Test("Edges of the range")
  func edges() {
    #expect(Int256.min.addingReportingOverflow(-1) == (.max, true))
    #expect(Int256.max.addingReportingOverflow(1) == (.min, true))
    #expect(Int256.min.subtractingReportingOverflow(1) == (.max, true))
    #expect(Int256.zero.subtractingReportingOverflow(.min) == (.min, true))
    #expect(Int256.min.multipliedReportingOverflow(by: -1) == (.min, true))
    #expect(Int256.min.dividedReportingOverflow(by: -1) == (.min, true))
    #expect(Int256.min.remainderReportingOverflow(dividingBy: -1) == (0, true))
    #expect(Int256.min.dividedReportingOverflow(by: 0) == (.min, true))
    #expect(Int256.min.magnitude == UInt256(1) << 255)
    #expect(Int256(exactly: UInt256.max) == nil)
    #expect(Int256(exactly: UInt256(1) << 255) == nil)
    #expect(Int256(clamping: UInt256.max) == .max)
    #expect(Int256(truncatingIfNeeded: UInt256.max) == -1)
    #expect(Int256(truncatingIfNeeded: Int8(-4)) == -4)
    #expect(Int256.min >> 255 == -1)
    #expect(Int256.min >> 1000 == -1)
    #expect(Int256.max >> 1000 == 0)
    #expect(Int256(-1) << 255 == .min)
    #expect(Int256(-1) << 256 == 0)
    #expect(Int256(-1) << -1000 == -1)
    #expect(Int256(5).signum() == 1 && Int256(-5).signum() == -1 && Int256(0).signum() == 0)
    #expect(-Int256(5) == -5)
    #expect(abs(Int256(-5)) == 5)
    let literal: Int256 =
      -57_896_044_618_658_097_711_785_492_504_343_953_926_634_992_332_820_282_019_728_792_003_956_564_819_968
    #expect(literal == .min)
  }

  @Test("What does not fit ends the program")
  func traps() async {
    await #expect(processExitsWith: .failure) { _ = Int256.min / (Int256("-1", radix: 10) ?? 1) }
    await #expect(processExitsWith: .failure) { _ = -(Int256("\(Int256.min)", radix: 10) ?? 0) }
    await #expect(processExitsWith: .failure) { _ = Int256(UInt256("\(UInt256.max)", radix: 10) ?? 0) }
  }

  @Test("Bytes are two's complement, shorter ones are extended with their sign")
  func bytes() throws {
    #expect(Int256(-1).bigEndianBytes == Bytes(repeating: 0xff, count: 32))
    #expect(try Int256(bigEndian: Int256.min.bigEndianBytes) == .min)
    #expect(try Int256(bigEndian: [0xff]) == -1)
    #expect(try Int256(bigEndian: [0x7f]) == 127)
    #expect(try Int256(bigEndian: []) == 0)
    #expect(throws: PrimitivesError.self) { try Int256(bigEndian: Bytes(repeating: 0, count: 33)) }
  }

  @Test("Texts with a sign are read, others refused")
  func texts() throws {
    #expect(try Int256(parsing: "-5") == -5)
    #expect(try Int256(parsing: "+5") == 5)
    #expect(try Int256(parsing: "-0") == 0)
    #expect(try Int256(parsing: "-0x10") == -16)
    #expect(try Int256(parsing: Int256.min.description) == .min)
    #expect(try Int256(parsing: Int256.max.description) == .max)
    for text in ["", "-", "+", "--1", "- 1", "1-", "-0x", "-é"] {
      #expect(throws: PrimitivesError.self) { try Int256(parsing: text) }
    }
    let tooLow = "-57896044618658097711785492504343953926634992332820282019728792003956564819969"
    let tooHigh = "57896044618658097711785492504343953926634992332820282019728792003956564819968"
    for text in [tooLow, tooHigh] {
      do throws(PrimitivesError) {
        _ = try Int256(parsing: text)
        Issue.record("\(text) was accepted")
      } catch {
        #expect(error.code == .overflow)
      }
    }
  }
}
