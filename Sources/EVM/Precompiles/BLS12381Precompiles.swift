import Primitives

/// The precompiles of the curve BLS12-381 (EIP-2537).
enum BLS12381Precompiles {
  /// The sum of two points of BLS12-381, which needn't be in G1.
  static let g1Add = fixed(gas: PrecompileGas.bls12G1Add, length: 256) { input in
    guard let p = BLS12381.point1(input.part(0, 128)), let q = BLS12381.point1(input.part(128, 128)) else { return nil }
    return BLS12381.encode(JacobianPoint(p) + q)
  }

  /// The sum of two points of the twist of BLS12-381, which needn't be in G2.
  static let g2Add = fixed(gas: PrecompileGas.bls12G2Add, length: 512) { input in
    guard let p = BLS12381.point2(input.part(0, 256)), let q = BLS12381.point2(input.part(256, 256)) else { return nil }
    return BLS12381.encode(JacobianPoint(p) + q)
  }

  /// The sum of points of G1, each times a number.
  static let g1MultiScalar = multiScalar(
    .group1, pointWidth: 128, BLS12381.point1, BLS12381.isInSubgroup, BLS12381.encode)

  /// The sum of points of G2, each times a number.
  static let g2MultiScalar = multiScalar(
    .group2, pointWidth: 256, BLS12381.point2, BLS12381.isInSubgroup, BLS12381.encode)

  /// 1 or 0: whether the product of the pairings of pairs of points is one.
  static let pairing = Precompile(
    gas: { PrecompileGas.bls12Pairing + PrecompileGas.bls12Pair * UInt64($0.count / 384) },
    run: { input in
      guard !input.isEmpty, input.count.isMultiple(of: 384),
        let isOne = BLS12381.pairingIsOne(calldata: input)
      else { return nil }
      return UInt256(isOne ? 1 : 0).bigEndianBytes
    })

  /// The point of G1 that an element of F_p is mapped to.
  static let mapToG1 = fixed(gas: PrecompileGas.bls12MapToG1, length: 64) { input in
    BLS12381.number(input).map { BLS12381.encode(BLS12381.mapToGroup($0)) }
  }

  /// The point of G2 that an element of F_p² is mapped to.
  static let mapToG2 = fixed(gas: PrecompileGas.bls12MapToG2, length: 128) { input in
    BLS12381.quadratic(input).map { BLS12381.encode(BLS12381.mapToGroup($0)) }
  }

  /// A precompile of one price that refuses inputs of another length.
  private static func fixed(
    gas: UInt64, length: Int, run: @escaping @Sendable (ArraySlice<UInt8>) -> Bytes?
  ) -> Precompile {
    Precompile(gas: { _ in gas }, run: { $0.count == length ? run($0) : nil })
  }

  /// A precompile for sums of points of a subgroup, each with its number of 32 bytes; it refuses no points at all, a
  /// broken last one and a wrong one.
  private static func multiScalar<Base: Field>(
    _ pricing: BLS12Gas, pointWidth: Int, _ decode: @escaping @Sendable (ArraySlice<UInt8>) -> AffinePoint<Base>?,
    _ isInSubgroup: @escaping @Sendable (AffinePoint<Base>) -> Bool,
    _ encode: @escaping @Sendable (JacobianPoint<Base>) -> Bytes
  ) -> Precompile {
    let width = pointWidth + 32
    return Precompile(
      gas: { pricing.multiScalar(count: $0.count / width) },
      run: { input in
        guard !input.isEmpty, input.count.isMultiple(of: width) else { return nil }
        var points: [AffinePoint<Base>] = []
        var scalars: [UInt256] = []
        for offset in stride(from: 0, to: input.count, by: width) {
          guard let point = decode(input.part(offset, pointWidth)), isInSubgroup(point) else { return nil }
          points.append(point)
          scalars.append(input.paddedWord(at: offset + pointWidth))
        }
        return encode(MultiScalar.sum(points, scalars))
      })
  }
}
