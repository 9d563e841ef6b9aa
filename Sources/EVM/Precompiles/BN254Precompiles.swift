import Primitives

/// The precompiles of the curve bn254.
enum BN254Precompiles {
  /// The sum of two points of bn254 (EIP-196); missing bytes are zeros.
  static func add(gas: UInt64) -> Precompile {
    Precompile(
      gas: { _ in gas },
      run: { input in
        guard let p = BN254.point1(input.padded(at: 0, count: 64)[...]),
          let q = BN254.point1(input.padded(at: 64, count: 64)[...])
        else { return nil }
        return BN254.encode(JacobianPoint(p) + q)
      })
  }

  /// A point of bn254 times a number (EIP-196); missing bytes are zeros.
  static func multiply(gas: UInt64) -> Precompile {
    Precompile(
      gas: { _ in gas },
      run: { input in
        guard let point = BN254.point1(input.padded(at: 0, count: 64)[...]) else { return nil }
        return BN254.encode(MultiScalar.sum([point], [input.paddedWord(at: 64)]))
      })
  }

  /// 1 or 0: whether the product of the pairings of pairs of points is one (EIP-197).
  static func pairing(base: UInt64, pair: UInt64) -> Precompile {
    Precompile(
      gas: { base + pair * UInt64($0.count / 192) },
      run: { input in
        guard input.count.isMultiple(of: 192), let isOne = BN254.pairingIsOne(calldata: input) else { return nil }
        return UInt256(isOne ? 1 : 0).bigEndianBytes
      })
  }
}
