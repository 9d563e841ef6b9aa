extension BLS12381 {
  /// Reads a point of G1 in 48 bytes (the encoding of Zcash, EIP-4844's): x, and in its topmost bits 1, whether the point
  /// is at infinity, and whether y is the larger root. Nil for any other form and for points outside of the subgroup.
  static func decompress(_ bytes: ArraySlice<UInt8>) -> G1? {
    guard bytes.count == 48, let first = bytes.first, first & 0x80 != 0 else { return nil }
    if first & 0x40 != 0 {
      return first == 0xc0 && bytes.dropFirst().allSatisfy { $0 == 0 } ? .infinity : nil
    }
    guard let x = Fp(bigEndian: [first & 0x1f] + bytes.dropFirst()),
      let root = (x.squared() * x + b).squareRoot()
    else { return nil }
    // The larger root is above (p − 1) / 2.
    let half = modulus.shiftedRight(by: 1)
    let isLarger = half.isBelow(root.number)
    let point = G1(x, isLarger == (first & 0x20 != 0) ? root : -root)
    return isInSubgroup(point) ? point : nil
  }
}
