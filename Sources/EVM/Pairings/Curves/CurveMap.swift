/// A field in which square roots can be taken and the two of them told apart.
protocol RootField: Field {
  /// A square root; nil if there is none.
  func squareRoot() -> Self?
  /// `sgn0` of RFC 9380, section 4.1: the parity of the first coefficient that isn't zero.
  var isOdd: Bool { get }
}

extension PrimeField: RootField {
  var isOdd: Bool { number[0] & 1 == 1 }
}

extension QuadraticField: RootField {
  var isOdd: Bool { c0 == .zero ? c1.isOdd : c0.isOdd }
}

/// The map of RFC 9380 from a field to a curve y² = x³ + b: the simplified SWU method (section 6.6.2) to another curve
/// y² = x³ + Ax + B, and an isogeny from there (section 6.6.3).
///
/// The RFC's appendix E gives the isogeny as four polynomials. Here they follow from the polynomial whose roots are the
/// x coordinates of the isogeny's kernel (Vélu; Kohel's thesis, section 2.4).
struct CurveMap<Base: RootField>: Sendable {
  let a: Base
  let b: Base
  /// Z, a non-square.
  let z: Base
  /// The monic polynomial of the kernel, the constant term first and the leading 1 left out.
  let kernel: [Base]
  /// Multiplied by its square x, by its cube y goes from Vélu's curve to the wanted one.
  let scale: Base

  /// The point of the wanted curve that an element of the field is mapped to; its cofactor isn't cleared.
  func callAsFunction(_ u: Base) -> AffinePoint<Base> {
    let point = simplifiedSWU(u)
    return isogeny(point.x, point.y)
  }

  private func right(_ x: Base) -> Base { (x.squared() + a) * x + b }

  private func simplifiedSWU(_ u: Base) -> AffinePoint<Base> {
    let zu2 = z * u.squared()
    let denominator = zu2.squared() + zu2
    // −B / A · (1 + 1 / denominator), and B / ZA where there is no such thing.
    let x1 =
      denominator == .zero
      ? b * (z * a).inverted() : -(b * (denominator + .one)) * (a * denominator).inverted()
    // The curve has x1 or zu2 · x1: its right side at the second is that at x1 times the non-square Z times a square.
    for x in [x1, zu2 * x1] {
      if let y = right(x).squareRoot() { return AffinePoint(x, y.isOdd == u.isOdd ? y : -y) }
    }
    return .infinity
  }

  /// Vélu's X(x) = ℓx − 2σ − 2f'·s − 4f·s', where f is the right side, ℓ the isogeny's degree, σ the sum of the kernel
  /// polynomial's roots and s its logarithmic derivative k' / k; Y = y · X'(x). Points of the kernel go to infinity.
  private func isogeny(_ x: Base, _ y: Base) -> AffinePoint<Base> {
    // k, k', k'' / 2 and k''' / 6 by Horner's rule.
    var (k, k1, k2, k3) = (Base.one, Base.zero, Base.zero, Base.zero)
    for coefficient in kernel.reversed() {
      k3 = k3 * x + k2
      k2 = k2 * x + k1
      k1 = k1 * x + k
      k = k * x + coefficient
    }
    guard k != .zero else { return .infinity }
    let inverse = k.inverted()
    let (s, half2, sixth3) = (k1 * inverse, k2 * inverse, k3 * inverse)
    // s' = k'' / k − s², s'' = k''' / k − 3 s · k'' / k + 2 s³.
    let square = s.squared()
    let s1 = half2.doubled() - square
    let s2 = (sixth3.tripled() - (s * half2).tripled() + square * s).doubled()
    let (f, f1, f2) = (right(x), x.squared().tripled() + a, x.tripled().doubled())

    let count = kernel.count
    var degree = Base.one
    for _ in 0..<count { degree = degree + .one + .one }
    let sum = -kernel[count - 1]
    let image = degree * x - sum.doubled() - (f1 * s).doubled() - (f * s1).doubled().doubled()
    let slope = degree - (f2 * s + (f1 * s1).tripled() + (f * s2).doubled()).doubled()
    let scale2 = scale.squared()
    return AffinePoint(image * scale2, y * slope * scale2 * scale)
  }
}
