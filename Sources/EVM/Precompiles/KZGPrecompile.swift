import Primitives

/// The precompile of KZG commitments.
enum KZGPrecompile {
  /// Whether a polynomial, of which a commitment is given, has a value at a point (EIP-4844): versioned hash, z, y,
  /// commitment and proof to the field elements of a blob and the modulus of their field; a wrong proof fails.
  static let pointEvaluation = Precompile(
    gas: { _ in PrecompileGas.pointEvaluation },
    run: { input in
      guard input.count == 192,
        let hash = OpenSSLDigest.sha256.hash(input.part(96, 48)), [1] + hash.dropFirst() == input.part(0, 32),
        let commitment = BLS12381.decompress(input.part(96, 48)), let proof = BLS12381.decompress(input.part(144, 48)),
        KZG.isValue(y: input.paddedWord(at: 64), at: input.paddedWord(at: 32), of: commitment, proof: proof)
      else { return nil }
      return UInt256(4096).bigEndianBytes + BLS12381.order.bigEndianBytes
    })
}
