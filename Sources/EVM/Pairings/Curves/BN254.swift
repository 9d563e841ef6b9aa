/// The curve of EIP-196 and EIP-197, also called alt_bn128: Barreto and Naehrig's with the parameter x below.
enum BN254: PairingCurve {
  typealias Limbs = Limbs4

  /// x, from which p = 36x⁴ + 36x³ + 24x² + 6x + 1 and r = 36x⁴ + 36x³ + 18x² + 6x + 1.
  static let parameter: UInt64 = 4_965_661_367_192_848_881

  @inline(__always)
  static var modulus: Limbs4 {
    Limbs4(0x3c20_8c16_d87c_fd47, 0x9781_6a91_6871_ca8d, 0xb850_45b6_8181_585d, 0x3064_4e72_e131_a029)
  }

  static let montgomery = MontgomeryConstants(modulus: modulus)
  static let frobenius = FrobeniusConstants<BN254>()

  /// ξ = 9 + u.
  @inline(__always)
  static func timesNonresidue(_ a: QuadraticField<BN254>) -> QuadraticField<BN254> {
    let eight = a.doubled().doubled().doubled()
    return Fp2(eight.c0 + a.c0 - a.c1, eight.c1 + a.c1 + a.c0)
  }

  static let b: PrimeField<BN254> = 3
  /// 3 / ξ.
  static let twistB = Fp2(3, 0) * Fp2(9, 1).inverted()

  /// All of the curve's points are in G1: its order is r.
  static func isInSubgroup(_ point: AffinePoint<PrimeField<BN254>>) -> Bool { true }

  /// [x + 1] Q + ψ([x] Q) + ψ²([x] Q) = ψ³([2x] Q), which needs a quarter of the doublings that [r] Q does
  /// (El Housni, Guillevic and Piellard, eprint.iacr.org/2022/348).
  static func isInSubgroup(_ point: AffinePoint<QuadraticField<BN254>>) -> Bool {
    if point.isInfinity { return true }
    let multiple = JacobianPoint(point).times(parameter)
    let image1 = twistedFrobenius(multiple)
    let image2 = twistedFrobenius(image1)
    let image3 = twistedFrobenius(image2.doubled())
    return multiple + point + image1 + image2 == image3
  }

  /// ψ: to the curve over F_p¹², to the power of p, and back to the twist.
  static func twistedFrobenius(_ q: JacobianPoint<QuadraticField<BN254>>) -> JacobianPoint<QuadraticField<BN254>> {
    let gamma = frobenius.gamma
    return JacobianPoint(q.x.conjugate * gamma[2], q.y.conjugate * gamma[3], q.z.conjugate)
  }

  /// 6x + 2.
  static let loopDigits = signedDigits(of: 6 * UInt128(parameter) + 2)

  /// The lines to ψ(Q) and then to −ψ²(Q).
  static func finishLoop(_ value: inout DodecicField<BN254>, _ pairs: inout [MillerPair<BN254>]) {
    let gamma = frobenius.gamma
    func image(_ q: G2) -> G2 { G2(q.x.conjugate * gamma[2], q.y.conjugate * gamma[3]) }
    for index in pairs.indices {
      let first = image(pairs[index].q)
      multiply(&value, by: pairs[index].add(first))
      multiply(&value, by: pairs[index].add(-image(first)))
    }
  }

  /// The twist's points are (x · w², y · w³): the line is y + x · w + constant · w³.
  static func multiply(_ value: inout DodecicField<BN254>, by line: Line<BN254>) {
    value = value.timesLine(line.y, w: line.x, vw: line.constant)
  }

  /// The power of 2x(6x² + 3x + 1)(p⁴ − p² + 1) / r, as λ0 + λ1 p + λ2 p² + λ3 p³
  /// (Fuentes-Castañeda, Knapp and Rodríguez-Henríquez, SAC 2011).
  static func hardPower(_ value: DodecicField<BN254>) -> DodecicField<BN254> {
    let power2 = value.cyclotomicPower(parameter).cyclotomicSquared()
    let power6 = power2.cyclotomicSquared() * power2
    let power6Square = power6.cyclotomicPower(parameter)
    let power12Cube = power6Square.cyclotomicSquared().cyclotomicPower(parameter)
    // λ2 = 12x³ + 6x² + 6x, λ1 = λ2 − 2x, λ0 = λ2 + 6x² + 1, λ3 = λ1 − 1.
    let lambda2 = power12Cube * power6Square * power6
    let lambda1 = lambda2 * power2.conjugate
    let lambda0 = lambda2 * power6Square * value
    let lambda3 = lambda1 * value.conjugate
    return ((lambda3.frobenius() * lambda2).frobenius() * lambda1).frobenius() * lambda0
  }
}
