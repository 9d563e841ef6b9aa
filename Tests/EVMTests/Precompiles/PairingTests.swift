import Primitives
import Testing

@testable import EVM

@Suite("Pairings: the curves")
struct PairingTests {
  private let bn254Order: UInt256 = 0x3064_4e72_e131_a029_b850_45b6_8181_585d_2833_e848_79b9_7091_43e1_f593_f000_0001

  private let scalars: [UInt256] = [
    0, 1, 2, 3, 15, 16, 17, 31, 32, 33, 1 << 128, 1 << 255, .max, .max - 1,
    0x1234_5678_9abc_def0_0fed_cba9_8765_4321_1111_2222_3333_4444_5555_6666_7777_8888,
  ]

  /// Double and add, bit by bit.
  private func naive<Base: Field>(_ point: AffinePoint<Base>, _ scalar: UInt256) -> JacobianPoint<Base> {
    var result = JacobianPoint<Base>.infinity
    for bit in (0..<256).reversed() {
      result = result.doubled()
      if scalar >> bit & 1 == 1 { result = result + point }
    }
    return result
  }

  private func checkGroup<Base: Field>(_ generator: AffinePoint<Base>, b: Base, order: UInt256) {
    let g = JacobianPoint(generator)
    #expect(generator.isOnCurve(b: b))
    #expect(naive(generator, order).isInfinity)
    #expect(!naive(generator, order / 3).isInfinity)
    let infinity = JacobianPoint<Base>.infinity
    #expect(g + infinity == g && infinity + g == g && infinity + generator == g)
    #expect((g + -g).isInfinity && (g + -generator).isInfinity && JacobianPoint<Base>.infinity.doubled().isInfinity)
    #expect(g + g == g.doubled() && g + generator == g.doubled())
    let (p, q) = (g.times(77), g.times(1_000_003))
    #expect((p + q) + g == p + (q + g))
    #expect(p + q.affine == q + p.affine)
    #expect((p + q).affine.isOnCurve(b: b))
    for scalar in scalars.suffix(2) {
      #expect(MultiScalar.interleaved([generator], [scalar]) == naive(generator, scalar))
      #expect(MultiScalar.bucketed([generator], [scalar]) == naive(generator, scalar))
    }
    let points = (1...14).map { g.times($0).affine } + [.infinity]
    let factors = points.indices.map { scalars[$0] }
    let expected = zip(points, factors).reduce(JacobianPoint<Base>.infinity) { $0 + naive($1.0, $1.1) }
    #expect(MultiScalar.interleaved(points, factors) == expected)
    #expect(MultiScalar.bucketed(points, factors) == expected)
    #expect(MultiScalar.sum(points, factors) == expected)
    #expect(MultiScalar.sum([AffinePoint<Base>](), []).isInfinity)
  }

  @Test("the group laws hold, and sums of products agree with double and add")
  func groups() {
    checkGroup(BN254.generator1, b: BN254.b, order: bn254Order)
    checkGroup(BN254.generator2, b: BN254.twistB, order: bn254Order)
    checkGroup(BLS12381.generator1, b: BLS12381.b, order: BLS12381.order)
    checkGroup(BLS12381.generator2, b: BLS12381.twistB, order: BLS12381.order)
  }

  /// Points of a curve, nearly all outside of the subgroup.
  private func points<Base: RootField>(b: Base, from start: Base, count: Int) -> [AffinePoint<Base>] {
    var points: [AffinePoint<Base>] = []
    var x = start
    while points.count < count {
      if let y = (x.squared() * x + b).squareRoot() { points.append(AffinePoint(x, y)) }
      x = x + .one
    }
    return points
  }

