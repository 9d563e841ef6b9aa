/// An element c0 + c1 · u of F_p², where u² = −1.
struct QuadraticField<Curve: PairingCurve>: Field {
  typealias Base = PrimeField<Curve>

  var c0: Base
  var c1: Base

  @inline(__always)
  init(_ c0: Base, _ c1: Base) {
    self.c0 = c0
    self.c1 = c1
  }

  @inline(__always)
  static var zero: Self { Self(.zero, .zero) }
  static var one: Self { Self(.one, .zero) }

  @inline(__always)
  static func + (a: Self, b: Self) -> Self { Self(a.c0 + b.c0, a.c1 + b.c1) }

  @inline(__always)
  static func - (a: Self, b: Self) -> Self { Self(a.c0 - b.c0, a.c1 - b.c1) }

  @inline(__always)
  static prefix func - (a: Self) -> Self { Self(-a.c0, -a.c1) }

  /// Karatsuba's three products.
  static func * (a: Self, b: Self) -> Self {
    let low = a.c0 * b.c0
    let high = a.c1 * b.c1
    return Self(low - high, (a.c0 + a.c1) * (b.c0 + b.c1) - low - high)
  }

  @inline(__always)
  static func * (a: Self, b: Base) -> Self { Self(a.c0 * b, a.c1 * b) }

  func squared() -> Self {
    let product = c0 * c1
    return Self((c0 + c1) * (c0 - c1), product.doubled())
  }

  /// c0 − c1 · u, which is also the element to the power of p.
  @inline(__always)
  var conjugate: Self { Self(c0, -c1) }

  /// c0² + c1², the product with the conjugate.
  var norm: Base { c0.squared() + c1.squared() }

  func inverted() -> Self {
    let inverse = norm.inverted()
    return Self(c0 * inverse, -(c1 * inverse))
  }

  /// A square root; nil if there is none.
  ///
  /// The root x + y · u has x² = (c0 ± √norm) / 2 and y = c1 / 2x, where one of the signs gives a square.
  func squareRoot() -> Self? {
    guard c1 != .zero else {
      // −1 is no square in F_p, so either c0 or −c0 is one.
      if let root = c0.squareRoot() { return Self(root, .zero) }
      return (-c0).squareRoot().map { Self(.zero, $0) }
    }
    guard let root = norm.squareRoot() else { return nil }
    let half = Base.one.doubled().inverted()
    guard let x = ((c0 + root) * half).squareRoot() ?? ((c0 - root) * half).squareRoot() else { return nil }
    return Self(x, c1 * half * x.inverted())
  }
}
