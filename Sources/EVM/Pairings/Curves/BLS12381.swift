import Primitives

/// The curve of EIP-2537: Barreto, Lynn and Scott's of embedding degree 12 with the parameter x below.
enum BLS12381: PairingCurve {
  typealias Limbs = Limbs6

  /// −x, from which r = x⁴ − x² + 1 and p = (x − 1)² r / 3 + x.
  static let parameter: UInt64 = 0xd201_0000_0001_0000

  /// r, the order of the groups, and the modulus of a blob's field elements.
  static let order: UInt256 = {
    let square = UInt256(parameter) * UInt256(parameter)
    return square * square - square + 1
  }()

  @inline(__always)
  static var modulus: Limbs6 {
    Limbs6(
      0xb9fe_ffff_ffff_aaab, 0x1eab_fffe_b153_ffff, 0x6730_d2a0_f6b0_f624,
      0x6477_4b84_f385_12bf, 0x4b1b_a7b6_434b_acd7, 0x1a01_11ea_397f_e69a)
  }

  static let montgomery = MontgomeryConstants(modulus: modulus)
  static let frobenius = FrobeniusConstants<BLS12381>()

  /// ξ = 1 + u.
  @inline(__always)
  static func timesNonresidue(_ a: QuadraticField<BLS12381>) -> QuadraticField<BLS12381> {
    Fp2(a.c0 - a.c1, a.c0 + a.c1)
  }

  static let b: PrimeField<BLS12381> = 4
  /// 4 ξ.
  static let twistB = Fp2(4, 4)

  static let loopDigits = signedDigits(of: UInt128(parameter))

  /// x is negative: the value is inverted, up to what the final exponentiation removes.
  static func finishLoop(_ value: inout DodecicField<BLS12381>, _ pairs: inout [MillerPair<BLS12381>]) {
    value = value.conjugate
  }

  /// The twist's points are (x / w², y / w³): the line, times w³, is constant + x · w² + y · w³.
  static func multiply(_ value: inout DodecicField<BLS12381>, by line: Line<BLS12381>) {
    value = value.timesLine(line.constant, v: line.x, vw: line.y)
  }

  /// The power of 3 (p⁴ − p² + 1) / r = (x − 1)² (x + p) (x² + p² − 1) + 3
  /// (Hayashida, Hayasaka and Teruya, eprint.iacr.org/2020/875).
  static func hardPower(_ value: DodecicField<BLS12381>) -> DodecicField<BLS12381> {
    func power(_ a: Fp12) -> Fp12 { a.cyclotomicPower(parameter).conjugate }
    let first = power(value) * value.conjugate
    let second = power(first) * first.conjugate
    let third = power(second) * second.frobenius()
    let fourth = power(power(third)) * third.frobenius().frobenius() * third.conjugate
    return fourth * value.cyclotomicSquared() * value
  }
}
