import Primitives

/// The points in a precompile's calldata: coordinates as big-endian numbers of a fixed width, which must be below p;
/// the point at infinity as zeros alone.
protocol PointCoding: PairingCurve {
  /// The number of bytes of a number of F_p.
  static var numberWidth: Int { get }
  /// Whether the part of F_p² that belongs to u comes first.
  static var imaginaryFirst: Bool { get }
}

extension BN254: PointCoding {
  static var numberWidth: Int { 32 }
  static var imaginaryFirst: Bool { true }
}

extension BLS12381: PointCoding {
  static var numberWidth: Int { 64 }
  static var imaginaryFirst: Bool { false }
}

extension PointCoding {
  /// A number below p; the bytes are as many as it takes.
  static func number(_ bytes: ArraySlice<UInt8>) -> PrimeField<Self>? {
    let excess = numberWidth - 8 * Limbs.count
    guard bytes.count == numberWidth, bytes.prefix(excess).allSatisfy({ $0 == 0 }) else { return nil }
    return PrimeField(bigEndian: bytes.dropFirst(excess))
  }

  static func quadratic(_ bytes: ArraySlice<UInt8>) -> QuadraticField<Self>? {
    guard let first = number(bytes.prefix(numberWidth)), let second = number(bytes.dropFirst(numberWidth)) else {
      return nil
    }
    return imaginaryFirst ? QuadraticField(second, first) : QuadraticField(first, second)
  }

  /// A point of the curve, whether or not it is in the subgroup.
  static func point1(_ bytes: ArraySlice<UInt8>) -> AffinePoint<PrimeField<Self>>? {
    guard let x = number(bytes.prefix(numberWidth)), let y = number(bytes.dropFirst(numberWidth)) else { return nil }
    return point(x, y, b: b)
  }

  /// A point of the twist, whether or not it is in the subgroup.
  static func point2(_ bytes: ArraySlice<UInt8>) -> AffinePoint<QuadraticField<Self>>? {
    guard let x = quadratic(bytes.prefix(2 * numberWidth)), let y = quadratic(bytes.dropFirst(2 * numberWidth)) else {
      return nil
    }
    return point(x, y, b: twistB)
  }

  private static func point<Base: Field>(_ x: Base, _ y: Base, b: Base) -> AffinePoint<Base>? {
    let point = x == .zero && y == .zero ? .infinity : AffinePoint(x, y)
    return point.isOnCurve(b: b) ? point : nil
  }

  static func encode(_ number: PrimeField<Self>) -> Bytes {
    Bytes(repeating: 0, count: numberWidth - 8 * Limbs.count) + number.number.bigEndianBytes
  }

  static func encode(_ number: QuadraticField<Self>) -> Bytes {
    imaginaryFirst ? encode(number.c1) + encode(number.c0) : encode(number.c0) + encode(number.c1)
  }

  /// A point of the curve; the coordinates of the one at infinity are kept as zeros.
  static func encode(_ point: JacobianPoint<PrimeField<Self>>) -> Bytes {
    let affine = point.affine
    return encode(affine.x) + encode(affine.y)
  }

  /// A point of the twist.
  static func encode(_ point: JacobianPoint<QuadraticField<Self>>) -> Bytes {
    let affine = point.affine
    return encode(affine.x) + encode(affine.y)
  }

  /// Whether the product of the pairings of the pairs in calldata is one; nil if one of the points isn't of its group.
  static func pairingIsOne(calldata: ArraySlice<UInt8>) -> Bool? {
    let width = 6 * numberWidth
    var pairs: [(G1, G2)] = []
    for offset in stride(from: 0, to: calldata.count, by: width) {
      guard let p = point1(calldata.part(offset, 2 * numberWidth)), isInSubgroup(p),
        let q = point2(calldata.part(offset + 2 * numberWidth, 4 * numberWidth)), isInSubgroup(q)
      else { return nil }
      pairs.append((p, q))
    }
    return pairingIsOne(pairs)
  }
}
