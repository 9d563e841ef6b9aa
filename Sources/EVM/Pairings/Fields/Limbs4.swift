/// 4 words: a number of 256 bits.
///
/// Words are fields and not an array's elements, so that they live in registers.
struct Limbs4: MontgomeryLimbs {
  var w0, w1, w2, w3: UInt64

  /// A number of its words, the least significant first.
  @inline(__always)
  init(_ w0: UInt64, _ w1: UInt64, _ w2: UInt64, _ w3: UInt64) {
    self.w0 = w0
    self.w1 = w1
    self.w2 = w2
    self.w3 = w3
  }

  @inline(__always)
  init() { self.init(0, 0, 0, 0) }

  static var count: Int { 4 }

  @inline(__always)
  subscript(index: Int) -> UInt64 {
    get {
      switch index {
      case 0: w0
      case 1: w1
      case 2: w2
      default: w3
      }
    }
    set {
      switch index {
      case 0: w0 = newValue
      case 1: w1 = newValue
      case 2: w2 = newValue
      default: w3 = newValue
      }
    }
  }

  @inline(__always)
  static func sum(_ a: Limbs4, _ b: Limbs4) -> Limbs4 {
    var carry: UInt64 = 0
    return Limbs4(
      addCarry(a.w0, b.w0, &carry),
      addCarry(a.w1, b.w1, &carry),
      addCarry(a.w2, b.w2, &carry),
      addCarry(a.w3, b.w3, &carry))
  }

  @inline(__always)
  static func difference(_ a: Limbs4, _ b: Limbs4) -> (Limbs4, borrow: UInt64) {
    var borrow: UInt64 = 0
    let result = Limbs4(
      subtractBorrow(a.w0, b.w0, &borrow),
      subtractBorrow(a.w1, b.w1, &borrow),
      subtractBorrow(a.w2, b.w2, &borrow),
      subtractBorrow(a.w3, b.w3, &borrow))
    return (result, borrow)
  }

  @inline(__always)
  static func choose(_ first: Limbs4, _ second: Limbs4, mask: UInt64) -> Limbs4 {
    Limbs4(
      second.w0 ^ (first.w0 ^ second.w0) & mask,
      second.w1 ^ (first.w1 ^ second.w1) & mask,
      second.w2 ^ (first.w2 ^ second.w2) & mask,
      second.w3 ^ (first.w3 ^ second.w3) & mask)
  }

  @inline(__always)
  static func product(_ a: Limbs4, _ b: Limbs4, modulus: Limbs4, inverse: UInt64) -> Limbs4 {
    var sum = Limbs4()
    sum.accumulate(a, b.w0, modulus, inverse)
    sum.accumulate(a, b.w1, modulus, inverse)
    sum.accumulate(a, b.w2, modulus, inverse)
    sum.accumulate(a, b.w3, modulus, inverse)
    return sum.reduced(by: modulus)
  }

  /// (self + a · b + m · p) / 2⁶⁴ for the m that makes it an integer.
  ///
  /// With the topmost bit of p free the sum needs no word more than p has (Acar's CIOS without its last carries).
  @inline(__always)
  private mutating func accumulate(_ a: Limbs4, _ b: UInt64, _ p: Limbs4, _ inverse: UInt64) {
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
    w3 = high &+ low
  }
}
