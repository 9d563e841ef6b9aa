/// A point of a curve y² = x³ + b by its coordinates, or the point at infinity.
struct AffinePoint<Base: Field>: Equatable, Sendable {
  var x: Base
  var y: Base
  var isInfinity: Bool

  @inline(__always)
  init(_ x: Base, _ y: Base) {
    self.x = x
    self.y = y
    isInfinity = false
  }

  private init() {
    x = .zero
    y = .zero
    isInfinity = true
  }

  static var infinity: Self { Self() }

  /// Whether y² = x³ + b; the point at infinity is on every curve.
  func isOnCurve(b: Base) -> Bool {
    isInfinity || y.squared() == x.squared() * x + b
  }

  static prefix func - (point: Self) -> Self {
    point.isInfinity ? point : Self(point.x, -point.y)
  }
}
