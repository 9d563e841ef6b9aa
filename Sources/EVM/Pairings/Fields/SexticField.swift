/// An element c0 + c1 · v + c2 · v² of F_p⁶, where v³ = ξ, the curve's non-residue in F_p².
struct SexticField<Curve: PairingCurve>: Equatable, Sendable {
  typealias Base = QuadraticField<Curve>

  var c0: Base
  var c1: Base
  var c2: Base

  @inline(__always)
  init(_ c0: Base, _ c1: Base, _ c2: Base) {
    self.c0 = c0
    self.c1 = c1
    self.c2 = c2
  }

  static var zero: Self { Self(.zero, .zero, .zero) }
  static var one: Self { Self(.one, .zero, .zero) }

  @inline(__always)
  static func + (a: Self, b: Self) -> Self { Self(a.c0 + b.c0, a.c1 + b.c1, a.c2 + b.c2) }

  @inline(__always)
  static func - (a: Self, b: Self) -> Self { Self(a.c0 - b.c0, a.c1 - b.c1, a.c2 - b.c2) }

  @inline(__always)
  static prefix func - (a: Self) -> Self { Self(-a.c0, -a.c1, -a.c2) }

  /// Karatsuba's six products.
  static func * (a: Self, b: Self) -> Self {
    let low = a.c0 * b.c0
    let middle = a.c1 * b.c1
    let high = a.c2 * b.c2
    let mixed01 = (a.c0 + a.c1) * (b.c0 + b.c1) - low - middle
    let mixed02 = (a.c0 + a.c2) * (b.c0 + b.c2) - low - high
    let mixed12 = (a.c1 + a.c2) * (b.c1 + b.c2) - middle - high
    return Self(
      low + Curve.timesNonresidue(mixed12), mixed01 + Curve.timesNonresidue(high), mixed02 + middle)
  }

  static func * (a: Self, b: Base) -> Self { Self(a.c0 * b, a.c1 * b, a.c2 * b) }

  /// The product with b0 + b1 · v.
  func times(_ b0: Base, _ b1: Base) -> Self {
    let low = c0 * b0
    let middle = c1 * b1
    return Self(
      low + Curve.timesNonresidue(c2 * b1), (c0 + c1) * (b0 + b1) - low - middle, c2 * b0 + middle)
  }

  /// The product with v.
  @inline(__always)
  func timesV() -> Self { Self(Curve.timesNonresidue(c2), c0, c1) }

  func squared() -> Self { self * self }

  /// By the adjugate of the multiplication by the element.
  func inverted() -> Self {
    let a0 = c0.squared() - Curve.timesNonresidue(c1 * c2)
    let a1 = Curve.timesNonresidue(c2.squared()) - c0 * c1
    let a2 = c1.squared() - c0 * c2
    let norm = c0 * a0 + Curve.timesNonresidue(c2 * a1 + c1 * a2)
    return Self(a0, a1, a2) * norm.inverted()
  }
}
