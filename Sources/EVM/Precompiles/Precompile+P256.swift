import Primitives

extension Precompile {
  /// 1 if r, s is a signature of P-256 over a digest by the key x, y, all of 32 bytes; nothing at all if not (EIP-7951).
  static let p256Verify = Precompile(
    gas: { _ in 6900 },
    run: { input in
      guard input.count == 160,
        P256.verify(digest: input.part(0, 32), signature: input.part(32, 64), key: input.part(96, 64))
      else { return [] }
      return UInt256(1).bigEndianBytes
    })
}
