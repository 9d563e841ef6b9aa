/// A curve y² = x³ + b over F_p with a pairing, of embedding degree 12, and its sextic twist over F_p².
protocol PairingCurve: Sendable {
  associatedtype Limbs: MontgomeryLimbs

  /// The prime p.
  static var modulus: Limbs { get }
  /// Computed once.
  static var montgomery: MontgomeryConstants<Limbs> { get }
  /// Computed once.
  static var frobenius: FrobeniusConstants<Self> { get }
  /// The product with ξ, the non-residue that the towers F_p⁶ and F_p¹² adjoin the roots of.
  static func timesNonresidue(_ a: QuadraticField<Self>) -> QuadraticField<Self>

  /// b of the curve.
  static var b: PrimeField<Self> { get }
  /// b of the twist: ξ · b or b / ξ.
  static var twistB: QuadraticField<Self> { get }

  /// Whether a point of the curve is in G1, the subgroup of prime order r.
  static func isInSubgroup(_ point: AffinePoint<PrimeField<Self>>) -> Bool
  /// Whether a point of the twist is in G2.
  static func isInSubgroup(_ point: AffinePoint<QuadraticField<Self>>) -> Bool

  /// The Miller loop's count in signed binary digits, the most significant first and left out.
  static var loopDigits: [Int8] { get }
  /// Completes a Miller loop's value when its digits are done.
  static func finishLoop(_ value: inout DodecicField<Self>, _ pairs: inout [MillerPair<Self>])
  /// Multiplies a Miller loop's value by a line.
  static func multiply(_ value: inout DodecicField<Self>, by line: Line<Self>)
  /// The hard part of the final exponentiation, or a multiple of it prime to r.
  static func hardPower(_ value: DodecicField<Self>) -> DodecicField<Self>
}

extension PairingCurve {
  typealias Fp = PrimeField<Self>
  typealias Fp2 = QuadraticField<Self>
  typealias Fp12 = DodecicField<Self>
  typealias G1 = AffinePoint<PrimeField<Self>>
  typealias G2 = AffinePoint<QuadraticField<Self>>

  /// The digits of a number with the fewest that aren't zero (non-adjacent form), the first left out.
  static func signedDigits(of number: UInt128) -> [Int8] {
    var digits: [Int8] = []
    var rest = number
    while rest != 0 {
      // 1 before a 0 stays, 1 before a 1 becomes −1 with a carry.
      let digit: Int8 = rest & 1 == 0 ? 0 : rest & 3 == 1 ? 1 : -1
      digits.append(digit)
      rest = (digit < 0 ? rest + 1 : rest) >> 1
    }
    return digits.dropLast().reversed()
  }
}
