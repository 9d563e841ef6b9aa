extension BLS12381 {
  /// φ(P) = −[x²] P, where φ is the endomorphism (β x, y), β a cube root of unity (Scott, eprint.iacr.org/2021/1130).
  static func isInSubgroup(_ point: AffinePoint<PrimeField<BLS12381>>) -> Bool {
    if point.isInfinity { return true }
    let multiple = JacobianPoint(point).times(parameter).times(parameter)
    return JacobianPoint(G1(point.x * cubeRoot, point.y)) == -multiple
  }

  /// ψ(Q) = [x] Q (same source).
  static func isInSubgroup(_ point: AffinePoint<QuadraticField<BLS12381>>) -> Bool {
    let point = JacobianPoint(point)
    return twistedFrobenius(point) == -point.times(parameter)
  }

  /// ψ: to the curve over F_p¹², to the power of p, and back to the twist.
  static func twistedFrobenius(
    _ q: JacobianPoint<QuadraticField<BLS12381>>
  ) -> JacobianPoint<QuadraticField<BLS12381>> {
    JacobianPoint(q.x.conjugate * twistX, q.y.conjugate * twistY, q.z.conjugate)
  }

  private static let twistX = frobenius.gamma[2].inverted()
  private static let twistY = frobenius.gamma[3].inverted()

  /// The cube root of unity with which φ is multiplication by −x²: ξ^((p² − 1) / 3), the square of it being the other.
  private static let cubeRoot: PrimeField<BLS12381> = {
    // γ2 = ξ^((p − 1) / 3), and γ2 · γ2^p its power of p + 1.
    let gamma = frobenius.gamma[2]
    return (gamma * gamma.conjugate).c0
  }()
}
