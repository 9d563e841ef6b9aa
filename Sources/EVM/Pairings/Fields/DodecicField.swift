/// An element c0 + c1 · w of F_p¹², where w² = v: where pairings take their values.
struct DodecicField<Curve: PairingCurve>: Equatable, Sendable {
  typealias Half = SexticField<Curve>
  typealias Coefficient = QuadraticField<Curve>

  var c0: Half
  var c1: Half

  @inline(__always)
  init(_ c0: Half, _ c1: Half) {
    self.c0 = c0
    self.c1 = c1
  }

  static var one: Self { Self(.one, .zero) }

  static func * (a: Self, b: Self) -> Self {
    let low = a.c0 * b.c0
    let high = a.c1 * b.c1
    return Self(low + high.timesV(), (a.c0 + a.c1) * (b.c0 + b.c1) - low - high)
  }

  func squared() -> Self {
    let product = c0 * c1
    return Self((c0 + c1) * (c0 + c1.timesV()) - product - product.timesV(), product + product)
  }

  /// c0 − c1 · w: the element to the power of p⁶, and its inverse if it is cyclotomic.
  var conjugate: Self { Self(c0, -c1) }

  func inverted() -> Self {
    let norm = (c0.squared() - c1.squared().timesV()).inverted()
    return Self(c0 * norm, -(c1 * norm))
  }

  /// The product with l0 + l1 · v + l4 · v · w: a line of a curve whose twist multiplies by ξ.
  func timesLine(_ l0: Coefficient, v l1: Coefficient, vw l4: Coefficient) -> Self {
    let low = c0.times(l0, l1)
    let high = (c1 * l4).timesV()
    return Self(low + high.timesV(), (c0 + c1).times(l0, l1 + l4) - low - high)
  }

  /// The product with l0 + l3 · w + l4 · v · w: a line of a curve whose twist divides by ξ.
  func timesLine(_ l0: Coefficient, w l3: Coefficient, vw l4: Coefficient) -> Self {
    let low = c0 * l0
    let high = c1.times(l3, l4)
    return Self(low + high.timesV(), (c0 + c1).times(l0 + l3, l4) - low - high)
  }

  /// The element to the power of p: each coefficient of wⁱ is conjugated and multiplied by ξ^(i (p − 1) / 6).
  func frobenius() -> Self {
    let gamma = Curve.frobenius.gamma
    return Self(
      Half(c0.c0.conjugate, c0.c1.conjugate * gamma[2], c0.c2.conjugate * gamma[4]),
      Half(c1.c0.conjugate * gamma[1], c1.c1.conjugate * gamma[3], c1.c2.conjugate * gamma[5]))
  }

  /// The square of a cyclotomic element, one whose power of p⁴ − p² + 1 is one (Granger and Scott,
  /// eprint.iacr.org/2009/565): three squarings in F_p⁴ instead of a product in F_p¹².
  func cyclotomicSquared() -> Self {
    let (a0, a1) = Self.quarticSquare(c0.c0, c1.c1)
    let (b0, b1) = Self.quarticSquare(c1.c0, c0.c2)
    let (d0, d1) = Self.quarticSquare(c0.c1, c1.c2)
    // 3 x − 2 y for the half that the conjugation keeps, 3 x + 2 y for the one that it negates.
    return Self(
      Half(a0.tripled() - c0.c0.doubled(), b0.tripled() - c0.c1.doubled(), d0.tripled() - c0.c2.doubled()),
      Half(
        Curve.timesNonresidue(d1).tripled() + c1.c0.doubled(), a1.tripled() + c1.c1.doubled(),
        b1.tripled() + c1.c2.doubled()))
  }

  /// (a + b · s)² where s² = ξ.
  private static func quarticSquare(_ a: Coefficient, _ b: Coefficient) -> (Coefficient, Coefficient) {
    let (low, high) = (a.squared(), b.squared())
    return (low + Curve.timesNonresidue(high), (a + b).squared() - low - high)
  }

  /// A cyclotomic element to the power of a number.
  func cyclotomicPower(_ exponent: UInt64) -> Self {
    var result = self
    for bit in (0..<(63 - exponent.leadingZeroBitCount)).reversed() {
      result = result.cyclotomicSquared()
      if exponent >> UInt64(bit) & 1 == 1 { result = result * self }
    }
    return result
  }
}

/// The powers of ξ by which the Frobenius map multiplies.
struct FrobeniusConstants<Curve: PairingCurve>: Sendable {
  /// ξ^(i (p − 1) / 6) for i in 0…5.
  let gamma: [QuadraticField<Curve>]

  init() {
    // (p − 1) / 6 by division word by word.
    var exponent = Curve.modulus.subtracting(1)
    var remainder: UInt64 = 0
    for index in (0..<Curve.Limbs.count).reversed() {
      (exponent[index], remainder) = (6 as UInt64).dividingFullWidth((remainder, exponent[index]))
    }
    let first = Curve.timesNonresidue(.one).power(exponent)
    var powers = [QuadraticField<Curve>.one]
    for index in 1..<6 { powers.append(powers[index - 1] * first) }
    gamma = powers
  }
}
