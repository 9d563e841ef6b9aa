import Primitives
import Testing

@testable import EVM

@Suite("Pairings: the fields")
struct FieldTests {
  /// Elements that no structure favours, from a fixed seed.
  private struct Elements<Curve: PairingCurve> {
    private var last = PrimeField<Curve>.one
    private let step: PrimeField<Curve> = 0xc2b2_ae3d_27d4_eb4f_9e37_79b9_7f4a_7c15

    mutating func base() -> PrimeField<Curve> {
      last = last.squared() + step
      return last
    }
    mutating func quadratic() -> QuadraticField<Curve> { QuadraticField(base(), base()) }
    mutating func sextic() -> SexticField<Curve> { SexticField(quadratic(), quadratic(), quadratic()) }
    mutating func dodecic() -> DodecicField<Curve> { DodecicField(sextic(), sextic()) }
  }

  @Test("the primes follow from the curves' parameters")
  func primes() {
    let x = UInt256(BN254.parameter)
    let p = 36 * x * x * x * x + 36 * x * x * x + 24 * x * x + 6 * x + 1
    #expect(p.bigEndianBytes == BN254.modulus.bigEndianBytes)
    #expect(BLS12381.order == 0x73ed_a753_299d_7d48_3339_d808_09a1_d805_53bd_a402_fffe_5bfe_ffff_ffff_0000_0001)
    // p = (x − 1)² r / 3 + x for x = −parameter, modulo 2³⁸⁴.
    func limbs(_ number: UInt256) -> Limbs6 { Limbs6(bigEndian: number.bigEndianBytes) }
    let next = UInt256(BLS12381.parameter) + 1
    var product = Limbs6()
    let order = limbs(BLS12381.order)
    var factor = next * next / 3
    #expect(next * next % 3 == 0)
    var power = order
    while factor != 0 {
      if factor & 1 == 1 { product = Limbs6.sum(product, power) }
      power = Limbs6.sum(power, power)
      factor >>= 1
    }
    #expect(Limbs6.difference(product, limbs(UInt256(BLS12381.parameter))).0 == BLS12381.modulus)
  }

  @Test("base field: inverses, roots, bytes, and numbers that aren't below p")
  func base() {
    func check<Curve: PairingCurve>(_ curve: Curve.Type) {
      var elements = Elements<Curve>()
      for _ in 0..<10 {
        let (a, b, c) = (elements.base(), elements.base(), elements.base())
        #expect(a * a.inverted() == .one)
        #expect((a + b) * c == a * c + b * c)
        #expect(a - b + b == a)
        #expect(-a + a == .zero)
        #expect(PrimeField<Curve>(bigEndian: a.number.bigEndianBytes) == a)
        let root = a.squared().squareRoot()
        #expect(root == a || root == -a)
        // −1 is no square, so of a and −a one is.
        #expect((a.squareRoot() == nil) != ((-a).squareRoot() == nil))
      }
      #expect(PrimeField<Curve>.zero.inverted() == .zero)
      #expect(PrimeField<Curve>(bigEndian: Curve.modulus.bigEndianBytes) == nil)
      #expect(PrimeField<Curve>(bigEndian: Curve.modulus.subtracting(1).bigEndianBytes) == -1)
      #expect(PrimeField<Curve>(bigEndian: Bytes(repeating: 0xff, count: 8 * Curve.Limbs.count)) == nil)
    }
    check(BN254.self)
    check(BLS12381.self)
  }

  @Test("quadratic field: inverses and roots, of elements with one part zero too")
  func quadratic() {
    func check<Curve: PairingCurve>(_ curve: Curve.Type) {
      var elements = Elements<Curve>()
      for _ in 0..<4 {
        let mixed = elements.quadratic()
        for a in [mixed, QuadraticField(mixed.c0, .zero), QuadraticField(.zero, mixed.c0)] {
          #expect(a * a == a.squared())
          #expect(a * a.inverted() == .one)
          let root = a.squared().squareRoot()
          #expect(root == a || root == -a)
          #expect(a.power(Curve.modulus) == a.conjugate)
        }
        // ξ is no square.
        #expect(Curve.timesNonresidue(mixed.squared()).squareRoot() == nil)
      }
    }
    check(BN254.self)
    check(BLS12381.self)
  }

  @Test("the tower: inverses, squares, products with lines, Frobenius, cyclotomic squares")
  func tower() {
    func check<Curve: PairingCurve>(_ curve: Curve.Type) {
      var elements = Elements<Curve>()
      for _ in 0..<3 {
        let (a, b) = (elements.dodecic(), elements.dodecic())
        #expect(a * a.inverted() == .one)
        #expect(a.squared() == a * a)
        #expect(a * b == b * a)
        #expect((a * b).frobenius() == a.frobenius() * b.frobenius())
        #expect((0..<12).reduce(a) { value, _ in value.frobenius() } == a)
        #expect((0..<6).reduce(a) { value, _ in value.frobenius() } == a.conjugate)
        let (l, m, n) = (elements.quadratic(), elements.quadratic(), elements.quadratic())
        #expect(
          a.timesLine(l, v: m, vw: n)
            == a * DodecicField(SexticField(l, m, .zero), SexticField(.zero, n, .zero)))
        #expect(
          a.timesLine(l, w: m, vw: n)
            == a * DodecicField(SexticField(l, .zero, .zero), SexticField(m, n, .zero)))
        let easy = a.conjugate * a.inverted()
        let cyclotomic = easy.frobenius().frobenius() * easy
        #expect(cyclotomic.cyclotomicSquared() == cyclotomic.squared())
        #expect(cyclotomic.cyclotomicPower(11) == (0..<10).reduce(cyclotomic) { value, _ in value * cyclotomic })
        #expect(cyclotomic * cyclotomic.conjugate == .one)
      }
    }
    check(BN254.self)
    check(BLS12381.self)
  }
}
