/// An element of F_p of a curve, in Montgomery form.
struct PrimeField<Curve: PairingCurve>: Field {
  /// The element times 2^(64 · count), modulo p.
  var limbs: Curve.Limbs

  @inline(__always)
  init(montgomery limbs: Curve.Limbs) { self.limbs = limbs }

  /// A number below p.
  init(reduced number: Curve.Limbs) {
    self = PrimeField(montgomery: number) * PrimeField(montgomery: Curve.montgomery.squareOfRadix)
  }

  /// A big-endian number of at most as many bytes as p has words; nil if it isn't below p.
  init?(bigEndian bytes: some Sequence<UInt8>) {
    let number = Curve.Limbs(bigEndian: bytes)
    guard number.isBelow(Curve.modulus) else { return nil }
    self.init(reduced: number)
  }

  /// The number that the element stands for.
  var number: Curve.Limbs {
    var one = Curve.Limbs()
    one[0] = 1
    return (self * PrimeField(montgomery: one)).limbs
  }

  @inline(__always)
  static var zero: Self { PrimeField(montgomery: Curve.Limbs()) }

  static var one: Self { PrimeField(montgomery: Curve.montgomery.radix) }

  @inline(__always)
  static func + (a: Self, b: Self) -> Self {
    PrimeField(montgomery: Curve.Limbs.sum(a.limbs, b.limbs).reduced(by: Curve.modulus))
  }

  @inline(__always)
  static func - (a: Self, b: Self) -> Self {
    let (difference, borrow) = Curve.Limbs.difference(a.limbs, b.limbs)
    let modulus = Curve.Limbs.choose(Curve.modulus, Curve.Limbs(), mask: 0 &- borrow)
    return PrimeField(montgomery: Curve.Limbs.sum(difference, modulus))
  }

  @inline(__always)
  static prefix func - (a: Self) -> Self { zero - a }

  static func * (a: Self, b: Self) -> Self {
    PrimeField(
      montgomery: Curve.Limbs.product(
        a.limbs, b.limbs, modulus: Curve.modulus, inverse: negatedInverse(Curve.modulus[0])))
  }

  @inline(__always)
  func squared() -> Self { self * self }

  /// By Fermat: a^(p − 2).
  func inverted() -> Self { power(Curve.modulus.subtracting(2)) }

  /// A square root; nil if there is none. Both curves' p is 3 modulo 4: it is ±a^((p + 1) / 4).
  func squareRoot() -> Self? {
    // (p + 1) / 4 is (p − 3) / 4 + 1.
    let root = power(Curve.modulus.subtracting(3).shiftedRight(by: 2)) * self
    return root.squared() == self ? root : nil
  }
}

extension PrimeField: ExpressibleByIntegerLiteral {
  /// A number whose absolute value is below p.
  init(integerLiteral value: StaticBigInt) {
    if value.signum() >= 0 {
      self.init(reduced: Curve.Limbs(wordsOf: value))
    } else {
      // Two's complement: −value is what is missing to 2^(64 · count).
      self = -PrimeField(reduced: Curve.Limbs.difference(Curve.Limbs(), Curve.Limbs(wordsOf: value)).0)
    }
  }
}

/// −1 / a modulo 2⁶⁴ of an odd number, by Newton's iteration: each turn doubles the count of right bits, of which a
/// itself has three. A constant to the compiler where a is one.
@inline(__always)
func negatedInverse(_ a: UInt64) -> UInt64 {
  var inverse = a
  inverse = inverse &* (2 &- a &* inverse)
  inverse = inverse &* (2 &- a &* inverse)
  inverse = inverse &* (2 &- a &* inverse)
  inverse = inverse &* (2 &- a &* inverse)
  inverse = inverse &* (2 &- a &* inverse)
  return 0 &- inverse
}

/// The powers of 2 that Montgomery's form of a curve's prime needs.
struct MontgomeryConstants<Limbs: MontgomeryLimbs>: Sendable {
  /// 2^(64 · count) modulo p: one in Montgomery form.
  let radix: Limbs
  /// 2^(128 · count) modulo p: what turns a number into Montgomery form.
  let squareOfRadix: Limbs

  init(modulus: Limbs) {
    var power = Limbs()
    power[0] = 1
    func double() { power = Limbs.sum(power, power).reduced(by: modulus) }
    for _ in 0..<(64 * Limbs.count) { double() }
    radix = power
    for _ in 0..<(64 * Limbs.count) { double() }
    squareOfRadix = power
  }
}
