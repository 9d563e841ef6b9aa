import Primitives
import Testing

@Suite("UInt256 arithmetic")
struct UInt256ArithmeticTests {
  @Test("Small numbers behave as UInt128 does")
  func likeUInt128() {
    var source = NumberSource(seed: 1)
    for _ in 0..<500 {
      let (left, right) = (source.uint256().low, source.uint256().low)
      let (one, two) = (UInt256(left), UInt256(right))
      #expect(one + two - two == one)
      #expect((one < two) == (left < right))
      #expect((one == two) == (left == right))
      #expect(one &+ two == UInt256(high: left.addingReportingOverflow(right).overflow ? 1 : 0, low: left &+ right))
      let product = left.multipliedFullWidth(by: right)
      #expect(one * two == UInt256(high: product.high, low: product.low))
      if right != 0 {
        #expect(one / two == UInt256(left / right))
        #expect(one % two == UInt256(left % right))
      }
      #expect(one & two == UInt256(left & right))
      #expect(one | two == UInt256(left | right))
      #expect(one ^ two == UInt256(left ^ right))
      #expect(one.description == left.description)
      #expect(UInt128(one) == left)
    }
  }

  @Test("Sums and differences agree with arithmetic bit by bit, and undo each other")
  func sums() {
    var source = NumberSource(seed: 2)
    for _ in 0..<200 {
      let (left, right) = (source.uint256(), source.uint256())
      let expected = BitByBit.add(BitByBit.bits(left), BitByBit.bits(right))
      let (sum, overflow) = left.addingReportingOverflow(right)
      #expect(sum == BitByBit.number(expected))
      #expect(overflow == expected[256])
      #expect(sum == left &+ right)
      let (difference, borrow) = sum.subtractingReportingOverflow(right)
      #expect(difference == left)
      #expect(borrow == overflow)
      #expect(left &- right == ~(~left &+ right))
      #expect(left.subtractingReportingOverflow(right).overflow == (left < right))
    }
  }

  @Test("Products agree with arithmetic bit by bit")
  func products() {
    var source = NumberSource(seed: 3)
    for _ in 0..<60 {
      let (left, right) = (source.uint256(), source.uint256())
      let expected = BitByBit.multiply(left, right)
      let (high, low) = left.multipliedFullWidth(by: right)
      #expect(high == expected.high)
      #expect(low == expected.low)
    }
  }

  @Test("All kinds of product agree with the full one")
  func productKinds() {
    var source = NumberSource(seed: 4)
    for _ in 0..<1000 {
      let (left, right) = (source.uint256(), source.uint256())
      let (high, low) = left.multipliedFullWidth(by: right)
      let (partial, overflow) = left.multipliedReportingOverflow(by: right)
      #expect(partial == low)
      #expect(overflow == (high != 0))
      #expect(left &* right == low)
      #expect(right.multipliedFullWidth(by: left) == (high, low))
      if !overflow { #expect(left * right == low) }
    }
  }

  @Test("Quotient times divisor plus remainder is the dividend, and the remainder is smaller than the divisor")
  func divisions() {
    var source = NumberSource(seed: 5)
    for _ in 0..<20_000 {
      let (left, right) = (source.uint256(), source.uint256())
      guard right != 0 else { continue }
      let (quotient, remainder) = left.quotientAndRemainder(dividingBy: right)
      let (product, overflow) = quotient.multipliedReportingOverflow(by: right)
      let (sum, carry) = product.addingReportingOverflow(remainder)
      if overflow || carry || sum != left || remainder >= right {
        Issue.record("\(left) / \(right) = \(quotient) rest \(remainder)")
      }
    }
  }

  @Test("A product divided by one factor is the other, one less is one less")
  func exactDivisions() {
    var source = NumberSource(seed: 6)
    for _ in 0..<2000 {
      let (left, right) = (source.uint256(), source.uint256())
      guard left != 0 && right != 0 else { continue }
      let (high, low) = left.multipliedFullWidth(by: right)
      if high < right {
        let exact = right.dividingFullWidth((high, low))
        #expect(exact.quotient == left && exact.remainder == 0)
      }
      let (less, borrow) = low.subtractingReportingOverflow(1)
      let nearly = right.dividingFullWidth((borrow ? high - 1 : high, less))
      #expect(nearly.quotient == left - 1 && nearly.remainder == right - 1)
    }
  }

  @Test("Full-width division inverts full-width multiplication")
  func fullWidthDivision() {
    var source = NumberSource(seed: 7)
    for _ in 0..<20_000 {
      let divisor = source.uint256()
      guard divisor != 0 else { continue }
      let (high, low) = (source.uint256() % divisor, source.uint256())
      let (quotient, remainder) = divisor.dividingFullWidth((high, low))
      let product = quotient.multipliedFullWidth(by: divisor)
      let (sum, carry) = product.low.addingReportingOverflow(remainder)
      if sum != low || product.high + (carry ? 1 : 0) != high || remainder >= divisor {
        Issue.record("(\(high), \(low)) / \(divisor) = \(quotient) rest \(remainder)")
      }
    }
  }

  @Test("mulDiv keeps the whole product, and says when the result does not fit")
  func mulDiv() {
    #expect(UInt256.mulDiv(.max, .max, .max) == .max)
    #expect(UInt256.mulDiv(.max, 10, 20) == UInt256.max / 2)
    #expect(UInt256.mulDiv(.max, 2, 1) == nil)
    #expect(UInt256.mulDiv(1, 1, 0) == nil)
    #expect(UInt256.mulDiv(7, 3, 2) == 10)
  }

  @Test("Edges: reports overflow, and division by zero")
  func edges() {
    #expect(UInt256.max.addingReportingOverflow(1) == (0, true))
    #expect(UInt256.zero.subtractingReportingOverflow(1) == (.max, true))
    #expect(UInt256.max.multipliedReportingOverflow(by: .max) == (1, true))
    #expect(UInt256(7).dividedReportingOverflow(by: 0) == (7, true))
    #expect(UInt256(7).remainderReportingOverflow(dividingBy: 0) == (7, true))
    #expect(UInt256.max.dividedReportingOverflow(by: 3) == (.max / 3, false))
    #expect(UInt256.max &+ 1 == 0)
    #expect(0 &- UInt256(1) == .max)
    #expect(UInt256.max &* .max == 1)
    var value: UInt256 = 10
    value += 5
    value -= 3
    value *= 4
    value /= 5
    value %= 5
    #expect(value == 4)
  }

  @Test("Division by zero, overflow and a quotient that does not fit end the program rather than give a wrong number")
  func traps() async {
    await #expect(processExitsWith: .failure) { _ = UInt256(1) / (UInt256("0", radix: 10) ?? 1) }
    await #expect(processExitsWith: .failure) { _ = UInt256.max + (UInt256("1", radix: 10) ?? 0) }
    await #expect(processExitsWith: .failure) { _ = UInt256.zero - (UInt256("1", radix: 10) ?? 0) }
    await #expect(processExitsWith: .failure) { _ = UInt256.max * (UInt256("2", radix: 10) ?? 0) }
    await #expect(processExitsWith: .failure) {
      _ = (UInt256("2", radix: 10) ?? 0).dividingFullWidth((high: 2, low: 0))
    }
    await #expect(processExitsWith: .failure) { _ = UInt256(Int("-1") ?? 0) }
    await #expect(processExitsWith: .failure) { _ = UInt256(Double("1e80") ?? 0) }
  }
}
