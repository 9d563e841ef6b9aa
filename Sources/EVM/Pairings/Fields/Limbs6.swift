/// 6 words: a number of 384 bits.
///
/// Words are fields and not an array's elements, so that they live in registers.
struct Limbs6: MontgomeryLimbs {
  var w0, w1, w2, w3, w4, w5: UInt64

  /// A number of its words, the least significant first.
  @inline(__always)
  init(_ w0: UInt64, _ w1: UInt64, _ w2: UInt64, _ w3: UInt64, _ w4: UInt64, _ w5: UInt64) {
    self.w0 = w0
    self.w1 = w1
    self.w2 = w2
    self.w3 = w3
    self.w4 = w4
    self.w5 = w5
  }

  @inline(__always)
  init() { self.init(0, 0, 0, 0, 0, 0) }

  static var count: Int { 6 }

  @inline(__always)
  subscript(index: Int) -> UInt64 {
    get {
      switch index {
      case 0: w0
      case 1: w1
      case 2: w2
      case 3: w3
      case 4: w4
      default: w5
      }
    }
    set {
      switch index {
      case 0: w0 = newValue
      case 1: w1 = newValue
      case 2: w2 = newValue
      case 3: w3 = newValue
      case 4: w4 = newValue
      default: w5 = newValue
      }
    }
  }

  @inline(__always)
  static func sum(_ a: Limbs6, _ b: Limbs6) -> Limbs6 {
    var carry: UInt64 = 0
    return Limbs6(
      addCarry(a.w0, b.w0, &carry),
      addCarry(a.w1, b.w1, &carry),
      addCarry(a.w2, b.w2, &carry),
      addCarry(a.w3, b.w3, &carry),
      addCarry(a.w4, b.w4, &carry),
      addCarry(a.w5, b.w5, &carry))
  }

  @inline(__always)
  static func difference(_ a: Limbs6, _ b: Limbs6) -> (Limbs6, borrow: UInt64) {
    var borrow: UInt64 = 0
    let result = Limbs6(
      subtractBorrow(a.w0, b.w0, &borrow),
      subtractBorrow(a.w1, b.w1, &borrow),
      subtractBorrow(a.w2, b.w2, &borrow),
      subtractBorrow(a.w3, b.w3, &borrow),
      subtractBorrow(a.w4, b.w4, &borrow),
      subtractBorrow(a.w5, b.w5, &borrow))
    return (result, borrow)
  }

  @inline(__always)
  static func choose(_ first: Limbs6, _ second: Limbs6, mask: UInt64) -> Limbs6 {
    Limbs6(
      second.w0 ^ (first.w0 ^ second.w0) & mask,
      second.w1 ^ (first.w1 ^ second.w1) & mask,
      second.w2 ^ (first.w2 ^ second.w2) & mask,
      second.w3 ^ (first.w3 ^ second.w3) & mask,
      second.w4 ^ (first.w4 ^ second.w4) & mask,
      second.w5 ^ (first.w5 ^ second.w5) & mask)
  }

  @inline(__always)
  static func product(_ a: Limbs6, _ b: Limbs6, modulus: Limbs6, inverse: UInt64) -> Limbs6 {
    var sum = Limbs6()
    sum.accumulate(a, b.w0, modulus, inverse)
    sum.accumulate(a, b.w1, modulus, inverse)
    sum.accumulate(a, b.w2, modulus, inverse)
    sum.accumulate(a, b.w3, modulus, inverse)
    sum.accumulate(a, b.w4, modulus, inverse)
    sum.accumulate(a, b.w5, modulus, inverse)
    return sum.reduced(by: modulus)
  }

  /// (self + a · b + m · p) / 2⁶⁴ for the m that makes it an integer.
  ///
  /// With the topmost bit of p free the sum needs no word more than p has (Acar's CIOS without its last carries).
  @inline(__always)
  private mutating func accumulate(_ a: Limbs6, _ b: UInt64, _ p: Limbs6, _ inverse: UInt64) {
    var high: UInt64 = 0
    var low: UInt64 = 0
    var word = multiplyAdd(a.w0, b, w0, &high)
    let m = word &* inverse
    _ = multiplyAdd(m, p.w0, word, &low)
    word = multiplyAdd(a.w1, b, w1, &high)
    w0 = multiplyAdd(m, p.w1, word, &low)
    word = multiplyAdd(a.w2, b, w2, &high)
    w1 = multiplyAdd(m, p.w2, word, &low)
    word = multiplyAdd(a.w3, b, w3, &high)
    w2 = multiplyAdd(m, p.w3, word, &low)
    word = multiplyAdd(a.w4, b, w4, &high)
    w3 = multiplyAdd(m, p.w4, word, &low)
    word = multiplyAdd(a.w5, b, w5, &high)
    w4 = multiplyAdd(m, p.w5, word, &low)
    w5 = high &+ low
  }
}
