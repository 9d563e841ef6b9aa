/// A point (x / z², y / z³) of a curve y² = x³ + b; z is zero for the point at infinity.
///
/// The formulas are those of the Explicit-Formulas Database (hyperelliptic.org/EFD) for a = 0.
struct JacobianPoint<Base: Field>: Sendable {
  var x: Base
  var y: Base
  var z: Base

  @inline(__always)
  init(_ x: Base, _ y: Base, _ z: Base) {
    self.x = x
    self.y = y
    self.z = z
  }

  init(_ point: AffinePoint<Base>) {
    self = point.isInfinity ? .infinity : Self(point.x, point.y, .one)
  }

  static var infinity: Self { Self(.one, .one, .zero) }

  var isInfinity: Bool { z == .zero }

  /// dbl-2009-l.
  func doubled() -> Self {
    let a = x.squared()
    let b = y.squared()
    let c = b.squared()
    let d = ((x + b).squared() - a - c).doubled()
    let e = a.tripled()
    let x3 = e.squared() - d.doubled()
    return Self(x3, e * (d - x3) - c.doubled().doubled().doubled(), (y * z).doubled())
  }

  /// add-1998-cmo-2.
  static func + (p: Self, q: Self) -> Self {
    if p.isInfinity { return q }
    if q.isInfinity { return p }
    let (pz2, qz2) = (p.z.squared(), q.z.squared())
    return p.add(x1: p.x * qz2, y1: p.y * q.z * qz2, x2: q.x * pz2, y2: q.y * p.z * pz2, z: p.z * q.z)
  }

  /// Adds a point whose z is 1.
  static func + (p: Self, q: AffinePoint<Base>) -> Self {
    if q.isInfinity { return p }
    if p.isInfinity { return Self(q) }
    let z2 = p.z.squared()
    return p.add(x1: p.x, y1: p.y, x2: q.x * z2, y2: q.y * p.z * z2, z: p.z)
  }

  /// The sum of two points that have been brought to one z; the first is `self`.
  @inline(__always)
  private func add(x1: Base, y1: Base, x2: Base, y2: Base, z: Base) -> Self {
    let h = x2 - x1
    let r = y2 - y1
    if h == .zero { return r == .zero ? doubled() : .infinity }
    let h2 = h.squared()
    let h3 = h2 * h
    let v = x1 * h2
    let x3 = r.squared() - h3 - v.doubled()
    return Self(x3, r * (v - x3) - y1 * h3, z * h)
  }

  static prefix func - (p: Self) -> Self { Self(p.x, -p.y, p.z) }

  /// Whether two points are the same, by cross-multiplication.
  static func == (p: Self, q: Self) -> Bool {
    if p.isInfinity || q.isInfinity { return p.isInfinity && q.isInfinity }
    let (pz2, qz2) = (p.z.squared(), q.z.squared())
    return p.x * qz2 == q.x * pz2 && p.y * q.z * qz2 == q.y * p.z * pz2
  }

  /// The coordinates; costs an inversion.
  var affine: AffinePoint<Base> {
    if isInfinity { return .infinity }
    let inverse = z.inverted()
    let square = inverse.squared()
    return AffinePoint(x * square, y * square * inverse)
  }

  /// The point times a number with few bits set, such as a curve's parameter.
  func times(_ number: UInt64) -> Self {
    var result = Self.infinity
    for bit in (0..<(64 - number.leadingZeroBitCount)).reversed() {
      result = result.doubled()
      if number >> UInt64(bit) & 1 == 1 { result = result + self }
    }
    return result
  }
}