  @Test("the quick subgroup checks say what multiplying by the order does")
  func subgroups() {
    func agree<Base: RootField>(
      _ generator: AffinePoint<Base>, _ others: [AffinePoint<Base>], order: UInt256,
      _ check: (AffinePoint<Base>) -> Bool
    ) {
      #expect(check(.infinity))
      for scalar in scalars.suffix(3) { #expect(check(naive(generator, scalar).affine)) }
      for point in others {
        // What is left of the point when its part in the subgroup is taken away, and the same with another part.
        let outside = naive(point, order)
        #expect(check(point) == outside.isInfinity)
        #expect(check(outside.affine) == outside.isInfinity)
        #expect(check((outside + generator).affine) == outside.isInfinity)
      }
    }
    agree(
      BN254.generator2, points(b: BN254.twistB, from: .one, count: 3), order: bn254Order,
      BN254.isInSubgroup)
    agree(
      BLS12381.generator1, points(b: BLS12381.b, from: .zero, count: 4), order: BLS12381.order,
      BLS12381.isInSubgroup)
    agree(
      BLS12381.generator2, points(b: BLS12381.twistB, from: .one, count: 3), order: BLS12381.order,
      BLS12381.isInSubgroup)
  }

  private func checkPairing<Curve: PairingCurve>(_ curve: Curve.Type, _ p: Curve.G1, _ q: Curve.G2, order: UInt256) {
    func pairing(_ p: Curve.G1, _ q: Curve.G2) -> Curve.Fp12 { Curve.finalExponentiation(Curve.millerLoop([(p, q)])) }
    let value = pairing(p, q)
    #expect(value != .one)
    // Its order is r: r − 1 times is its inverse.
    var power = Curve.Fp12.one
    for bit in (0..<256).reversed() {
      power = power.cyclotomicSquared()
      if (order - 1) >> bit & 1 == 1 { power = power * value }
    }
    #expect(power == value.conjugate)
    let (a, b): (UInt64, UInt64) = (1_234_567_890_123, 99)
    let (ap, bq) = (JacobianPoint(p).times(a).affine, JacobianPoint(q).times(b).affine)
    #expect(pairing(ap, bq) == value.cyclotomicPower(a).cyclotomicPower(b))
    #expect(pairing(-p, q) == value.conjugate)
    #expect(pairing(.infinity, q) == .one && pairing(p, .infinity) == .one)
    #expect(Curve.pairingIsOne([(ap, q), (-p, JacobianPoint(q).times(a).affine)]))
    #expect(!Curve.pairingIsOne([(ap, q), (p, JacobianPoint(q).times(a).affine)]))
    #expect(Curve.pairingIsOne([]))
  }

  @Test("the pairings are bilinear, not degenerate, and of order r")
  func bilinear() {
    checkPairing(BN254.self, BN254.generator1, BN254.generator2, order: bn254Order)
    checkPairing(BLS12381.self, BLS12381.generator1, BLS12381.generator2, order: BLS12381.order)
  }

  @Test("maps to the groups land in them, the exceptional elements of RFC 9380 too")
  func maps() throws {
    for u in [0, 1, -1, 2, 12345] as [PrimeField<BLS12381>] {
      let point = BLS12381.mapToGroup(u).affine
      #expect(!point.isInfinity && point.isOnCurve(b: BLS12381.b) && BLS12381.isInSubgroup(point))
      #expect(BLS12381.mapToGroup(-u).affine == (u == .zero ? point : -point))
      let image = BLS12381.mapToGroup(QuadraticField(u, u.squared() + 7)).affine
      #expect(!image.isInfinity && image.isOnCurve(b: BLS12381.twistB) && BLS12381.isInSubgroup(image))
    }
    // Z²u⁴ + Zu² is also zero at u² = −1 / Z, where that has a root.
    let exceptional = try #require((-PrimeField<BLS12381>(11).inverted()).squareRoot())
    let point = BLS12381.mapToGroup(exceptional).affine
    #expect(point.isOnCurve(b: BLS12381.b) && BLS12381.isInSubgroup(point))
  }
}

extension BN254 {
  /// The generators of EIP-196 and EIP-197.
  static let generator1 = G1(1, 2)
  static let generator2 = G2(
    Fp2(
      0x1800_deef_121f_1e76_426a_0066_5e5c_4479_6743_22d4_f75e_dadd_46de_bd5c_d992_f6ed,
      0x198e_9393_920d_483a_7260_bfb7_31fb_5d25_f1aa_4933_35a9_e712_97e4_85b7_aef3_12c2),
    Fp2(
      0x12c8_5ea5_db8c_6deb_4aab_7180_8dcb_408f_e3d1_e769_0c43_d37b_4ce6_cc01_66fa_7daa,
      0x0906_89d0_585f_f075_ec9e_99ad_690c_3395_bc4b_3133_70b3_8ef3_55ac_dadc_d122_975b))
}
