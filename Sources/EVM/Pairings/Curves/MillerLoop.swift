/// A line through points of the twist, up to a factor that the final exponentiation removes:
/// y · y(P) + x · x(P) + constant, where the tower's roots between the terms depend on the twist.
struct Line<Curve: PairingCurve> {
  var y: QuadraticField<Curve>
  var x: QuadraticField<Curve>
  var constant: QuadraticField<Curve>
}

/// A pair (P, Q) on its way through the Miller loop.
struct MillerPair<Curve: PairingCurve> {
  private let p: AffinePoint<PrimeField<Curve>>
  /// Q.
  let q: AffinePoint<QuadraticField<Curve>>
  /// The multiple of Q that the loop has come to.
  private var t: JacobianPoint<QuadraticField<Curve>>

  /// Neither point may be at infinity.
  init(_ p: AffinePoint<PrimeField<Curve>>, _ q: AffinePoint<QuadraticField<Curve>>) {
    self.p = p
    self.q = q
    t = JacobianPoint(q)
  }

  /// Doubles the multiple; the tangent in it, at P.
  mutating func double() -> Line<Curve> {
    let a = t.x.squared()
    let b = t.y.squared()
    let c = b.squared()
    let d = ((t.x + b).squared() - a - c).doubled()
    let e = a.tripled()
    let z2 = t.z.squared()
    let x3 = e.squared() - d.doubled()
    let z3 = (t.y * t.z).doubled()
    // The tangent's slope is e / z3: all is multiplied by z3 · z².
    let line = Line<Curve>(y: z3 * z2 * p.y, x: -(e * z2) * p.x, constant: e * t.x - b.doubled())
    t = JacobianPoint(x3, e * (d - x3) - c.doubled().doubled().doubled(), z3)
    return line
  }

  /// Adds a point to the multiple; the line through both, at P.
  mutating func add(_ q: AffinePoint<QuadraticField<Curve>>) -> Line<Curve> {
    let z2 = t.z.squared()
    let h = q.x * z2 - t.x
    let r = q.y * t.z * z2 - t.y
    let h2 = h.squared()
    let h3 = h2 * h
    let v = t.x * h2
    let x3 = r.squared() - h3 - v.doubled()
    let z3 = t.z * h
    // The slope is r / z3: all is multiplied by z3.
    let line = Line<Curve>(y: z3 * p.y, x: -(r * p.x), constant: r * q.x - z3 * q.y)
    t = JacobianPoint(x3, r * (v - x3) - t.y * h3, z3)
    return line
  }
}

extension PairingCurve {
  /// Whether the product of the optimal ate pairings of points of G1 and G2 is one.
  static func pairingIsOne(_ pairs: [(G1, G2)]) -> Bool {
    finalExponentiation(millerLoop(pairs)) == .one
  }

  /// The product of the pairs' Miller loops (Vercauteren, eprint.iacr.org/2008/096); all share their squarings.
  static func millerLoop(_ pairs: [(G1, G2)]) -> Fp12 {
    var pairs = pairs.filter { !$0.0.isInfinity && !$0.1.isInfinity }.map { MillerPair<Self>($0.0, $0.1) }
    var value = Fp12.one
    for digit in loopDigits {
      value = value.squared()
      for index in pairs.indices {
        multiply(&value, by: pairs[index].double())
        if digit != 0 {
          let q = pairs[index].q
          multiply(&value, by: pairs[index].add(digit > 0 ? q : -q))
        }
      }
    }
    finishLoop(&value, &pairs)
    return value
  }

  /// A Miller loop's value to the power of (p¹² − 1) / r, or of a multiple prime to r: one for the same values.
  static func finalExponentiation(_ value: Fp12) -> Fp12 {
    // (p⁶ − 1)(p² + 1), after which the value is cyclotomic.
    let first = value.conjugate * value.inverted()
    return hardPower(first.frobenius().frobenius() * first)
  }
}
