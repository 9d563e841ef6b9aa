import Keys
import Primitives

/// The precompiles of signatures.
enum SignaturePrecompiles {
  /// The address that signed a digest: digest, v, r, s to a word; nothing at all if no key can have signed.
  static let ecrecover = Precompile(
    gas: { _ in PrecompileGas.ecrecover },
    run: { input in
      let v = input.paddedWord(at: 32)
      guard v == 27 || v == 28,
        let signature = try? Signature(
          r: input.paddedWord(at: 64), s: input.paddedWord(at: 96), yParity: v == 28 ? 1 : 0),
        let key = try? signature.recover(Hash32(input.paddedWord(at: 0)))
      else { return [] }
      return Bytes(repeating: 0, count: 12) + key.address.bytes
    })

  /// 1 if r, s is a signature of P-256 over a digest by the key x, y, all of 32 bytes; nothing at all if not (EIP-7951).
  static let p256Verify = Precompile(
    gas: { _ in PrecompileGas.p256Verify },
    run: { input in
      guard input.count == 160,
        P256.verify(digest: input.part(0, 32), signature: input.part(32, 64), key: input.part(96, 64))
      else { return [] }
      return UInt256(1).bigEndianBytes
    })
}
