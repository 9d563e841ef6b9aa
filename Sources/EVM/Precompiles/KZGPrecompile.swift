import Primitives

/// The precompile of KZG commitments.
enum KZGPrecompile {
  /// Whether a polynomial, of which a commitment is given, has a value at a point (EIP-4844): versioned hash, z, y,
  /// commitment and proof to the field elements of a blob and the modulus of their field; a wrong proof fails.
  static let pointEvaluation = Precompile(
    gas: { _ in 50000 },
    run: { input in
      guard input.count == 192,
        let hash = OpenSSLDigest.sha256.hash(input.part(96, 48)), [1] + hash.dropFirst() == input.part(0, 32),
        let commitment = BLS12381.decompress(input.part(96, 48)), let proof = BLS12381.decompress(input.part(144, 48)),
        BLS12381.isValue(y: input.paddedWord(at: 64), at: input.paddedWord(at: 32), of: commitment, proof: proof)
      else { return nil }
      return UInt256(4096).bigEndianBytes + BLS12381.order.bigEndianBytes
    })
}

extension BLS12381 {
  /// r, the order of the groups, and the modulus of a blob's field elements.
  static let order: UInt256 = {
    let square = UInt256(parameter) * UInt256(parameter)
    return square * square - square + 1
  }()

  /// KZG's check (Deneb's polynomial-commitments.md): e(C − [y] G1 + [z] π, G2) = e(π, [τ] G2). The proof π is multiplied
  /// by z rather than G2, which is dearer.
  static func isValue(y: UInt256, at z: UInt256, of commitment: G1, proof: G1) -> Bool {
    guard y < order, z < order else { return false }
    let left = MultiScalar.sum([generator1, proof], [order - y, z]) + commitment
    return pairingIsOne([(left.affine, generator2), (-proof, trustedSetup2)])
  }
}
